"""What workers do for dailies: thin, safe to run twice, in any number of workers at once."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.services import publication


@shared_task(acks_late=True, ignore_result=True)
def prepare_dailies(**_later: object) -> None:
    """Publish what is missing of today and the days ahead, and say so loudly if something stays missing."""
    publication.prepare(now=timezone.now())
