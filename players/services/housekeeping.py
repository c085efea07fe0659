"""Remove what nobody needs any more. Every function is safe twice and beside itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from players import sections
from players.models import IdempotencyKey, Player, Session, Token
from players.services import profiles

UNPLAYED_GUEST_LIFE: Final = timedelta(days=1)
IDLE_GUEST_LIFE: Final = timedelta(days=400)
KEPT_ANSWER_LIFE: Final = timedelta(hours=24)
_BATCH: Final = 500


def remove_unplayed_guests(*, now: datetime) -> int:
    """Remove a batch of guests who never played and were not seen for a day; return how many."""
    limit = now - UNPLAYED_GUEST_LIFE
    with transaction.atomic():
        guests = (
            Player.objects.filter(
                is_guest=True, erased_at=None, created_at__lte=limit, last_seen_at__lte=limit
            )
            .exclude(sections.has_played())
            .order_by("pk")
            .select_for_update(skip_locked=True, of=("self",))
        )
        keys = list(guests.values_list("pk", flat=True)[:_BATCH])
        Player.objects.filter(pk__in=keys, is_guest=True).delete()
    return len(keys)


def erase_idle_guests(*, now: datetime) -> int:
    """Erase a batch of guests who played, but not for 400 days; return how many.

    Their games and entries stay, nameless, since frozen ranks never move.
    """
    guests = Player.objects.filter(is_guest=True, erased_at=None, last_seen_at__lte=now - IDLE_GUEST_LIFE)
    found = list(guests.order_by("last_seen_at", "pk")[:_BATCH])
    for player in found:
        profiles.erase(player=player, now=now)
    return len(found)


def remove_expired_credentials(*, now: datetime) -> int:
    """Remove sessions and tokens that are no longer good; return how many those were."""
    sessions, _by_model = Session.objects.filter(expire_date__lte=now).delete()
    tokens, _by_model = Token.objects.filter(expires_at__lte=now).delete()
    return sessions + tokens


def remove_outdated_answers(*, now: datetime) -> int:
    """Remove Idempotency-Keys, with the answers kept for them, after a day; return how many."""
    removed, _by_model = IdempotencyKey.objects.filter(created_at__lte=now - KEPT_ANSWER_LIFE).delete()
    return removed
