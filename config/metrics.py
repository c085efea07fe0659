"""Prometheus metrics of requests and tasks, served on ports that the public never sees.

Each process has a port of its own from the range METRICS_PORTS, so that nothing is shared and
nothing is lost when one ends. The few metrics here cost a request about 8 us; django-prometheus
would take 48 of the 1,200 that a judged move may cost.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Counter, Histogram, start_http_server

logger = structlog.get_logger(__name__)

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

REQUESTS = Counter("orbweaver_requests", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "orbweaver_request_seconds", "From a request's arrival to its answer.", ["route"], buckets=_SECONDS
)
TASKS = Counter("orbweaver_tasks", "Tasks that a worker has ended.", ["task", "state"])

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMetrics:
    """The outermost middleware: counts and times every answer by its route, never by its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and count the answer."""
        began = time.perf_counter()
        response = self._get_response(request)
        # The pattern that the address matched: addresses themselves are without number.
        route = "none" if request.resolver_match is None else str(request.resolver_match.route)
        method = request.method if request.method in _METHODS else "other"
        count(method, route, response.status_code, time.perf_counter() - began)
        return response


def count(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answer."""
    counter, clock = _series(method, route, status)
    counter.inc()
    clock.observe(seconds)


@cache
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, status), REQUEST_SECONDS.labels(route)


def export() -> None:
    """Serve this process's metrics on the first free port of METRICS_PORTS; nothing if that is empty.

    Raises:
        ImproperlyConfigured: METRICS_PORTS is no port or range.
    """
    for port in _ports(settings.METRICS_PORTS):
        try:
            start_http_server(port, settings.METRICS_ADDRESS)
        except OSError:
            continue
        logger.info("metrics_exported", port=port)
        return
    if settings.METRICS_PORTS:
        logger.error("metrics_not_exported", ports=settings.METRICS_PORTS)


def _ports(text: str) -> range:
    """Read a port or a range of ports.

    >>> list(_ports("9101-9103")), list(_ports("9101")), list(_ports(""))
    ([9101, 9102, 9103], [9101], [])
    """
    if not text:
        return range(0)
    first, _dash, last = text.partition("-")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError as error:
        raise ImproperlyConfigured(f"METRICS_PORTS must be like 9101-9109, not {text!r}.") from error


def count_task(task: Any = None, state: str | None = None, **_signal: Any) -> None:
    """Count a task that has ended (Celery's `task_postrun`)."""
    TASKS.labels(getattr(task, "name", "none"), state or "none").inc()
