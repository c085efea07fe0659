"""Change what a player says and shows of themselves, and erase it."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from players.errors import FieldError, InvalidInput, NameTaken, Unauthenticated
from players.models import IdempotencyKey, Player, Session, Token
from players.names import clean_name, name_key

PREFERENCES_LIMIT: Final = 4096  # bytes of JSON
_PREFERENCE_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LONGEST_PREFERENCE: Final = 200  # characters


def update(
    *,
    player: Player,
    locale: str | None = None,
    is_listed: bool | None = None,
    is_in_statistics: bool | None = None,
    email: str | None = None,
    preferences: Mapping[str, Any] | None = None,
    becomes_bot: bool = False,
) -> Player:
    """Change what is given, leave the rest; *preferences* are merged, None in them removes.

    Raises:
        Unauthenticated: the player was erased since the call was let in.
        InvalidInput: a preference is no short text, number or switch, or all are too many.
    """
    with transaction.atomic():
        # Two devices may change different preferences at once, or one erase the player.
        row = Player.objects.select_for_update().get(pk=player.pk)
        if row.erased_at is not None:
            raise Unauthenticated
        changes: dict[str, Any] = {
            "locale": locale,
            "is_listed": is_listed,
            "is_in_statistics": is_in_statistics,
            "email": email,
            "is_bot": True if becomes_bot else None,
            "preferences": None if preferences is None else merged_preferences(row.preferences, preferences),
        }
        changed = {name: value for name, value in changes.items() if value is not None}
        for name, value in changed.items():
            setattr(row, name, value)
        row.save(update_fields=list(changed))
    return row


def merged_preferences(current: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return *current* with *changes*; None removes one.

    Raises:
        InvalidInput: a name or a value cannot be kept, or all would be too large.
    """
    for name, value in changes.items():
        if not _PREFERENCE_NAME.fullmatch(name):
            raise InvalidInput(FieldError(f"preferences.{name[:60]}", "bad_preference_name"))
        is_short_text = isinstance(value, str) and len(value) <= _LONGEST_PREFERENCE
        if not (is_short_text or value is None or isinstance(value, (bool, int, float))):
            raise InvalidInput(
                FieldError(f"preferences.{name}", "bad_preference", {"maximum": _LONGEST_PREFERENCE})
            )
    merged = {name: value for name, value in {**current, **changes}.items() if value is not None}
    if len(json.dumps(merged, ensure_ascii=False).encode()) > PREFERENCES_LIMIT:
        raise InvalidInput(FieldError("preferences", "preferences_too_large", {"maximum": PREFERENCES_LIMIT}))
    return merged


def rename(*, player: Player, name: str) -> Player:
    """Give *player* another name, as staff may.

    Raises:
        InvalidInput, NameTaken: as for a new account.
    """
    cleaned = clean_name(name)
    player.name, player.name_key = cleaned, name_key(cleaned)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key"])
    except IntegrityError:
        raise NameTaken from None
    return player


def ban(*, player: Player, reason: str, now: datetime) -> Player:
    """Shut *player* out of play and groups; *reason* is public. Again: changes the reason."""
    player.banned_at = player.banned_at or now
    player.ban_reason = reason
    player.save(update_fields=["banned_at", "ban_reason"])
    return player


def unban(*, player: Player) -> Player:
    """Let *player* back in."""
    player.banned_at = None
    player.ban_reason = ""
    player.save(update_fields=["banned_at", "ban_reason"])
    return player


@transaction.atomic
def erase(*, player: Player, now: datetime) -> None:
    """Forget who *player* was, for good: what they won stays, under a name that says nothing.

    Safe twice.
    """
    row = Player.objects.select_for_update().get(pk=player.pk)
    if row.erased_at is not None:
        return
    row.name = f"Erased-{secrets.token_hex(6)}"
    row.name_key = name_key(row.name)
    row.email = row.locale = row.ban_reason = ""
    row.preferences = {}
    row.is_listed = row.is_active = row.is_staff = row.is_superuser = False
    row.last_login = None
    row.erased_at = now
    row.set_unusable_password()
    row.save()
    row.groups.clear()
    row.user_permissions.clear()
    Session.objects.filter(player=row).delete()
    Token.objects.filter(player=row).delete()
    IdempotencyKey.objects.filter(player=row).delete()
