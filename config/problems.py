"""Anticipated error → RFC 9457 problem: the only place where the two meet.

`exception_handler` serves the views of the API; the middleware and the handlers below it what
fails before or outside of them. Nothing of an unanticipated error is told but that it happened.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.core import exceptions as django_exceptions
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.encoding import escape_uri_path
from django.views import defaults
from django.views.csrf import csrf_failure as csrf_failure_page
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from config import pages
from config.problem_table import FIELD_MESSAGES, KINDS
from games import engine
from players.api.bodies import BODY_LIMIT
from players.errors import CsrfFailed, DomainError, FieldError, MalformedBody, PreconditionFailed

logger = logging.getLogger("orbweaver.errors")

MEDIA_TYPE: Final = "application/problem+json"
API_PREFIX: Final = "/api/"
TYPE_PREFIX: Final = "/api/v1/problems/"
DATABASE_RETRY_AFTER: Final = 5  # seconds

_OUTDATED: Final = "0A000"  # a migration gave a column another type than a prepared statement knows
_READ_ONLY: Final = "25006"  # a replica answers in the place of the database
_CODED_BY_ENGINE: Final = (engine.MalformedMoveError, engine.IllegalMoveError, engine.InvalidGameCodeError)
_CODES_OF_OTHERS: Final[Sequence[tuple[type[Exception], str]]] = (
    (exceptions.NotAuthenticated, "unauthenticated"),
    (exceptions.AuthenticationFailed, "unauthenticated"),
    (exceptions.PermissionDenied, "permission_denied"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "rate_limited"),
    (exceptions.ParseError, "malformed_body"),
    (Http404, "not_found"),
    (django_exceptions.PermissionDenied, "permission_denied"),
    (django_exceptions.BadRequest, "bad_request"),
    (django_exceptions.SuspiciousOperation, "bad_request"),
    (engine.InvalidNotationError, "malformed_command"),
    (engine.UnknownVariantError, "unknown_variant"),
)


class _Facts(dict[str, Any]):
    """Params for a sentence; one that is missing is left as its name."""

    def __missing__(self, name: str) -> str:
        return name


def problem(
    code: str,
    *,
    instance: str,
    params: Mapping[str, Any] | None = None,
    extra: Mapping[str, Any] | None = None,
    errors: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return the members of a problem of *code*, its words in the active language."""
    kind = KINDS[code]
    facts = dict(params or {})
    words = kind.reasons.get(str(facts.get("reason")), kind.detail)
    members = {
        "type": f"{TYPE_PREFIX}{code}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": str(words).format_map(_Facts(facts)),
        "instance": instance,
        "code": code,
        "params": facts,
    }
    if errors:
        members["errors"] = list(errors)
    return members | dict(extra or {})


def problem_of(error: Exception, *, instance: str) -> dict[str, Any] | None:
    """Return the problem that *error* amounts to; None when nobody anticipated it."""
    if isinstance(error, DomainError) and error.code in KINDS:
        listed = [_field_problem(each) for each in error.errors]
        return problem(error.code, instance=instance, params=error.params, extra=error.extra, errors=listed)
    if isinstance(error, _CODED_BY_ENGINE):
        return problem(error.code, instance=instance, params=error.params)
    if isinstance(error, exceptions.ValidationError):
        return problem("invalid_input", instance=instance, errors=list(_flatten(error.detail)))
    if isinstance(error, django_exceptions.RequestDataTooBig):
        return problem("body_too_large", instance=instance, params={"limit": BODY_LIMIT})
    code = next((code for kind, code in _CODES_OF_OTHERS if isinstance(error, kind)), None)
    if _is_database_away(error):
        code = "service_unavailable"
    return None if code is None else problem(code, instance=instance)


def _is_database_away(error: Exception) -> bool:
    """Tell whether the database cannot serve just now: the same call may succeed soon."""
    sqlstate = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, (OperationalError, InterfaceError)) or sqlstate in (_OUTDATED, _READ_ONLY)


def _field_problem(error: FieldError) -> dict[str, Any]:
    words = FIELD_MESSAGES.get(error.code, KINDS["invalid_input"].title)
    detail = str(words).format_map(_Facts(error.params))
    return {"field": error.field, "code": error.code, "detail": detail, "params": dict(error.params)}


def _flatten(detail: Any, field: str = "") -> Iterator[dict[str, Any]]:
    """Yield one entry for each message of a serializer, fields inside fields with a dot."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _flatten(inner, ".".join(part for part in (field, own) if part))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flatten(inner, field)
    else:
        code = getattr(detail, "code", None) or "invalid"
        yield {"field": field, "code": code, "detail": str(FIELD_MESSAGES.get(code, detail)), "params": {}}


def _headers(error: Exception, status: int) -> dict[str, str]:
    headers: dict[str, str] = {}
    retry_after = getattr(error, "retry_after", None) or getattr(error, "wait", None)
    if _is_database_away(error):
        retry_after = DATABASE_RETRY_AFTER
    if retry_after is not None:
        headers["Retry-After"] = str(int(retry_after))
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="orbweaver"'
    if status == 415:
        headers["Accept"] = "application/json"
    return headers


def _report(error: Exception, request: HttpRequest | None, status: int) -> None:
    """Log what is our own fault, and tell whoever listens for it (the test client does)."""
    if _is_database_away(error):
        if not connection.in_atomic_block:
            connection.close()  # the next call gets a new one, which knows nothing outdated
        # One line each: while the database is away there is one for every request.
        reason = (str(error).splitlines() or [""])[0]
        logger.error("%s: the database is away (%s)", type(error).__name__, reason)
    elif status == 500:
        path = "" if request is None else request.path
        logger.error("%s while answering %s", type(error).__name__, path, exc_info=error)
        got_request_exception.send(sender=problem_of, request=request)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer for a view of the API that raised *error* (DRF's EXCEPTION_HANDLER)."""
    request = getattr(context.get("request"), "_request", None)
    instance = "" if request is None else escape_uri_path(request.path)
    data = problem_of(error, instance=instance) or problem("internal_error", instance=instance)
    status = int(data["status"])
    _report(error, request, status)
    set_rollback()
    return Response(data, status=status, headers=_headers(error, status), content_type=MEDIA_TYPE)


def problem_response(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer for a plain Django view or a middleware that raised *error*."""
    instance = escape_uri_path(request.path)
    data = problem_of(error, instance=instance) or problem("internal_error", instance=instance)
    status = int(data["status"])
    response = HttpResponse(
        json.dumps(data, ensure_ascii=False),
        status=status,
        content_type=MEDIA_TYPE,
        headers=_headers(error, status),
    )
    response.headers["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ("Accept-Language", "Authorization", "Cookie"))
    return response


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(API_PREFIX)


class ProblemMiddleware(MiddlewareMixin):
    """Problems for API calls that fail outside of DRF's views, and for text that no view could store."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Refuse the null character, which PostgreSQL has no place for, in an address."""
        if not _is_api(request):
            return None
        if "\0" in request.path_info:
            return problem_response(request, Http404())
        if "%00" in request.META.get("QUERY_STRING", ""):
            return problem_response(request, MalformedBody("bad_character", character="U+0000"))
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Give Django's bare answer to a failed condition the form of a problem."""
        if response.status_code != 412 or not _is_api(request):
            return response
        answer = problem_response(request, PreconditionFailed())
        for name, value in response.items():
            if name not in ("Content-Type", "Content-Length"):
                answer.headers[name] = value
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a view that is not DRF's."""
        return fault(request, exception) if _is_api(request) else None


def fault(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what failed outside of DRF's views, and report it."""
    response = problem_response(request, exception)
    _report(exception, request, response.status_code)
    return response


@csrf_exempt  # nothing is here, whoever asks
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:  # noqa: ARG001
    """Answer 404: a problem under /api/, else a page (handler404, and the API's last route)."""
    if _is_api(request):
        return problem_response(request, Http404())
    return pages.missing(request)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer 500 (handler500): what failed has been logged by Django."""
    return problem_response(request, Exception()) if _is_api(request) else defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer what Django found suspicious (handler400)."""
    if not _is_api(request):
        return defaults.bad_request(request, exception)
    anticipated = problem_of(exception, instance="") is not None
    return problem_response(request, exception if anticipated else django_exceptions.BadRequest())


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 403 (handler403)."""
    if not _is_api(request):
        return defaults.permission_denied(request, exception)
    return problem_response(request, exceptions.PermissionDenied())


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Answer a failed CSRF check of Django's middleware (CSRF_FAILURE_VIEW)."""
    if not _is_api(request):
        return csrf_failure_page(request, reason=reason)
    return problem_response(request, CsrfFailed(reason))
