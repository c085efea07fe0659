"""The two questions of whoever runs the service."""

import pytest
from django.db import connection
from django.test import Client


class TestHealthz:
    def test_answers_without_asking_anything_else(self, client: Client):
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
class TestReadyz:
    def test_is_ready_with_database_and_cache(self, client: Client):
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok", "cache": "ok"})

    def test_runs_on_the_real_postgresql(self):
        assert connection.vendor == "postgresql"
