"""What is left of a search's limits, shared by all its passes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from games.solver.types import Cancel, Limits, Verdict


@dataclass(slots=True)
class Budget:
    """Counts what the passes of one search used, and says when to end it."""

    limits: Limits
    cancel: Cancel | None = None
    generated: int = 0
    examined: int = 0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Wall-clock time since the search began."""
        return time.monotonic() - self.started

    @property
    def examined_left(self) -> int:
        """How many positions may still be expanded."""
        return max(self.limits.examined - self.examined, 0)

    def ended_by(self) -> Verdict | None:
        """Return the verdict that ends the search here, if one does."""
        if self.cancel is not None and self.cancel():
            return Verdict.CANCELLED
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            return Verdict.TIME_LIMIT
        if self.examined_left == 0:
            return Verdict.EXAMINED_LIMIT
        return None
