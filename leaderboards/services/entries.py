"""Entries: made with the win, in its transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Game
from leaderboards.models import Entry
from leaderboards.services import histograms, locks
from players.models import Player


def is_due(game: Game, *, final_at: datetime, voided_at: datetime | None) -> bool:
    """Whether *game*, at a daily with these instants, has an entry: a first go won in time."""
    return (
        game.is_first_go
        and game.status == Game.Status.WON
        and game.finished_at is not None
        and game.finished_at < final_at
        and voided_at is None
    )


def values_of(game: Game) -> dict[str, Any]:
    """Return what the entry of a won game says, as far as the game alone decides it."""
    is_ranked = not (game.begun_as_guest or game.is_assisted or game.is_bot)
    return {
        "daily_id": game.daily_id,
        "player_id": game.player_id,
        "moves": game.moves,
        "undos": game.undos,
        "seconds": game.time_ms // 1000,
        "negated_score": -game.score,
        "is_ranked": is_ranked,
        "is_pure": is_ranked and game.undos == 0 and game.hints == 0,
        "is_bot": game.is_bot,
        "finished_at": game.finished_at,
    }


def record(*, game: Game, player: Player, now: datetime) -> Entry | None:
    """Make the entry of a game that has just ended, and count it; None if it has none.

    *player* is locked (`locks.lock_player`). A banned player's entry is kept uncounted, so
    that lifting the ban brings it back.

    Raises:
        IntegrityError: the game or the player has an entry there; the win must not stand.
    """
    if game.daily_id is None or not game.is_first_go or game.status != Game.Status.WON:
        return None
    daily = locks.share_dailies([game.daily_id])[game.daily_id]
    if not is_due(game, final_at=daily.final_at, voided_at=daily.voided_at):
        return None
    entry = Entry.objects.create(
        game_id=game.pk,
        is_in_statistics=player.is_in_statistics,
        is_counted=player.banned_at is None,
        created_at=now,
        **values_of(game),
    )
    if entry.is_counted:
        histograms.add([entry])
    return entry
