"""Which app answers at which address."""

from django.contrib import admin
from django.urls import path

from config import health

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("admin/", admin.site.urls),
]
