"""The addresses of standings, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from leaderboards.api import boards, cards, records

urlpatterns = [
    path("dailies/<str:date>/<str:variant>/leaderboard", boards.LeaderboardApi.as_view()),
    path("dailies/<str:date>/<str:variant>/stats", boards.StatisticsApi.as_view()),
    path("games/<str:game_id>/card.png", cards.GameCardApi.as_view()),
    path("me/records", records.MyRecordsApi.as_view()),
    path("me/streaks", records.MyStreaksApi.as_view()),
]
