"""Shorter lines: the rest of a line is searched again, from several places along it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from games import engine
from games.solver.beam_pass import memory_of, run_beam
from games.solver.budget import Budget
from games.solver.moves import make_deal, make_move
from games.solver.table import DEAL_CODE, Bytes, Table, move_code, move_of

SWEEP_WIDTHS = {
    "spider": (300, 1_000, 1_000, 2_000, 2_000, 6_000),
    "spiderette": (300, 300, 1_000, 300, 1_000, 1_000, 300, 2_000, 2_000, 6_000),
}
"""Widths of the sweeps over a line, one after the other. Short lines gain more from many."""
USUAL_SWEEPS = {"spider": 2, "spiderette": 1}
"""So many first sweeps use the usual weights; each later one varies them."""
WEIGHT_PERCENT = (50, 180)
"""What a varied weight may be of the usual one."""
START_POINTS = 8
MOST_LEVELS = 260
FRUITLESS_SWEEPS = 4
"""So many sweeps at the last width without a shorter line end the search for one."""
SEED_STEP = 7_919  # a prime, so that no two sweeps share their seeds with the ladder


def rows_along(table: Table, codes: Sequence[int]) -> list[Bytes]:
    """Return the row before each move of a line, and the one after the last."""
    rows = [table.start]
    for code in codes:
        row = rows[-1]
        after = row.copy()
        if code == DEAL_CODE:
            make_deal(row, after, table.columns, table.down, table.stock)
        else:
            make_move(row, after, table.columns, table.down, code >> 8 & 15, code >> 4 & 15, code & 15)
        rows.append(after)
    return rows


def without_detours(position: engine.Position, codes: Sequence[int]) -> list[int]:
    """Return a line without what it does between two places where one move would do."""
    game = engine.Position(position.variant, position.columns, position.stock)
    moves = [move_of(code) for code in codes]
    last_at = {_key(game): 0}
    for number, move in enumerate(moves, start=1):
        game.push(move)
        last_at[_key(game)] = number
    game = engine.Position(position.variant, position.columns, position.stock)
    kept: list[int] = []
    at = 0
    while at < len(moves):
        best, furthest = moves[at], at + 1
        for move in game.legal_moves():
            game.push(move)
            number = last_at.get(_key(game), 0)
            game.pop()
            if number > furthest:
                best, furthest = move, number
        game.push(best)
        kept.append(move_code(best))
        at = furthest
    return kept


def _key(game: engine.Position) -> tuple[int, tuple[str, ...]]:
    return game.stock_count, game.columns


def sweep(table: Table, codes: list[int], budget: Budget, *, width: int, seed: int) -> list[int]:
    """Return *codes* or something shorter: its rest, searched anew from eight places."""
    for point in range(START_POINTS):
        start = len(codes) * point // START_POINTS
        depth_limit = min(len(codes) - start - 1, MOST_LEVELS)
        if depth_limit < 1 or budget.ended_by() is not None:
            break
        if memory_of(table, width, depth_limit) > budget.limits.memory_bytes:
            break
        here = replace(table, start=rows_along(table, codes[:start])[-1])
        found = run_beam(here, budget, width=width, depth_limit=depth_limit, seed=seed + point)
        if found.codes is not None:
            codes = codes[:start] + found.codes
    return codes


def with_other_weights(table: Table, seed: int) -> Table:
    """Return *table* with weights that *seed* varies: other lines look good with them."""
    random = np.random.Generator(np.random.PCG64(seed % 2**64))
    percent = random.integers(*WEIGHT_PERCENT, size=table.weights.shape)
    return replace(table, weights=table.weights * percent // 100)


def shortened(table: Table, codes: list[int], budget: Budget, *, game: str, seed: int) -> Iterator[list[int]]:
    """Yield the line after each sweep, until a limit or until sweeps bring nothing more."""
    widths = SWEEP_WIDTHS[game]
    fruitless = 0
    for number in count():
        if fruitless == FRUITLESS_SWEEPS or budget.ended_by() is not None:
            return
        is_last_width = number >= len(widths) - 1
        width = min(widths[min(number, len(widths) - 1)], budget.limits.max_width)
        sweep_seed = seed + (number + 1) * SEED_STEP
        varied = with_other_weights(table, sweep_seed) if number >= USUAL_SWEEPS[game] else table
        shorter = sweep(varied, codes, budget, width=width, seed=sweep_seed)
        fruitless = fruitless + 1 if is_last_width and len(shorter) == len(codes) else 0
        codes = shorter
        yield codes
