"""Games: starting them, looking at them, their results and replays."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, ClassVar, cast

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import engine
from games.api import games_examples as examples
from games.api import games_serializers as serializers
from games.api.dailies import find_daily
from games.api.enqueue import ask_for_missing_dailies
from games.api.games_shapes import GAME_ID, etag, game_json, replay_json, result_json, summary_json
from games.errors import DailyNotReady
from games.models import Game
from games.selectors import games, solvable
from games.services import attempts
from games.services.attempts import Start
from players.api.auth import known_player, raw
from players.api.base import ApiView
from players.api.idempotency import idempotent
from players.api.paging import paginate, read_page_request
from players.api.permissions import Scoped
from players.errors import FieldError, InvalidInput
from players.models import Player

LEGAL_MOVES = "legal_moves"
INCLUDE = OpenApiParameter(
    "include", OpenApiTypes.STR, enum=[LEGAL_MOVES], description="What to add to the game."
)


class GamesApi(ApiView):
    """New games."""

    problem_statuses: ClassVar = {"POST": (404, 409, 422)}

    permission_classes = (Scoped("play"),)
    rate_policies = {"POST": ("games",)}

    def handle_exception(self, exc: Exception) -> Response:
        """Ask the workers for the daily that the caller is told to come back for."""
        if isinstance(exc, DailyNotReady):
            ask_for_missing_dailies()
        return super().handle_exception(exc)

    @extend_schema(
        operation_id="start_game",
        tags=["games"],
        summary="Start a game",
        description="Of a daily: answers 201 with the first go, which is `ranked`; the same again answers "
        "200 with the open game; after that has ended, a new attempt that is not ranked. From `final_at` "
        "on it is archive play. Looking at a daily begins nothing: this call does. A repeat with the same "
        "`Idempotency-Key` is answered again.",
        parameters=[
            INCLUDE,
            OpenApiParameter(
                "Idempotency-Key",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                description="At most 255 characters, kept for a day.",
            ),
        ],
        request=serializers.StartSerializer,
        responses={200: serializers.GameSerializer, 201: serializers.GameSerializer},
        examples=[
            examples.START_DAILY,
            examples.START_NUMBER,
            examples.START_CODE,
            examples.START_RANDOM,
            examples.STARTED,
            examples.GAME,
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Start a game, or take up the open one at the same daily."""
        with_legal_moves = _wants_legal_moves(request)
        start = _start(known_player(request), request.data, now=timezone.now())
        game = start.game
        response = Response(
            game_json(game, with_legal_moves=with_legal_moves), status=201 if start.is_new else 200
        )
        response.headers["Location"] = f"/api/v1/games/{game.id}"
        response.headers["ETag"] = etag(game.id, game.version, with_legal_moves=with_legal_moves)
        return response


class GameApi(ApiView):
    """A game as its player sees it."""

    permission_classes = (Scoped("play"),)

    @extend_schema(
        operation_id="get_game",
        tags=["games"],
        summary="A game of one's own",
        description="What the player may see of the table, and the counters. The `ETag` is the version of "
        "the game: with it in `If-None-Match` the answer is 304 while nothing has changed. Other players' "
        "games answer 404.",
        parameters=[GAME_ID, INCLUDE],
        responses=serializers.GameSerializer,
        examples=[examples.GAME],
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Show a game."""
        with_legal_moves = _wants_legal_moves(request)
        game = games.own(known_player(request), game_id)
        tag = etag(game.id, game.version, with_legal_moves=with_legal_moves)
        response = Response(game_json(game, with_legal_moves=with_legal_moves), headers={"ETag": tag})
        return cast("HttpResponseBase", get_conditional_response(raw(request), etag=tag, response=response))


class MyGamesApi(ApiView):
    """The caller's games."""

    permission_classes = (Scoped("play"),)

    @extend_schema(
        operation_id="list_my_games",
        tags=["games"],
        summary="One's games, the latest first",
        description="All games of the caller, or those of one status, page by page, without their cards.",
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, enum=Game.Status.values, description="Only those."),
            OpenApiParameter("limit", OpenApiTypes.INT, description="At most 200, default 50."),
            OpenApiParameter("cursor", OpenApiTypes.STR, description="`next_cursor` of the page before."),
        ],
        responses=serializers.GamePageSerializer,
        examples=[examples.GAMES],
    )
    def get(self, request: Request) -> Response:
        """List games."""
        page = read_page_request(request, types=(datetime, str))
        status = request.query_params.get("status")
        if status is not None and status not in Game.Status.values:
            raise InvalidInput(FieldError("status", "unknown_status"))
        rows = games.of_player(known_player(request), status=status)
        return Response(paginate(rows, order=("-created_at", "id"), page=page).as_json(summary_json))


class GameResultApi(ApiView):
    """How a game ended."""

    @extend_schema(
        operation_id="get_result",
        tags=["games"],
        summary="A game's result",
        description="One's own at any time. From the daily's `final_at` on, first goes of listed players "
        "that had ended by then are public; everything else answers 404.",
        parameters=[GAME_ID],
        responses=serializers.ResultSerializer,
        examples=[examples.RESULT],
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Show a result."""
        return Response(result_json(games.visible(_viewer(request), game_id, now=timezone.now())))


class GameReplayApi(ApiView):
    """A game from its opening on."""

    @extend_schema(
        operation_id="get_replay",
        tags=["games"],
        summary="A game's replay",
        description="The opening and every action, undos among them, with its instant and effects. Of a "
        "daily only from its `final_at` on, one's own too (403 `replay_locked` with `available_at`); then "
        "first goes of listed players are public. Of one's practice games at any time.",
        parameters=[GAME_ID],
        responses=serializers.ReplaySerializer,
        examples=[examples.REPLAY],
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Show a replay."""
        now = timezone.now()
        game = games.visible(_viewer(request), game_id, now=now)
        games.check_replay(game, now=now)
        return Response(replay_json(game))


def _viewer(request: Request) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def _wants_legal_moves(request: Request) -> bool:
    include = request.query_params.get("include")
    if include not in (None, "", LEGAL_MOVES):
        raise InvalidInput(FieldError("include", "unknown_include"))
    return include == LEGAL_MOVES


def _start(player: Player, body: Any, *, now: datetime) -> Start:
    source = body.get("source")
    if not isinstance(source, dict):
        raise InvalidInput(FieldError("source", "not_an_object"))
    kind = source.get("type")
    if kind == "daily":
        daily = find_daily(_text(source, "date"), _text(source, "variant"), now=now)
        return attempts.start_daily(player=player, daily=daily, now=now)
    if kind == "number":
        variant, number = engine.variant(_text(source, "variant")), _number(source)
    elif kind == "code":
        variant, number = engine.parse_game_code(_text(source, "code"))
    elif kind == "random":
        variant, number = (
            engine.variant(_text(source, "variant")),
            secrets.randbelow(engine.LARGEST_NUMBER + 1),
        )
    elif kind == "solvable":
        variant = engine.variant(_text(source, "variant"))
        number = solvable.pick(variant.name, secrets.SystemRandom()).number
    else:
        raise InvalidInput(FieldError("source.type", "unknown_source"))
    game = attempts.start_numbered(
        player=player, variant=variant, number=number, source=Game.Source(kind), now=now
    )
    return Start(game, is_new=True)


def _text(source: dict[str, Any], member: str) -> str:
    value = source.get(member)
    if not isinstance(value, str):
        raise InvalidInput(FieldError(f"source.{member}", "not_a_text"))
    return value


def _number(source: dict[str, Any]) -> int:
    number = source.get("number")
    if type(number) is not int or not 0 <= number <= engine.LARGEST_NUMBER:
        raise InvalidInput(
            FieldError("source.number", "not_a_deal_number", {"largest": engine.LARGEST_NUMBER})
        )
    return number
