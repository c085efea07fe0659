"""A browser for tests of players: cookies, and Django's CSRF checks as in production."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings

from tests.lane import LaneClient
from tests.playing import Answer, Caller

PASSWORD = "seven quiet spiders"
NEW_PASSWORD = "eight louder beetles"


class Page(Caller):
    """The web page in one browser."""

    def __init__(self) -> None:
        super().__init__()
        self.client = LaneClient(raise_request_exception=False, enforce_csrf_checks=True)

    @property
    def session_key(self) -> str | None:
        cookie = self.client.cookies.get(settings.SESSION_COOKIE_NAME)
        return cookie.value if cookie is not None and cookie.value else None

    @property
    def csrf_token(self) -> str:
        return self.client.cookies[settings.CSRF_COOKIE_NAME].value

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Call like the page: with its cookies, and the CSRF token if it has one."""
        if settings.CSRF_COOKIE_NAME in self.client.cookies:
            headers.setdefault("X-CSRFToken", self.csrf_token)
        return super().call(method, path, body, **headers)

    def open(self) -> Page:
        """Make the page's first call, which gives it the CSRF cookie."""
        self.call("GET", "/me")
        return self


def guest_page() -> Page:
    """Return a page whose guest was just made."""
    page = Page().open()
    answer = page.post("/guests", {"session": True})
    assert answer.status == 201, answer.body
    return page


def account_page(name: str = "haneul") -> Page:
    """Return a page that registered an account."""
    page = Page().open()
    answer = page.post("/auth/register", {"name": name, "password": PASSWORD, "session": True})
    assert answer.status == 201, answer.body
    return page


def guest_client() -> Caller:
    """Return a client whose guest was just made."""
    answer = Caller().post("/guests", {})
    assert answer.status == 201, answer.body
    return Caller(token=answer["token"])


def account_client(name: str = "haneul", **more: Any) -> Caller:
    """Return a client that registered an account."""
    answer = Caller().post("/auth/register", {"name": name, "password": PASSWORD, **more})
    assert answer.status == 201, answer.body
    return Caller(token=answer["token"])


def sent(value: Any) -> bytes:
    """Return *value* as a body."""
    return json.dumps(value).encode()
