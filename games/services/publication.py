"""Making the dailies: a secret seed is chosen, and the commitment to it published."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, datetime

import structlog
from django.db import transaction

from games import engine
from games.models import Daily, DailySecret
from games.selectors import dailies
from games.services.seeds import ChosenSeed, choose_seed

logger = structlog.get_logger(__name__)

Choice = Callable[[engine.Variant], ChosenSeed]


def publish(*, on: date, variant: str, now: datetime, choose: Choice = choose_seed) -> Daily:
    """Publish the daily of a date and variant unless it is there already; return the one that is.

    Safe in any number of workers at once: the unique constraint lets one of them win, and the
    seeds that the others have drawn are dropped, never stored.
    """
    existing = Daily.objects.filter(date=on, variant=variant).first()
    if existing is not None:
        return existing
    chosen = choose(engine.variant(variant))
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
            line=" ".join(chosen.line),
            par=chosen.par,
            solve_statistics=chosen.statistics,
        )
    logger.info("daily_published", daily=str(daily), commitment=daily.commitment)
    return daily


def prepare(*, now: datetime, days: int = dailies.PREPARED_DAYS, choose: Choice = choose_seed) -> list[Daily]:
    """Publish whatever is missing of today and the *days* after it, today first; return what was.

    The variants of a day come in any order, so that workers at the same moment share them. One
    that fails keeps none of the others from being made.

    Raises:
        ExceptionGroup: what went wrong with some; the others are published.
    """
    made: list[Daily] = []
    failures: list[Exception] = []
    for on, variant in sorted(dailies.missing(now, days=days), key=_by_day_and_lot):
        try:
            made.append(publish(on=on, variant=variant, now=now, choose=choose))
        except Exception as failure:  # gathered, and raised below
            logger.exception("daily_failed", daily=f"{on}/{variant}")
            failures.append(failure)
    warn_of_missing(now=now, days=min(days, 1))
    if failures:
        raise ExceptionGroup("some dailies could not be made", failures)
    return made


def _by_day_and_lot(missing: tuple[date, str]) -> tuple[date, float]:
    return missing[0], random.random()  # noqa: S311


def warn_of_missing(*, now: datetime, days: int = 1) -> None:
    """Log an error for each daily of today and tomorrow (*days* beyond today) that is not published."""
    for on, variant in dailies.missing(now, days=days):
        logger.error("daily_missing", daily=f"{on}/{variant}")
