"""What staff may do to standings: disqualify an entry, ban a player, and take either back.

A reason is public. Histograms follow in the same transaction, so ranks are right at once; that
goes for final boards too, which nothing else moves.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction

from leaderboards.models import Entry
from leaderboards.services import histograms, locks
from players.models import Player
from players.services import profiles

logger = structlog.get_logger(__name__)


def disqualify(*, entry_id: int, reason: str, by: str, now: datetime) -> Entry:
    """Take an entry off the boards for a public *reason*, on the word of the staff member *by*.

    An entry that is disqualified already keeps its first reason.

    Raises:
        ValueError: the reason is empty.
        Entry.DoesNotExist: there is none.
    """
    said = _said(reason)
    with transaction.atomic():
        entry, _player = _lock(entry_id)
        if entry.disqualified_at is not None:
            return entry
        was_counted, entry.is_counted = entry.is_counted, False
        entry.disqualified_at, entry.disqualify_reason = now, said
        entry.save(update_fields=["is_counted", "disqualified_at", "disqualify_reason"])
        if was_counted:
            histograms.take([entry])
    logger.warning("entry_disqualified", entry=entry_id, reason=said, by=by)
    return entry


def reinstate(*, entry_id: int, by: str) -> Entry:
    """Take a disqualification back; the entry stands again unless its player is banned.

    Raises:
        Entry.DoesNotExist: there is none.
    """
    with transaction.atomic():
        entry, player = _lock(entry_id)
        if entry.disqualified_at is None:
            return entry
        entry.is_counted = player.banned_at is None
        entry.disqualified_at, entry.disqualify_reason = None, ""
        entry.save(update_fields=["is_counted", "disqualified_at", "disqualify_reason"])
        if entry.is_counted:
            histograms.add([entry])
    logger.warning("entry_reinstated", entry=entry_id, by=by)
    return entry


def ban(*, player_id: int, reason: str, by: str, now: datetime) -> None:
    """Shut a player out for a public *reason*: all entries leave the boards, none joins them.

    Raises:
        ValueError: the reason is empty.
        Player.DoesNotExist: there is none.
    """
    said = _said(reason)
    with transaction.atomic():
        player = locks.lock_player(player_id)
        if player.banned_at is not None:
            return
        profiles.ban(player=player, reason=said, now=now)
        counted = _hold_entries(player_id, is_counted=True)
        histograms.take(counted)
        _set_counted(counted, is_counted=False)
    logger.warning("player_banned", player=player_id, entries=len(counted), reason=said, by=by)


def unban(*, player_id: int, by: str) -> None:
    """Take a ban back: the player's entries stand again, those disqualified apart.

    Raises:
        Player.DoesNotExist: there is none.
    """
    with transaction.atomic():
        player = locks.lock_player(player_id)
        if player.banned_at is None:
            return
        profiles.unban(player=player)
        returning = [
            entry for entry in _hold_entries(player_id, is_counted=False) if entry.disqualified_at is None
        ]
        histograms.add(returning)
        _set_counted(returning, is_counted=True)
    logger.warning("player_unbanned", player=player_id, entries=len(returning), by=by)


def _said(reason: str) -> str:
    said = " ".join(reason.split())
    if not said:
        raise ValueError("nobody is excluded without a reason that everybody can read")
    return said


def _lock(entry_id: int) -> tuple[Entry, Player]:
    """Lock the player of an entry, hold its daily, and read the entry as it is then."""
    player_id, daily_id = Entry.objects.values_list("player_id", "daily_id").get(pk=entry_id)
    player = locks.lock_player(player_id)
    locks.share_dailies([daily_id])
    return Entry.objects.select_for_update(no_key=True).get(pk=entry_id), player


def _hold_entries(player_id: int, *, is_counted: bool) -> list[Entry]:
    """Hold the dailies of a locked player's entries, and read those that are (not) counted."""
    locks.share_dailies(Entry.objects.filter(player_id=player_id).values_list("daily_id", flat=True))
    return list(Entry.objects.filter(player_id=player_id, is_counted=is_counted))


def _set_counted(entries: list[Entry], *, is_counted: bool) -> None:
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(is_counted=is_counted)
