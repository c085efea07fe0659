"""Writes to a published daily. Making new ones is `publication`, which only workers import."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction

from games.errors import DailyVoid
from games.models import Daily

logger = structlog.get_logger(__name__)


def void(*, daily_id: int, reason: str, by: str, now: datetime) -> Daily:
    """Withdraw a daily for a public *reason*, on the word of the staff member called *by*.

    It neither counts for streaks nor breaks them from here on; games at it can go on, unranked.
    Its secrets are revealed at `final_at` like any other's.

    Raises:
        ValueError: the reason is empty.
        DailyVoid: it was withdrawn before; the first reason stands.
    """
    said = " ".join(reason.split())
    if not said:
        raise ValueError("a daily is withdrawn for a reason that everybody can read")
    with transaction.atomic():
        changed = Daily.objects.filter(pk=daily_id, voided_at__isnull=True).update(
            voided_at=now, void_reason=said
        )
        daily = Daily.objects.get(pk=daily_id)
    if not changed:
        raise DailyVoid(reason=daily.void_reason)
    logger.warning("daily_voided", daily=str(daily), reason=said, by=by)
    return daily
