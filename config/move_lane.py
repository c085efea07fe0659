"""A lane of its own for commands of games, past everything that every other request goes through.

Django's handler, its signals and the middleware together cost several times what judging a move
does, and a command needs none of them: its view reads the credential itself (CSRF included) and
answers in the caller's language. What they would do besides is done here: the same headers, a
request id in what is logged, a line in the log, metrics, and no database connection that has died.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import structlog
from corsheaders.middleware import CorsMiddleware
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import translation

from config import logs, metrics
from config.problems import bad_request, fault
from config.requests import Utf8Request, measure_chunked_body
from games.api import games_commands
from games.api.games_commands import Answer

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Ids of games are ASCII; whatever else stands there, Django says that it is not found.
_COMMANDS: Final = re.compile("/api/v1/games/([!-.0-~]+)/commands")
_ROUTE: Final = "api/v1/games/<str:game_id>/commands"
_STATUS_LINES: Final = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}

_access_log = structlog.get_logger("django_structlog.middlewares.request")
_access_level = logging.getLogger("django_structlog.middlewares.request")

_HOSTS_LIMIT: Final = 64
"""Of the hosts that were found good so many are remembered: a setting may allow any name under a domain."""


class LazyRequest(Utf8Request):
    """Django's request, read from its environment when more of it is asked for than a move needs."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        """Remember *environ*."""
        self.environ = environ
        self.META = environ

    def __getattr__(self, name: str) -> Any:
        """Read the whole of it at the first question after something that is not there yet."""
        if "path" in self.__dict__:
            raise AttributeError(name)
        super().__init__(self.environ)
        return getattr(self, name)


class MoveLane:
    """The WSGI application: answers commands, and leaves everything else to Django's."""

    def __init__(self, django_application: WSGIApplication) -> None:
        """Remember the way of every other request."""
        self._django = django_application
        self._fixed_headers: Mapping[str, str] | None = None
        self._hosts: set[str] = set()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        measure_chunked_body(environ)
        answer = self.answer(environ)
        if answer is None:
            return self._django(environ, start_response)
        start_response(_STATUS_LINES[answer.status], list(answer.headers.items()))
        return [answer.body]

    def answer(self, environ: WSGIEnvironment) -> Answer | None:
        """Return the answer to a command; None for any other request, which is left as it is."""
        if environ["REQUEST_METHOD"] != "POST":
            return None
        found = _COMMANDS.fullmatch(environ["PATH_INFO"])
        if found is None:
            return None
        request = LazyRequest(environ)
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return None
        began = time.perf_counter()
        bound = logs.COMMAND_ENVIRON.set(environ)
        try:
            answer = self._judged(request, found[1])
            _log(request, answer.status)
        finally:
            logs.COMMAND_ENVIRON.reset(bound)
        if self._fixed_headers is None:
            self._fixed_headers = _fixed_headers(request)
        headers = {**self._fixed_headers, **answer.headers, "Content-Length": str(len(answer.body))}
        if "HTTP_ORIGIN" in environ:
            headers |= _cors_headers(request)
        metrics.count("POST", _ROUTE, answer.status, time.perf_counter() - began)
        return Answer(answer.status, headers, answer.body)

    def _judged(self, request: HttpRequest, game_id: str) -> Answer:
        connection = connections[DEFAULT_DB_ALIAS]
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        try:
            self._check_host(request)
            return games_commands.answer(request, game_id)
        except DisallowedHost as error:
            return _without_view(request, bad_request, error)
        except Exception as error:  # noqa: BLE001  (answered as everywhere: logged, and told as a problem)
            return _without_view(request, fault, error)

    def _check_host(self, request: HttpRequest) -> None:
        """Check that the request was meant for us; of the hosts found good some are remembered.

        Raises:
            DisallowedHost: it was not.
        """
        if "HTTP_X_FORWARDED_HOST" in request.META:
            request.get_host()
            return
        host = request.META.get("HTTP_HOST")
        if host not in self._hosts:
            request.get_host()
            if host is not None and len(self._hosts) < _HOSTS_LIMIT:
                self._hosts.add(host)


def _without_view(
    request: HttpRequest, answer: Callable[[HttpRequest, Exception], HttpResponseBase], error: Exception
) -> Answer:
    # No middleware has looked for the caller's language before.
    with translation.override(translation.get_language_from_request(request)):
        response = answer(request, error)
        headers = {**response.headers, "Content-Language": translation.get_language()}
    return Answer(response.status_code, headers, getattr(response, "content", b""))


def _no_response(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(content_type="application/json")


_cors: Final = CorsMiddleware(_no_response)


def _cors_headers(request: HttpRequest) -> Mapping[str, str]:
    """Return what a page of another origin needs to be let in."""
    sample = HttpResponse()
    _cors.add_response_headers(request, sample)
    return {name: value for name, value in sample.items() if name.lower().startswith("access-control-")}


def _fixed_headers(request: HttpRequest) -> Mapping[str, str]:
    """Return what the middleware of headers adds to every answer; all of them take the same scheme."""
    sample = HttpResponse(content_type="application/json")
    for middleware in (SecurityMiddleware, CSPMiddleware, XFrameOptionsMiddleware):
        middleware(_no_response).process_response(request, sample)
    return {name: value for name, value in sample.items() if name != "Content-Type"}


def _log(request: HttpRequest, status: int) -> None:
    level = logging.INFO if status < 400 else logging.WARNING if status < 500 else logging.ERROR
    if _access_level.isEnabledFor(level):
        _access_log.log(
            level, "request_finished", code=status, request=f"{request.method} {request.get_full_path()}"
        )
