"""The addresses of games."""

from __future__ import annotations

from django.urls import path

from games.api import games
from games.api.games_commands import GameCommandsApi
from games.api.games_hints import GameHintApi

urlpatterns = [
    path("games", games.GamesApi.as_view()),
    path("games/<str:game_id>", games.GameApi.as_view()),
    path("games/<str:game_id>/commands", GameCommandsApi.as_view()),
    path("games/<str:game_id>/hint", GameHintApi.as_view()),
    path("games/<str:game_id>/result", games.GameResultApi.as_view()),
    path("games/<str:game_id>/replay", games.GameReplayApi.as_view()),
    path("me/games", games.MyGamesApi.as_view()),
]
