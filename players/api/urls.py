"""Addresses of the people who play, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from players.api import accounts, guests, me, profiles, tokens

urlpatterns = [
    path("guests", guests.GuestsApi.as_view()),
    path("auth/claim", accounts.ClaimApi.as_view()),
    path("auth/register", accounts.RegisterApi.as_view()),
    path("auth/login", accounts.LoginApi.as_view()),
    path("auth/logout", accounts.LogoutApi.as_view()),
    path("auth/password", accounts.PasswordApi.as_view()),
    path("auth/password/reset", accounts.PasswordResetApi.as_view()),
    path("auth/password/reset/confirm", accounts.PasswordResetConfirmApi.as_view()),
    path("me", me.MeApi.as_view()),
    path("me/export", me.ExportApi.as_view()),
    path("me/tokens", tokens.TokensApi.as_view()),
    path("me/tokens/<str:id>", tokens.TokenApi.as_view()),
    path("players/<str:name>", profiles.PlayerApi.as_view()),
]
