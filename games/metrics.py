"""What is asked of the database at each scrape: whether the dailies are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import structlog
from django.db import DatabaseError, connection
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

from games.selectors import dailies

logger = structlog.get_logger(__name__)


class DailiesCollector(Collector):
    """How many dailies of today, of tomorrow and of the week are missing; more than 0 is an alarm.

    Read from the database when asked, so that every process tells the same and none tells
    what it knew yesterday.
    """

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Tell the name, without asking the database."""
        yield self._gauge()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Count what is missing; nothing is told while the database is away."""
        now = timezone.now()
        try:
            missing = Counter(on for on, _variant in dailies.missing(now))
        except DatabaseError:
            logger.warning("metrics: the database does not answer")
            return
        finally:
            if not connection.in_atomic_block:
                connection.close()  # each scrape is a thread of its own
        today = dailies.today(now)
        gauge = self._gauge()
        gauge.add_metric(["today"], missing[today])
        gauge.add_metric(["tomorrow"], missing[today + timedelta(days=1)])
        gauge.add_metric(["week"], missing.total())
        yield gauge

    @staticmethod
    def _gauge() -> GaugeMetricFamily:
        return GaugeMetricFamily(
            "orbweaver_dailies_missing", "Dailies that are not published, of six a day.", labels=["day"]
        )


def register() -> None:
    """Add the collector to what this process exports."""
    REGISTRY.register(DailiesCollector())
