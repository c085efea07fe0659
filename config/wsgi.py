"""The web process: everything that answers and hangs up."""

import os
from typing import TYPE_CHECKING, cast

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django_application = get_wsgi_application()

# These know models, which Django has to load first.
from config import metrics, move_lane  # noqa: E402
from config.requests import Utf8Request  # noqa: E402

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

django_application.request_class = Utf8Request
application = move_lane.MoveLane(cast("WSGIApplication", django_application))
metrics.export()
