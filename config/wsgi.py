"""The web process: everything that answers and hangs up."""

import os

from django.core.wsgi import get_wsgi_application

from config import metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
metrics.export()
