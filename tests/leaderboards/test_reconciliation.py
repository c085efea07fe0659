"""The proof of standings finds every kind of damage, and the repair leaves none."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from freezegun import freeze_time

from games.models import Game
from games.services import dailies
from leaderboards import tasks
from leaderboards.models import Bar, DailyStreak, Entry, Record
from leaderboards.services import entries, reconciliation, sanctions
from players.models import Player
from tests.leaderboards import boards
from tests.leaderboards.boards import DATE, NOON
from tests.leaderboards.test_sanctions import due, held

pytestmark = pytest.mark.django_db(transaction=True)

LATER = NOON + timedelta(days=1, hours=10)


def found(*, repair: bool = False) -> set[str]:
    return {finding.kind for finding in reconciliation.reconcile(now=LATER, repair=repair)}


@pytest.fixture(autouse=True)
def board() -> None:
    """Lay wins of all pools, exclusions, a loss, a late win and a withdrawn daily behind every test."""
    daily = boards.daily()
    for place in range(3):
        boards.win(boards.player(), daily, moves=100 + place, undos=place)
    boards.win(boards.player(is_guest=True), daily)
    boards.win(boards.player(is_bot=True), daily)
    boards.win(boards.player(is_in_statistics=False), daily)
    cheat = boards.win(boards.player(), daily)
    sanctions.disqualify(entry_id=cheat.pk, reason="No.", by="carol", now=NOON)
    banned = boards.win(boards.player(), daily)
    sanctions.ban(player_id=banned.player_id, reason="No.", by="carol", now=NOON)
    loser = boards.player()
    boards.end(boards.begin(loser, daily), is_won=False)
    boards.end(boards.begin(loser, daily))  # unranked
    boards.end(boards.begin(boards.player(), daily), when=daily.final_at + boards.MINUTE)
    boards.win(boards.player(), boards.daily(variant="spider-4"), moves=90)
    withdrawn = boards.daily(variant="spider-1")
    game = boards.begin(boards.player(), withdrawn)
    dailies.void(daily_id=withdrawn.pk, reason="A mistake.", by="carol", now=NOON - timedelta(hours=1))
    boards.end(game)
    boards.begin(boards.player(), daily)


def first() -> Entry:
    return Entry.objects.filter(daily__variant="spider-2", moves=100).get()


def lose_entry() -> None:
    first().delete()


def add_entry() -> None:
    lost = Game.objects.filter(status="given_up").get()
    assert lost.daily is not None
    Entry.objects.create(
        daily=lost.daily, game=lost, player_id=lost.player_id, moves=1, undos=0, seconds=1,
        negated_score=-1, is_ranked=True, is_pure=True, is_bot=False, finished_at=NOON,
    )  # fmt: skip


def enter_later_go() -> None:
    later = Game.objects.filter(daily__variant="spider-2", attempt=2).get()
    assert later.daily is not None
    Entry.objects.create(game=later, **entries.values_of(later))


def alter_entry() -> None:
    Entry.objects.filter(pk=first().pk).update(moves=1)


def move_entry() -> None:
    other = Entry.objects.get(daily__variant="spider-4").daily
    Entry.objects.filter(pk=first().pk).update(daily=other)


def alter_pool() -> None:
    Entry.objects.filter(pk=first().pk).update(is_ranked=False, is_pure=False)


def count_excluded() -> None:
    Entry.objects.filter(player__banned_at__isnull=False).update(is_counted=True)


def forget_to_count() -> None:
    Entry.objects.filter(pk=first().pk).update(is_counted=False)


def raise_bar() -> None:
    Bar.objects.filter(histogram=1, key_1=100).update(pure_count=F("pure_count") + 1)


def lose_bar() -> None:
    Bar.objects.filter(daily__variant="spider-2", histogram=4).delete()


def add_bar() -> None:
    Bar.objects.create(daily=first().daily, histogram=2, key_1=7, key_2=7, key_3=7, all_count=1)


def alter_record() -> None:
    Record.objects.filter(player_id=first().player_id).update(best_streak=9)


def lose_record() -> None:
    Record.objects.filter(player_id=first().player_id).delete()


def alter_streak() -> None:
    DailyStreak.objects.filter(player_id=first().player_id).update(length=9)


def lose_streak() -> None:
    DailyStreak.objects.filter(player_id=first().player_id).delete()


DAMAGE: list[tuple[Callable[[], None], set[str]]] = [
    (lose_entry, {"entry_missing"}),
    (add_entry, {"entry_extra"}),
    (enter_later_go, {"entry_extra"}),
    (alter_entry, {"entry_wrong"}),
    (move_entry, {"entry_wrong", "entry_extra"}),
    (alter_pool, {"entry_wrong"}),
    (count_excluded, {"entry_wrong"}),
    (forget_to_count, {"entry_wrong"}),
    (raise_bar, {"bar_wrong"}),
    (lose_bar, {"bar_wrong"}),
    (add_bar, {"bar_wrong"}),
    (alter_record, {"record_wrong"}),
    (lose_record, {"record_wrong"}),
    (alter_streak, {"streak_wrong"}),
    (lose_streak, {"streak_wrong"}),
]


class TestReconcile:
    def test_finds_nothing_wrong_with_what_wins_and_staff_left(self):
        assert found() == set()
        assert found(repair=True) == set()

    def test_finds_and_repairs_every_kind_of_damage(self):
        """One after the other on one board, since each repair leaves it as it was."""
        before = held()
        for damage, kinds in DAMAGE:
            damage()
            name = damage.__name__
            assert found() == kinds, name
            assert found(repair=True) <= kinds, name  # one repair can make another needless
            assert held() == before == due(), name
        assert found() == set()

    def test_takes_a_player_banned_by_hand_off_the_boards(self):
        Player.objects.filter(pk=first().player_id).update(banned_at=NOON)
        assert found(repair=True) == {"entry_wrong", "bar_wrong"}
        assert found() == set()
        assert held() == due()
        assert not first().is_counted

    def test_finds_nothing_wrong_with_a_daily_withdrawn_after_wins(self):
        withdrawn = Entry.objects.get(daily__variant="spider-4").daily
        dailies.void(daily_id=withdrawn.pk, reason="A mistake.", by="carol", now=LATER)
        assert found() == set()

    def test_repairs_much_at_once(self):
        for damage in (add_bar, lose_bar, add_entry, lose_entry):
            damage()
        Record.objects.all().delete()
        DailyStreak.objects.all().update(best=0)
        found(repair=True)
        assert found() == set()

    def test_looks_at_the_dailies_since_a_date(self):
        raise_bar()
        late = reconciliation.reconcile(now=LATER, repair=False, since=DATE + timedelta(days=1))
        assert list(late) == []
        assert [
            finding.kind for finding in reconciliation.reconcile(now=LATER, repair=False, since=DATE)
        ] == ["bar_wrong"]


class TestCommand:
    def run(self, *arguments: str) -> str:
        out = io.StringIO()
        with freeze_time(LATER):
            call_command("reconcile", *arguments, stdout=out)
        return out.getvalue()

    def test_says_that_all_is_well(self):
        assert self.run() == "All is as the games say.\n"

    def test_fails_when_something_is_wrong_and_repairs_when_told(self):
        raise_bar()
        with pytest.raises(CommandError, match="1 found"):
            self.run("--since", "2026-11-29")
        assert "1 found and repaired." in self.run("--repair")
        assert self.run() == "All is as the games say.\n"

    def test_task_repairs_the_latest_dailies(self):
        raise_bar()
        with freeze_time(LATER):
            tasks.reconcile(since="a later version's argument")
        assert found() == set()


class TestKilled:
    def test_while_repairing_leaves_all_or_nothing_and_can_be_run_again(self):
        """The repair is held at a bar by another transaction, killed there, and run again."""
        lose_entry()
        lose_bar()
        damaged = (held(), Entry.objects.count())
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_NAME_OF_TEST": str(connection.settings_dict["NAME"]),
        }
        script = (
            "import os, django; from django.conf import settings;"
            "settings.DATABASES['default']['NAME'] = os.environ['DATABASE_NAME_OF_TEST'];"
            "django.setup(); from django.utils import timezone;"
            "from leaderboards.services import reconciliation;"
            "list(reconciliation.reconcile(now=timezone.now(), repair=True))"
        )
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            # The bar that the repair will write again is taken by a transaction that goes on.
            cursor.execute(
                "INSERT INTO leaderboards_bar (daily_id, histogram, key_1, key_2, key_3, ranked_count,"
                " pure_count, all_count, bot_count, finisher_count)"
                " SELECT id, 4, 600, 0, 0, 0, 0, 0, 0, 0 FROM games_daily WHERE variant = 'spider-2'"
            )
            repair = subprocess.Popen([sys.executable, "-c", script], env=environment, cwd=settings.BASE_DIR)
            try:
                self.wait_for_a_waiting_repair()
            finally:
                repair.send_signal(signal.SIGKILL)
                repair.wait()
            cursor.execute("ROLLBACK")
        assert (held(), Entry.objects.count()) == damaged
        found(repair=True)
        assert found() == set()

    def wait_for_a_waiting_repair(self) -> None:
        for _ in range(300):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_stat_clear_snapshot()")  # or a transaction sees it only once
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    " AND query LIKE 'INSERT INTO leaderboards_bar%'"
                )
                row = cursor.fetchone()
            if row is not None and row[0]:
                return
            time.sleep(0.1)
        raise AssertionError("the repair never came to the bar")
