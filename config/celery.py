"""The Celery app and the whole beat schedule.

Tasks are idempotent sweeps of database state: a lost one is made up for by the next tick, one
that runs twice changes nothing. Three queues keep people from waiting for machines:

* `celery`: quick sweeps; beat sends here unless the entry says otherwise
* `solver`: hints, which somebody is waiting for
* `par`: long searches, whenever there is time
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("orbweaver")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
