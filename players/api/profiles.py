"""Public profiles."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players import sections
from players.api import examples, serializers
from players.api.base import ApiView
from players.selectors import players


class PlayerApi(ApiView):
    """A player, as everyone sees them."""

    @extend_schema(
        operation_id="get_player",
        tags=["players"],
        summary="A player's public profile",
        description="By name, in any case: records, streaks of dates, and the latest wins on boards that are "
        "final. 404 when nobody has the name, or whoever has it is not listed.",
        parameters=[
            OpenApiParameter(
                "name", OpenApiTypes.STR, OpenApiParameter.PATH, description="The player's name."
            )
        ],
        responses=serializers.ProfileSerializer,
        examples=examples.PROFILE,
    )
    def get(self, request: Request, name: str) -> Response:
        """Show a player."""
        player = players.listed(name)
        body = dict(serializers.PlayerSerializer(player).data)
        return Response(body | sections.PROFILE.collect(player, timezone.now()))
