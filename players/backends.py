"""Signing in where Django itself asks for a password: the admin."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from players import throttling
from players.errors import RateLimited, ServiceUnavailable
from players.models import Player
from players.names import name_key


class GuardedBackend(ModelBackend):
    """Takes a name and a password, and as few wrong ones as the API's login."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **other: Any,
    ) -> Player | None:
        """Return the player of *username* and *password*; None if they belong to none.

        Raises:
            PermissionDenied: too many wrong passwords were tried, or nobody can tell how many.
        """
        name = username or other.get(Player.USERNAME_FIELD) or ""
        buckets = [(throttling.policy("wrong-passwords"), throttling.hashed(name_key(name)))]
        if request is not None:
            address = throttling.hashed(throttling.client_address(request))
            buckets.append((throttling.policy("passwords"), address))
        try:
            throttling.take(*buckets)
        except (RateLimited, ServiceUnavailable) as error:
            raise PermissionDenied from error
        player = super().authenticate(request, username=name, password=password)
        if not isinstance(player, Player):
            return None
        throttling.give_back(*buckets)
        return player
