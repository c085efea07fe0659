"""Records and streaks, kept in the transaction that ends a game.

The usual game follows all that was counted before, and is added to it. Whenever that is not
certain (an older game ended later, a daily was withdrawn, a first go ran out) the row is
computed anew from the games, which gives the same by definition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime, timedelta

from django.db import transaction

from games.models import Game
from leaderboards.models import DailyStreak, Record
from leaderboards.records import Ended, Run, Tally, has_between
from leaderboards.selectors import history
from leaderboards.selectors import records as kept
from leaderboards.selectors.history import Scope
from leaderboards.services import locks


def count(*, game: Game, now: datetime) -> None:
    """Count a game that has just ended in its player's records and streaks; the player is locked."""
    counted = history.ended(game, now=now)
    if counted is None:
        return
    voided_at = kept.last_voided_at()
    scope = (game.variant, history.kind_of(game))
    row = Record.objects.filter(player_id=game.player_id, variant=scope[0], kind=scope[1]).first()
    if row is not None and kept.is_outdated(row.computed_at, voided_at):
        rebuild(player_id=game.player_id, now=now)
        return
    _count_in_record(game.player_id, scope, row, counted, now)
    if counted.is_won and game.is_first_go and game.daily is not None:
        for variant in (game.variant, DailyStreak.ANY_VARIANT):
            _count_in_streak(game.player_id, variant, game.daily.date, voided_at, now)


def _count_in_record(player_id: int, scope: Scope, row: Record | None, counted: Ended, now: datetime) -> None:
    if row is not None and _follows(row, counted, now):
        found = kept.tally_of(row).after(counted)
    else:
        found = history.tallies(player_id, now=now, scope=scope)[scope]
    _store_tallies(player_id, {scope: found}, now)


def _follows(row: Record, counted: Ended, now: datetime) -> bool:
    if row.last_ended_at is not None and counted.ended_at <= row.last_ended_at:
        return False
    if row.kind == Record.Kind.PRACTICE:
        return True
    return row.variant not in kept.variants_run_out(row.player_id, now=now)


def _count_in_streak(
    player_id: int, variant: str, on: date, voided_at: datetime | None, now: datetime
) -> None:
    row = DailyStreak.objects.filter(player_id=player_id, variant=variant).first()
    last = None if row is None else row.last_date
    if row is None or last is None or on < last or kept.is_outdated(row.computed_at, voided_at):
        found = history.runs(player_id, variants=[variant])[variant]
    elif on == last:
        return
    else:
        is_next_day = on - last == timedelta(days=1)
        between = [] if is_next_day else history.playable_dates(variant, last, on)
        found = kept.run_of(row).after(on, is_broken=has_between(between, last, on))
    _store_runs(player_id, {variant: found}, now)


def rebuild(*, player_id: int, now: datetime) -> None:
    """Compute the records and streaks of a player anew from the games; the player is locked."""
    records = Record.objects.filter(player_id=player_id).values_list("variant", "kind")
    tallies = {scope: Tally() for scope in records} | history.tallies(player_id, now=now)
    _store_tallies(player_id, tallies, now)
    variants = DailyStreak.objects.filter(player_id=player_id).values_list("variant", flat=True)
    runs = {variant: Run() for variant in variants} | history.runs(player_id)
    _store_runs(player_id, runs, now)


def rebuild_alone(*, player_id: int, now: datetime) -> None:
    """Compute the records and streaks of a player anew, in a transaction of their own."""
    with transaction.atomic():
        locks.lock_player(player_id)
        rebuild(player_id=player_id, now=now)


def _store_tallies(player_id: int, tallies: Mapping[Scope, Tally], now: datetime) -> None:
    Record.objects.bulk_create(
        [
            Record(player_id=player_id, variant=variant, kind=kind, computed_at=now, **asdict(found))
            for (variant, kind), found in tallies.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "variant", "kind"],
        update_fields=[*asdict(Tally()), "computed_at"],
    )


def _store_runs(player_id: int, runs: Mapping[str, Run], now: datetime) -> None:
    DailyStreak.objects.bulk_create(
        [
            DailyStreak(player_id=player_id, variant=variant, computed_at=now, **asdict(found))
            for variant, found in runs.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "variant"],
        update_fields=["length", "best", "last_date", "computed_at"],
    )
