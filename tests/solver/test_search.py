"""What a search says, and that it keeps to its limits."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games import engine, solver
from games.solver.search import replayed
from tests.solver.positions import copy_of, opening

DATA = Path(__file__).parents[1] / "data" / "solver" / "peer-deals.jsonl"
ENOUGH = solver.Limits(examined=300_000)
LOST_NUMBER = 49
"""A deal of spiderette-4 that is proved lost after a few dozen positions."""


def found(result: solver.Result) -> tuple[str, ...]:
    """Return the line of a search that found one."""
    assert result.line is not None, result.verdict
    return result.line


def play(position: engine.Position, line: tuple[str, ...]) -> engine.Position:
    game = copy_of(position)
    for token in line:
        game.play(engine.parse_move(token))
    return game


class TestSolve:
    @pytest.mark.parametrize("name", list(engine.VARIANTS))
    def test_finds_lines_that_the_engine_plays_to_the_win(self, name):
        for number in (5, 7):
            position = opening(name, number)
            before = position.text()
            result = solver.solve(position, ENOUGH)
            assert result.verdict is solver.Verdict.WINNABLE
            assert play(position, found(result)).is_won
            assert result.moves == len(found(result))
            assert 0 < result.examined <= ENOUGH.examined
            assert result.generated > result.examined
            assert position.text() == before

    @pytest.mark.parametrize("name", ["spider-2", "spiderette-4"])
    def test_goes_on_from_anywhere_on_the_way(self, name):
        position = opening(name, 7)
        line = found(solver.solve(position, ENOUGH))
        for at in range(10, len(line), 25):
            here = play(position, line[:at])
            result = solver.solve(here, ENOUGH)
            assert play(here, found(result)).is_won

    def test_wins_public_deals(self):
        deals = [json.loads(line) for line in DATA.read_text().splitlines()]
        for deal in [deal for deal in deals if deal["peer_moves"]][::15]:
            position = engine.Position.parse(engine.variant(deal["variant"]), deal["start"], deal["stock"])
            result = solver.solve(position, solver.Limits())
            assert result.verdict is solver.Verdict.WINNABLE, deal["id"]
            assert play(position, found(result)).is_won

    def test_says_the_same_again_and_other_things_with_another_seed(self):
        position = opening("spider-4", 4)
        one, again, other = (solver.solve(position, ENOUGH, seed=seed) for seed in (1, 1, 2))
        assert (one.line, one.generated, one.examined) == (again.line, again.generated, again.examined)
        assert one.line != other.line

    def test_has_nothing_to_do_where_the_game_is_won(self):
        won = engine.Position.parse(engine.variant("spiderette-1"), "|||||| #0", "")
        result = solver.solve(won, solver.Limits())
        assert (result.verdict, result.line, result.first_move) == (solver.Verdict.WINNABLE, (), None)

    def test_wins_with_the_last_move(self):
        columns = "KSQSJSTS9S8S7S6S5S4S3S2S|AS|||||"
        almost = engine.Position.parse(engine.variant("spiderette-1"), f"{columns} #0", "")
        assert solver.solve(almost, solver.Limits()).line == ("ba1",)

    def test_wins_with_a_stock_deal(self):
        columns = "KSQSJSTS9S8S7S6S5S4S3S2S|||||||||"
        almost = engine.Position.parse(engine.variant("spider-1"), f"{columns} #1", "AS")
        result = solver.solve(almost, solver.Limits())
        # A tableau of twelve cards is not short, so the empty columns forbid the deal at first.
        assert play(almost, found(result)).is_won
        assert "+" in found(result)

    def test_deals_to_a_short_tableau_in_spider_only(self):
        # Nine cards and ten in stock of one suit, twelve of them: no sequence without the deal.
        rest = "2S3S4S5S6S7S8S9STS"
        short = engine.Position.parse(engine.variant("spider-1"), f"{rest}||||||||| #4", "ASJSQSKS")
        assert short.can_deal()
        assert solver.solve(short, solver.Limits()).verdict is solver.Verdict.WINNABLE
        never = engine.Position.parse(
            engine.variant("spiderette-1"), "2S3S4S5S6S7S|||||| #7", "8S9STSJSQSKSAS"
        )
        assert solver.solve(never, solver.Limits()).verdict is solver.Verdict.UNWINNABLE

    def test_calls_nothing_lost_without_a_proof(self):
        result = solver.solve(opening("spider-4", 1), solver.Limits(examined=500))
        assert (result.verdict, result.line) == (solver.Verdict.EXAMINED_LIMIT, None)
        assert result.examined == 500

    def test_proves_a_deal_lost(self):
        result = solver.solve(opening("spiderette-4", LOST_NUMBER), solver.Limits())
        assert (result.verdict, result.line) == (solver.Verdict.UNWINNABLE, None)

    def test_refuses_a_line_that_the_engine_refuses(self):
        position = opening("spider-1", 1)
        with pytest.raises(solver.SolverError, match="refuses"):
            replayed(position, [0x015])
        with pytest.raises(solver.SolverError, match="does not win"):
            replayed(position, [])


class TestLimits:
    def test_end_a_search_in_time(self):
        started = time.monotonic()
        # Too hard for the first two seconds, whatever the machine.
        result = solver.solve(opening("spiderette-4", 25), solver.Limits(examined=10**9, seconds=0.3))
        assert result.verdict is solver.Verdict.TIME_LIMIT
        assert 0.3 <= time.monotonic() - started < 20

    def test_end_a_search_that_would_take_more_memory(self):
        result = solver.solve(opening("spider-4", 1), solver.Limits(memory_bytes=1_000_000))
        assert (result.verdict, result.examined) == (solver.Verdict.MEMORY_LIMIT, 0)

    def test_end_a_search_when_it_is_called_off(self):
        asked = []

        def cancel() -> bool:
            asked.append(True)
            return len(asked) > 3

        result = solver.solve(opening("spiderette-4", 25), solver.Limits(examined=10**9), cancel=cancel)
        assert result.verdict is solver.Verdict.CANCELLED
        assert result.examined > 0

    def test_keep_the_beam_narrow(self):
        limits = solver.Limits(examined=400_000, max_width=60)
        narrow = solver.solve(opening("spider-4", 26), limits)
        assert narrow.verdict.is_decided or narrow.examined == limits.examined

    def test_cannot_be_negative(self):
        with pytest.raises(ValueError, match="negative"):
            solver.Limits(examined=-1)


class TestShorten:
    def test_finds_something_shorter_that_wins(self):
        position = opening("spiderette-2", 6)
        line = found(solver.solve(position, ENOUGH))
        shorter = solver.shorten(position, line, solver.Limits(examined=200_000))
        assert len(found(shorter)) < len(line)
        assert play(position, found(shorter)).is_won
        assert shorter.examined <= 200_000

    def test_keeps_the_line_where_there_is_no_time(self):
        position = opening("spiderette-2", 6)
        line = found(solver.solve(position, ENOUGH))
        assert solver.shorten(position, line, solver.Limits(examined=0)).line == line

    def test_refuses_a_line_that_does_not_win(self):
        with pytest.raises(solver.SolverError):
            solver.shorten(opening("spiderette-2", 6), ("+",), ENOUGH)

    def test_is_what_the_goal_shortest_does_after_the_first_win(self):
        position = opening("spiderette-1", 5)
        limits = solver.Limits(examined=150_000)
        first, shortest = (solver.solve(position, limits, goal) for goal in ("first", "shortest"))
        assert shortest.verdict is solver.Verdict.WINNABLE
        assert len(found(shortest)) <= len(found(first))
        assert shortest.examined > first.examined


class TestHint:
    def test_is_the_first_move_of_a_winning_line(self):
        position = opening("spider-2", 3)
        result = solver.hint(position, ENOUGH)
        line = found(result)
        assert result.first_move == line[0]
        here = play(position, line[:1])
        assert play(here, line[1:]).is_won


def test_importing_the_solver_loads_no_numba():
    program = (
        "import sys; from games import solver; solver.Limits(); solver.Verdict.WINNABLE; solver.dead_end;"
        "print(sorted({'numba', 'numpy', 'llvmlite', 'django'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_there_is_nothing_else_to_import():
    with pytest.raises(AttributeError, match="no attribute 'solved'"):
        solver.solved  # noqa: B018
