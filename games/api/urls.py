"""The addresses of dailies and games, under /api/v1/."""

from __future__ import annotations

from games.api import dailies_urls, games_urls

urlpatterns = [*dailies_urls.urlpatterns, *games_urls.urlpatterns]
