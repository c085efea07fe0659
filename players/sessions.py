"""Django's database sessions, with the player in a column of their own."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from players.models import Session


class SessionStore(DatabaseStore):
    """Keeps sessions as `players.models.Session` (SESSION_ENGINE names this module)."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the table's model."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row for *data*, its player taken from what `login` wrote there."""
        row = cast("Session", super().create_model_instance(data))
        player = data.get(SESSION_KEY)
        row.player_id = None if player is None else int(player)
        return row
