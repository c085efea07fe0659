"""Make and withdraw tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models.functions import Coalesce

from players import credentials
from players.credentials import GUEST_SCOPES
from players.errors import FieldError, InsufficientScope, InvalidInput, TokenNotFound, TooManyTokens
from players.models import Player, Token

TOKEN_LIMIT: Final = 20  # personal ones of one player
LONGEST_LIFE: Final = timedelta(days=366)
SIGN_IN_LIFE: Final = timedelta(days=90)
SIGN_IN_SCOPES: Final = ("play", "profile", "groups")


class IssuedToken(NamedTuple):
    """A new token's row and its text, which is shown once."""

    token: Token
    text: str


def issue_for_guest(*, player: Player, now: datetime) -> IssuedToken:
    """Make the token that a guest plays with; it lives as long as the guest."""
    return _issue(
        player=player, kind=Token.Kind.GUEST, name="", scopes=GUEST_SCOPES, expires_at=None, now=now
    )


@transaction.atomic
def issue_for_sign_in(*, player: Player, name: str, now: datetime) -> IssuedToken:
    """Make a personal token for a client that sent a name and a password.

    Past the limit, the token that has not been used for longest gives way.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    personal = Token.objects.filter(player=player, kind=Token.Kind.PERSONAL)
    used_last = Coalesce("last_used_at", "created_at")
    kept = list(personal.order_by(used_last.desc(), "-pk").values_list("pk", flat=True)[: TOKEN_LIMIT - 1])
    personal.exclude(pk__in=kept).delete()
    return _issue(
        player=player,
        kind=Token.Kind.PERSONAL,
        name=name,
        scopes=SIGN_IN_SCOPES,
        expires_at=now + SIGN_IN_LIFE,
        now=now,
    )


@transaction.atomic
def issue(
    *,
    player: Player,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None,
    now: datetime,
    allowed_scopes: frozenset[str] = frozenset(credentials.SCOPES),
) -> IssuedToken:
    """Make a personal token; *expires_at* None means the longest life that a token may have.

    Raises:
        InvalidInput: it would expire in the past or too late.
        InsufficientScope: a scope is not among *allowed_scopes*: a token cannot make a mightier one.
        TooManyTokens: the player has `TOKEN_LIMIT` that are still good.
    """
    expires_at = now + LONGEST_LIFE if expires_at is None else expires_at
    if expires_at <= now:
        raise InvalidInput(FieldError("expires_at", "in_the_past"))
    if expires_at > now + LONGEST_LIFE:
        raise InvalidInput(FieldError("expires_at", "too_far_ahead", {"days": LONGEST_LIFE.days}))
    for scope in scopes:
        if scope not in allowed_scopes:
            raise InsufficientScope(needed=scope)
    # The player's row keeps two calls from passing the limit together.
    Player.objects.select_for_update().get(pk=player.pk)
    personal = Token.objects.filter(player=player, kind=Token.Kind.PERSONAL)
    personal.filter(expires_at__lte=now).delete()
    if personal.count() >= TOKEN_LIMIT:
        raise TooManyTokens(limit=TOKEN_LIMIT)
    return _issue(
        player=player, kind=Token.Kind.PERSONAL, name=name, scopes=scopes, expires_at=expires_at, now=now
    )


def withdraw(*, player: Player, prefix: str) -> None:
    """End a token of *player*.

    Raises:
        TokenNotFound: no such token, or another player's.
    """
    ended, _by_model = Token.objects.filter(player=player, prefix=prefix).delete()
    if not ended:
        raise TokenNotFound


def _issue(
    *,
    player: Player,
    kind: Token.Kind,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None,
    now: datetime,
) -> IssuedToken:
    fresh = credentials.new_token()
    token = Token.objects.create(
        player=player,
        prefix=fresh.prefix,
        digest=fresh.digest,
        kind=kind,
        name=name,
        scopes=sorted(set(scopes), key=credentials.SCOPES.index),
        created_at=now,
        expires_at=expires_at,
    )
    return IssuedToken(token, fresh.text)
