"""How this app hears of games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.models import Game
from games.signals import game_finished
from leaderboards.services import finishing


@receiver(game_finished, dispatch_uid="leaderboards")
def on_game_finished(sender: object, *, game: Game, now: datetime, **_later: Any) -> None:  # noqa: ARG001
    """Count the game that the surrounding transaction ends."""
    finishing.finish(game=game, now=now)
