"""What a search is given and what it gives back. Needs neither numpy nor numba."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

Goal: TypeAlias = Literal["first", "shortest"]
Cancel: TypeAlias = Callable[[], bool]
"""Asked between slices of a search, some tens of milliseconds apart; true ends it."""

MEGABYTE = 1_000_000


class SolverError(Exception):
    """A line that the search found did not win in the engine: a bug, never an answer."""


class Verdict(StrEnum):
    """How a search ended. Only `WINNABLE` and `UNWINNABLE` say anything about the position."""

    WINNABLE = "winnable"
    """A line is known, and the engine has played it to the win."""
    UNWINNABLE = "unwinnable"
    """Every position that can be reached was looked at, and none is won."""
    EXAMINED_LIMIT = "examined_limit"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    CANCELLED = "cancelled"

    @property
    def is_decided(self) -> bool:
        """Whether the search settled the position."""
        return self in (Verdict.WINNABLE, Verdict.UNWINNABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one search may use, failed passes included."""

    examined: int = 1_000_000
    """Positions expanded."""
    seconds: float | None = None
    """Wall-clock time. A result that this limit ended depends on the machine."""
    memory_bytes: int = 420 * MEGABYTE
    """The search's own tables; the process with numba loaded takes some 150 MB more."""
    max_width: int = 20_000
    """The widest beam. Daily deals are searched with a narrower one, so that each stays quick."""

    def __post_init__(self) -> None:
        if self.examined < 0 or self.memory_bytes < 0 or self.max_width < 1:
            raise ValueError("limits cannot be negative, nor a beam without width")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a search ended, and what it took."""

    verdict: Verdict
    line: tuple[str, ...] | None
    """Tokens from the position to the win, or None where no win is known."""
    generated: int
    """Candidate positions scored."""
    examined: int
    """Positions expanded."""
    seconds: float

    @property
    def moves(self) -> int | None:
        """How many actions the line has."""
        return None if self.line is None else len(self.line)

    @property
    def first_move(self) -> str | None:
        """The first token of the line: a hint. None where no win is known, or nothing is left to do."""
        return self.line[0] if self.line else None

    @property
    def states(self) -> int:
        """Positions expanded: what other programs call the states of a search."""
        return self.examined
