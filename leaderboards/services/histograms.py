"""Writes to the histograms of dailies.

Every function locks the bars that it touches by ascending key, so that wins, bans and repairs
that meet on the same bars wait for each other and never in a ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import connection

from leaderboards.models import Entry
from leaderboards.ranking import BarKey, Counts, Flags, Result, bars_of, counts_of

_KEY = "daily_id, histogram, key_1, key_2, key_3"
_COUNTS = ("ranked_count", "pure_count", "all_count", "bot_count", "finisher_count")
_ROW = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"


def _each(template: str) -> str:
    return ", ".join(template.format(name=name) for name in _COUNTS)


_PUT = f"INSERT INTO leaderboards_bar AS bar ({_KEY}, {_each('{name}')}) VALUES"
_ON_CONFLICT = f"ON CONFLICT ({_KEY}) DO UPDATE SET"
_BARS_OF_ENTRY = 4
_ROWS = ", ".join([_ROW] * _BARS_OF_ENTRY)
_ADD = f"{_PUT} {_ROWS} {_ON_CONFLICT} {_each('{name} = bar.{name} + EXCLUDED.{name}')}"
_SET = f"{_PUT} {_ROW} {_ON_CONFLICT} {_each('{name} = EXCLUDED.{name}')}"
_THIS = f"WHERE ({_KEY}) = (%s, %s, %s, %s, %s)"
_TAKE = f"UPDATE leaderboards_bar SET {_each('{name} = {name} - %s')} {_THIS}"  # noqa: S608
_REMOVE = f"DELETE FROM leaderboards_bar {_THIS}"  # noqa: S608


def bars(entry: Entry) -> tuple[list[BarKey], Counts]:
    """Return the bars that *entry* stands in while it is counted, and what it adds to each."""
    result = Result(entry.moves, entry.undos, entry.seconds)
    flags = Flags(entry.is_ranked, entry.is_pure, entry.is_bot, entry.is_in_statistics)
    return bars_of(result), counts_of(flags)


def add(entries: Iterable[Entry]) -> None:
    """Count *entries* of different dailies in their histograms."""
    with connection.cursor() as cursor:
        for entry in sorted(entries, key=_daily_of):
            keys, counts = bars(entry)
            parameters = [value for key in keys for value in (entry.daily_id, *key, *counts)]
            cursor.execute(_ADD, parameters)


def take(entries: Iterable[Entry]) -> None:
    """Take *entries* of different dailies, counted until now, out of their histograms.

    Raises:
        IntegrityError: a bar held too few; `manage.py reconcile` would have found it.
    """
    with connection.cursor() as cursor:
        for entry in sorted(entries, key=_daily_of):
            keys, counts = bars(entry)
            cursor.executemany(_TAKE, [(*counts, entry.daily_id, *key) for key in keys])


def replace(daily_id: int, *, wrong: Mapping[BarKey, Counts]) -> None:
    """Give the bars that are *wrong* the counts they should have; the daily is locked."""
    with connection.cursor() as cursor:
        for key, counts in sorted(wrong.items()):
            if any(counts):
                cursor.execute(_SET, [daily_id, *key, *counts])
            else:
                cursor.execute(_REMOVE, [daily_id, *key])


def _daily_of(entry: Entry) -> int:
    return entry.daily_id
