"""How records, streaks and results become the answers that `serializers` describes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games import engine
from leaderboards.models import Entry, Record
from leaderboards.records import Tally
from leaderboards.selectors import records
from players.models import Player

_SHOWN_RESULTS = 20


def records_json(player: Player, now: datetime) -> list[dict[str, Any]]:
    """Return the records of a player, for each variant."""
    found = records.tallies(player.pk, now=now)
    return [
        {"variant": variant}
        | {kind.value: _tally_json(found.get((variant, kind.value), Tally())) for kind in Record.Kind}
        for variant in engine.VARIANTS
    ]


def streaks_json(player: Player, now: datetime) -> list[dict[str, Any]]:
    """Return the streaks of a player, first that of any variant."""
    return [
        {
            "variant": variant or None,
            "current": streak.current,
            "best": streak.best,
            "last_date": None if streak.last_date is None else streak.last_date.isoformat(),
        }
        for variant, streak in records.streaks(player.pk, now=now).items()
    ]


def results_json(player: Player) -> list[dict[str, Any]]:
    """Return the entries of a player, for the player alone."""
    entries = Entry.objects.filter(player=player).select_related("daily").order_by("finished_at", "pk")
    return [
        {
            "daily": str(entry.daily),
            "game": entry.game_id,
            "moves": entry.moves,
            "score": entry.score,
            "undos": entry.undos,
            "time_s": entry.seconds,
            "ranked": entry.is_ranked,
            "pure": entry.is_pure,
            "bot": entry.is_bot,
            "in_statistics": entry.is_in_statistics,
            "disqualified": entry.disqualify_reason or None,
        }
        for entry in entries
    ]


def public_results_json(player: Player, now: datetime) -> list[dict[str, Any]]:
    """Return the latest wins of a listed player that everybody may see and watch."""
    entries = (
        Entry.objects.filter(player=player, is_counted=True)
        .filter(daily__final_at__lte=now, daily__voided_at__isnull=True)
        .select_related("daily")
        .order_by("-daily__date", "daily__variant")
    )
    return [
        {
            "daily": str(entry.daily),
            "moves": entry.moves,
            "score": entry.score,
            "undos": entry.undos,
            "time_s": entry.seconds,
            "ranked": entry.is_ranked,
            "replay": f"/api/v1/games/{entry.game_id}/replay",
        }
        for entry in entries[:_SHOWN_RESULTS]
    ]


def _tally_json(tally: Tally) -> dict[str, Any]:
    return {
        "played": tally.played,
        "won": tally.won,
        "streak": tally.streak,
        "best_streak": tally.best_streak,
        "best_time_s": tally.best_seconds,
        "fewest_moves": tally.fewest_moves,
    }
