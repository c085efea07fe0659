"""Callers and a clock for the tests of dailies."""

import pytest

from tests.games.publishing import NOON, Clock
from tests.playing import Caller, new_caller


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stop the clock of the service at noon of `TODAY`; return what sets it to another instant."""
    clock = Clock(NOON)
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture
def stranger() -> Caller:
    """Somebody who is not signed in."""
    return Caller()


@pytest.fixture
def alice() -> Caller:
    """An account with a token to play with."""
    return new_caller()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the tasks that reach the broker's client."""
    tasks: list[str] = []
    monkeypatch.setattr("celery.app.base.Celery.send_task", lambda _app, name, **_options: tasks.append(name))
    return tasks
