"""The rows that whoever writes standings locks first, always in this order.

1. the player, so that what one player's wins and bans do to entries, records and streaks is
   done one after the other;
2. the daily, shared by those who add or exclude entries, alone by who repairs them;
3. bars, by key (`services.histograms`).

Two writers can so wait for each other's bars, never in a ring.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from players.models import Player


class DailyRow(NamedTuple):
    """What decides whether a win counts."""

    final_at: datetime
    voided_at: datetime | None


def lock_player(player_id: int) -> Player:
    """Lock a player until the transaction ends, and return what standings ask of them."""
    return (
        Player.objects.select_for_update(no_key=True)
        .only("id", "banned_at", "ban_reason", "is_in_statistics")
        .get(pk=player_id)
    )


def share_dailies(daily_ids: Iterable[int]) -> dict[int, DailyRow]:
    """Hold dailies, with others who do, until the transaction ends: nobody repairs them meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, final_at, voided_at FROM games_daily WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE",
            [sorted(daily_ids)],
        )
        return {row[0]: DailyRow(*row[1:]) for row in cursor.fetchall()}


def lock_daily(daily_id: int) -> None:
    """Hold a daily alone until the transaction ends: its entries and bars keep still."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_daily WHERE id = %s FOR UPDATE", [daily_id])
