"""Statistics of a daily: what everybody made of it.

Finishers and their spread come from the bars that wins raise in their own transaction.
Challengers are counted over an index, at most once in a few seconds for all callers together.

A player out of statistics (a privacy switch) is not among them. A win keeps the switch as it
was, so that a frozen daily never changes; a go not won goes by the switch as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import connection
from redis.exceptions import RedisError

from games.models import Daily
from leaderboards.models import Bar, Entry
from leaderboards.ranking import SECONDS_PER_BAR, top_percent
from players.models import Player

SHOWN_FROM = 20
"""Finishers below which only the counts are told."""

_CHALLENGERS_S = 5
_SETTLED_CHALLENGERS_S = 3600
_SETTLING = timedelta(minutes=1)

_CHALLENGERS = """
    SELECT (
        SELECT count(*) FROM games_game AS g
        WHERE g.daily_id = %(daily)s AND g.is_first_go AND NOT g.is_bot AND g.begun_at IS NOT NULL
            AND g.begun_at < %(final_at)s
    ) - (
        SELECT count(*) FROM leaderboards_entry AS e
        WHERE e.daily_id = %(daily)s AND NOT e.is_in_statistics AND NOT e.is_bot
    ) - (
        SELECT count(*) FROM players_player AS p
        JOIN games_game AS g ON g.player_id = p.id AND g.daily_id = %(daily)s
        WHERE NOT p.is_in_statistics AND g.is_first_go AND NOT g.is_bot AND g.begun_at < %(final_at)s
            AND NOT EXISTS (SELECT FROM leaderboards_entry AS e WHERE e.game_id = g.id)
    )"""


@dataclass(frozen=True, slots=True)
class Own:
    """The caller's result, and its percentiles where they are shown."""

    moves: int
    seconds: int
    top_by_moves: float | None
    top_by_time: float | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """What everybody made of a daily; bars are (moves, count) and (minute, count)."""

    challengers: int
    finishers: int
    is_shown: bool
    moves: list[tuple[int, int]]
    minutes: list[tuple[int, int]]
    me: Own | None


def of_daily(daily: Daily, *, player: Player | None, now: datetime) -> Statistics:
    """Return the statistics of *daily* as *player* sees them; a void one has none."""
    if daily.voided_at is not None:
        return Statistics(0, 0, is_shown=False, moves=[], minutes=[], me=None)
    own = None
    if player is not None:
        own = Entry.objects.filter(daily=daily, player=player, is_counted=True, is_bot=False).first()
    bars = _bars(daily.pk, own)
    moves, minutes, seconds = (
        bars[Bar.Histogram.MOVES],
        bars[Bar.Histogram.MINUTES],
        bars[Bar.Histogram.SECONDS],
    )
    finishers = sum(moves.values())
    is_shown = finishers >= SHOWN_FROM
    me = None
    if own is not None:
        by_moves = by_time = None
        if is_shown:
            minute = own.seconds // SECONDS_PER_BAR
            faster = _below(minutes, minute) + _below(seconds, own.seconds)
            by_moves = top_percent(
                better=_below(moves, own.moves), equal=moves.get(own.moves, 0), total=finishers
            )
            by_time = top_percent(better=faster, equal=seconds.get(own.seconds, 0), total=finishers)
        me = Own(own.moves, own.seconds, by_moves, by_time)
    return Statistics(
        # Counted a little earlier than the finishers, of whom each is one.
        challengers=max(_challengers(daily, now), finishers),
        finishers=finishers,
        is_shown=is_shown,
        moves=sorted(moves.items()) if is_shown else [],
        minutes=sorted(minutes.items()) if is_shown else [],
        me=me,
    )


def _bars(daily_id: int, own: Entry | None) -> dict[int, dict[int, int]]:
    """Return finishers by moves, by minute, and by second within the minute of *own*."""
    found: dict[int, dict[int, int]] = {histogram.value: {} for histogram in Bar.Histogram}
    counted = Bar.objects.filter(daily_id=daily_id, finisher_count__gt=0)
    rows = counted.filter(histogram__in=[Bar.Histogram.MOVES, Bar.Histogram.MINUTES])
    if own is not None:
        first = own.seconds // SECONDS_PER_BAR * SECONDS_PER_BAR
        rows = rows.union(
            counted.filter(histogram=Bar.Histogram.SECONDS, key_1__range=(first, own.seconds)), all=True
        )
    for histogram, key, count in rows.values_list("histogram", "key_1", "finisher_count"):
        found[histogram][key] = count
    return found


def _below(counts: dict[int, int], limit: int) -> int:
    return sum(count for value, count in counts.items() if value < limit)


def _challengers(daily: Daily, now: datetime) -> int:
    # Commands accepted just before `final_at` commit a little after it.
    is_settled = now >= daily.final_at + _SETTLING
    key = f"challengers:{daily.pk}:{'settled' if is_settled else 'open'}"
    kept_s = _SETTLED_CHALLENGERS_S if is_settled else _CHALLENGERS_S
    try:
        return int(cache.get_or_set(key, lambda: count_challengers(daily), kept_s) or 0)
    except RedisError:
        return count_challengers(daily)


def count_challengers(daily: Daily) -> int:
    """Return how many people made a move in their first go at *daily* before `final_at`."""
    with connection.cursor() as cursor:
        cursor.execute(_CHALLENGERS, {"daily": daily.pk, "final_at": daily.final_at})
        row: Any = cursor.fetchone()
    return int(row[0])
