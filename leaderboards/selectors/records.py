"""Records and streaks as a player sees them now.

The kept rows are brought up to date by the win or the give-up that ends a game. Two things
happen without one: a first go is lost at its daily's `final_at`, and staff withdraw a daily.
Rows older than such an event are stale: they are read anew here, and by the next game that ends.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import F, Max, OuterRef, Q, Subquery, Value

from games import engine
from games.models import Daily, Game
from leaderboards.models import DailyStreak, Record
from leaderboards.records import Run, Tally
from leaderboards.selectors import history
from leaderboards.selectors.history import Scope

_MARGIN = timedelta(minutes=1)
"""How much longer than it should a row is held for stale: transactions commit after their instant."""


class StreakNow(NamedTuple):
    """A streak of dates as of now."""

    current: int
    best: int
    last_date: date | None


def is_outdated(computed_at: datetime, voided_at: datetime | None) -> bool:
    """Whether a row computed at *computed_at* may not know that a daily was withdrawn at *voided_at*."""
    return voided_at is not None and voided_at > computed_at - _MARGIN


def last_voided_at() -> datetime | None:
    """Return when a daily was last withdrawn."""
    found: datetime | None = Daily.objects.aggregate(last=Max("voided_at"))["last"]
    return found


def variants_run_out(player_id: int, *, now: datetime) -> set[str]:
    """Return the variants in which an unfinished first go of a player passed its daily's `final_at`.

    Those are left out whose kept record holds that for certain.
    """
    computed_at = Record.objects.filter(
        player_id=player_id, kind=Record.Kind.DAILY, variant=OuterRef("variant")
    ).values("computed_at")
    run_out = Game.objects.filter(
        player_id=player_id,
        status=Game.Status.OPEN,
        is_first_go=True,
        begun_at__lt=F("daily__final_at"),
        daily__final_at__lte=now,
        daily__voided_at__isnull=True,
    ).alias(computed_at=Subquery(computed_at))
    unknown = run_out.filter(
        Q(computed_at__isnull=True) | Q(daily__final_at__gt=F("computed_at") - Value(_MARGIN))
    )
    return set(unknown.order_by().values_list("variant", flat=True).distinct())


def tally_of(record: Record) -> Tally:
    """Return the tally that *record* keeps."""
    return Tally(
        played=record.played,
        won=record.won,
        streak=record.streak,
        best_streak=record.best_streak,
        best_seconds=record.best_seconds,
        fewest_moves=record.fewest_moves,
        last_ended_at=record.last_ended_at,
    )


def run_of(streak: DailyStreak) -> Run:
    """Return the run that *streak* keeps."""
    return Run(streak.length, streak.best, streak.last_date)


def kept_tallies(player_id: int, *, now: datetime) -> tuple[dict[Scope, Tally], set[Scope]]:
    """Return the tallies that are kept of a player, and which scopes are stale or lack their row."""
    rows = {(row.variant, row.kind): row for row in Record.objects.filter(player_id=player_id)}
    voided_at = last_voided_at()
    stale = {scope for scope, row in rows.items() if is_outdated(row.computed_at, voided_at)}
    stale |= {(variant, Record.Kind.DAILY.value) for variant in variants_run_out(player_id, now=now)}
    return {scope: tally_of(row) for scope, row in rows.items()}, stale


def tallies(player_id: int, *, now: datetime) -> dict[Scope, Tally]:
    """Return the tallies of a player at *now*; a scope without an ended game may be missing."""
    kept, stale = kept_tallies(player_id, now=now)
    return history.tallies(player_id, now=now) if stale else kept


def kept_runs(player_id: int) -> tuple[dict[str, Run], set[str]]:
    """Return the latest runs of won dates that are kept of a player, and which are stale."""
    rows = list(DailyStreak.objects.filter(player_id=player_id))
    voided_at = last_voided_at()
    stale = {row.variant for row in rows if is_outdated(row.computed_at, voided_at)}
    return {row.variant: run_of(row) for row in rows}, stale


def runs(player_id: int) -> dict[str, Run]:
    """Return the latest runs of won dates of a player; a variant without a win may be missing."""
    kept, stale = kept_runs(player_id)
    return history.runs(player_id) if stale else kept


def streaks(player_id: int, *, now: datetime) -> dict[str, StreakNow]:
    """Return the streaks of a player at *now*, for any variant (the empty key) and for each.

    A streak goes on until a daily that its player did not win becomes final.
    """
    kept = runs(player_id)
    decided = _last_decided_dates(now)
    found: dict[str, StreakNow] = {}
    for variant in (DailyStreak.ANY_VARIANT, *engine.VARIANTS):
        latest = kept.get(variant, Run())
        missed = decided.get(variant)
        is_over = latest.last_date is None or (missed is not None and missed > latest.last_date)
        found[variant] = StreakNow(0 if is_over else latest.length, latest.best, latest.last_date)
    return found


def _last_decided_dates(now: datetime) -> dict[str, date]:
    """Return, by variant and for any, the last date that breaks a run if it was not won."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT wanted.variant, decided.date
            FROM unnest(%s::text[]) AS wanted (variant)
            CROSS JOIN LATERAL (
                SELECT date FROM games_daily
                WHERE variant = wanted.variant AND voided_at IS NULL AND final_at <= %s
                ORDER BY date DESC LIMIT 1
            ) AS decided
            UNION ALL (
                SELECT '', date FROM games_daily WHERE final_at <= %s
                GROUP BY date HAVING count(voided_at) = 0 ORDER BY date DESC LIMIT 1
            )""",
            [list(engine.VARIANTS), now, now],
        )
        return dict(cursor.fetchall())
