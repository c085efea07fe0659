"""Production refuses to start half told; each refusal is one sentence."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

COMPLETE = {
    "ORBWEAVER_ENV": "production",
    "PUBLIC_URL": "https://orbweaver.example",
    "DATABASE_URL": "postgres://user:word@db.example/orbweaver",
    "REDIS_URL": "redis://cache.example/0",
    "SECRET_KEY": secrets.token_urlsafe(60),
}


def read_settings(variables: dict[str, str], show: str = "'fine'") -> tuple[int, str]:
    """Load the settings in a process with these variables alone; return its exit code and last words."""
    code = f"from django.conf import settings; settings.DEBUG; print({show})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[-1]


class TestProduction:
    def test_starts_when_it_is_told_everything(self):
        assert read_settings(COMPLETE) == (0, "fine")

    @pytest.mark.parametrize("name", sorted(set(COMPLETE) - {"ORBWEAVER_ENV"}))
    def test_names_what_it_was_not_told(self, name: str):
        code, words = read_settings({key: value for key, value in COMPLETE.items() if key != name})
        assert code != 0
        assert f"{name} must be set" in words

    @pytest.mark.parametrize(
        "value",
        [
            "aB3_xY9-kLm2Qw8Zr5Tn",
            "a" * 60,
            "change-me-" + secrets.token_hex(30),
            "django-insecure-" + secrets.token_hex(30),
        ],
        ids=["short", "repetitive", "example", "default"],
    )
    def test_refuses_a_secret_that_is_none(self, value: str):
        code, words = read_settings({**COMPLETE, "SECRET_KEY": value})
        assert code != 0
        assert "SECRET_KEY must be" in words

    def test_refuses_the_secret_of_the_example_file(self):
        example = dict(
            line.split("=", 1)
            for line in (ROOT / ".env.example").read_text().splitlines()
            if "=" in line and not line.startswith("#")
        )
        code, words = read_settings({**COMPLETE, "SECRET_KEY": example["SECRET_KEY"]})
        assert code != 0
        assert "SECRET_KEY must be" in words

    @pytest.mark.parametrize(
        ("variables", "words"),
        [
            ({"DEBUG": "true"}, "DEBUG must be off"),
            ({"PUBLIC_URL": "http://orbweaver.example"}, "must begin with https://"),
            ({"PUBLIC_URL": "orbweaver.example"}, "PUBLIC_URL is no web address"),
            ({"DAILY_TIME_ZONE": "Mars/Olympus"}, "DAILY_TIME_ZONE names no time zone: 'Mars/Olympus'"),
            ({"ORBWEAVER_ENV": "staging"}, "ORBWEAVER_ENV is 'staging'"),
            ({"RATE_LIMIT_QUOTAS": "guests=60,moves=0"}, "calls above 0, not 'moves=0'"),
            ({"RATE_LIMIT_QUOTAS": "guests"}, "calls above 0, not 'guests'"),
        ],
    )
    def test_refuses_what_it_cannot_use(self, variables: dict[str, str], words: str):
        code, last = read_settings({**COMPLETE, **variables})
        assert code != 0
        assert words in last

    def test_takes_other_quotas_as_documented(self):
        variables = {**COMPLETE, "RATE_LIMIT_QUOTAS": "guests=60,moves=12000"}
        assert read_settings(variables, "settings.RATE_LIMIT_QUOTAS") == (0, "{'guests': 60, 'moves': 12000}")

    def test_refuses_a_quota_of_nothing_when_it_starts(self):
        variables = {**COMPLETE, "RATE_LIMIT_QUOTAS": "guest=60"}
        code, last = read_settings(variables, "__import__('django').setup()")
        assert code != 0
        assert "RATE_LIMIT_QUOTAS names 'guest'; there are address, caller" in last

    def test_keeps_cookies_to_https(self):
        shown = "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS"
        assert read_settings(COMPLETE, shown) == (0, f"True True {365 * 24 * 60 * 60}")


class TestLocal:
    def test_makes_its_own_secret_once(self, tmp_path: Path):
        variables = {"VAR_DIR": str(tmp_path)}
        first = read_settings(variables, "settings.SECRET_KEY")
        assert first == read_settings(variables, "settings.SECRET_KEY")
        assert first[0] == 0
        assert len(first[1]) >= 50
        assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600

    def test_never_shows_debug_pages_unasked(self, tmp_path: Path):
        assert read_settings({"VAR_DIR": str(tmp_path)}, "settings.DEBUG") == (0, "False")
