"""Anyone can check a daily: with the command, and with the script that the docs print."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import engine
from games.models import DailySecret
from tests.games.publishing import FINAL, NOON, SEED, TODAY, Clock, publish
from tests.playing import Caller, won_line

pytestmark = pytest.mark.django_db

FAIRNESS = Path(__file__).parents[2] / "docs" / "fairness.md"


@pytest.fixture
def revealed(at: Clock, stranger: Caller) -> dict[str, Any]:
    """What the API tells of a final daily."""
    publish(TODAY, "spider-4", now=NOON, seed=SEED)
    at(FINAL)
    answer = stranger.get("/dailies/2026-11-29/spider-4/reveal")
    assert answer.status == 200
    return dict(answer.body)


def verify(*arguments: str, reveal: object = None, tmp_path: Path | None = None) -> str:
    """Run the command; with a reveal from a file."""
    out = io.StringIO()
    options = {}
    if tmp_path is not None:
        file = tmp_path / "reveal.json"
        file.write_text(reveal if isinstance(reveal, str) else json.dumps(reveal))
        options["reveal"] = str(file)
    call_command("verify_daily", *arguments, stdout=out, **options)
    return out.getvalue()


class TestAReveal:
    def test_is_checked_without_the_database(self, revealed, tmp_path, django_assert_num_queries):
        with django_assert_num_queries(0):
            said = verify("2026-11-29", "spider-4", reveal=revealed, tmp_path=tmp_path)
        assert revealed["commitment"] in said
        assert "order of the cards" in said

    def test_can_come_from_standard_input(self, revealed, monkeypatch):
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(revealed)))
        assert revealed["commitment"] in verify("2026-11-29", "spider-4", "--reveal", "-")

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda told: told | {"seed": "00" * 32}, "commitment does not belong"),
            (lambda told: told | {"commitment": "sha256:" + "0" * 64}, "commitment does not belong"),
            (lambda told: told | {"order": told["order"][::-1]}, "order of the cards is not"),
            (lambda told: told | {"line": "ab1", "par": 1}, "The line"),
            (lambda told: told | {"line": "aa1", "par": 1}, "The line is not legal"),
            (lambda told: told | {"seed": "xyz"}, "64 hex digits"),
            (lambda told: told | {"seed": 5}, "64 hex digits"),
            (lambda told: {"date": told["date"]}, "64 hex digits"),
            (lambda told: told | {"date": "2026-11-28"}, "another daily: its date is 2026-11-28"),
            (lambda told: told | {"variant": "spider-2"}, "another daily: its variant is spider-2"),
            (lambda told: [told], "must be a JSON object"),
            (lambda told: json.dumps(told)[:-1], "cannot be read"),
        ],
    )
    def test_that_was_tampered_with_is_found_out(self, revealed, tmp_path, spoil, said):
        with pytest.raises(CommandError, match=said):
            verify("2026-11-29", "spider-4", reveal=spoil(revealed), tmp_path=tmp_path)

    def test_that_is_not_there_is_said_so(self):
        with pytest.raises(CommandError, match="cannot be read"):
            verify("2026-11-29", "spider-4", "--reveal", "/nonexistent/reveal.json")

    def test_of_another_day_does_not_pass_for_this_one(self, revealed, tmp_path):
        del revealed["date"]
        with pytest.raises(CommandError, match="commitment does not belong"):
            verify("2026-11-30", "spider-4", reveal=revealed, tmp_path=tmp_path)


class TestTheDatabase:
    def test_is_checked_without_telling_its_secrets(self, at):
        won = won_line("spiderette-1")
        publish(TODAY, "spider-4", now=NOON, seed=SEED)
        said = verify("2026-11-29", "spider-4")
        assert SEED.hex() not in said
        assert won.tokens[0] not in said

    def test_with_another_seed_is_found_out(self, at):
        publish(TODAY, "spider-4", now=NOON, seed=SEED)
        DailySecret.objects.update(seed=bytes(32))
        with pytest.raises(CommandError, match="commitment does not belong"):
            verify("2026-11-29", "spider-4")

    def test_with_a_line_that_does_not_win_is_found_out(self, at):
        publish(TODAY, "spider-4", now=NOON, seed=SEED, line=("+",))
        with pytest.raises(CommandError, match="does not win in 1 moves"):
            verify("2026-11-29", "spider-4")

    def test_without_the_daily_or_its_seed_is_said_so(self, at):
        with pytest.raises(CommandError, match="2026-11-29/spider-4 is not published"):
            verify("2026-11-29", "spider-4")
        publish(TODAY, "spider-4", now=NOON)
        DailySecret.objects.all().delete()
        with pytest.raises(CommandError, match="lost its seed"):
            verify("2026-11-29", "spider-4")

    @pytest.mark.parametrize("arguments", [("2026-02-30", "spider-4"), ("2026-11-29", "spider-3")])
    def test_is_not_asked_for_what_cannot_be(self, arguments):
        with pytest.raises(CommandError):
            verify(*arguments)


class TestTheScriptOfTheDocs:
    @pytest.mark.parametrize("variant", list(engine.VARIANTS))
    def test_recomputes_what_the_api_reveals(self, at, stranger, variant):
        publish(TODAY, variant, now=NOON, seed=SEED)
        at(FINAL)
        told = stranger.get(f"/dailies/2026-11-29/{variant}/reveal")
        [script] = re.findall(r"```python\n(.*?)```", FAIRNESS.read_text(encoding="utf-8"), re.DOTALL)
        command = [sys.executable, "-I", "-S", "-c", script, "2026-11-29", variant, told["seed"]]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert said.split() == [told["commitment"], "".join(told["order"])]

    def test_has_fifteen_lines_or_fewer(self):
        [script] = re.findall(r"```python\n(.*?)```", FAIRNESS.read_text(encoding="utf-8"), re.DOTALL)
        assert len([line for line in script.splitlines() if line.strip()]) <= 15
