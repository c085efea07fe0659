"""Reads of dailies, and the one place that knows which day it is.

A day is that of `DAILY_TIME_ZONE`, from one local midnight to the next. Whoever needs "today",
or the bounds of a day, asks here; the stored instants of a daily decide once it is published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Case, IntegerField, QuerySet, Value, When

from games import engine
from games.errors import DailyNotFound, DailyNotReady, RevealLocked
from games.models import Daily, DailySecret, Game

if TYPE_CHECKING:
    from players.models import Player

PREPARED_DAYS = 7
"""How many days beyond today are kept published."""

GRACE = timedelta(hours=2)
"""How long after its day a game begun in it may still be won for the standings."""

RETRY_SECONDS = 5
"""When to come back for a daily that is being made: drawing and solving take about a second."""


class DayBounds(NamedTuple):
    """The instants of a day (aware, UTC)."""

    opens_at: datetime
    closes_at: datetime

    @property
    def final_at(self) -> datetime:
        """When standings freeze and everything is revealed."""
        return self.closes_at + GRACE


class OwnState(NamedTuple):
    """What one player has made of a daily so far."""

    state: str
    """``not_begun``, ``open``, ``won`` or ``given_up``: of the first go, else of the best later one."""
    game: str | None
    """The id of that go."""
    is_first_go: bool
    moves: int | None
    open_game: str | None
    """The id of the go that can be taken up again, whichever attempt it is."""


NOT_BEGUN = OwnState(state="not_begun", game=None, is_first_go=False, moves=None, open_game=None)


def day_zone() -> ZoneInfo:
    """Return the time zone whose midnights part the days."""
    return ZoneInfo(str(settings.DAILY_TIME_ZONE))


def today(now: datetime) -> date:
    """Return the date that *now* (aware) falls on."""
    return now.astimezone(day_zone()).date()


def day_bounds(on: date) -> DayBounds:
    """Return when the day begins and when the next one does: 23 or 25 hours when clocks change.

    Where clocks are set forward at midnight, so that there is none, the day begins with that
    change; where midnight comes twice, with the first.
    """
    return DayBounds(_midnight(on), _midnight(on + timedelta(days=1)))


def next_switch(now: datetime) -> datetime:
    """Return when the date next changes."""
    return day_bounds(today(now)).closes_at


def _midnight(on: date) -> datetime:
    return datetime.combine(on, time.min, tzinfo=day_zone()).astimezone(UTC)


def of_date(on: date, *, now: datetime) -> list[Daily]:
    """Return the published dailies of one date, in the order of the variants.

    Raises:
        DailyNotReady: the day has begun and not one of its dailies is there.
        DailyNotFound: none is published for that date.
    """
    found = {daily.variant: daily for daily in Daily.objects.filter(date=on)}
    if not found:
        if on == today(now):
            raise DailyNotReady(retry_after=RETRY_SECONDS)
        raise DailyNotFound(on=on)
    return [found[name] for name in engine.VARIANTS if name in found]


def find(*, on: date, variant: str, now: datetime) -> Daily:
    """Return one published daily.

    Raises:
        DailyNotReady: it is today's, and is still being made.
        DailyNotFound: it is not published.
    """
    daily = Daily.objects.filter(date=on, variant=variant).first()
    if daily is None:
        if on == today(now) and variant in engine.VARIANTS:
            raise DailyNotReady(retry_after=RETRY_SECONDS)
        raise DailyNotFound(on=on, variant=variant)
    return daily


def between(first: date | None, last: date | None) -> QuerySet[Daily]:
    """Return the published dailies of a span of dates, both included, the latest first."""
    found = Daily.objects.order_by("-date", "variant")
    if first is not None:
        found = found.filter(date__gte=first)
    if last is not None:
        found = found.filter(date__lte=last)
    return found


def missing(now: datetime, *, days: int = PREPARED_DAYS) -> list[tuple[date, str]]:
    """Return the dates and variants from today on, *days* beyond it, that are not published yet.

    The most urgent come first.
    """
    first = today(now)
    dates = [first + timedelta(days=ahead) for ahead in range(days + 1)]
    published = set(Daily.objects.filter(date__range=(dates[0], dates[-1])).values_list("date", "variant"))
    return [(on, name) for on in dates for name in engine.VARIANTS if (on, name) not in published]


def deal_of(daily: Daily) -> engine.Deal:
    """Return the secret deal of a daily. For services that judge or show a game, never for a view."""
    seed = DailySecret.objects.values_list("seed", flat=True).get(pk=daily.pk)
    return engine.Deal.from_seed(engine.variant(daily.variant), bytes(seed))


def opening(daily: Daily, *, now: datetime) -> engine.Observation | None:
    """Return what everybody sees of the daily's deal before the first move; none before it opens."""
    if now < daily.opens_at:
        return None
    return deal_of(daily).opening().observation()


def revealed(daily: Daily, *, now: datetime) -> DailySecret:
    """Return the secret of a daily whose time has come, void ones included.

    Raises:
        RevealLocked: `final_at` is still ahead.
    """
    if now < daily.final_at:
        raise RevealLocked(available_at=daily.final_at)
    return DailySecret.objects.get(pk=daily.pk)


def own_states(player: Player, dailies: Iterable[Daily]) -> Mapping[int, OwnState]:
    """Return what *player* has made of each daily, by its primary key, in two queries."""
    games = Game.objects.filter(player=player, daily__in=[daily.pk for daily in dailies])
    told = (
        games.annotate(
            worth=Case(
                When(is_first_go=True, then=Value(0)),
                When(status=Game.Status.WON, then=Value(1)),
                When(status=Game.Status.OPEN, then=Value(2)),
                default=Value(3),
                output_field=IntegerField(),
            )
        )
        .order_by("daily_id", "worth", "moves", "attempt")
        .distinct("daily_id")
        .values_list("daily_id", "status", "id", "is_first_go", "moves")
    )
    going_on = dict(games.filter(status=Game.Status.OPEN).values_list("daily_id", "id"))
    return {
        daily_id: OwnState(status, game_id, is_first_go, moves, going_on.get(daily_id))
        for daily_id, status, game_id, is_first_go, moves in told
    }
