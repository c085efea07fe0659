"""The commands: what they read, print and keep, and the survey's reader."""

import io
import json
import random
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import engine
from games.selectors import solvable
from games.solver import batch, types
from players.errors import ServiceUnavailable
from tests.solver.positions import copy_of, opening

DATA = Path(__file__).parents[1] / "data" / "solver" / "peer-deals.jsonl"


def run(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue().splitlines()


def replay(position: engine.Position, line: list[str]) -> engine.Position:
    game = copy_of(position)
    for token in line:
        game.play(engine.parse_move(token))
    return game


class TestSolve:
    def test_takes_a_game_code(self):
        (line,) = run("solve", "sp1-s1-aaaaaaf", "--json")
        found = json.loads(line)
        assert (found["id"], found["verdict"]) == ("SP1-S1-AAAAAAF", "winnable")
        assert replay(opening("spider-1", 5), found["line"]).is_won
        assert found["moves"] == len(found["line"])
        assert found["states"] == found["examined"] < found["generated"]
        assert found["seconds"] >= 0

    def test_takes_numbers_of_a_variant(self):
        sentences = run("solve", "5-6", "8", "--variant", "spiderette-2", "--examined", "100")
        assert len(sentences) == 4
        assert all("100 states examined" in sentence for sentence in sentences[:3])
        assert sentences[3] == "3 examined_limit"

    def test_takes_a_file_and_works_on_several_at_once(self, tmp_path):
        deals = [json.loads(line) for line in DATA.read_text().splitlines()][:3]
        file = tmp_path / "deals.jsonl"
        file.write_text("".join(json.dumps(deal) + "\n" for deal in deals))
        alone, together = (run("solve", str(file), "--json", "--jobs", jobs) for jobs in ("1", "2"))
        assert [json.loads(line)["id"] for line in alone] == [deal["id"] for deal in deals]
        results = [{**json.loads(line), "seconds": 0} for line in alone]
        assert sorted(results, key=lambda result: result["id"]) == sorted(
            ({**json.loads(line), "seconds": 0} for line in together), key=lambda result: result["id"]
        )
        for deal, result in zip(deals, results, strict=True):
            position = engine.Position.parse(engine.variant(deal["variant"]), deal["start"], deal["stock"])
            assert replay(position, result["line"]).is_won

    def test_says_that_a_deal_is_lost(self):
        (line,) = run("solve", "49", "--variant", "spiderette-4", "--json")
        assert (json.loads(line)["verdict"], json.loads(line)["line"]) == ("unwinnable", None)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["7"], "needs --variant"),
            (["nothing.jsonl"], "is not a game code, a deal number, or a file"),
            (["SP9-S1-AAAAAAF"], "code_unknown_version"),
            (["7", "--variant", "spider-1", "--jobs", "0"], "--jobs is at least 1"),
            (["7", "--variant", "spider-1", "--examined", "-1"], "cannot be negative"),
            (["4294967296", "--variant", "spider-1"], "not a deal number"),
        ],
    )
    def test_refuses_what_it_cannot_read(self, arguments, message):
        with pytest.raises(CommandError, match=message):
            run("solve", *arguments)

    def test_names_the_line_that_is_not_a_deal(self, tmp_path):
        file = tmp_path / "deals.jsonl"
        file.write_text(DATA.read_text().splitlines()[0] + '\n{"id": "no deal"}\n')
        with pytest.raises(CommandError, match="line 2 is not a deal"):
            run("solve", str(file))


class TestSurvey:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.setattr(solvable, "SURVEY_FOLDER", tmp_path)
        monkeypatch.setattr("games.management.commands.survey_deals.SURVEY_FOLDER", tmp_path)
        solvable.solvable_deals.cache_clear()
        yield tmp_path
        solvable.solvable_deals.cache_clear()

    def test_goes_on_where_it_stopped(self, folder):
        run("survey_deals", "spider-1", "--numbers", "2")
        first = solvable.survey_file("spider-1").read_bytes()
        assert len(first) == 4
        # What a crash leaves behind.
        solvable.survey_file("spider-1").write_bytes(first + b"\x01")
        table = run("survey_deals", "spider-1", "--numbers", "3")
        records = solvable.survey_file("spider-1").read_bytes()
        assert records[:4] == first
        assert len(records) == 6
        assert table[-1].startswith("| spider-1 | 3 | 3 | 0 | 0 |")
        for number, moves in enumerate(solvable.read_survey("spider-1"), start=1):
            position = opening("spider-1", number)
            assert (
                moves
                == batch.solve_case(
                    batch.numbered_case(position.variant, number), types.Limits(), "first", 0
                ).result.moves
            )

    def test_searches_the_undecided_again(self, folder):
        run("survey_deals", "spiderette-4", "--numbers", "5", "--examined", "40")
        assert list(solvable.read_survey("spiderette-4")) == [0] * 5
        run("survey_deals", "spiderette-4", "--again", "--examined", "6000")
        lost, won = solvable.read_survey("spiderette-4")[3:5]
        assert lost == solvable.LOST
        assert 50 < won < 200

    def test_searches_again_from_one_number_to_another(self, folder):
        run("survey_deals", "spiderette-4", "--numbers", "6", "--examined", "40")
        run("survey_deals", "spiderette-4", "--again", "--from", "4", "--numbers", "5", "--examined", "6000")
        records = solvable.read_survey("spiderette-4")
        assert [moves != solvable.UNDECIDED for moves in records] == [False, False, False, True, True, False]

    def test_leaves_no_deal_out(self):
        with pytest.raises(CommandError, match="surveyed to 0"):
            run("survey_deals", "spider-1", "--from", "2", "--numbers", "3")

    def test_knows_its_variants(self):
        with pytest.raises(CommandError, match="unknown variant spider-3"):
            run("survey_deals", "spider-3")


class TestSolvableDeals:
    @pytest.mark.parametrize("name", list(engine.VARIANTS))
    def test_are_known_for_every_variant(self, name):
        records = solvable.read_survey(name)
        assert len(records) >= 4_000
        deals = solvable.solvable_deals(name)
        assert len(deals) > len(records) * (0.99 if name.startswith("spider-") else 0.75)
        assert all(30 < deal.moves < 400 for deal in deals)

    def test_are_picked_by_chance_and_winnable(self):
        deal = solvable.pick("spider-2", random.Random(3))
        assert deal == solvable.pick("spider-2", random.Random(3))
        assert deal != solvable.pick("spider-2", random.Random(4))
        (line,) = run("solve", str(deal.number), "--variant", "spider-2", "--json")
        assert json.loads(line)["verdict"] == "winnable"

    def test_cannot_be_picked_without_a_survey(self):
        with pytest.raises(ServiceUnavailable):
            solvable.pick("spider-3", random.Random(1))
