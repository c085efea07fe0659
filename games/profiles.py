"""What this app knows of a player, for answers and housekeeping of `players`."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef

from games.api.games_shapes import game_json
from games.models import Game
from games.selectors import games
from players import sections
from players.models import Player


def register() -> None:
    """Add the games to the export, and let guests who have played stay."""
    sections.EXPORT.add("games", _export)
    sections.add_activity(_has_played)


def _export(player: Player, now: datetime) -> object:  # noqa: ARG001  (an observation is the same at any time)
    """Return every game as its player saw it at the end: no card that is face down, no deal, no seed."""
    return [
        {**game_json(game), "line": " ".join(entry.token for entry in games.log_of(game))}
        for game in games.of_player(player).iterator()
    ]


def _has_played() -> Exists:
    """Return the condition that one command of the player was ever accepted."""
    return Exists(Game.objects.filter(player=OuterRef("pk"), seq__gt=0))
