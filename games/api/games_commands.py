"""Commands of a game in play: the hot path of the service.

Everything that DRF does for a view is done by hand here, because it costs more than judging
the move: the answer is the same in every respect that a client can see.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, NamedTuple, cast

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from games import engine
from games.api import games_examples as examples
from games.api import games_serializers as serializers
from games.api.games_shapes import GAME_ID, etag
from games.errors import MalformedCommand
from games.selectors import seats
from games.selectors.seats import Caller, Seat
from games.services import games
from games.services.commands import parse_submission
from players import credentials, throttling
from players.api.auth import TokenAuthentication
from players.api.base import VARY, ApiView
from players.api.bodies import BODY_LIMIT, read_json_object
from players.errors import (
    BodyTooLarge,
    DomainError,
    MalformedBody,
    RateLimited,
    Unauthenticated,
    UnsupportedMediaType,
)
from players.models import Player
from players.throttling import Standing

_HEADERS = {"Cache-Control": "private, no-store", "Vary": ", ".join((*VARY, "Origin"))}


class Answer(NamedTuple):
    """What is sent back: cheaper than a response of Django's, which it can become."""

    status: int
    headers: dict[str, str]
    body: bytes


class GameCommandsApi(ApiView):
    """Submit moves, stock deals and undos."""

    problem_statuses: ClassVar = {"POST": (409, 422)}

    own_policies: ClassVar = {"POST": ("moves",)}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a submission without DRF's help, anything else with it."""
        if request.method != "POST":
            return super().dispatch(request, *args, **kwargs)
        return self.post(request, kwargs["game_id"])

    @extend_schema(
        operation_id="submit_commands",
        tags=["games"],
        summary="Play: one command, or a batch",
        description="Every command states the `seq` that it was made on; of several made on one `seq`, one "
        "is accepted and the others answer 409 `seq_conflict`. The last accepted request sent again is "
        "answered again, with `Idempotent-Replayed: true`, and nothing is done twice. A refused move is "
        "422 with the rule as its `code`, and changes nothing. A batch stops at the first command that is "
        "refused, or with `atomic` is not applied at all.",
        parameters=[GAME_ID],
        request=serializers.SubmissionSerializer,
        responses=serializers.SUBMISSION_ANSWERS,
        examples=[
            examples.MOVE_REQUEST,
            examples.TOKEN_REQUEST,
            examples.BATCH_REQUEST,
            examples.MOVE_ANSWER,
            examples.BATCH_ANSWER,
            examples.UNDO_ANSWER,
        ],
    )
    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Answer as `answer` does."""
        status, headers, body = answer(request, game_id)
        return HttpResponse(body, status=status, headers=headers)


def answer(request: HttpRequest, game_id: str) -> Answer:
    """Judge the submission in the body of *request*, and say what came of it."""
    standings: list[Standing] = []
    try:
        return _judge(request, game_id, standings)
    except Unauthenticated as error:
        return _refusal(request, *throttling.take_for_stranger(request, error))
    except RateLimited as error:
        return _refusal(request, error, error.standings)
    except DomainError as error:
        return _refusal(request, error, standings)


def _refusal(request: HttpRequest, error: Exception, standings: Sequence[Standing] = ()) -> Answer:
    problem = _problem(request, error)
    headers = _HEADERS | dict(problem.headers) | throttling.as_fields(standings)
    headers["Content-Type"] = str(problem.content_type)
    return Answer(problem.status_code, headers, orjson.dumps(problem.data))


def _judge(request: HttpRequest, game_id: str, standings: list[Standing]) -> Answer:
    """Judge: the order of the steps is the order of judgement that the API promises.

    How the quota stands is noted in *standings*, for whatever the answer will be.
    """
    now = datetime.now(UTC)
    seat = _seat(request, game_id, now)
    caller = seat.caller
    caller.check_may_play()
    standings.append(throttling.MOVES.take(caller.credential.id))
    if caller.is_use_outdated:
        _note_use(request, caller, now)
    row = seat.game()
    submission = parse_submission(_body(request), columns=engine.VARIANTS[row.variant].columns)
    if len(submission.commands) > 1:
        standings[0] = throttling.MOVES.charge(caller.credential.id, len(submission.commands) - 1)
    outcome = games.submit(row=row, submission=submission, is_bot=caller.is_bot, now=now)
    body = _batch_json(request, outcome) if outcome.is_batch else outcome.results[0]
    headers = _HEADERS | throttling.as_fields(standings) | {"Content-Type": "application/json"}
    headers["ETag"] = etag(outcome.game_id, outcome.version)
    if outcome.is_replayed:
        headers["Idempotent-Replayed"] = "true"
    return Answer(200, headers, orjson.dumps(body))


def _seat(request: HttpRequest, game_id: str, now: datetime) -> Seat:
    presented = credentials.presented_token(request)
    if presented is not None:
        return seats.by_token(presented, game_id=game_id, now=now)
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        credentials.check_csrf(request)
    key = credentials.session_key(request)
    if key is None:
        raise Unauthenticated
    return seats.by_session(key, game_id=game_id, now=now)


def _body(request: HttpRequest) -> dict[str, Any]:
    # The plain spelling first, and past the request's own stream: both cost more than they do here.
    if request.META.get("CONTENT_TYPE") != "application/json" and request.content_type != "application/json":
        raise UnsupportedMediaType(media_type=request.content_type or "")
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:  # as to Django, no length at all; thousands of zeros before one are none either
        length = 0
    if length > BODY_LIMIT:
        raise BodyTooLarge(limit=BODY_LIMIT)
    try:
        return read_json_object(request.META["wsgi.input"].read(length) if length > 0 else b"")
    except MalformedBody as error:
        raise MalformedCommand(**error.params) from None


def _batch_json(request: HttpRequest, outcome: games.Outcome) -> dict[str, Any]:
    applied = len(outcome.results)
    stopped = None
    if outcome.error is not None:
        stopped = {"index": applied, "problem": _problem(request, outcome.error).data}
    return {"seq": outcome.seq, "applied": applied, "results": outcome.results, "stopped": stopped}


def _problem(request: HttpRequest, error: Exception) -> Response:
    """Return the problem that *error* amounts to, by way of DRF's setting: no app knows their table."""
    handler: Any = api_settings.EXCEPTION_HANDLER
    # No middleware has looked for the caller's language before.
    with translation.override(translation.get_language_from_request(request)):
        response = cast("Response", handler(error, {"request": Request(request)}))
        response.headers["Content-Language"] = translation.get_language()
    return response


def _note_use(request: HttpRequest, caller: Caller, now: datetime) -> None:
    """Note, once an hour, that the credential is in use. A session is prolonged by the page's other calls."""
    if caller.credential.kind == "session":
        Player.objects.filter(pk=caller.player_id).update(last_seen_at=now)
    else:
        TokenAuthentication().authenticate(Request(request))
