"""What every test stands on: a real PostgreSQL and a real Valkey, and no way out of this machine."""

import ipaddress
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.conf import settings

from config.embedded.errors import EmbeddedError
from config.embedded.services import Services
from config.messages import compile_messages

_services: Services | None = None


def pytest_configure(config: pytest.Config) -> None:
    """Start the services once; with xdist the controlling process does it for its workers."""
    global _services  # noqa: PLW0603  (pytest has no other place between two hooks)
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    for folder in settings.LOCALE_PATHS:
        compile_messages(folder)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        # Like the database, whose name pytest-django extends, each worker's cache is its own.
        url = settings.REDIS_URL.partition("?db=")[0] + f"?db={int(worker.removeprefix('gw')) + 1}"
        settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = url
        return
    if config.option.collectonly or config.option.help:
        return
    services = Services(
        settings.EMBEDDED_DIR,
        with_postgres="DATABASE_URL" not in os.environ,
        with_valkey="REDIS_URL" not in os.environ,
        throwaway=True,
    )
    try:
        services.start()
    except EmbeddedError as error:
        raise pytest.UsageError(f"{error} Set VAR_DIR to run these tests elsewhere.") from error
    _services = services


def pytest_unconfigure() -> None:
    """Stop what was started."""
    if _services is not None:
        _services.stop()


@pytest.fixture(scope="session", autouse=True)
def loopback_only() -> Iterator[None]:
    """Refuse connections to other machines."""
    connect: Any = socket.socket.connect

    def guarded(self: socket.socket, address: Any, /) -> None:
        if self.family != socket.AF_UNIX:
            host = address[0]
            if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
                raise AssertionError(f"a test tried to reach another machine: {host}")
        connect(self, address)

    socket.socket.connect = guarded  # type: ignore[method-assign, assignment]
    yield
    socket.socket.connect = connect  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def clean_cache(request: pytest.FixtureRequest) -> None:
    """Forget throttles and cached answers of the test before."""
    uses_database = {"db", "transactional_db", "live_server"} & set(request.fixturenames)
    if uses_database or request.node.get_closest_marker("django_db") is not None:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.flushdb()
