"""What workers do for standings: proofs and repairs, from time to time."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games.selectors import dailies
from leaderboards.services import reconciliation

_DAYS_BACK = 3


@shared_task(name="leaderboards.tasks.reconcile", acks_late=True, ignore_result=True)
def reconcile(**_later: object) -> None:
    """Prove the boards of the latest dailies from the games, and repair them. Safe twice at once.

    What is found is logged as an error: nothing should ever be.
    """
    now = timezone.now()
    since = dailies.today(now) - timedelta(days=_DAYS_BACK)
    for _finding in reconciliation.reconcile(now=now, repair=True, since=since):
        pass
