"""Making the dailies: drawing a secret seed, and publishing the commitment to it.

Only workers and commands import this module: it brings the solver with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime

import structlog
from django.db import transaction

from games import engine
from games.models import Daily, DailySecret
from games.selectors import dailies

logger = structlog.get_logger(__name__)

SEED_SIZE = 32  # bytes


@dataclass(frozen=True, slots=True)
class ChosenSeed:
    """A seed for one daily, and what is known of its deal. The secrets are kept out of the repr."""

    seed: bytes = field(repr=False)
    line: str = field(default="", repr=False)
    par: int | None = field(default=None, repr=False)
    statistics: dict[str, object] = field(default_factory=dict)


def fresh_seed() -> bytes:
    """Return 32 bytes that nobody can guess."""
    return secrets.token_bytes(SEED_SIZE)


def choose_seed(variant: engine.Variant, *, draw: Callable[[], bytes] = fresh_seed) -> ChosenSeed:
    """Choose the seed of a daily of *variant*."""
    return ChosenSeed(seed=draw())


def publish(*, on: date, variant: str, now: datetime, draw: Callable[[], bytes] = fresh_seed) -> Daily:
    """Publish the daily of a date and variant unless it is there already; return the one that is.

    Safe in any number of workers at once: the unique constraint lets one of them win, and the
    seeds that the others have drawn are dropped, never stored.
    """
    existing = Daily.objects.filter(date=on, variant=variant).first()
    if existing is not None:
        return existing
    chosen = choose_seed(engine.variant(variant), draw=draw)
    bounds = dailies.day_bounds(on)
    drawn = Daily(
        date=on,
        variant=variant,
        commitment=engine.commitment(on.isoformat(), variant, chosen.seed),
        opens_at=bounds.opens_at,
        closes_at=bounds.closes_at,
        final_at=bounds.final_at,
        created_at=now,
    )
    with transaction.atomic():
        # Waits for whoever is inserting the same row, then does nothing if that was committed.
        Daily.objects.bulk_create([drawn], ignore_conflicts=True)
        daily = Daily.objects.get(date=on, variant=variant)
        if daily.commitment != drawn.commitment:
            return daily
        DailySecret.objects.create(
            daily=daily,
            seed=chosen.seed,
            line=chosen.line,
            par=chosen.par,
            solve_statistics=chosen.statistics,
        )
    logger.info("daily_published", daily=str(daily), commitment=daily.commitment)
    return daily


def prepare(
    *, now: datetime, days: int = dailies.PREPARED_DAYS, draw: Callable[[], bytes] = fresh_seed
) -> list[Daily]:
    """Publish whatever is missing of today and the *days* after it, today first; return what was.

    One that fails keeps none of the others from being made.

    Raises:
        ExceptionGroup: what went wrong with some; the others are published.
    """
    made: list[Daily] = []
    failures: list[Exception] = []
    for on, variant in dailies.missing(now, days=days):
        try:
            made.append(publish(on=on, variant=variant, now=now, draw=draw))
        except Exception as failure:  # gathered, and raised below
            logger.exception("daily_failed", daily=f"{on}/{variant}")
            failures.append(failure)
    warn_of_missing(now=now)
    if failures:
        raise ExceptionGroup("some dailies could not be made", failures)
    return made


def warn_of_missing(*, now: datetime) -> None:
    """Log an error for each daily of today and tomorrow that is not published."""
    for on, variant in dailies.missing(now, days=1):
        logger.error("daily_missing", daily=f"{on}/{variant}")
