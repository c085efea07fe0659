"""Who may make which call."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from players.api.auth import credential_of, known_player
from players.credentials import Credential
from players.errors import AccountNeeded, Banned, InsufficientScope
from players.models import Player

_CLOSED_TO_BANNED = frozenset({"play", "groups"})


def check_scope(player: Player, credential: Credential, scope: str) -> None:
    """Check that *credential* allows what needs *scope*, and that *player* may still do that.

    A bot-scoped token plays too: it only marks the game as a bot's.

    Raises:
        InsufficientScope: the token was not given the scope.
        Banned: staff have shut the player out of play and groups.
    """
    scopes = credential.scopes
    if scope not in scopes and not (scope == "play" and "bot" in scopes):
        raise InsufficientScope(needed=scope)
    if scope in _CLOSED_TO_BANNED and player.banned_at is not None:
        raise Banned(reason=player.ban_reason)


def Scoped(scope: str) -> type[BasePermission]:  # noqa: N802  (reads as the class that it makes)
    """Return the permission of known callers whose credential has *scope*."""

    class HasScope(BasePermission):
        needed_scope = scope

        def has_permission(self, request: Request, view: Any) -> bool:
            player = known_player(request)
            check_scope(player, credential_of(request), scope)
            return True

    return HasScope


class SignedIn(BasePermission):
    """Known callers, whatever their credential."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Let known callers pass.

        Raises:
            Unauthenticated: nobody is signed in.
        """
        known_player(request)
        return True


class HasAccount(BasePermission):
    """Claimed accounts only; to be listed after the permission that asks who it is."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Let accounts pass.

        Raises:
            AccountNeeded: the caller is a guest.
        """
        if known_player(request).is_guest:
            raise AccountNeeded
        return True
