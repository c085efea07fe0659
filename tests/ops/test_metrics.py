"""Metrics: counted by route, and served on private ports alone."""

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config.metrics import REQUESTS, _ports

ROOT = Path(__file__).resolve().parents[2]


def requests_of(route: str, status: str) -> float:
    (family,) = REQUESTS.collect()
    labels = {"method": "GET", "route": route, "status": status}
    samples = [sample for sample in family.samples if sample.name.endswith("_total")]
    return sum(sample.value for sample in samples if sample.labels == labels)


class TestRequestMetrics:
    def test_counts_an_answer_by_its_route(self, client: Client):
        before = requests_of("healthz", "200")
        client.get("/healthz")
        assert requests_of("healthz", "200") == before + 1

    def test_makes_no_series_of_what_strangers_ask_for(self, client: Client):
        before = requests_of("none", "404")
        for address in ("/wp-login.php", "/.env", "/x/y/z"):
            client.get(address)
        assert requests_of("none", "404") == before + 3


class TestExport:
    def test_takes_the_first_free_port_and_is_never_public(self, client: Client):
        assert client.get("/metrics").status_code == 404
        code = (
            "import django; django.setup()\n"
            "from config import metrics\n"
            "metrics.export(); metrics.export()\n"
            "print('up', flush=True); input()"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "METRICS_PORTS": "21611-21612",
                "VAR_DIR": str(ROOT / "var"),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"up\n"
            for port in (21611, 21612):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                    assert b"orbweaver_request_seconds" in answer.read()
            process.communicate(b"\n")

    @pytest.mark.parametrize("text", ["nine", "9101-nine", "-"])
    def test_refuses_what_is_no_range(self, text: str):
        with pytest.raises(ImproperlyConfigured, match="METRICS_PORTS must be like"):
            _ports(text)
