"""Make accounts and change what guards them: name, password, sessions."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.errors import FieldError, InvalidCredentials, InvalidInput, NameTaken, NotAGuest
from players.models import Player, Token
from players.names import clean_name, name_key

LONGEST_PASSWORD: Final = 128  # characters


def register(
    *, name: str, password: str, email: str = "", locale: str = "", is_bot: bool = False, now: datetime
) -> Player:
    """Make an account.

    Raises:
        InvalidInput: the name or the password cannot be accepted.
        NameTaken: somebody's name is, or looks, the same.
    """
    cleaned = clean_name(name)
    player = Player(
        name=cleaned,
        name_key=name_key(cleaned),
        email=email,
        locale=locale,
        is_guest=False,
        is_bot=is_bot,
        created_at=now,
        claimed_at=now,
        last_seen_at=now,
    )
    check_password_strength(password, player=player)
    _refuse_taken(player.name_key)
    player.set_password(password)
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError:
        raise NameTaken from None
    return player


def claim(*, player: Player, name: str, password: str, email: str = "", now: datetime) -> Player:
    """Make the guest *player* an account: its games, streaks and records stay, its guest tokens end.

    Sessions are the caller's to rotate. Of two claims at once one wins.

    Raises:
        InvalidInput, NameTaken: as `register`.
        NotAGuest: the player has an account already.
    """
    if not player.is_guest:
        raise NotAGuest
    cleaned = clean_name(name)
    key = name_key(cleaned)
    check_password_strength(password, player=Player(name=cleaned, email=email))
    _refuse_taken(key)
    hashed = make_password(password)
    try:
        with transaction.atomic():
            claimed = Player.objects.filter(pk=player.pk, is_guest=True, is_active=True).update(
                name=cleaned, name_key=key, email=email, password=hashed, is_guest=False, claimed_at=now
            )
            if not claimed:
                raise NotAGuest
            Token.objects.filter(player=player, kind=Token.Kind.GUEST).delete()
    except IntegrityError:
        raise NameTaken from None
    player.refresh_from_db()
    return player


def sign_in(*, name: str, password: str) -> Player:
    """Return the account that *name* and *password* belong to.

    Takes as long when there is no such account.

    Raises:
        InvalidCredentials: they belong to none.
    """
    player = Player.objects.filter(name_key=name_key(name), is_guest=False, is_active=True).first()
    if player is None:
        make_password(password)
        raise InvalidCredentials
    if not player.check_password(password):
        raise InvalidCredentials
    return player


def change_password(*, player: Player, new: str) -> None:
    """Give *player*, who has proved the old one, a new password; every session ends.

    Raises:
        InvalidInput: the password cannot be accepted.
    """
    check_password_strength(new, player=player)
    player.set_password(new)
    player.save(update_fields=["password"])


def replace_password(*, player: Player, new: str) -> None:
    """Give *player* a new password and end every session and personal token: a stranger may have them.

    Raises:
        InvalidInput: the password cannot be accepted.
    """
    check_password_strength(new, player=player)
    player.set_password(new)
    with transaction.atomic():
        player.save(update_fields=["password"])
        Token.objects.filter(player=player).delete()


def check_current_password(player: Player, password: str, *, field: str = "current_password") -> None:
    """Check that whoever calls knows the password too.

    Raises:
        InvalidInput: about *field*.
    """
    if len(password) > LONGEST_PASSWORD or not player.check_password(password):
        raise InvalidInput(FieldError(field, "wrong_password"))


def check_password_strength(password: str, *, player: Player, field: str = "password") -> None:
    """Check a new password against `settings.AUTH_PASSWORD_VALIDATORS`.

    Raises:
        InvalidInput: about *field*, with all that is wrong.
    """
    if len(password) > LONGEST_PASSWORD:
        raise InvalidInput(FieldError(field, "password_too_long", {"maximum": LONGEST_PASSWORD}))
    try:
        validate_password(password, user=player)
    except ValidationError as error:
        raise InvalidInput(
            *(FieldError(field, str(each.code), dict(each.params or {})) for each in error.error_list)
        ) from None


def _refuse_taken(key: str) -> None:
    """Refuse a taken name before the password is hashed; the table's constraint has the last word.

    Raises:
        NameTaken: somebody's name is, or looks, the same.
    """
    if Player.objects.filter(name_key=key).exists():
        raise NameTaken
