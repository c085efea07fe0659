"""Hand work to the workers by a task's name."""

from __future__ import annotations

from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from players.errors import ServiceUnavailable


def enqueue(task: str, *, queue: str | None = None, expires_s: int | None = None, **arguments: Any) -> None:
    """Send *task* to the workers now; on the queue that its route names, unless *queue* names one.

    Raises:
        ServiceUnavailable: the broker is away; nothing else would make up for the task.
    """
    options = {} if queue is None else {"queue": queue}
    try:
        current_app.send_task(
            task, kwargs=arguments, retry=False, expires=expires_s, ignore_result=True, **options
        )
    except (OperationalError, RedisError, OSError):
        raise ServiceUnavailable from None
