"""What a player's games say, read anew: the ground that records and streaks are proved against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime

from django.db.models import F, Q

from games.models import Daily, Game
from leaderboards.models import DailyStreak, Record
from leaderboards.records import Ended, Run, Tally, run, tally

Scope = tuple[str, str]
"""A variant, and a kind of record."""


def kind_of(game: Game) -> str:
    """Return the kind of record that *game* belongs to."""
    return Record.Kind.DAILY.value if game.is_first_go else Record.Kind.PRACTICE.value


def ended(game: Game, *, now: datetime) -> Ended | None:
    """Return *game*, whose daily is at hand, as records count it at *now*; None where they do not.

    Games at a void daily never count, nor does a first go whose first command came after
    `final_at`.
    """
    if game.daily is not None and game.daily.voided_at is not None:
        return None
    final_at = game.daily.final_at if game.daily is not None and game.is_first_go else None
    if game.finished_at is not None and (final_at is None or game.finished_at < final_at):
        is_won = game.status == Game.Status.WON
        return Ended(game.finished_at, game.pk, is_won, game.moves, game.time_ms // 1000)
    is_begun = final_at is not None and game.begun_at is not None and game.begun_at < final_at
    if final_at is not None and is_begun and final_at <= now:
        return Ended(final_at, game.pk, is_won=False, moves=game.moves, seconds=game.time_ms // 1000)
    return None


def tallies(player_id: int, *, now: datetime, scope: Scope | None = None) -> dict[Scope, Tally]:
    """Return what the games of a player amount to, all of them or those of one *scope*."""
    games = (
        Game.objects.filter(player_id=player_id)
        .filter(Q(finished_at__isnull=False) | Q(is_first_go=True))
        .select_related("daily")
        .only(
            "is_first_go", "variant", "status", "moves", "time_ms", "begun_at", "finished_at",
            "daily__final_at", "daily__voided_at",
        )
    )  # fmt: skip
    if scope is not None:
        games = games.filter(variant=scope[0], is_first_go=scope[1] == Record.Kind.DAILY)
    found: dict[Scope, list[Ended]] = defaultdict(list)
    for game in games.iterator():
        counted = ended(game, now=now)
        if counted is not None:
            found[game.variant, kind_of(game)].append(counted)
    return {scope: tally(counted) for scope, counted in found.items()}


def runs(player_id: int, *, variants: Iterable[str] | None = None) -> dict[str, Run]:
    """Return the runs of won dates of a player, by variant and for any; all or those of *variants*."""
    won: dict[str, list[date]] = defaultdict(list)
    wins = (
        Game.objects.filter(player_id=player_id, is_first_go=True, status=Game.Status.WON)
        .filter(finished_at__lt=F("daily__final_at"), daily__voided_at__isnull=True)
        .values_list("variant", "daily__date")
    )
    for variant, on in wins:
        won[variant].append(on)
        won[DailyStreak.ANY_VARIANT].append(on)
    wanted = set(won) if variants is None else set(variants) & set(won)
    return {
        variant: run(won[variant], playable=playable_dates(variant, min(won[variant]), max(won[variant])))
        for variant in wanted
    }


def playable_dates(variant: str, first: date, last: date) -> list[date]:
    """Return the dates from *first* to *last* that break a run when they are not won, in order.

    A date breaks the run of a variant if that daily took place, and the run of any variant if
    no daily of the date was withdrawn.
    """
    dailies = Daily.objects.filter(date__range=(first, last))
    if variant != DailyStreak.ANY_VARIANT:
        dailies = dailies.filter(variant=variant, voided_at__isnull=True)
        return list(dailies.order_by("date").values_list("date", flat=True))
    rows = list(dailies.order_by("date").values_list("date", "voided_at"))
    withdrawn = {on for on, voided_at in rows if voided_at is not None}
    return sorted({on for on, _ in rows} - withdrawn)
