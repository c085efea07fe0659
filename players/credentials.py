"""How callers prove who they are: tokens, session cookies, and the CSRF check of the latter.

A token's text is ``orb_<prefix>_<secret>``. The database keeps the prefix, by which a token is
found, and a SHA-256 of the whole text: the secret is random and long, so nothing slower is needed.

A caller that does its own read (a judged move is one statement) needs from here only
`presented_token`, `session_key`, `digest_matches` and `check_csrf`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import string
from datetime import timedelta
from typing import Final, Literal, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from players.errors import CsrfFailed, Unauthenticated, UnsupportedMediaType

SCOPES: Final = ("play", "profile", "groups", "bot")
SESSION_SCOPES: Final = frozenset({"play", "profile", "groups"})
GUEST_SCOPES: Final = ("play", "profile")

SEEN_INTERVAL: Final = timedelta(hours=1)
"""`last_used_at` and `last_seen_at` are not rewritten more often than this."""

_ALPHABET: Final = string.ascii_letters + string.digits
_PREFIX_LENGTH: Final = 10
_SECRET_LENGTH: Final = 32  # 190 bits
_BEARER: Final = re.compile(
    rf"(?i:bearer) +(orb_([a-zA-Z0-9]{{{_PREFIX_LENGTH}}})_[a-zA-Z0-9]{{{_SECRET_LENGTH}}}) *"
)
_SESSION_KEY: Final = re.compile(r"[a-z0-9]{8,40}")


class Credential(NamedTuple):
    """What a request proved: `request.auth` of every known caller."""

    kind: Literal["session", "guest", "personal"]
    id: str
    """The session's key or the token's prefix; never to be shown or logged."""
    scopes: frozenset[str]


class PresentedToken(NamedTuple):
    """A token as a request shows it: by what to find it, and what the row found must hold."""

    prefix: str
    digest: bytes


class NewToken(NamedTuple):
    """A fresh token: its text is shown once and never stored."""

    text: str
    prefix: str
    digest: bytes


def new_token() -> NewToken:
    """Draw a token nobody has."""
    prefix, secret = _draw(_PREFIX_LENGTH), _draw(_SECRET_LENGTH)
    text = f"orb_{prefix}_{secret}"
    return NewToken(text, prefix, hashlib.sha256(text.encode()).digest())


def _draw(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def presented_token(request: HttpRequest) -> PresentedToken | None:
    """Return the token of the Authorization header, or None without that header.

    Raises:
        Unauthenticated: the header holds something else than one bearer token of ours.
    """
    header = request.META.get("HTTP_AUTHORIZATION")
    return None if header is None else parse_authorization(header)


def are_shown(request: HttpRequest) -> bool:
    """Tell whether a request shows credentials, good or not."""
    return "HTTP_AUTHORIZATION" in request.META or settings.SESSION_COOKIE_NAME in request.COOKIES


def parse_authorization(header: str) -> PresentedToken:
    """Read ``Bearer orb_…``.

    Raises:
        Unauthenticated: it is not that.
    """
    match = _BEARER.fullmatch(header)
    if match is None:
        raise Unauthenticated("malformed_token")
    return PresentedToken(match[2], hashlib.sha256(match[1].encode()).digest())


def digest_matches(stored: bytes | memoryview, presented: PresentedToken) -> bool:
    """Tell in constant time whether the row found by its prefix is that of the token shown."""
    return hmac.compare_digest(bytes(stored), presented.digest)


def session_key(request: HttpRequest) -> str | None:
    """Return the key in the session cookie; None without one, and for what cannot be a key."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    return key if key is not None and _SESSION_KEY.fullmatch(key) else None


class _CsrfCheck(CsrfViewMiddleware):
    """Django's own check, which names the reason instead of answering."""

    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:  # noqa: ARG002  (Django's hook)
        raise CsrfFailed(reason)


def _no_response(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError("the check answers nothing")


_csrf_check: Final = _CsrfCheck(_no_response)
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


def check_csrf(request: HttpRequest) -> None:
    """Check that our own page made a call that a cookie speaks for; safe methods always pass.

    The page sends the value of the CSRF cookie back in the ``X-CSRFToken`` header. Works on
    requests of views that are exempt from Django's middleware, as those of DRF are.

    Raises:
        CsrfFailed: it is missing, wrong, or from another origin.
        UnsupportedMediaType: a form: its body would have to be read to look for a token.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.content_type in _FORMS:
        raise UnsupportedMediaType(media_type=request.content_type)
    _csrf_check.process_request(request)
    _csrf_check.process_view(request, _no_response, (), {})
