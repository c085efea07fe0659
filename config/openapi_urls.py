"""Addresses of the API's own description, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from config import openapi_views

urlpatterns = [
    path("openapi.json", openapi_views.description),
    path("docs", openapi_views.docs),
    path("docs/start.js", openapi_views.docs_start),
    path("problems/<str:code>", openapi_views.problem_kind),
]
