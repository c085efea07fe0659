"""A lane of its own for commands of games, past the middleware that every other request goes through.

Together those cost more than judging a move, and a command needs none of them: its view reads
the credential itself (CSRF included) and answers in the caller's language. What they would add
to the answer is added here: the same headers, a request id in what is logged, and a line in the log.
"""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Mapping
from typing import Final

import structlog
from corsheaders.middleware import CorsMiddleware
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from structlog.contextvars import bind_contextvars, clear_contextvars

from config.problems import ProblemMiddleware, bad_request
from games.api.games_commands import GameCommandsApi

_COMMANDS: Final = re.compile(r"/api/v1/games/([^/\0]+)/commands")

_access_log = structlog.get_logger("django_structlog.middlewares.request")
_access_level = logging.getLogger("django_structlog.middlewares.request")

Handler = Callable[[HttpRequest], HttpResponseBase]


class MoveLane:
    """The first middleware: answers commands, and passes everything else on."""

    def __init__(self, get_response: Handler) -> None:
        """Remember the way of every other request."""
        self._get_response = get_response
        self._view = GameCommandsApi.as_view()
        self._cors = CorsMiddleware(get_response)
        self._problems = ProblemMiddleware(get_response)
        self._fixed_headers: dict[bool, Mapping[str, str]] = {}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        found = _COMMANDS.fullmatch(request.path_info) if request.method == "POST" else None
        if found is None or (settings.SECURE_SSL_REDIRECT and not request.is_secure()):
            return self._get_response(request)
        bind_contextvars(request_id=str(uuid.uuid4()))
        try:
            response = self._answer(request, found[1])
            _log(request, response.status_code)
        finally:
            clear_contextvars()
        return response

    def _answer(self, request: HttpRequest, game_id: str) -> HttpResponseBase:
        try:
            request.get_host()
            response: HttpResponseBase = self._view(request, game_id=game_id)
        except DisallowedHost as error:
            response = bad_request(request, error)
        except Exception as error:  # noqa: BLE001  (answered as everywhere: logged, and told as a problem)
            response = self._problems.process_exception(request, error) or bad_request(request, error)
        is_secure = request.is_secure()
        fixed = self._fixed_headers.get(is_secure)
        if fixed is None:
            fixed = self._fixed_headers[is_secure] = _fixed_headers(request)
        for name, value in fixed.items():
            response.headers.setdefault(name, value)
        if isinstance(response, HttpResponse):
            response.headers.setdefault("Content-Length", str(len(response.content)))
        if "HTTP_ORIGIN" in request.META:
            self._cors.add_response_headers(request, response)
        return response


def _fixed_headers(request: HttpRequest) -> Mapping[str, str]:
    """Return what the middleware of headers adds to every answer."""
    sample = HttpResponse(content_type="application/json")
    for middleware in (SecurityMiddleware, CSPMiddleware, XFrameOptionsMiddleware):
        middleware(lambda _request: sample).process_response(request, sample)
    return {name: value for name, value in sample.items() if name != "Content-Type"}


def _log(request: HttpRequest, status: int) -> None:
    level = logging.INFO if status < 400 else logging.WARNING if status < 500 else logging.ERROR
    if _access_level.isEnabledFor(level):
        _access_log.log(
            level, "request_finished", code=status, request=f"{request.method} {request.get_full_path()}"
        )
