"""Hints in a game: asking for one, and fetching the answer."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import games_examples as examples
from games.api import games_serializers as serializers
from games.api.enqueue import enqueue
from games.api.games_shapes import GAME_ID, etag
from games.errors import MalformedCommand
from games.models import Game, Hint
from games.selectors import games
from games.selectors import hints as hints_asked
from games.services import hints
from players.api.auth import known_player
from players.api.base import ApiView
from players.api.permissions import Scoped


class GameHintApi(ApiView):
    """Hints."""

    problem_statuses: ClassVar = {"POST": (409,)}

    permission_classes = (Scoped("play"),)

    @extend_schema(
        operation_id="ask_for_hint",
        tags=["games"],
        summary="Ask for a hint",
        description="`visible` is answered at once (200), from nothing but what the player sees. `solver` "
        "knows all cards: it is answered 202 with the `Location` of the answer, or 200 once that is there. "
        "A hint is counted when it is asked for; asking again at the same `seq` is free. A solver hint "
        "makes a ranked game `assisted`. At a daily that is not final the solver helps only accounts that "
        "are older than the daily, ten times a game (403 `hint_refused`). With too many waiting: 503 "
        "`solver_busy`, and nothing is counted.",
        parameters=[GAME_ID],
        request=serializers.HintRequestSerializer,
        responses={200: serializers.HintSerializer, 202: serializers.HintSerializer},
        examples=[
            examples.HINT_REQUEST,
            examples.SOLVER_REQUEST,
            examples.VISIBLE_HINT,
            examples.PENDING_HINT,
        ],
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Ask for a hint."""
        now = timezone.now()
        game = games.own(known_player(request), game_id)
        hint, is_new = hints.ask(game=game, seq=_seq(request.data), mode=_mode(request.data), now=now)
        if is_new and hint.state == Hint.State.PENDING:
            patience_s = int(hints.PATIENCE.total_seconds())
            enqueue("games.tasks.answer_hint", queue="solver", expires_s=patience_s, hint_id=hint.pk)
        return _answer(game, hint, now)

    @extend_schema(
        operation_id="get_hint",
        tags=["games"],
        summary="The answer to a hint",
        description="The hint that was asked for last, or last at one `seq`. `pending` ends within 30 "
        "seconds in `found`, `not_found_within_limit` or `proven_lost`.",
        parameters=[
            GAME_ID,
            OpenApiParameter("seq", OpenApiTypes.INT, description="The `seq` that the hint was asked for."),
        ],
        responses=serializers.HintSerializer,
        examples=[examples.FOUND_HINT],
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Show a hint."""
        game = games.own(known_player(request), game_id)
        hint = hints_asked.latest(game, seq=_seq_parameter(request))
        return Response(_hint_json(game, hint, timezone.now()))


def _answer(game: Game, hint: Hint, now: datetime) -> Response:
    game.refresh_from_db(fields=["version", "hints"])
    body = _hint_json(game, hint, now)
    response = Response(body, status=202 if body["state"] == Hint.State.PENDING else 200)
    response.headers["ETag"] = etag(game.id, game.version)
    response.headers["Location"] = f"/api/v1/games/{game.id}/hint?seq={hint.seq}"
    if response.status_code == 202:
        response.headers["Retry-After"] = "1"
    return response


def _hint_json(game: Game, hint: Hint, now: datetime) -> dict[str, Any]:
    return {
        "seq": hint.seq,
        "mode": hint.mode,
        "state": hints_asked.state(hint, now=now),
        "token": hint.token or None,
        "reference": hint.reference or None,
        "known_winnable": hints_asked.is_known_winnable(game),
        "hints": game.hints,
    }


def _seq(body: Any) -> int:
    seq = body.get("seq")
    if type(seq) is not int or seq < 0:
        raise MalformedCommand("seq_not_an_integer")
    return seq


def _mode(body: Any) -> Hint.Mode:
    mode = body.get("mode")
    if not isinstance(mode, str) or mode not in Hint.Mode.values:
        raise MalformedCommand("unknown_mode", modes=Hint.Mode.values)
    return Hint.Mode(mode)


def _seq_parameter(request: Request) -> int | None:
    text = request.query_params.get("seq")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise MalformedCommand("seq_not_an_integer")
    return int(text)
