"""Perfect-information search for wins: verdicts, lines, hints, shorter lines.

Importing this package loads neither numpy nor numba: `solve`, `shorten` and `hint` come with
their first use, in a worker. `Limits`, `Result`, `Verdict` and `dead_end` are there at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.solver.dead_end import dead_end
from games.solver.types import Cancel, Goal, Limits, Result, SolverError, Verdict

if TYPE_CHECKING:
    from games.solver.search import hint, shorten, solve

__all__ = [
    "Cancel",
    "Goal",
    "Limits",
    "Result",
    "SolverError",
    "Verdict",
    "dead_end",
    "hint",
    "shorten",
    "solve",
]

_COMPILED = ("hint", "shorten", "solve")


def __getattr__(name: str) -> Any:
    """Load the compiled part of the package when one of its functions is asked for."""
    if name not in _COMPILED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("games.solver.search"), name)
