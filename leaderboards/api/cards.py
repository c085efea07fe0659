"""The picture of a won game."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from redis.exceptions import RedisError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from games.api.games_shapes import GAME_ID
from games.models import Game
from games.selectors import games
from leaderboards import cards
from players.api.auth import raw
from players.api.base import ApiView

_SHARED_S = 24 * 3600
"""How long anybody may keep the picture: what a won game came to never changes."""
_DRAWN_S = 3600
"""How long a drawn picture is kept here: links are opened most just after they are shared."""


class GameCardApi(ApiView):
    """The picture of a won game."""

    @extend_schema(
        operation_id="get_game_card",
        tags=["games"],
        summary="The picture of a won game",
        description="1200 x 630 pixels, for links that people share: variant, date or game code, moves, "
        "time, undos and score in the language of `lang`. It shows no cards and names nobody, so whoever has "
        "the game's id may see it at once. 404 for a game that is not won.",
        parameters=[
            GAME_ID,
            OpenApiParameter(
                "lang",
                OpenApiTypes.STR,
                enum=["en", "ko", "zh-Hant", "ja", "ru"],
                description="Language of the picture; default: that of `Accept-Language`.",
            ),
        ],
        responses={(200, "image/png"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Draw the picture."""
        game = games.won(game_id)
        language = _language(request)
        etag = f'"{game.pk}:{language}"'
        response = HttpResponse(
            _drawn(game, language),
            content_type="image/png",
            headers={"Cache-Control": f"public, max-age={_SHARED_S}", "ETag": etag},
        )
        return cast("HttpResponseBase", get_conditional_response(raw(request), etag=etag, response=response))

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Answer whatever the caller would like best: programs that fetch pictures ask for pictures."""
        return JSONRenderer(), JSONRenderer.media_type


def _language(request: Request) -> str:
    asked = request.query_params.get("lang", "").lower()
    return (
        asked if asked in dict(settings.LANGUAGES) else translation.get_language() or settings.LANGUAGE_CODE
    )


def _drawn(game: Game, language: str) -> bytes:
    """Return the picture, drawn once for all who follow the link."""
    key = f"card:{game.pk}:{language}"
    with suppress(RedisError):
        kept = cache.get(key)
        if isinstance(kept, bytes):
            return kept
    with translation.override(language):
        picture = cards.png(game)
    with suppress(RedisError):
        cache.set(key, picture, _DRAWN_S)
    return picture
