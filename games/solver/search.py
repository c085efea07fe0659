"""The searches as callers see them: passes of growing width, then proofs, under one budget."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from games import engine
from games.solver.beam_pass import memory_of, run_beam
from games.solver.budget import Budget
from games.solver.proof import Prover
from games.solver.shortening import shortened, sweep, without_detours
from games.solver.table import Table, move_code, move_of, table_of
from games.solver.types import Cancel, Goal, Limits, Result, SolverError, Verdict

TIDY_WIDTH = 200
DEPTH_LIMIT = {"spider": 260, "spiderette": 200}
LADDER = {
    "spider": (
        (60, 2_000),
        (200, 20_000),
        (600, 0),
        (2_000, 0),
        (4_000, 0),
        (20_000, 0),
    ),
    "spiderette": (
        (60, 10_000),
        (200, 50_000),
        (600, 200_000),
        (2_000, 100_000),
        (6_000, 3_000_000),
        (20_000, 20_000_000),
    ),
}
"""Width of the beam, then positions of the exhaustive search, which goes on where it stopped.
The last rung is repeated, each time with another seed."""


def solve(
    position: engine.Position,
    limits: Limits,
    goal: Goal = "first",
    seed: int = 0,
    cancel: Cancel | None = None,
) -> Result:
    """Search *position*, which is left as it is, for a win with all cards known.

    `goal="first"` ends with the first win; `"shortest"` goes on to shorten it until a limit is
    reached or nothing shorter is found. Without a time limit the result depends on *seed* alone.

    Raises:
        SolverError: the engine refused a line that the search found (a bug).
    """
    budget = Budget(limits, cancel)
    if position.is_won:
        return _result(Verdict.WINNABLE, (), budget)
    table = table_of(position)
    verdict, codes = _first_win(position, table, budget, seed)
    if codes is not None and goal == "shortest":
        codes = _shortest(position, table, codes, budget, seed)
    line = None if codes is None else replayed(position, codes)
    return _result(verdict, line, budget)


def shorten(
    position: engine.Position,
    line: Sequence[str],
    limits: Limits,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> Result:
    """Search for a shorter win than *line*, which must win from *position*; never returns a longer one.

    Other seeds find other lines: idle workers call this again with the best line so far.

    Raises:
        SolverError: *line* does not win from *position*.
        engine.InvalidNotationError: *line* has something in it that is not a token.
    """
    budget = Budget(limits, cancel)
    codes = [move_code(engine.parse_move(token)) for token in line]
    replayed(position, codes)
    shorter = _shortest(position, table_of(position), codes, budget, seed)
    return _result(Verdict.WINNABLE, replayed(position, shorter), budget)


def hint(position: engine.Position, limits: Limits, seed: int = 0, cancel: Cancel | None = None) -> Result:
    """Search for a win to take the first move of (`Result.first_move`): `solve` for somebody who waits."""
    return solve(position, limits, seed=seed, cancel=cancel)


def _shortest(
    position: engine.Position, table: Table, codes: list[int], budget: Budget, seed: int
) -> list[int]:
    for shorter in shortened(table, codes, budget, game=position.variant.game, seed=seed):
        codes = shorter
    return codes


def replayed(position: engine.Position, codes: Sequence[int]) -> tuple[str, ...]:
    """Return the moves as tokens after playing them to the win on a copy of *position*.

    Raises:
        SolverError: a move is illegal, or the game is not won at the end.
    """
    game = engine.Position(position.variant, position.columns, position.stock)
    moves = [move_of(code) for code in codes]
    for move in moves:
        try:
            game.play(move)
        except engine.EngineError as error:
            raise SolverError(f"the engine refuses a line of the solver: {error}") from error
    if not game.is_won:
        raise SolverError("a line of the solver does not win")
    return tuple(engine.move_text(move) for move in moves)


def _first_win(
    position: engine.Position, table: Table, budget: Budget, seed: int
) -> tuple[Verdict, list[int] | None]:
    """Climb the ladder of the game until something decides the position or ends the search."""
    limits = budget.limits
    game = position.variant.game
    depth_limit = DEPTH_LIMIT[game]
    prover = Prover(table, limits)
    can_prove = True
    for rung in count():
        width, to_prove = LADDER[game][min(rung, len(LADDER[game]) - 1)]
        width = min(width, limits.max_width)
        if memory_of(table, width, depth_limit) + prover.used_bytes > limits.memory_bytes:
            return Verdict.MEMORY_LIMIT, None
        found = run_beam(table, budget, width=width, depth_limit=depth_limit, seed=seed * 1000 + rung)
        if found.codes is not None:
            return Verdict.WINNABLE, found.codes
        if found.stopped is not None:
            return found.stopped, None
        if can_prove and to_prove:
            proof = prover.run(budget, to_prove)
            if proof.codes is not None:
                # The exhaustive search wanders, sometimes for thousands of moves.
                codes = without_detours(position, proof.codes)
                return proof.verdict, sweep(table, codes, budget, width=TIDY_WIDTH, seed=seed)
            if proof.verdict is Verdict.UNWINNABLE:
                return proof.verdict, None
            stopped = budget.ended_by()
            if stopped is not None:
                return stopped, None
            can_prove = proof.verdict is Verdict.EXAMINED_LIMIT
    raise AssertionError


def _result(verdict: Verdict, line: tuple[str, ...] | None, budget: Budget) -> Result:
    return Result(
        verdict=verdict,
        line=line,
        generated=budget.generated,
        examined=budget.examined,
        seconds=budget.seconds,
    )
