"""Which app answers at which address."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from config import health, pages, problems

api = [
    path("", include("config.openapi_urls")),
    path("", include("players.api.urls")),
    path("", include("games.api.urls")),
    path("", include("leaderboards.api.urls")),
]

urlpatterns = [
    # Asked for unasked, by browsers and by programs that show links.
    path("favicon.ico", RedirectView.as_view(url="/static/icon-192.png")),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api)),
    # Whatever else begins so is answered with a problem, whether DEBUG is on or not.
    re_path(r"^api/", problems.not_found),
    path("", pages.home),
    path("d/<str:day>/<str:variant>", pages.daily),
    path("g/<str:code>", pages.code),
    path("r/<str:game_id>", pages.result),
    path("replay/<str:game_id>", pages.result),
    # The page's other addresses: frontend/src/routes.ts has the list.
    re_path(r"^(?:archive|practice|leaderboard|fairness|rules|settings|me|account/reset)$", pages.home),
    re_path(r"^(?:leaderboard|fairness)/[^/]+(?:/[^/]+)?$", pages.home),
    path("p/<str:name>", pages.home),
]

handler400 = "config.problems.bad_request"
handler403 = "config.problems.permission_denied"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"
