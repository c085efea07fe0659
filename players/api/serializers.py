"""What goes in and out of the addresses of players."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from players import credentials
from players.api.inputs import (
    InputSerializer,
    StrictBoolean,
    StrictEmail,
    StrictInstant,
    StrictText,
    locale_field,
)
from players.credentials import Credential
from players.models import Player, Token
from players.services.accounts import LONGEST_PASSWORD
from players.services.tokens import IssuedToken

_SESSION_HELP = (
    "For the web page: true sets the session cookie (and needs the CSRF token) and gives no token. "
    "Otherwise no cookie is set, and the answer has a token."
)


class PasswordField(StrictText):
    """A password, taken as it is."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(max_length=LONGEST_PASSWORD, trim_whitespace=False, required=required)


class BanSerializer(serializers.Serializer[Any]):
    """A ban by staff; its reason is public."""

    reason = serializers.CharField()
    since = serializers.DateTimeField()


class PlayerSerializer(serializers.Serializer[Any]):
    """A player, as everyone sees them."""

    name = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    bot = serializers.BooleanField(source="is_bot")
    since = serializers.SerializerMethodField(help_text="When the account, or the guest, began.")
    banned = serializers.SerializerMethodField(
        help_text="Why staff have banned the player; null: not banned."
    )

    def get_since(self, player: Player) -> str:
        """Return when the player became what they are."""
        return instant_text(player.claimed_at or player.created_at)

    def get_banned(self, player: Player) -> dict[str, str] | None:
        """Return the ban."""
        if player.banned_at is None:
            return None
        return {"reason": player.ban_reason, "since": instant_text(player.banned_at)}


class ProfileSerializer(PlayerSerializer):
    """A player's public page."""

    records = serializers.ListField(
        child=serializers.DictField(),
        allow_null=True,
        help_text="As in `GET /me/records`; null of a player who is out of statistics.",
    )
    streaks = serializers.ListField(
        child=serializers.DictField(),
        allow_null=True,
        help_text="As in `GET /me/streaks`; null of a player who is out of statistics.",
    )
    results = serializers.ListField(
        child=serializers.DictField(),
        help_text="The latest wins that stand on boards that are final, each with the address of its replay.",
    )


class CredentialSerializer(serializers.Serializer[Any]):
    """What the caller proved to be let in."""

    kind = serializers.ChoiceField(choices=["session", "guest", "personal"])
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(credentials.SCOPES)))


class MeSerializer(PlayerSerializer):
    """The caller, with what only they see."""

    locale = serializers.CharField(help_text="Empty: the language that each call asks for.")
    email = serializers.CharField(
        help_text="Serves password reset only. Empty: none, or the token has not the scope profile."
    )
    preferences = serializers.DictField()
    is_listed = serializers.BooleanField()
    is_in_statistics = serializers.BooleanField()
    is_staff = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    claimed_at = serializers.DateTimeField(allow_null=True)


class SeenMeSerializer(MeSerializer):
    """The caller, and how they were known."""

    credential = CredentialSerializer()


class SignedInSerializer(serializers.Serializer[Any]):
    """A player who may go on at once: by the cookie that was set, or by the token here."""

    player = MeSerializer()
    token = serializers.CharField(
        allow_null=True, help_text="Shown this once. Null where the answer set a session cookie."
    )


class GuestInput(InputSerializer):
    """What a new guest may say."""

    session = StrictBoolean(default=False, help_text=_SESSION_HELP)
    locale = locale_field(default="")


class ClaimInput(InputSerializer):
    """What makes a guest an account."""

    name = StrictText(max_length=400, help_text="3 to 20 visible characters that nobody's name looks like.")
    password = PasswordField()
    email = StrictEmail(default="", allow_blank=True)


class RegisterInput(ClaimInput):
    """What makes an account from nothing."""

    session = StrictBoolean(default=False, help_text=_SESSION_HELP)
    locale = locale_field(default="")
    bot = StrictBoolean(
        default=False, help_text="The account plays by program: its games stand in the bots' pool."
    )


class LoginInput(InputSerializer):
    """What proves an account."""

    name = StrictText(max_length=400)
    password = PasswordField()
    session = StrictBoolean(default=False, help_text=_SESSION_HELP)
    token_name = StrictText(
        default="Sign-in", max_length=60, help_text="How the token is listed in GET /me/tokens."
    )


class PasswordInput(InputSerializer):
    """A change of password."""

    current_password = PasswordField()
    password = PasswordField()


class ResetInput(InputSerializer):
    """Where the mail should go."""

    email = StrictEmail()


class ResetConfirmInput(InputSerializer):
    """The token from the mail, and the new password."""

    token = StrictText(max_length=600)
    password = PasswordField()


class MeInput(InputSerializer):
    """What a player may change about themselves; what is left out stays."""

    locale = locale_field(required=False)
    preferences = serializers.DictField(
        required=False, help_text="Merged into those kept; null removes one. At most 4 KiB in all."
    )
    is_listed = StrictBoolean(
        required=False, help_text="False: boards show a hidden row, and the profile answers 404."
    )
    is_in_statistics = StrictBoolean(required=False, help_text="False: own games are left out of statistics.")
    bot = StrictBoolean(required=False, help_text="True makes the account a bot's. Only staff undo that.")
    email = serializers.EmailField(
        required=False,
        allow_blank=True,
        max_length=254,
        help_text="Needs current_password; empty removes it.",
    )
    current_password = PasswordField(required=False)


class TokenSerializer(serializers.Serializer[Any]):
    """A personal token; its text is never shown again."""

    id = serializers.CharField(source="prefix", help_text="The part of the token between the underscores.")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["personal", "guest"])
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(credentials.SCOPES)))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="Within the hour.")


class NewTokenSerializer(TokenSerializer):
    """A personal token at its making."""

    token = serializers.CharField(help_text="Shown this once.")


class TokenPageSerializer(serializers.Serializer[Any]):
    """The caller's tokens."""

    items = TokenSerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class TokenInput(InputSerializer):
    """A personal token to be made."""

    name = StrictText(max_length=60, help_text="For the list; any text.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(credentials.SCOPES)),
        allow_empty=False,
        max_length=len(credentials.SCOPES),
        help_text="`bot` marks every game that the token plays in as a bot's.",
    )
    expires_at = StrictInstant(
        required=False, allow_null=True, help_text="At most 366 days ahead, which is the default."
    )


class ExportSerializer(serializers.Serializer[Any]):
    """All that the service keeps about the caller; each part of the service adds its section."""

    exported_at = serializers.DateTimeField()
    player = MeSerializer()
    tokens = TokenSerializer(many=True)
    sessions = serializers.ListField(child=serializers.DictField())


def instant_text(moment: Any) -> str:
    """Return *moment* as the API writes instants."""
    text = serializers.DateTimeField().to_representation(moment)
    return str(text)


def me_json(player: Player) -> dict[str, Any]:
    """Return *player* as they see themselves."""
    return dict(MeSerializer(player).data)


def seen_me_json(player: Player, credential: Credential) -> dict[str, Any]:
    """Return *player* as they see themselves, and how they were known."""
    scopes = [scope for scope in credentials.SCOPES if scope in credential.scopes]
    body = me_json(player) | {"credential": {"kind": credential.kind, "scopes": scopes}}
    if "profile" not in credential.scopes:
        body["email"] = ""
    return body


def token_json(token: Token) -> dict[str, Any]:
    """Return *token* without its text."""
    return dict(TokenSerializer(token).data)


def new_token_json(issued: IssuedToken) -> dict[str, Any]:
    """Return a token with its text, this once."""
    return token_json(issued.token) | {"token": issued.text}
