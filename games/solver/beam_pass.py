"""One pass of the beam over a table: memory, slices, and the way back to the start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.solver import beam, room
from games.solver.budget import Budget
from games.solver.core import COL_FIELDS, COLH_FIELDS
from games.solver.table import Hashes, Integers, Table
from games.solver.types import Verdict

CANDIDATES_PER_POSITION = 32
BLOCK = 32
"""Candidates looked up together among the positions seen before."""
SLICE = 100_000
"""Candidates scored between two looks at the clock and at `cancel`: 10 to 30 ms."""
SEED_MULTIPLIER = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Pass:
    """How one pass ended: the moves of a win, or the limit that stopped it, or neither."""

    codes: list[int] | None
    stopped: Verdict | None = None


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 1).bit_length()


def scan_arrays(columns: int, *shape: int) -> tuple[Integers, Hashes]:
    """Return what scans of so many rows fill, `col` and `colh`; the compiled code allocates nothing."""
    return (
        np.zeros((*shape, columns, COL_FIELDS), dtype=np.int32),
        np.zeros((*shape, columns, COLH_FIELDS), dtype=np.uint64),
    )


def memory_of(table: Table, width: int, depth_limit: int) -> int:
    """Return the bytes that a pass of this width takes."""
    keep = kept_of(width)
    candidates = width * CANDIDATES_PER_POSITION + 1024
    seen = _power_of_two(keep * depth_limit * 5 // 4)
    scan = table.columns * (COL_FIELDS * 4 + COLH_FIELDS * 8)
    return (
        candidates * 32 + keep * (2 * table.stride + 2 * scan + 8 * depth_limit + 128) + 8 * seen + room.BYTES
    )


def kept_of(width: int) -> int:
    """Return how many positions a level keeps, so that lost ones can give way."""
    return width + width // 4 + 8


def run_beam(table: Table, budget: Budget, *, width: int, depth_limit: int, seed: int) -> Pass:
    """Search for a win of at most *depth_limit* moves; a win found is the shortest in this beam."""
    candidates = width * CANDIDATES_PER_POSITION + 1024
    control = np.zeros(beam.CONTROL_FIELDS, dtype=np.int64)
    control[beam.COUNT] = 1
    control[beam.DEPTH_LIMIT] = depth_limit
    control[beam.EXAMINED_LIMIT] = budget.examined_left
    control[beam.WIDTH] = width
    control[beam.CAP] = max(2, width // 40)
    keep = kept_of(width)
    rows = np.zeros((2, keep, table.stride), dtype=np.uint8)
    rows[0, 0] = table.start
    parents = np.empty((depth_limit, keep), dtype=np.int32)
    moves = np.empty((depth_limit, keep), dtype=np.int32)
    work = (
        np.empty(candidates, dtype=np.uint64),
        np.empty(candidates, dtype=np.int32),
        np.empty(candidates, dtype=np.int32),
        np.empty(candidates, dtype=np.int32),
        np.empty(candidates, dtype=np.uint64),
        np.empty(candidates, dtype=np.int32),
        np.empty(beam.BUCKETS, dtype=np.int32),
        np.zeros(_power_of_two(keep * depth_limit * 5 // 4), dtype=np.uint64),
        np.empty(_power_of_two(keep * 3), dtype=np.uint64),
        np.empty(_power_of_two(keep * 3), dtype=np.int32),
        np.empty(BLOCK, dtype=np.int32),
        np.empty(BLOCK, dtype=np.int64),
    )
    # The count of room wants two lanes; in the beam a chance error would only cost a position.
    facts = (table.down, table.down_hash, table.stock, table.class_hash, table.weights, table.rules)
    cols, colhs = scan_arrays(table.columns, 2, keep)
    scratch = (
        cols,
        colhs,
        cols.reshape(2, keep, -1),
        colhs.reshape(2, keep, -1),
        *scan_arrays(table.columns),
        np.empty(table.stride, dtype=np.uint8),
        np.empty((table.columns, 64), dtype=np.uint64),
    )
    counting = room.arrays(table.columns, room.QUICK, lane_b=0)
    noise = np.uint64(seed * SEED_MULTIPLIER % 2**64)
    generated, examined = budget.generated, budget.examined
    while control[beam.STATUS] == beam.RUNNING:
        stopped = budget.ended_by()
        if stopped is not None:
            return Pass(None, stopped)
        beam.advance(
            control,
            rows,
            parents,
            moves,
            facts,
            noise,
            work,
            scratch,
            counting,
            SLICE,
        )
        budget.generated = generated + int(control[beam.GENERATED])
        budget.examined = examined + int(control[beam.EXAMINED])
    if control[beam.STATUS] == beam.OUT_OF_BUDGET:
        return Pass(None, Verdict.EXAMINED_LIMIT)
    if control[beam.STATUS] != beam.WON:
        return Pass(None)
    codes = [int(control[beam.WIN_MOVE])]
    place = int(control[beam.WIN_PARENT])
    for depth in range(int(control[beam.DEPTH]) - 1, -1, -1):
        codes.append(int(moves[depth, place]))
        place = int(parents[depth, place])
    codes.reverse()
    return Pass(codes)
