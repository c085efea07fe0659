"""Dailies for tests, made by the service itself but without a search where none is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from games import engine
from games.models import Daily, Game
from games.services import publication
from games.services.seeds import ChosenSeed, fresh_seed
from tests.playing import Caller

TODAY = date(2026, 11, 29)
OPENS = datetime(2026, 11, 29, tzinfo=UTC)
NOON = OPENS + timedelta(hours=12)
CLOSES = OPENS + timedelta(days=1)
FINAL = CLOSES + timedelta(hours=2)
TICK = timedelta(microseconds=1)
SEED = bytes(range(100, 132))


@dataclass
class Clock:
    """The time that the service believes it is."""

    now: datetime

    def __call__(self, now: datetime) -> None:
        self.now = now


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


def play(caller: Caller, daily: Daily, *, status: str = "open", moves: int = 3, attempt: int = 1) -> Game:
    """Have *caller* begun a game at *daily*, the first go if it is the first attempt."""
    assert caller.player is not None
    finished_at = None if status == "open" else NOON
    return Game.objects.create(
        player=caller.player,
        daily=daily,
        variant=daily.variant,
        source="daily",
        status=status,
        moves=moves,
        attempt=attempt,
        is_first_go=attempt == 1,
        finished_at=finished_at,
    )
