"""A missing daily is an alarm in the metrics."""

import pytest
from django.db import DatabaseError
from prometheus_client import REGISTRY, generate_latest
from structlog.testing import capture_logs

from games.models import Daily
from tests.games.publishing import CLOSES, NOON, TODAY, publish_day
from tests.games.test_dailies_publication import prepare


def missing(day: str) -> float | None:
    return REGISTRY.get_sample_value("orbweaver_dailies_missing", {"day": day})


@pytest.mark.django_db
class TestDailiesMissing:
    def test_counts_those_of_today_tomorrow_and_the_week(self, at):
        assert (missing("today"), missing("tomorrow"), missing("week")) == (6, 6, 48)
        publish_day(TODAY, now=NOON)
        assert (missing("today"), missing("tomorrow"), missing("week")) == (0, 6, 42)
        prepare(now=NOON)
        assert (missing("today"), missing("tomorrow"), missing("week")) == (0, 0, 0)
        Daily.objects.filter(date="2026-11-30", variant="spider-1").delete()
        assert (missing("today"), missing("tomorrow"), missing("week")) == (0, 1, 1)

    def test_moves_on_at_midnight(self, at):
        publish_day(TODAY, now=NOON)
        at(CLOSES)
        assert missing("today") == 6


def test_the_other_metrics_are_there_while_the_database_is_away(monkeypatch):
    def away(_now: object) -> None:
        raise DatabaseError("away")

    monkeypatch.setattr("games.selectors.dailies.missing", away)
    with capture_logs() as logs:
        told = generate_latest(REGISTRY).decode()
    assert "python_info" in told
    assert "orbweaver_dailies_missing{" not in told
    assert [log["event"] for log in logs] == ["metrics: the database does not answer"]
