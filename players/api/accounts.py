"""Accounts: claim, register, sign in and out, and passwords."""

from __future__ import annotations

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players import throttling
from players.api import examples, serializers
from players.api.auth import credential_of, known_player, raw
from players.api.base import ApiView
from players.api.enqueue import enqueue
from players.api.inputs import read
from players.api.permissions import HasAccount, Scoped, SignedIn
from players.api.signing_in import (
    asks_for_cookie,
    begin_session,
    check_password_guarded,
    end_session,
    sign_in_guarded,
    signed_in,
)
from players.errors import NotAGuest
from players.services import accounts, password_resets, tokens

_DONE = OpenApiResponse(description="Done.")


class ClaimApi(ApiView):
    """A guest becomes an account."""

    problem_statuses: ClassVar = {"POST": (409,)}

    permission_classes = (Scoped("profile"),)
    rate_policies: ClassVar = {"POST": ("accounts",)}

    @extend_schema(
        operation_id="claim_guest",
        tags=["players"],
        summary="Turn a guest into an account",
        description="Gives the guest who calls a name and a password. Games, streaks and records stay. "
        "The guest's tokens end. A caller with a session goes on in a new one; a caller with a guest token "
        "finds a personal token (scopes play, profile, groups; 90 days) in the answer.",
        request=serializers.ClaimInput,
        responses={200: OpenApiResponse(serializers.SignedInSerializer, "The account.")},
        examples=examples.CLAIM,
    )
    def post(self, request: Request) -> Response:
        """Claim the calling guest."""
        player = known_player(request)
        if not player.is_guest:
            raise NotAGuest
        sent = read(request, serializers.ClaimInput)
        now = timezone.now()
        accounts.claim(player=player, now=now, **sent)
        if credential_of(request).kind == "session":
            begin_session(raw(request), player)
            return Response(signed_in(player, None))
        issued = tokens.issue_for_sign_in(player=player, name="Sign-in", now=now)
        return Response(signed_in(player, issued.text))


class RegisterApi(ApiView):
    """An account from nothing."""

    problem_statuses: ClassVar = {"POST": (409,)}

    rate_policies: ClassVar = {"POST": ("accounts",)}

    @extend_schema(
        operation_id="register",
        tags=["players"],
        summary="Make an account",
        description="Makes an account without being a guest first; a guest that the caller is stays apart. "
        "A client finds a personal token (scopes play, profile, groups; 90 days) in the answer.",
        request=serializers.RegisterInput,
        responses={201: OpenApiResponse(serializers.SignedInSerializer, "The account.")},
        examples=examples.REGISTER,
    )
    def post(self, request: Request) -> Response:
        """Register."""
        sent = read(request, serializers.RegisterInput)
        session = sent.pop("session")
        is_bot = sent.pop("bot")
        http = asks_for_cookie(request, session=session)
        now = timezone.now()
        player = accounts.register(**sent, is_bot=is_bot, now=now)
        if session:
            begin_session(http, player)
            return Response(signed_in(player, None), status=201)
        issued = tokens.issue_for_sign_in(player=player, name="Sign-in", now=now)
        return Response(signed_in(player, issued.text), status=201)


class LoginApi(ApiView):
    """Signing in with name and password."""

    rate_policies: ClassVar = {"POST": ("passwords",)}

    @extend_schema(
        operation_id="login",
        tags=["players"],
        summary="Sign in",
        description="Takes a name and a password. With `session: true` (the web page, with its CSRF token) "
        "the answer sets a new session cookie; otherwise it has a personal token (scopes play, profile, "
        "groups; 90 days). A guest that the caller was is not merged into the account. Wrong passwords are "
        "counted by name and by address; when the counters are away, the answer is 503.",
        request=serializers.LoginInput,
        responses={200: OpenApiResponse(serializers.SignedInSerializer, "Signed in.")},
        examples=examples.LOGIN,
    )
    def post(self, request: Request) -> Response:
        """Sign in."""
        sent = read(request, serializers.LoginInput)
        http = asks_for_cookie(request, session=sent["session"])
        player = sign_in_guarded(name=sent["name"], password=sent["password"])
        if sent["session"]:
            begin_session(http, player)
            return Response(signed_in(player, None))
        issued = tokens.issue_for_sign_in(player=player, name=sent["token_name"], now=timezone.now())
        return Response(signed_in(player, issued.text))


class LogoutApi(ApiView):
    """Signing out."""

    permission_classes = (SignedIn,)

    @extend_schema(
        operation_id="logout",
        tags=["players"],
        summary="Sign out",
        description="Ends the session, or the token, that the call is made with. For a guest that is the "
        "only way back into their games: a page should ask first.",
        request=None,
        responses={204: _DONE},
    )
    def post(self, request: Request) -> Response:
        """Sign out."""
        if credential_of(request).kind == "session":
            end_session(raw(request))
        else:
            tokens.withdraw(player=known_player(request), prefix=credential_of(request).id)
        return Response(status=204)


class PasswordApi(ApiView):
    """A change of password."""

    permission_classes = (Scoped("profile"), HasAccount)
    rate_policies: ClassVar = {"POST": ("passwords",)}

    @extend_schema(
        operation_id="change_password",
        tags=["players"],
        summary="Change the password",
        description="Ends every other session of the account. Personal tokens stay.",
        request=serializers.PasswordInput,
        responses={204: _DONE},
        examples=examples.PASSWORD,
    )
    def post(self, request: Request) -> Response:
        """Change the caller's password."""
        sent = read(request, serializers.PasswordInput)
        player = known_player(request)
        http = raw(request)
        check_password_guarded(player, sent["current_password"])
        accounts.change_password(player=player, new=sent["password"])
        if credential_of(request).kind == "session":
            begin_session(http, player)
        return Response(status=204)


class PasswordResetApi(ApiView):
    """A forgotten password."""

    rate_policies: ClassVar = {"POST": ("passwords",)}

    @extend_schema(
        operation_id="request_password_reset",
        tags=["players"],
        summary="Ask for a mail to set a new password",
        description="Sends a link to each account with this address, if there is any. The answer is the same "
        "when there is none.",
        request=serializers.ResetInput,
        responses={202: OpenApiResponse(description="Taken up.")},
        examples=examples.RESET,
    )
    def post(self, request: Request) -> Response:
        """Send a link."""
        email = read(request, serializers.ResetInput)["email"]
        throttling.take((throttling.policy("resets"), throttling.hashed(email.casefold())))
        enqueue("players.tasks.send_password_reset", expires_s=3600, email=email)
        return Response(status=202)


class PasswordResetConfirmApi(ApiView):
    """A new password, by the token of a mail."""

    rate_policies: ClassVar = {"POST": ("passwords",)}

    @extend_schema(
        operation_id="confirm_password_reset",
        tags=["players"],
        summary="Set a new password with the token of a mail",
        description="Ends all sessions and tokens of the account. The token is good for an hour, once.",
        request=serializers.ResetConfirmInput,
        responses={204: _DONE},
        examples=examples.RESET_CONFIRM,
    )
    def post(self, request: Request) -> Response:
        """Set the password."""
        password_resets.confirm(**read(request, serializers.ResetConfirmInput))
        return Response(status=204)
