"""New guests."""

from __future__ import annotations

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.api import examples, serializers
from players.api.base import ApiView
from players.api.inputs import read
from players.api.signing_in import asks_for_cookie, begin_session, signed_in
from players.credentials import Credential
from players.models import Player
from players.services import guests, tokens


class GuestsApi(ApiView):
    """Guests: players without a sign-up."""

    rate_policies: ClassVar = {"POST": ("guests",)}

    @extend_schema(
        operation_id="create_guest",
        tags=["players"],
        summary="Become a guest",
        description="Makes a guest, named like Guest-4821, who may play at once. A client gets the guest's "
        "token. The web page sends `session: true` and its CSRF token, and gets a session cookie instead; "
        "when it is signed in already, the answer is 200 with whoever that is, and nobody is made. "
        "A guest who never plays is removed after a day, one who stays away after 400 days. "
        "Never repeated by an Idempotency-Key: a stored answer would be a stored credential.",
        request=serializers.GuestInput,
        responses={
            201: OpenApiResponse(serializers.SignedInSerializer, "A new guest."),
            200: OpenApiResponse(serializers.SignedInSerializer, "The page was signed in already."),
        },
        examples=examples.GUEST,
    )
    def post(self, request: Request) -> Response:
        """Make a guest."""
        sent = read(request, serializers.GuestInput)
        http = asks_for_cookie(request, session=sent["session"])
        now = timezone.now()
        by_cookie = isinstance(request.auth, Credential) and request.auth.kind == "session"
        if sent["session"] and by_cookie and isinstance(request.user, Player):
            return Response(signed_in(request.user, None))
        player = guests.create(now=now, locale=sent["locale"])
        if sent["session"]:
            begin_session(http, player)
            return Response(signed_in(player, None), status=201)
        issued = tokens.issue_for_guest(player=player, now=now)
        return Response(signed_in(player, issued.text), status=201)
