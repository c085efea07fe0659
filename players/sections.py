"""What other apps know about a player, for answers that this app gives.

`players` imports neither games nor leaderboards; they add their sections when the apps are ready::

    sections.EXPORT.add("games", export_games)
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import Exists, Q

from players.models import Player

Section = Callable[[Player, datetime], object]


class Sections:
    """Named parts of one answer, each a function of a player and the instant (aware)."""

    def __init__(self) -> None:
        self._sections: dict[str, Section] = {}

    def add(self, name: str, section: Section) -> None:
        """Let *section* (JSON values) stand in the answer as *name*; again: replaces it."""
        self._sections[name] = section

    def collect(self, player: Player, now: datetime) -> dict[str, object]:
        """Return every section for *player*."""
        return {name: section(player, now) for name, section in self._sections.items()}


EXPORT = Sections()
"""Parts of ``GET /me/export``: for the player alone, observations only."""

PROFILE = Sections()
"""Parts of ``GET /players/{name}``: for everyone."""

Activity = Callable[[], Exists | Q]

_activities: list[Activity] = []


def add_activity(has_played: Activity) -> None:
    """Let housekeeping know players who did something: *has_played* is a condition on a player's row."""
    if has_played not in _activities:
        _activities.append(has_played)


def has_played() -> Q:
    """Return the condition that a player did anything at all, as far as the apps know."""
    condition = Q(pk__in=[])
    for activity in _activities:
        condition |= Q(activity())
    return condition
