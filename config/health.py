"""Two questions that whoever runs the service asks it: are you alive, and can you work."""

import logging

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@never_cache
def alive(_request: HttpRequest) -> JsonResponse:
    """Answer that the process lives, whatever has become of everything else."""
    return JsonResponse({"status": "ok"})


@never_cache
def ready(_request: HttpRequest) -> JsonResponse:
    """Answer whether requests can be served: 503 without the database.

    Play goes on without the cache, so its absence is told but takes no process out of service.
    """
    database, cached = _database_answers(), _cache_answers()
    body = {
        "status": "ok" if database else "unavailable",
        "database": "ok" if database else "down",
        "cache": "ok" if cached else "down",
    }
    if database:
        return JsonResponse(body)
    return JsonResponse(body, status=503, headers={"Retry-After": "5"})


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.warning("readiness: the database does not answer")
        return False
    return True


def _cache_answers() -> bool:
    try:
        cache.get("readyz")
    except (RedisError, OSError):
        logger.warning("readiness: the cache does not answer")
        return False
    return True
