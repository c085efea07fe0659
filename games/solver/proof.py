"""The exhaustive search over a table: its memory, its slices and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.solver import exhaust, room
from games.solver.beam_pass import scan_arrays
from games.solver.budget import Budget
from games.solver.table import LANES, Hashes, Table
from games.solver.types import Limits, Verdict

SLICE = 20_000
"""Positions expanded between two looks at the clock and at `cancel`: some 50 ms."""
FIRST_PART = 256
"""Slots of each part of the table of visited positions, before it grows."""
FIRST_DEPTH = 1 << 10
BYTES_PER_SLOT = 16
PATH_SHARE = 8
"""The way to the present position may take an eighth of the memory."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How it ended: UNWINNABLE, WINNABLE with moves, or the limit that stopped it."""

    verdict: Verdict
    codes: list[int] | None = None


class _Path:
    """The rows from the start to the present one, and the moves still to be tried at each."""

    def __init__(self, table: Table, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self.rows = np.zeros((FIRST_DEPTH, table.stride), dtype=np.uint8)
        self.rows[0] = table.start
        self.begins = np.zeros(FIRST_DEPTH, dtype=np.int64)
        self.ends = np.zeros(FIRST_DEPTH, dtype=np.int64)
        self.made = np.zeros(FIRST_DEPTH, dtype=np.uint16)
        self.choices = np.zeros(FIRST_DEPTH * 8, dtype=np.uint16)

    def grow_depth(self) -> bool:
        """Make room for twice the depth, within the memory; return whether there is."""
        if 3 * (self.rows.nbytes + self.begins.nbytes * 2 + self.made.nbytes) > self._memory_bytes:
            return False
        self.rows, self.begins = _doubled(self.rows), _doubled(self.begins)
        self.ends, self.made = _doubled(self.ends), _doubled(self.made)
        return True

    def grow_choices(self) -> bool:
        """Make room for twice the moves, within the memory; return whether there is."""
        if 3 * self.choices.nbytes > self._memory_bytes:
            return False
        self.choices = _doubled(self.choices)
        return True


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    larger = np.zeros((array.shape[0] * 2, *array.shape[1:]), dtype=array.dtype)
    larger[: array.shape[0]] = array
    return larger


def _visited(slots: int) -> tuple[Hashes, Hashes, Any, Any, Hashes]:
    """Return the table of visited positions; memory is only taken where it is written to."""
    most = max(slots // exhaust.PARTS, FIRST_PART)
    sizes = np.full(exhaust.PARTS, FIRST_PART, dtype=np.int64)
    visited = np.zeros((most * exhaust.PARTS, LANES), dtype=np.uint64)
    return (
        visited,
        visited.reshape(-1),
        sizes,
        np.zeros(exhaust.PARTS, dtype=np.int64),
        np.zeros((most, 2), dtype=np.uint64),
    )


class Prover:
    """One exhaustive search, which goes on where it stopped each time that it is called."""

    def __init__(self, table: Table, limits: Limits, *, pruning: bool = True) -> None:
        """Begin at the table's start.

        Without *pruning* every legal move of every position is followed: tests only.
        """
        path_bytes = limits.memory_bytes // PATH_SHARE
        self.control = np.zeros(exhaust.CONTROL_FIELDS, dtype=np.int64)
        self.control[exhaust.DEPTH] = -1
        self.control[exhaust.PRUNING] = pruning
        self.path = _Path(table, path_bytes)
        # A 64th on top for the copy of the part that grows, and slack for parts that fill unevenly.
        slots = (limits.memory_bytes - path_bytes) // (BYTES_PER_SLOT + 1)
        self.visited = _visited(min(slots, limits.examined * 5 // 4 + 100 * exhaust.PARTS))
        self.scores = np.zeros(exhaust.MOST_MOVES, dtype=np.int64)
        self.facts = (table.down, table.down_hash, table.stock, table.class_hash, table.weights, table.rules)
        self.children = (
            np.zeros(exhaust.MOST_MOVES, dtype=np.int64),
            np.zeros(exhaust.MOST_MOVES, dtype=np.int64),
            np.zeros((exhaust.MOST_MOVES, LANES), dtype=np.uint64),
        )
        cols, colhs = scan_arrays(table.columns, exhaust.KEPT_SCANS)
        colhs_b = np.zeros_like(colhs)
        self.scratch = (
            cols,
            colhs,
            colhs_b,
            *(array.reshape(exhaust.KEPT_SCANS, -1) for array in (cols, colhs, colhs_b)),
            np.full(exhaust.KEPT_SCANS, -1, dtype=np.int64),
            *scan_arrays(table.columns),
            np.empty(table.stride, dtype=np.uint8),
        )
        self.room = room.arrays(table.columns, room.THOROUGH, lane_b=1)

    @property
    def used_bytes(self) -> int:
        """The memory that is really taken: the table is only filled as far as it is needed."""
        return int(self.visited[2].sum()) * BYTES_PER_SLOT + self.path.rows.nbytes + self.path.choices.nbytes

    def run(self, budget: Budget, examined: int) -> Proof:
        """Go on for at most *examined* more positions, within the budget.

        `EXAMINED_LIMIT` means that there is more to look at, and another call goes on with it.
        """
        control = self.control
        control[exhaust.EXAMINED_LIMIT] = control[exhaust.EXAMINED] + min(examined, budget.examined_left)
        while True:
            stopped = budget.ended_by()
            if stopped is not None:
                return Proof(stopped)
            control[exhaust.STATUS] = exhaust.RUNNING
            generated, examined = control[exhaust.GENERATED], control[exhaust.EXAMINED]
            exhaust.explore(
                control,
                self.path.rows,
                self.path.begins,
                self.path.ends,
                self.path.made,
                self.path.choices,
                self.scores,
                self.children,
                self.visited,
                self.facts,
                self.scratch,
                self.room,
                SLICE,
            )
            budget.generated += int(control[exhaust.GENERATED] - generated)
            budget.examined += int(control[exhaust.EXAMINED] - examined)
            status = int(control[exhaust.STATUS])
            if status == exhaust.WON:
                return Proof(Verdict.WINNABLE, self.path.made[: control[exhaust.DEPTH] + 1].tolist())
            if status in _ENDINGS:
                return Proof(_ENDINGS[status])
            if status == exhaust.PATH_FULL and not self.path.grow_depth():
                return Proof(Verdict.MEMORY_LIMIT)
            if status == exhaust.MOVES_FULL and not self.path.grow_choices():
                return Proof(Verdict.MEMORY_LIMIT)


_ENDINGS = {
    exhaust.EXHAUSTED: Verdict.UNWINNABLE,
    exhaust.OUT_OF_BUDGET: Verdict.EXAMINED_LIMIT,
    exhaust.OUT_OF_MEMORY: Verdict.MEMORY_LIMIT,
}
