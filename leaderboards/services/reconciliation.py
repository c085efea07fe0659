"""Proof that standings are what the games say, and repair where they are not.

A check reads one snapshot and so finds nothing that a win is just about to make right; a repair
holds the daily, or the player, alone, looks again, and changes all of it or nothing. Killed at
any point, both can simply be run again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import Q

from games.models import Daily, Game
from leaderboards.models import Bar, Entry
from leaderboards.ranking import BarKey, Counts
from leaderboards.records import Run, Tally
from leaderboards.selectors import history
from leaderboards.selectors import records as kept
from leaderboards.services import entries, histograms, locks, records

logger = structlog.get_logger(__name__)

_NONE = Counts(0, 0, 0, 0, 0)


class Finding(NamedTuple):
    """One thing that is not as the games say."""

    kind: str
    """``entry_`` missing, extra or wrong, or ``bar_``, ``record_`` or ``streak_wrong``."""
    subject: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject}: {self.detail}"


@dataclass(slots=True)
class _Examined:
    """What is wrong with the board of one daily, and what would be right."""

    findings: list[Finding] = field(default_factory=list)
    missing: list[Entry] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)
    wrong: dict[int, dict[str, Any]] = field(default_factory=dict)
    bars: dict[BarKey, Counts] = field(default_factory=dict)


def reconcile(
    *, now: datetime, repair: bool, since: date | None = None, with_players: bool = True
) -> Iterator[Finding]:
    """Yield what is wrong with the dailies of *since* and later, and then with their players.

    Without *since* it is all dailies, and every player who ever played. With *repair* each
    finding is repaired when it is yielded.
    """
    dailies = Daily.objects.filter(opens_at__lte=now, voided_at__isnull=True)
    if since is not None:
        dailies = dailies.filter(date__gte=since)
    for daily_id in dailies.order_by("date", "variant").values_list("pk", flat=True):
        yield from _report(check_daily(daily_id), repair, lambda: repair_daily(daily_id, now=now))  # noqa: B023
    if with_players:
        for player_id in _players(since):
            found = check_player(player_id, now=now)
            yield from _report(found, repair, lambda: repair_player(player_id, now=now))  # noqa: B023


def _report(found: list[Finding], repair: bool, mend: Callable[[], list[Finding]]) -> list[Finding]:
    """Return what was *found*, or with *repair* what turned out to need mending."""
    if found and repair:
        found = mend()
    for finding in found:
        logger.error("standings_wrong", **finding._asdict(), repaired=repair)
    return found


def _players(since: date | None) -> Iterator[int]:
    """Yield the players who ended a game, or won a daily of *since* or later, by id."""
    last = 0
    while True:
        rows = Game.objects.filter(player_id__gt=last)
        if since is not None:
            rows = rows.filter(daily__date__gte=since)
        found = list(rows.order_by("player_id").values_list("player_id", flat=True).distinct()[:500])
        if not found:
            return
        yield from found
        last = found[-1]


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read everything inside as it is at one instant."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def check_daily(daily_id: int) -> list[Finding]:
    """Return what is wrong with the entries and the histograms of a daily."""
    with _snapshot():
        return _examine(daily_id).findings


def repair_daily(daily_id: int, *, now: datetime) -> list[Finding]:
    """Make the entries and the histograms of a daily what they should be; return what was wrong.

    Wins and sanctions of this daily wait meanwhile.
    """
    with transaction.atomic():
        locks.lock_daily(daily_id)
        examined = _examine(daily_id)
        Entry.objects.filter(pk__in=examined.extra).delete()
        for entry_id, values in examined.wrong.items():
            Entry.objects.filter(pk=entry_id).update(**values)
        for entry in examined.missing:
            entry.created_at = now
        Entry.objects.bulk_create(examined.missing)
        histograms.replace(daily_id, wrong=examined.bars)
    return examined.findings


def _examine(daily_id: int) -> _Examined:
    daily = Daily.objects.get(pk=daily_id)
    found = _Examined()
    expected: dict[BarKey, Counts] = defaultdict(lambda: _NONE)
    if daily.voided_at is not None:
        return found
    games = (
        Game.objects.filter(daily=daily)
        .filter(Q(is_first_go=True, status=Game.Status.WON) | Q(entry__isnull=False))
        .select_related("entry", "player")
        .defer("deal", "position", "log", "log_tail")
    )
    for game in games.iterator():
        entry: Entry | None = getattr(game, "entry", None)
        if not entries.is_due(game, final_at=daily.final_at, voided_at=None):
            if entry is not None:
                found.extra.append(entry.pk)
                found.findings.append(Finding("entry_extra", str(daily), f"{entry} of a game that has none"))
            continue
        right = _compare(daily, game, entry, found)
        if right.is_counted:
            keys, counts = histograms.bars(right)
            for key in keys:
                expected[key] = Counts(*map(sum, zip(expected[key], counts, strict=True)))
    strays = Entry.objects.filter(daily=daily).filter(Q(game__daily__isnull=True) | ~Q(game__daily=daily))
    for stray in strays:
        found.extra.append(stray.pk)
        found.findings.append(Finding("entry_extra", str(daily), f"{stray} of a game at another daily"))
    _compare_bars(daily, expected, found)
    return found


def _compare(daily: Daily, game: Game, entry: Entry | None, found: _Examined) -> Entry:
    """Note what is wrong with the *entry* of a *game* that is due one, and return it as it should be."""
    values = entries.values_of(game)
    if entry is None:
        is_counted = game.player.banned_at is None
        right = Entry(
            game=game, is_in_statistics=game.player.is_in_statistics, is_counted=is_counted, **values
        )
        found.missing.append(right)
        found.findings.append(Finding("entry_missing", str(daily), f"of game {game.pk}"))
        return right
    values["is_counted"] = entry.disqualified_at is None and game.player.banned_at is None
    wrong = {name: value for name, value in values.items() if getattr(entry, name) != value}
    if wrong:
        told = ", ".join(f"{name} is {getattr(entry, name)}, not {value}" for name, value in wrong.items())
        found.wrong[entry.pk] = wrong
        found.findings.append(Finding("entry_wrong", str(daily), f"{entry}: {told}"))
    for name, value in wrong.items():
        setattr(entry, name, value)
    return entry


def _compare_bars(daily: Daily, expected: dict[BarKey, Counts], found: _Examined) -> None:
    actual = {
        BarKey(*row[:4]): Counts(*row[4:])
        for row in Bar.objects.filter(daily=daily).values_list(
            "histogram", "key_1", "key_2", "key_3",
            "ranked_count", "pure_count", "all_count", "bot_count", "finisher_count",
        )
    }  # fmt: skip
    for key in sorted(expected.keys() | actual.keys()):
        right, held = expected.get(key, _NONE), actual.get(key, _NONE)
        if right != held:
            found.bars[key] = right
            found.findings.append(Finding("bar_wrong", str(daily), f"{key} holds {held}, not {right}"))


def check_player(player_id: int, *, now: datetime) -> list[Finding]:
    """Return what is wrong with the records and the streaks of a player."""
    with _snapshot():
        return _examine_player(player_id, now)


def repair_player(player_id: int, *, now: datetime) -> list[Finding]:
    """Make the records and the streaks of a player what they should be; return what was wrong."""
    with transaction.atomic():
        locks.lock_player(player_id)
        found = _examine_player(player_id, now)
        records.rebuild(player_id=player_id, now=now)
    return found


def _examine_player(player_id: int, now: datetime) -> list[Finding]:
    """Compare what is kept of a player with the games; what is known to be stale is not wrong."""
    tallies, stale = kept.kept_tallies(player_id, now=now)
    right = history.tallies(player_id, now=now)
    runs, stale_runs = kept.kept_runs(player_id)
    right_runs = history.runs(player_id)
    wrong = [
        ("record_wrong", " ".join(scope))
        for scope in sorted((tallies.keys() | right.keys()) - stale)
        if tallies.get(scope, Tally()) != right.get(scope, Tally())
    ]
    wrong += [
        ("streak_wrong", variant or "any variant")
        for variant in sorted((runs.keys() | right_runs.keys()) - stale_runs)
        if runs.get(variant, Run()) != right_runs.get(variant, Run())
    ]
    return [Finding(kind, f"player {player_id}", detail) for kind, detail in wrong]
