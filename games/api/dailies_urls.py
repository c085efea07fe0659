"""The addresses of variants, the clock, dailies and game codes."""

from __future__ import annotations

from django.urls import path

from games.api import dailies

urlpatterns = [
    path("variants", dailies.VariantsApi.as_view()),
    path("time", dailies.TimeApi.as_view()),
    path("dailies", dailies.DailiesApi.as_view()),
    path("dailies/<str:date>/<str:variant>", dailies.DailyApi.as_view()),
    path("dailies/<str:date>/<str:variant>/reveal", dailies.RevealApi.as_view()),
    path("codes/<str:code>", dailies.CodeApi.as_view()),
]
