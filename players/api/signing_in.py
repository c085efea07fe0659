"""Sessions and passwords at the edge: what login, claim, register and their like share."""

from __future__ import annotations

from typing import Any

from django.contrib import auth
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from rest_framework.request import Request

from players import credentials, throttling
from players.api.auth import raw
from players.api.serializers import me_json
from players.models import Player
from players.names import name_key
from players.services import accounts

_BACKEND = "players.backends.GuardedBackend"


def begin_session(request: HttpRequest, player: Player) -> None:
    """Set the cookies of a new session of *player*; one that the browser had ends, its CSRF token too."""
    auth.login(request, player, backend=_BACKEND)


def end_session(request: HttpRequest) -> None:
    """End the browser's session, and its CSRF token."""
    auth.logout(request)
    rotate_token(request)


def signed_in(player: Player, token: str | None) -> dict[str, Any]:
    """Return the answer for a player who may go on at once."""
    return {"player": me_json(player), "token": token}


def sign_in_guarded(*, name: str, password: str) -> Player:
    """Return the account of *name* and *password*; too many wrong ones for a name close it for a while.

    Raises:
        InvalidCredentials: they belong to no account.
        RateLimited, ServiceUnavailable: as `throttling.take`.
    """
    bucket = _wrong_passwords(name_key(name))
    throttling.take(bucket)  # before the answer is known, or many tries at once would all be let through
    player = accounts.sign_in(name=name, password=password)
    throttling.give_back(bucket)
    return player


def check_password_guarded(player: Player, password: str) -> None:
    """Check that whoever calls knows *player*'s password; wrong ones count as those of a login.

    Raises:
        InvalidInput: it is wrong.
        RateLimited, ServiceUnavailable: as `throttling.take`.
    """
    bucket = _wrong_passwords(player.name_key)
    throttling.take(bucket)
    accounts.check_current_password(player, password)
    throttling.give_back(bucket)


def _wrong_passwords(key: str) -> tuple[throttling.Policy, str]:
    return throttling.policy("wrong-passwords"), throttling.hashed(key)


def asks_for_cookie(request: Request, *, session: bool) -> HttpRequest:
    """Return Django's request, after the CSRF check if a cookie is to be set.

    Raises:
        CsrfFailed: another site may have made the call.
    """
    http = raw(request)
    if session:
        credentials.check_csrf(http)
    return http
