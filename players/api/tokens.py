"""Personal tokens."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players import credentials
from players.api import examples, serializers
from players.api.auth import credential_of, known_player
from players.api.base import ApiView
from players.api.inputs import read
from players.api.paging import PageRequest, decode_cursor, paginate, read_limit
from players.api.permissions import HasAccount, Scoped
from players.models import Token
from players.services import tokens

LIMIT = OpenApiParameter("limit", OpenApiTypes.INT, description="At most so many; default 50, capped at 200.")
CURSOR = OpenApiParameter("cursor", OpenApiTypes.STR, description="The next_cursor of the page before.")


class TokensApi(ApiView):
    """The caller's tokens."""

    problem_statuses: ClassVar = {"POST": (409,)}

    permission_classes = (Scoped("profile"), HasAccount)
    rate_policies: ClassVar = {"POST": ("tokens",)}

    @extend_schema(
        operation_id="list_tokens",
        tags=["players"],
        summary="My personal tokens",
        description="The latest first. Their texts are not kept, so none can be shown.",
        parameters=[LIMIT, CURSOR],
        responses=serializers.TokenPageSerializer,
        examples=examples.TOKENS,
    )
    def get(self, request: Request) -> Response:
        """List the caller's tokens."""
        cursor = request.query_params.get("cursor")
        page = PageRequest(
            read_limit(request), None if cursor is None else decode_cursor(cursor, types=(int,))
        )
        own = Token.objects.filter(player=known_player(request))
        return Response(paginate(own, order=("-id",), page=page).as_json(serializers.token_json))

    @extend_schema(
        operation_id="create_token",
        tags=["players"],
        summary="Make a personal token",
        description="For a client or a bot of one's own. The text is shown this once. A token can only make "
        "tokens with scopes that it has itself; a session can make any. At most 20 tokens.",
        request=serializers.TokenInput,
        responses={201: OpenApiResponse(serializers.NewTokenSerializer, "The token, with its text.")},
        examples=examples.NEW_TOKEN,
    )
    def post(self, request: Request) -> Response:
        """Make a token."""
        sent = read(request, serializers.TokenInput)
        credential = credential_of(request)
        by_session = credential.kind == "session"
        issued = tokens.issue(
            player=known_player(request),
            name=sent["name"],
            scopes=sent["scopes"],
            expires_at=sent.get("expires_at"),
            allowed_scopes=frozenset(credentials.SCOPES) if by_session else credential.scopes,
            now=timezone.now(),
        )
        body: dict[str, Any] = serializers.new_token_json(issued)
        return Response(body, status=201, headers={"Location": f"/api/v1/me/tokens/{issued.token.prefix}"})


class TokenApi(ApiView):
    """One token of the caller."""

    permission_classes = (Scoped("profile"),)

    @extend_schema(
        operation_id="delete_token",
        tags=["players"],
        summary="Withdraw a token",
        description="Ends the token at once. Another player's answers 404, as does one withdrawn before.",
        parameters=[
            OpenApiParameter("id", OpenApiTypes.STR, OpenApiParameter.PATH, description="The token's id.")
        ],
        responses={204: OpenApiResponse(description="Withdrawn.")},
    )
    def delete(self, request: Request, id: str) -> Response:  # noqa: A002  (as the address has it)
        """Withdraw a token."""
        tokens.withdraw(player=known_player(request), prefix=id)
        return Response(status=204)
