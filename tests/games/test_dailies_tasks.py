"""What workers and beat do, and two worker processes that do it at the same moment."""

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from config.celery import app
from games import engine, solver, tasks
from games.models import Daily, DailySecret
from games.services import seeds
from tests.games.publishing import FINAL, NOON, OPENS, SEED, TODAY, Clock, publish

WORKER = """
import sys, time
from datetime import datetime
from pathlib import Path

from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
import django
django.setup()

from games.models import Daily
from games.services import publication
from games.services.seeds import ChosenSeed, fresh_seed

list(Daily.objects.all())
Path(sys.argv[2]).touch()
while not Path(sys.argv[3]).exists():
    time.sleep(0.001)
made = publication.prepare(
    now=datetime.fromisoformat(sys.argv[4]), days=3, choose=lambda _variant: ChosenSeed(fresh_seed())
)
print(len(made))
"""


@pytest.mark.django_db(transaction=True)
def test_two_processes_prepare_the_same_days_at_the_same_moment(tmp_path: Path, settings):
    start = tmp_path / "start"
    workers = []
    for index in range(2):
        ready = tmp_path / f"ready{index}"
        command = [
            sys.executable,
            "-c",
            WORKER,
            settings.DATABASES["default"]["NAME"],
            str(ready),
            str(start),
        ]
        process = subprocess.Popen(
            [*command, NOON.isoformat()],
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        workers.append((process, ready))
    patience = time.monotonic() + 100
    while not all(ready.exists() for _process, ready in workers):
        assert time.monotonic() < patience
        assert all(process.poll() is None for process, _ready in workers), workers[0][0].communicate()
        time.sleep(0.01)
    start.touch()
    said = [process.communicate(timeout=60) for process, _ready in workers]
    assert [process.returncode for process, _ready in workers] == [0, 0], said
    assert Daily.objects.count() == DailySecret.objects.count() == 24
    for secret in DailySecret.objects.select_related("daily"):
        on, variant = str(secret.daily).split("/")
        assert engine.commitment(on, variant, bytes(secret.seed)) == secret.daily.commitment


class TestBeat:
    def test_sends_only_tasks_that_exist(self):
        app.loader.import_default_modules()
        scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
        assert scheduled <= set(app.tasks)
        assert {"games.tasks.prepare_dailies", "games.tasks.shorten_par"} <= scheduled

    def test_lets_no_task_pile_up_while_there_is_no_worker(self):
        often = {
            name: e for name, e in app.conf.beat_schedule.items() if isinstance(e["schedule"], timedelta)
        }
        for name, entry in often.items():
            assert entry["options"]["expires"] > 0, name


@pytest.mark.django_db
class TestTasks:
    @pytest.fixture(autouse=True)
    def short(self, at: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(seeds, "SHORTENING_LIMITS", solver.Limits(examined=0))
        monkeypatch.setattr(tasks, "PAR_SLICE_S", 0.2)

    def test_prepare_what_is_missing_by_the_clock(self, at):
        for ahead in range(8):
            for variant in engine.VARIANTS:
                if (ahead, variant) != (1, "spiderette-1"):
                    publish(TODAY + timedelta(days=ahead), variant, now=NOON)
        tasks.prepare_dailies.apply(throw=True)
        tasks.prepare_dailies.apply(kwargs={"of_a_later_version": True}, throw=True)
        assert Daily.objects.count() == 48
        secret = DailySecret.objects.get(daily__date="2026-11-30", daily__variant="spiderette-1")
        assert engine.replay(
            engine.Deal.from_seed(engine.variant("spiderette-1"), bytes(secret.seed)), secret.line.split()
        ).is_won

    def test_search_for_a_shorter_line_until_the_day_opens(self, at):
        at(OPENS - timedelta(hours=1))
        deal = engine.Deal.from_seed(engine.variant("spiderette-1"), SEED)
        line = solver.solve(deal.opening(), solver.Limits(examined=200_000)).line
        assert line is not None
        daily = publish(TODAY, "spiderette-1", now=OPENS, seed=SEED, line=line)
        tasks.shorten_par.apply(throw=True)
        assert DailySecret.objects.get(daily=daily).solve_statistics["slices"] == 1
        at(OPENS)
        tasks.shorten_par.apply(throw=True)
        assert DailySecret.objects.get(daily=daily).solve_statistics["slices"] == 1

    def test_adopt_players_lines_once_they_may(self, at):
        publish(TODAY, "spiderette-1", now=OPENS, seed=SEED)
        tasks.adopt_players_lines.apply(throw=True)
        assert DailySecret.objects.get().solve_statistics == {}
        at(FINAL)
        tasks.adopt_players_lines.apply(throw=True)
        assert DailySecret.objects.get().solve_statistics == {"players_counted": True}
