"""The two questions of whoever runs the service."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]

ASK = """
import django, sys, time
django.setup()
from django.test import Client
client = Client(SERVER_NAME="localhost")
client.get("/readyz")  # loads what is loaded once
began = time.monotonic()
answer = client.get(sys.argv[1])
is_quick = time.monotonic() - began < 8
print(answer.status_code, answer.headers.get("Retry-After"), is_quick, answer.content.decode())
"""


def ask_elsewhere(path: str, **variables: str) -> str:
    """Ask a process of its own, which looks for its servers where *variables* say."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, path],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


class TestHealthz:
    def test_answers_without_asking_anything_else(self):
        nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"}
        assert ask_elsewhere("/healthz", **nowhere) == '200 None True {"status": "ok"}'


class TestReadyz:
    @pytest.mark.django_db
    def test_is_ready_with_database_and_cache(self, client: Client):
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok", "cache": "ok"})

    def test_stays_ready_without_the_cache(self):
        body = '{"status": "ok", "database": "ok", "cache": "down"}'
        assert ask_elsewhere("/readyz", REDIS_URL="redis://127.0.0.1:9/0") == f"200 None True {body}"

    def test_is_not_ready_without_the_database(self):
        answer = ask_elsewhere("/readyz", DATABASE_URL="postgres://nobody@127.0.0.1:9/none")
        assert answer == '503 5 True {"status": "unavailable", "database": "down", "cache": "ok"}'

    @pytest.mark.django_db
    def test_runs_on_the_real_postgresql(self):
        assert connection.vendor == "postgresql"
