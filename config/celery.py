"""The Celery app and the whole beat schedule.

Tasks are idempotent sweeps of database state: a lost one is made up for by the next tick, one
that runs twice changes nothing. Three queues keep people from waiting for machines:

* `celery`: quick sweeps; beat sends here unless the entry says otherwise
* `solver`: hints, which somebody is waiting for
* `par`: long searches, whenever there is time
"""

import os
from datetime import timedelta

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("orbweaver")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    # Today's dailies and those of the week ahead; finds nothing to do but once a day, or after downtime.
    "prepare dailies": {
        "task": "games.tasks.prepare_dailies",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    # Ten seconds of searching a minute for shorter lines, while nothing else waits.
    "shorten par": {
        "task": "games.tasks.shorten_par",
        "schedule": timedelta(minutes=1),
        "options": {"queue": "par", "expires": 60},
    },
    # What players found takes the place of the solver's line, soon after their daily has become final.
    "adopt players' lines": {
        "task": "games.tasks.adopt_players_lines",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 300},
    },
}
