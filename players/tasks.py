"""What workers do for this app: thin, by id, safe twice."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from players.services import housekeeping, password_resets


@shared_task(acks_late=True, ignore_result=True)
def keep_house(**_later: object) -> None:
    """Remove guests that nobody plays, expired credentials, and kept answers older than a day."""
    now = timezone.now()
    while housekeeping.remove_unplayed_guests(now=now):
        pass
    while housekeeping.erase_idle_guests(now=now):
        pass
    housekeeping.remove_expired_credentials(now=now)
    housekeeping.remove_outdated_answers(now=now)


@shared_task(ignore_result=True)
def send_password_reset(*, email: str, **_later: object) -> None:
    """Mail a reset link to each account of an address, if there is any."""
    password_resets.send(email=email)
