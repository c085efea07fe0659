"""Ask the workers for something, by the task's name: the web process never imports what they do."""

from __future__ import annotations

from typing import Any

import structlog
from django.core.cache import cache
from django.db import transaction
from redis.exceptions import RedisError

from games.selectors import dailies
from players.api import enqueue as now
from players.errors import ServiceUnavailable

logger = structlog.get_logger(__name__)


def enqueue(task: str, *, queue: str | None = None, expires_s: int | None = None, **arguments: Any) -> None:
    """Send *task* to the workers once the transaction has been committed.

    Never an error to the caller: with the broker away it is logged, and the next sweep makes up for it.
    """

    def send() -> None:
        try:
            now.enqueue(task, queue=queue, expires_s=expires_s, **arguments)
        except ServiceUnavailable:
            logger.warning("broker_away", task=task)

    transaction.on_commit(send)


def ask_for_missing_dailies() -> None:
    """Have today's dailies made now; of many calls in the same seconds one is passed on."""
    try:
        if not cache.add("dailies-asked-for", value=True, timeout=dailies.RETRY_SECONDS):
            return
    except (RedisError, OSError):
        logger.warning("cache_away", doing="ask for missing dailies")
    enqueue("games.tasks.prepare_dailies", expires_s=60)
