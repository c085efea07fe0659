"""What staff took off a board, and why: the reasons are public."""

from __future__ import annotations

from typing import NamedTuple

from leaderboards.models import Entry
from leaderboards.ranking import Pool

SHOWN = 20

_FLAGS = {
    Pool.RANKED: {"is_ranked": True},
    Pool.PURE: {"is_pure": True},
    Pool.ALL: {"is_bot": False},
    Pool.BOT: {"is_bot": True},
}


class Exclusion(NamedTuple):
    """One disqualified entry."""

    player_id: int
    player_name: str | None
    """None for a player who is not listed."""
    reason: str


def latest(*, daily_id: int, pool: Pool) -> list[Exclusion]:
    """Return the latest disqualifications from a pool of a daily."""
    entries = (
        Entry.objects.filter(daily_id=daily_id, is_counted=False, disqualified_at__isnull=False)
        .filter(**_FLAGS[pool])
        .select_related("player")
        .order_by("-disqualified_at", "-pk")[:SHOWN]
    )
    return [
        Exclusion(
            entry.player_id,
            entry.player.name if entry.player.is_listed and entry.player.erased_at is None else None,
            entry.disqualify_reason,
        )
        for entry in entries
    ]
