"""New passwords for people who forgot theirs, by way of the optional e-mail address."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import send_mail
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from players.errors import InvalidResetToken
from players.models import Player
from players.services import accounts

_SALT: Final = "players.password_reset"
_MOST_ACCOUNTS: Final = 10
"""So many accounts of one address are mailed about; more are nobody's honest need."""


def send(*, email: str) -> int:
    """Mail a link to each account that gave *email*; return how many there are."""
    players = Player.objects.filter(email__iexact=email, is_guest=False, is_active=True).exclude(email="")
    found = list(players.order_by("pk")[:_MOST_ACCOUNTS])
    for player in found:
        with translation.override((player.locale or settings.LANGUAGE_CODE).lower()):
            send_mail(
                subject=_("A new password for Orbweaver"),
                message=_(
                    "Hello {name},\n\nsomebody, probably you, asked for a new password. This page lets you "
                    "choose one within the hour:\n\n{link}\n\n"
                    "If it was not you, ignore this mail: nothing has changed.\n"
                ).format(name=player.name, link=link(player)),
                from_email=None,
                recipient_list=[player.email],
            )
    return len(found)


def link(player: Player) -> str:
    """Return the page's address with *player*'s reset token, after a # so that no log holds it."""
    return f"{settings.PUBLIC_URL}/account/reset#token={make_token(player)}"


def make_token(player: Player) -> str:
    """Return a token that is good once, until `settings.PASSWORD_RESET_TIMEOUT` or the next sign-in."""
    return signing.dumps([player.name_key, default_token_generator.make_token(player)], salt=_SALT)


def confirm(*, token: str, password: str) -> Player:
    """Give the account of *token* a new password; its sessions and tokens end.

    Raises:
        InvalidResetToken: unknown, used or too old.
        InvalidInput: the password cannot be accepted; the token stays good.
    """
    try:
        key, secret = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise InvalidResetToken from None
    with transaction.atomic():
        # The token dies with the old password: of two calls at once the second must see the new one.
        owners = Player.objects.select_for_update().filter(name_key=key, is_guest=False, is_active=True)
        player = owners.first()
        if player is None or not default_token_generator.check_token(player, secret):
            raise InvalidResetToken
        accounts.replace_password(player=player, new=password)
    return player
