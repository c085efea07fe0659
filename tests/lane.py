"""A test client that asks the service as its web server does: commands go through their lane."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler

from config.move_lane import MoveLane


class LaneHandler(ClientHandler):
    """Django's handler for tests, behind the lane."""

    def __init__(self, enforce_csrf_checks: bool) -> None:
        """Put the lane before what Django's handler does."""
        super().__init__(enforce_csrf_checks)
        self._lane = MoveLane(cast("Any", super().__call__))

    def __call__(self, environ: dict[str, Any]) -> Any:
        """Answer as the lane does, or as Django would."""
        answer = self._lane.answer(environ)
        if answer is None:
            return super().__call__(environ)
        response: Any = HttpResponse(answer.body, status=answer.status, headers=answer.headers)
        response.wsgi_request = None  # the client looks there for what no command has
        return response


class LaneClient(Client):
    """Django's client over that handler."""

    def __init__(self, **options: Any) -> None:
        """Take the options of Django's."""
        super().__init__(**options)
        self.handler = LaneHandler(options.get("enforce_csrf_checks", False))
