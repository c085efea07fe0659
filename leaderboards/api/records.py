"""The caller's own records and streaks."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.caching import private_answer
from leaderboards.api import examples, serializers, shapes
from players.api.auth import known_player
from players.api.base import ApiView


class MyRecordsApi(ApiView):
    """Records by variant."""

    @extend_schema(
        operation_id="get_my_records",
        tags=["leaderboards"],
        summary="Own records",
        description="What the caller's ended games amount to, for each variant, first goes at dailies apart "
        "from practice. A streak is of consecutive ended games: giving up breaks it, and so does a daily "
        "that is not won by `final_at`. Games at a withdrawn daily do not count. Claiming a guest keeps all.",
        responses=serializers.RecordsSerializer,
        examples=[examples.RECORDS],
    )
    def get(self, request: Request) -> Response:
        """Show the caller's records."""
        now = timezone.now()
        return private_answer({"as_of": now, "items": shapes.records_json(known_player(request), now)})


class MyStreaksApi(ApiView):
    """Streaks of dates."""

    @extend_schema(
        operation_id="get_my_streaks",
        tags=["leaderboards"],
        summary="Own daily streaks",
        description="Consecutive dates on which the caller won a daily in time, of any variant and of each. "
        "The dates are the dailies' own, never those of a clock: a win after midnight counts for its daily. "
        "A withdrawn daily neither counts nor breaks a streak.",
        responses=serializers.StreaksSerializer,
        examples=[examples.STREAKS],
    )
    def get(self, request: Request) -> Response:
        """Show the caller's streaks."""
        now = timezone.now()
        return private_answer({"as_of": now, "items": shapes.streaks_json(known_player(request), now)})
