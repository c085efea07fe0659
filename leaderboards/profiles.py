"""What this app adds to answers about a player that `players` gives."""

from __future__ import annotations

from datetime import datetime

from leaderboards.api import shapes
from players import sections
from players.models import Player


def register() -> None:
    """Add the sections to the export and to the public profile."""
    sections.EXPORT.add("results", lambda player, _now: shapes.results_json(player))
    sections.EXPORT.add("records", shapes.records_json)
    sections.EXPORT.add("streaks", shapes.streaks_json)
    sections.PROFILE.add("records", _public_records)
    sections.PROFILE.add("streaks", _public_streaks)
    sections.PROFILE.add("results", shapes.public_results_json)


def _public_records(player: Player, now: datetime) -> object:
    """Return the records that everybody may see: none of a player who is out of statistics."""
    return shapes.records_json(player, now) if player.is_in_statistics else None


def _public_streaks(player: Player, now: datetime) -> object:
    return shapes.streaks_json(player, now) if player.is_in_statistics else None
