"""A daily of today that is missing is made, and the caller told to come back."""

from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from tests.games.publishing import NOON, TODAY, publish

pytestmark = pytest.mark.django_db


class TestMissingToday:
    PATHS = (
        "/dailies",
        "/dailies?date=2026-11-29",
        "/dailies/2026-11-29/spider-2",
        "/dailies/2026-11-29/spider-2/reveal",
    )

    @pytest.mark.parametrize("path", PATHS)
    def test_is_made_at_once_and_the_caller_told_to_come_back(
        self, at, stranger, sent, path, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            answer = stranger.get(path)
        assert (answer.status, answer["code"]) == (503, "daily_not_ready")
        assert 1 <= int(answer.headers["Retry-After"]) <= 30
        assert "no-store" in answer.headers["Cache-Control"]
        assert sent == ["games.tasks.prepare_dailies"]

    def test_is_asked_for_once_by_many(self, at, stranger, sent, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            for path in self.PATHS:
                stranger.get(path)
        assert sent == ["games.tasks.prepare_dailies"]

    def test_hides_none_of_those_that_are_there(self, at, stranger, sent, django_capture_on_commit_callbacks):
        publish(TODAY, "spiderette-1", now=NOON)
        with django_capture_on_commit_callbacks(execute=True):
            assert [item["variant"] for item in stranger.get("/dailies")["items"]] == ["spiderette-1"]
        assert sent == ["games.tasks.prepare_dailies"]

    @pytest.mark.parametrize("address", ["redis://127.0.0.1:9", "redis+socket:///nonexistent/valkey.sock"])
    def test_is_no_error_of_ours_while_the_broker_is_away(
        self, at, stranger, address, django_capture_on_commit_callbacks
    ):
        from config.celery import app

        kept = app.conf.broker_url, app.conf.broker_write_url
        app.pool.force_close_all()
        app.__dict__.pop("amqp", None)
        app.conf.update(broker_url=address, broker_write_url=address)
        app._pool = None
        try:
            started = datetime.now(UTC)
            with capture_logs() as logs, django_capture_on_commit_callbacks(execute=True):
                answer = stranger.get("/dailies")
            took = datetime.now(UTC) - started
        finally:
            app.conf.update(broker_url=kept[0], broker_write_url=kept[1])
            app.__dict__.pop("amqp", None)
            app._pool = None
        assert (answer.status, answer["code"]) == (503, "daily_not_ready")
        assert [entry["event"] for entry in logs if entry["event"] == "broker_away"] == ["broker_away"]
        assert took < timedelta(seconds=3)
