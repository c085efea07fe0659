"""The whole API against its own description, by inputs that nobody thought of (schemathesis)."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from config import openapi
from config.wsgi import application
from games import engine
from players import throttling
from tests.playing import new_caller, new_daily

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "4"))
CHECKS = [
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
]

schema: Any = schemathesis.openapi.from_dict(openapi.schema())
schema.app = application


@pytest.fixture
def caller(monkeypatch, settings):
    """A player with every scope on a day like any other, and quotas that nobody meets."""
    settings.PASSWORD_HASHERS = ["tests.players.hashers.CheapArgon2PasswordHasher"]
    # As Django's own test client does: the test's transaction lives in this connection.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    monkeypatch.setattr(throttling, "refuse_exhausted", lambda _standings: None)
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for variant in engine.VARIANTS:
        new_daily(variant=variant)
        new_daily(variant=variant, opens_at=midnight - timedelta(days=5))
    yield new_caller(scopes=("play", "profile", "groups"))
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


@schema.parametrize()
@hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize="FUZZ_EXAMPLES" not in os.environ,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_answers_as_described(case, caller):
    response = case.call(headers={**caller.headers, "Host": "localhost"})
    case.validate_response(response, checks=CHECKS)
