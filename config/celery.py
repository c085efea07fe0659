"""The Celery app and the whole beat schedule.

Tasks are idempotent sweeps of database state: a lost one is made up for by the next tick, one
that runs twice changes nothing. Three queues keep people from waiting for machines:

* `celery`: quick sweeps and mail; everything that names no other
* `solver`: hints, which somebody is waiting for
* `par`: long searches, whenever there is time (settings send the making of dailies here, too)

Beat keeps no file of when it last sent what: the intervals are short, the sweeps cost nothing when
there is nothing to do, and what is long overdue is sent when it starts.
"""

import os
from datetime import timedelta
from typing import Any

from celery import Celery, signals
from celery.schedules import crontab
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("orbweaver")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)

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
        "options": {"expires": 60},
    },
    # What players found takes the place of the solver's line, soon after their daily has become final.
    "adopt players' lines": {
        "task": "games.tasks.adopt_players_lines",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 300},
    },
    # Hints whose own task was lost with the queue, or asked for while it was away.
    "answer overlooked hints": {
        "task": "games.tasks.answer_overlooked_hints",
        "schedule": timedelta(seconds=10),
        "options": {"queue": "solver", "expires": 10},
    },
    # Guests that nobody played, expired tokens and sessions, kept answers older than a day.
    "keep house": {
        "task": "players.tasks.keep_house",
        "schedule": crontab(hour="4", minute="10"),
    },
    # Proves the latest boards from the games. Finding anything is an error in the logs.
    "reconcile boards": {
        "task": "leaderboards.tasks.reconcile",
        "schedule": crontab(hour="4", minute="40"),
    },
}


@signals.beat_init.connect
def catch_up(**_kwargs: Any) -> None:
    """Make up for what fell into a time when nothing ran."""
    for name in ("prepare dailies", "keep house", "reconcile boards"):
        app.send_task(app.conf.beat_schedule[name]["task"])


@signals.worker_process_init.connect
def export_metrics(**_kwargs: Any) -> None:
    """Let the metrics of a process that does the work be read, if there is a port for them."""
    from config import metrics

    signals.task_postrun.connect(metrics.count_task)
    metrics.export()


@signals.setup_logging.connect
def keep_our_logging(**_kwargs: Any) -> None:
    """Keep Celery from setting up its own logging beside Django's."""
