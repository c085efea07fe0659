"""A real Chromium in front of the real server, watched for errors and for calls to other hosts."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.signals import request_finished, request_started
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from scripts import browser as finder
from tests.browser.table import PATIENCE_MS, Table

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}

# Playwright's own loop runs in this thread, and Django would refuse its database here.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    path = finder.find()
    if path is None:
        pytest.fail("There is no Chromium; `python -m scripts.browser` finds or installs one.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Work:
    """What the server has begun to answer and not ended."""

    LOOKS, PAUSE_S = 2, 0.03

    def __init__(self) -> None:
        self._count = 0
        self._lock = threading.Lock()

    def begin(self, **_signal: Any) -> None:
        """Count a request."""
        with self._lock:
            self._count += 1

    def end(self, **_signal: Any) -> None:
        """Count its end."""
        with self._lock:
            self._count -= 1

    def wait(self) -> None:
        """Wait for the end of all, and of what was still on its way to the server."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        idle = 0
        while idle < self.LOOKS:
            assert time.monotonic() < deadline, f"the server is still at work on {self._count} requests"
            time.sleep(self.PAUSE_S)
            idle = 0 if self._count else idle + 1


@pytest.fixture(scope="session")
def work() -> Iterator[Work]:
    """The work of the live server, which is a thread of this process."""
    work = Work()
    request_started.connect(work.begin)
    request_finished.connect(work.end)
    yield work
    request_started.disconnect(work.begin)
    request_finished.disconnect(work.end)


class Watch:
    """What a page must not do: log errors, throw, or call another host."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.allowed: list[str] = []

    def over(self, page: Page, host: str) -> None:
        """Watch *page*."""
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self._look(request.url, host))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def _look(self, url: str, host: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.netloc != host:
            self.faults.append(f"a request to {parts.netloc}")

    def allow(self, text: str) -> None:
        """Expect faults that say *text*: the test causes them."""
        self.allowed.append(text)

    def unexpected(self) -> list[str]:
        """Return all others."""
        return [fault for fault in self.faults if not any(text in fault for text in self.allowed)]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fail at the end for what a page must not do."""
    watching = Watch()
    yield watching
    assert watching.unexpected() == []


@pytest.fixture
def visit(
    chromium: Browser, live_server: Any, watch: Watch, settings: Any, work: Work
) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that opens a browser of its own: a visitor who was never here."""
    settings.CSRF_TRUSTED_ORIGINS = [live_server.url]
    contexts: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        options = DESKTOP | {"locale": "en-GB", "reduced_motion": "reduce"} | options
        context = chromium.new_context(base_url=live_server.url, service_workers="block", **options)
        context.on("page", lambda page: watch.over(page, urlsplit(live_server.url).netloc))
        contexts.append(context)
        return context

    yield open_context
    for context in contexts:
        context.close()
    work.wait()  # a page may leave with a request on its way, and the database is emptied next


@pytest.fixture
def page(visit: Callable[..., BrowserContext]) -> Page:
    """A visitor's page on a desktop."""
    return visit().new_page()


@pytest.fixture
def table(page: Page) -> Table:
    """The table on that page."""
    return Table(page)
