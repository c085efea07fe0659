"""Which app answers at which address."""

from django.contrib import admin
from django.urls import include, path, re_path

from config import health, problems

api = [
    path("", include("config.openapi_urls")),
    path("", include("players.api.urls")),
]

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api)),
    # Whatever else begins so is answered with a problem, whether DEBUG is on or not.
    re_path(r"^api/", problems.not_found),
]

handler400 = "config.problems.bad_request"
handler403 = "config.problems.permission_denied"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"
