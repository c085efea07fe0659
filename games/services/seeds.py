"""Choosing the secret seed of a daily: one whose deal is known to be winnable, by a line on record."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import structlog

from games import engine, solver

logger = structlog.get_logger(__name__)

SEARCH_LIMITS = solver.Limits(examined=600_000, seconds=20.0, max_width=2_000)
"""For the first win of one deal. A deal that takes longer is dropped for another."""

SHORTENING_LIMITS = solver.Limits(examined=300_000, seconds=1.5, max_width=1_000)
"""For a first par; idle workers go on from it until the day opens."""

MOST_DRAWS = 40
"""Of a hundred deals of the hardest variant some ninety are won at once: so many failures are a fault."""


class NoWinnableSeedError(Exception):
    """No deal of many was won within the limits: the solver or its limits are at fault."""


@dataclass(frozen=True, slots=True)
class ChosenSeed:
    """A seed for one daily, and what is known of its deal. The secrets are kept out of the repr."""

    seed: bytes = field(repr=False)
    line: tuple[str, ...] = field(default=(), repr=False)
    """A winning line, replayed through the engine; empty where nobody searched for one."""
    statistics: dict[str, object] = field(default_factory=dict)

    @property
    def par(self) -> int | None:
        """The length of the line."""
        return len(self.line) or None


def fresh_seed() -> bytes:
    """Return a seed that nobody can guess."""
    return secrets.token_bytes(engine.SEED_SIZE)


def choose_seed(variant: engine.Variant, *, draw: Callable[[], bytes] = fresh_seed) -> ChosenSeed:
    """Draw seeds until the solver wins the deal of one.

    Raises:
        NoWinnableSeedError: it won none of many.
        SolverError: a line that it found does not win in the engine (a bug).
    """
    verdicts: Counter[str] = Counter()
    generated, examined, seconds = 0, 0, 0.0
    for _draw in range(MOST_DRAWS):
        seed = draw()
        deal = engine.Deal.from_seed(variant, seed)
        found = solver.solve(deal.opening(), SEARCH_LIMITS)
        verdicts[found.verdict.value] += 1
        generated, examined, seconds = (
            generated + found.generated,
            examined + found.examined,
            seconds + found.seconds,
        )
        if found.line is None:
            continue
        shorter = solver.shorten(deal.opening(), found.line, SHORTENING_LIMITS)
        line = shorter.line or found.line
        check_line(deal, line)
        return ChosenSeed(
            seed,
            line,
            {
                "draws": verdicts.total(),
                "verdicts": dict(verdicts),
                "generated": generated,
                "examined": examined,
                "seconds": round(seconds, 3),
                "first_moves": len(found.line),
                "shortening": {"generated": shorter.generated, "seconds": round(shorter.seconds, 3)},
            },
        )
    raise NoWinnableSeedError(f"{variant.name}: {dict(verdicts)}")


def check_line(deal: engine.Deal, line: Sequence[str]) -> None:
    """Play *line* through the engine, as if a player had sent it.

    Raises:
        SolverError: it is illegal, undoes something, or does not win.
    """
    try:
        position = engine.replay(deal, line)
    except engine.EngineError:
        raise solver.SolverError("the engine refuses a line") from None  # its error shows cards
    if not position.is_won or engine.UNDO_TOKEN in line:
        raise solver.SolverError("a line does not win")
