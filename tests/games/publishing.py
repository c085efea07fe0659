"""Dailies for tests, made by the service itself but without a search where none is needed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from games import engine
from games.models import Daily
from games.services import publication
from games.services.seeds import ChosenSeed, fresh_seed


def unsearched(draw: Callable[[], bytes] = fresh_seed) -> publication.Choice:
    """Return a choice of seeds that takes the first one drawn, as it comes."""

    def choose(_variant: engine.Variant) -> ChosenSeed:
        return ChosenSeed(draw())

    return choose


def publish(
    on: date,
    variant: str = "spider-2",
    *,
    now: datetime,
    seed: bytes | None = None,
    line: tuple[str, ...] = (),
) -> Daily:
    """Publish a daily with this seed, or any."""
    chosen = ChosenSeed(seed or fresh_seed(), line)
    return publication.publish(on=on, variant=variant, now=now, choose=lambda _variant: chosen)


def publish_day(on: date, *, now: datetime) -> list[Daily]:
    """Publish the six of a date."""
    return [publish(on, variant, now=now) for variant in engine.VARIANTS]
