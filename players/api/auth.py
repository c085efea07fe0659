"""Authentication of API calls: a bearer token, or else the session cookie of the page.

Afterwards `request.user` is the `Player` (or anonymous) and `request.auth` the `Credential`
(or None). A token that is shown must be good, also where none is needed; a session cookie that
is no longer good is as none.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players import credentials
from players.credentials import SESSION_SCOPES, Credential
from players.errors import Unauthenticated
from players.models import Player, Session, Token

if TYPE_CHECKING:
    from django.db.models import QuerySet

_SESSION_RENEWAL: Final = timedelta(days=1)
"""A session in use is prolonged not more often than this."""


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer orb_…``, a guest's or a personal token."""

    def authenticate(self, request: Request) -> tuple[Player, Credential] | None:
        """Return whom the token speaks for; None without an Authorization header.

        Raises:
            Unauthenticated: the token is malformed, unknown or expired.
        """
        presented = credentials.presented_token(raw(request))
        if presented is None:
            return None
        now = timezone.now()
        token = Token.objects.select_related("player").filter(prefix=presented.prefix).first()
        if token is None or not credentials.digest_matches(token.digest, presented):
            raise Unauthenticated("unknown_token")
        if not token.player.is_active:
            raise Unauthenticated("unknown_token")
        if token.expires_at is not None and token.expires_at <= now:
            raise Unauthenticated("expired_token")
        _note_token_use(token, now)
        return token.player, token_credential(token)

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        return "Bearer"


class SessionAuthentication(BaseAuthentication):
    """The page's session cookie; every call that may change something proves its CSRF token."""

    def authenticate(self, request: Request) -> tuple[Player, Credential] | None:
        """Return whose session it is; None without a good one.

        Raises:
            CsrfFailed: a cookie speaks for a call that another site may have made.
        """
        http = raw(request)
        if settings.SESSION_COOKIE_NAME not in http.COOKIES:
            return None
        credentials.check_csrf(http)
        key = credentials.session_key(http)
        if key is None:
            return None
        now = timezone.now()
        session = (
            Session.objects.select_related("player")
            .filter(session_key=key, expire_date__gt=now, player__is_active=True)
            .first()
        )
        if session is None or session.player is None:
            return None
        _note_session_use(http, session, now)
        return session.player, Credential("session", key, SESSION_SCOPES)


def raw(request: Request) -> HttpRequest:
    """Return Django's own request inside that of DRF."""
    return request._request  # noqa: SLF001  (DRF has no public name for it)


def known_player(request: Request) -> Player:
    """Return the caller.

    Raises:
        Unauthenticated: nobody is signed in.
    """
    if not isinstance(request.user, Player):
        raise Unauthenticated
    return request.user


def credential_of(request: Request) -> Credential:
    """Return what the caller proved.

    Raises:
        Unauthenticated: nobody is signed in.
    """
    if not isinstance(request.auth, Credential):
        raise Unauthenticated
    return request.auth


def token_credential(token: Token) -> Credential:
    """Return what *token* proves."""
    kind: Any = token.kind
    return Credential(kind, token.prefix, frozenset(token.scopes))


def _note_token_use(token: Token, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at >= credentials.SEEN_INTERVAL:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    _note_seen(token.player, now)


def _note_session_use(request: HttpRequest, session: Session, now: datetime) -> None:
    _note_seen(cast("Player", session.player), now)
    lifetime = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    if session.expire_date - now < lifetime - _SESSION_RENEWAL:
        # Django's middleware then stores it with a new date and sends the cookie again.
        request.session.modified = True


def _note_seen(player: Player, now: datetime) -> None:
    if now - player.last_seen_at >= credentials.SEEN_INTERVAL:
        players: QuerySet[Player] = Player.objects.filter(pk=player.pk)
        players.update(last_seen_at=now)
