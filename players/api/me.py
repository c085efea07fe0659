"""The caller: profile, privacy, export, erasure."""

from __future__ import annotations

from typing import Any, ClassVar

from django.middleware.csrf import get_token
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from players import sections
from players.api import examples, serializers
from players.api.auth import credential_of, known_player, raw
from players.api.base import ApiView
from players.api.inputs import read
from players.api.permissions import Scoped, SignedIn
from players.api.signing_in import check_password_guarded, end_session
from players.errors import AccountNeeded
from players.models import Player, Session, Token
from players.services import profiles


class MeApi(ApiView):
    """The caller's own profile."""

    def get_permissions(self) -> list[BasePermission]:
        """Let every known caller look, and those with the scope profile change."""
        needed: Any = SignedIn if self.request.method in ("GET", "HEAD") else Scoped("profile")
        return [needed()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Give a browser its CSRF cookie, whoever it is: this is the first call that the page makes."""
        if request.method == "GET" and "Authorization" not in request.headers:
            get_token(raw(request))
        super().initial(request, *args, **kwargs)

    @extend_schema(
        operation_id="get_me",
        tags=["players"],
        summary="Who am I?",
        description="The caller's own profile. 401 before any sign-in. Without an Authorization header the "
        "answer, a 401 too, sets the CSRF cookie that the web page needs for its first call that changes "
        "something.",
        responses=serializers.SeenMeSerializer,
        examples=examples.ME,
    )
    def get(self, request: Request) -> Response:
        """Show the caller."""
        return Response(serializers.seen_me_json(known_player(request), credential_of(request)))

    @extend_schema(
        operation_id="update_me",
        tags=["players"],
        summary="Change profile, preferences and privacy",
        description="Changes what is sent and leaves the rest. Preferences are merged, null removes one; "
        "their names and values are the page's own: switches, numbers and short texts. Only staff change "
        "names.",
        request=serializers.MeInput,
        responses=serializers.SeenMeSerializer,
        examples=examples.ME_CHANGE,
    )
    def patch(self, request: Request) -> Response:
        """Change the caller."""
        player = known_player(request)
        sent = read(request, serializers.MeInput)
        password = sent.pop("current_password", "")
        if "email" in sent:
            if player.is_guest:
                raise AccountNeeded
            # An address can reset the password, so a stolen token must not be able to set one.
            check_password_guarded(player, password)
        becomes_bot = bool(sent.pop("bot", False))
        changed = profiles.update(player=player, becomes_bot=becomes_bot, **sent)
        return Response(serializers.seen_me_json(changed, credential_of(request)))

    @extend_schema(
        operation_id="erase_me",
        tags=["players"],
        summary="Erase me",
        description="Forgets the caller, at once and for good: name, address, preferences, tokens and "
        "sessions. Games and entries stay, under a name that says nothing, since frozen ranks never move.",
        responses={204: OpenApiResponse(description="Erased.")},
    )
    def delete(self, request: Request) -> Response:
        """Erase the caller."""
        profiles.erase(player=known_player(request), now=timezone.now())
        if credential_of(request).kind == "session":
            end_session(raw(request))
        return Response(status=204)


class ExportApi(ApiView):
    """All that is kept about the caller."""

    permission_classes = (Scoped("profile"),)
    rate_policies: ClassVar = {"GET": ("exports",)}

    @extend_schema(
        operation_id="export_me",
        tags=["players"],
        summary="Everything about me, as one JSON",
        description="Profile, tokens (without their text), sessions, games as the player saw them, results "
        "and records. Of a daily that is not final yet, nothing that was face down.",
        responses=serializers.ExportSerializer,
        examples=examples.EXPORT,
    )
    def get(self, request: Request) -> Response:
        """Export the caller."""
        player = known_player(request)
        now = timezone.now()
        body = {
            "exported_at": serializers.instant_text(now),
            "player": serializers.me_json(player),
            "tokens": [serializers.token_json(token) for token in _tokens(player)],
            "sessions": [
                {"expires_at": serializers.instant_text(session.expire_date)}
                for session in Session.objects.filter(player=player).order_by("expire_date", "session_key")
            ],
            **sections.EXPORT.collect(player, now),
        }
        disposition = 'attachment; filename="orbweaver-export.json"'
        return Response(body, headers={"Content-Disposition": disposition})


def _tokens(player: Player) -> list[Token]:
    return list(Token.objects.filter(player=player).order_by("created_at", "pk"))
