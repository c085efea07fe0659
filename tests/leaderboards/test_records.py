"""Records and streaks: the folds, what is kept of them, and what the API says."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from freezegun import freeze_time
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.models import Daily, Game
from games.services import dailies
from leaderboards.models import DailyStreak, Entry, Record
from leaderboards.records import Ended, Run, Tally, run, tally
from leaderboards.selectors import history, records
from players.models import Player
from players.services import accounts
from tests import playing
from tests.leaderboards import boards
from tests.leaderboards.boards import DATE, NOON

DAY = timedelta(days=1)


def ended(place: int, *, is_won: bool, moves: int = 100, seconds: int = 60) -> Ended:
    return Ended(NOON + place * boards.MINUTE, f"g_{place}", is_won, moves, seconds)


class TestTally:
    def test_counts_games_in_the_order_in_which_they_ended(self):
        games = [ended(place, is_won=mark == "w") for place, mark in enumerate("wwlwwwl")]
        assert tally(reversed(games)) == Tally(
            played=7, won=5, streak=0, best_streak=3, best_seconds=60, fewest_moves=100,
            last_ended_at=games[-1].ended_at,
        )  # fmt: skip

    def test_takes_bests_of_won_games_alone(self):
        games = [
            ended(0, is_won=True, moves=120, seconds=50),
            ended(1, is_won=True, moves=110, seconds=70),
            ended(2, is_won=False, moves=1, seconds=1),
        ]
        assert (tally(games).fewest_moves, tally(games).best_seconds) == (110, 50)


class TestRun:
    def test_goes_on_over_dates_that_could_not_be_played(self):
        dates = [DATE, DATE + 2 * DAY]
        assert run(dates, playable=[]) == Run(2, 2, dates[-1])
        assert run(dates, playable=[DATE, DATE + DAY]) == Run(1, 1, dates[-1])

    def test_remembers_the_longest(self):
        won = [DATE + offset * DAY for offset in (0, 1, 2, 4, 5)]
        playable = [DATE + offset * DAY for offset in range(6)]
        assert run(won, playable=playable) == Run(2, 3, won[-1])

    def test_of_nothing_is_none(self):
        assert run([], playable=[DATE]) == Run()


class Step(NamedTuple):
    """Something that happens to a player."""

    kind: str
    variant: str
    day: int
    minutes: int


STEPS = st.lists(
    st.builds(
        Step,
        kind=st.sampled_from(
            ["win", "win", "win", "begin", "finish", "give up", "practice", "lose practice", "void", "look"]
        ),
        variant=st.sampled_from(["spider-1", "spider-2"]),
        day=st.integers(-1, 0),
        minutes=st.sampled_from([1, 10, 300, 600, 1440, 2000]),
    ),
    max_size=25,
)


class History:
    """Lives the days of one player, step by step."""

    def __init__(self) -> None:
        self.player = boards.player()
        self.now = NOON
        self.open: list[Game] = []
        self.published = DATE - DAY

    def publish(self) -> None:
        """Publish dailies up to today's: none is ever made for a day that is over."""
        while self.published <= self.now.date():
            for variant in ("spider-1", "spider-2"):
                boards.daily(self.published, variant)
            self.published += DAY

    def daily(self, step: Step) -> Daily:
        return Daily.objects.get(date=self.now.date() + step.day * DAY, variant=step.variant)

    def take(self, step: Step) -> None:
        self.now += timedelta(minutes=step.minutes)
        self.publish()
        if step.kind == "void":
            daily = self.daily(step)
            if daily.voided_at is None:
                dailies.void(daily_id=daily.pk, reason="A mistake.", by="carol", now=self.now)
        elif step.kind in ("practice", "lose practice"):
            game = boards.begin(self.player, None, variant=step.variant, when=self.now)
            self.end(game, step, is_won=step.kind == "practice")
        elif step.kind == "finish":
            if self.open:
                self.end(self.open.pop(0), step, is_won=True)
        elif step.kind in ("begin", "win", "give up"):
            daily = self.daily(step)
            mine = self.player.games.filter(daily=daily)
            is_startable = daily.voided_at is None and self.now < daily.closes_at
            if not is_startable or mine.filter(status="open").exists():
                return
            game = boards.begin(self.player, daily, when=self.now)
            if step.kind == "begin":
                self.open.append(game)
            else:
                self.end(game, step, is_won=step.kind == "win")

    def end(self, game: Game, step: Step, *, is_won: bool) -> None:
        boards.end(
            game, is_won=is_won, when=self.now, moves=100 + step.minutes % 7, seconds=step.minutes % 100
        )

    def check(self) -> None:
        """Compare what a player sees with the games, and what is kept where it claims to be up to date."""
        seen = records.tallies(self.player.pk, now=self.now)
        right = history.tallies(self.player.pk, now=self.now)
        assert {scope: seen.get(scope, Tally()) for scope in seen | right} == {
            scope: right.get(scope, Tally()) for scope in seen | right
        }
        runs, right_runs = records.runs(self.player.pk), history.runs(self.player.pk)
        assert {variant: runs.get(variant, Run()) for variant in runs | right_runs} == {
            variant: right_runs.get(variant, Run()) for variant in runs | right_runs
        }


@pytest.mark.django_db
class TestKeptRows:
    @settings(max_examples=20, deadline=None)
    @given(STEPS)
    def test_agree_with_the_games_after_every_step(self, steps):
        with transaction.atomic():
            life = History()
            for step in steps:
                life.take(step)
                life.check()
            transaction.set_rollback(True)

    @settings(max_examples=8, deadline=None)
    @given(STEPS)
    def test_are_the_same_when_rebuilt_from_nothing(self, steps):
        with transaction.atomic():
            life = History()
            for step in steps:
                life.take(step)
            before = rows(life)
            Record.objects.all().delete()
            DailyStreak.objects.all().delete()
            with freeze_time(life.now):
                call_command("rebuild_records", player=life.player.name, verbosity=0, stdout=_Quiet())
            assert rows(life) == before
            transaction.set_rollback(True)

    def test_take_the_fast_way_when_games_follow_each_other(self, monkeypatch):
        """The usual game is added to what is kept: reading all games anew would grow with them."""
        player = boards.player()
        boards.win(player, boards.daily(DATE))
        monkeypatch.setattr(history, "tallies", None)
        monkeypatch.setattr(history, "runs", None)
        boards.win(player, boards.daily(DATE + DAY))
        record = Record.objects.get(kind="daily")
        assert (record.played, record.streak) == (2, 2)
        assert set(DailyStreak.objects.values_list("variant", "length")) == {("", 2), ("spider-2", 2)}


class _Quiet:
    def write(self, _text: str) -> None: ...


def rows(life: History) -> tuple[Any, Any]:
    """Return what a player sees, scopes without a game left out."""
    seen = records.tallies(life.player.pk, now=life.now)
    streaks = records.streaks(life.player.pk, now=life.now)
    return {scope: found for scope, found in seen.items() if found.played}, streaks


@pytest.mark.django_db
class TestDailyRecord:
    def seen(self, player: Player, now: datetime) -> Tally:
        return records.tallies(player.pk, now=now).get(("spider-2", "daily"), Tally())

    def test_is_lost_at_final_at_without_anybody_doing_anything(self):
        player, daily = boards.player(), boards.daily()
        boards.win(player, boards.daily(DATE - DAY))
        boards.begin(player, daily)
        assert self.seen(player, daily.final_at - boards.MINUTE).streak == 1
        lost = self.seen(player, daily.final_at)
        assert (lost.played, lost.won, lost.streak, lost.best_streak) == (2, 1, 0, 1)

    def test_stays_lost_when_the_game_is_won_later(self):
        player, daily = boards.player(), boards.daily()
        game = boards.begin(player, daily)
        boards.end(game, when=daily.final_at + DAY)
        found = self.seen(player, daily.final_at + 2 * DAY)
        assert (found.played, found.won) == (1, 0)

    def test_counts_what_ran_out_before_the_next_game_that_ends(self):
        player = boards.player()
        boards.win(player, boards.daily(DATE))
        boards.begin(player, boards.daily(DATE + DAY))
        boards.win(player, boards.daily(DATE + 2 * DAY))
        found = self.seen(player, NOON + 2 * DAY + timedelta(hours=1))
        assert (found.played, found.won, found.streak, found.best_streak) == (3, 2, 1, 1)

    def test_is_not_lost_twice_by_who_gives_up_later(self):
        player = boards.player()
        game = boards.begin(player, boards.daily(DATE))
        boards.win(player, boards.daily(DATE + 2 * DAY))
        boards.end(game, is_won=False, when=NOON + 2 * DAY + timedelta(hours=1))
        found = self.seen(player, NOON + 2 * DAY + timedelta(hours=2))
        assert (found.played, found.won, found.streak) == (2, 1, 1)

    def test_leaves_out_a_go_that_was_never_begun(self):
        player, daily = boards.player(), boards.daily()
        boards.begin(player, daily, begun_at=None, seq=0)
        assert self.seen(player, daily.final_at) == Tally()

    def test_leaves_out_a_daily_that_was_withdrawn(self):
        player = boards.player()
        for day in range(3):
            boards.win(player, boards.daily(DATE + day * DAY))
        middle = Daily.objects.get(date=DATE + DAY)
        now = NOON + 3 * DAY
        dailies.void(daily_id=middle.pk, reason="A mistake.", by="carol", now=now)
        assert (self.seen(player, now).played, self.seen(player, now).streak) == (2, 2)

    def test_keeps_practice_apart(self):
        player, daily = boards.player(), boards.daily()
        boards.end(boards.begin(player, daily), is_won=False)
        boards.end(boards.begin(player, daily))
        boards.end(boards.begin(player, None))
        found = records.tallies(player.pk, now=NOON)
        assert (found["spider-2", "daily"].won, found["spider-2", "practice"].won) == (0, 2)


@pytest.mark.django_db
class TestDailyStreak:
    def seen(self, player: Player, now: datetime, variant: str = "") -> tuple[int, int]:
        streak = records.streaks(player.pk, now=now)[variant]
        return streak.current, streak.best

    def test_goes_by_the_date_of_the_daily_not_of_the_win(self):
        player = boards.player()
        first, second = boards.daily(DATE), boards.daily(DATE + DAY)
        boards.win(player, second, when=second.opens_at + boards.MINUTE)
        boards.win(player, first, when=second.opens_at + timedelta(hours=1, minutes=50))  # in the grace
        assert self.seen(player, second.closes_at) == self.seen(player, second.final_at) == (2, 2)

    def test_waits_for_final_at_before_it_breaks(self):
        player = boards.player()
        boards.win(player, boards.daily(DATE))
        missed = boards.daily(DATE + DAY)
        assert self.seen(player, missed.final_at - boards.MINUTE) == (1, 1)
        assert self.seen(player, missed.final_at) == (0, 1)
        boards.win(player, boards.daily(DATE + 2 * DAY))
        assert self.seen(player, missed.final_at + DAY) == (1, 1)

    def test_is_of_any_variant_and_of_each(self):
        player = boards.player()
        for day, variant in enumerate(["spider-1", "spider-2", "spider-1"]):
            for name in ("spider-1", "spider-2"):
                daily = boards.daily(DATE + day * DAY, name)
                if name == variant:
                    boards.win(player, daily)
        now = NOON + 2 * DAY
        assert self.seen(player, now) == (3, 3)
        assert self.seen(player, now, "spider-1") == self.seen(player, now, "spider-2") == (1, 1)
        assert self.seen(player, now + DAY, "spider-2") == (0, 1)

    def test_counts_a_date_once(self):
        player = boards.player()
        for variant in ("spider-1", "spider-2"):
            boards.win(player, boards.daily(DATE, variant))
        assert self.seen(player, NOON) == (1, 1)

    def test_is_neither_broken_nor_lengthened_by_a_withdrawn_daily(self):
        player = boards.player()
        for day in range(4):
            daily = boards.daily(DATE + day * DAY)
            if day != 2:
                boards.win(player, daily)
        now = NOON + 4 * DAY
        assert self.seen(player, now - DAY) == (1, 2)
        for day in (1, 2):
            withdrawn = Daily.objects.get(date=DATE + day * DAY)
            dailies.void(daily_id=withdrawn.pk, reason="A mistake.", by="carol", now=now)
        assert self.seen(player, now) == (2, 2)

    def test_steps_over_a_daily_that_was_withdrawn_before(self):
        player = boards.player()
        boards.daily(DATE + DAY, voided_at=NOON - timedelta(hours=2), void_reason="A mistake.")
        for day in (0, 2):
            boards.win(player, boards.daily(DATE + day * DAY))
        assert self.seen(player, NOON + 2 * DAY) == self.seen(player, NOON + 2 * DAY, "spider-2") == (2, 2)

    def test_survives_a_claim(self):
        guest = boards.player(is_guest=True)
        boards.win(guest, boards.daily(DATE))
        claimed = accounts.claim(
            player=guest, name="claimer", password="correct horse", now=NOON + boards.MINUTE
        )
        boards.win(claimed, boards.daily(DATE + DAY))
        assert self.seen(claimed, NOON + DAY) == (2, 2)
        assert records.tallies(claimed.pk, now=NOON + DAY)["spider-2", "daily"].won == 2


@pytest.mark.django_db
class TestApi:
    def test_shows_every_variant(self):
        caller = playing.new_caller()
        assert [item["variant"] for item in caller.get("/me/records")["items"]] == list(engine.VARIANTS)
        streaks = caller.get("/me/streaks")["items"]
        assert [item["variant"] for item in streaks] == [None, *engine.VARIANTS]

    def test_shows_what_was_won(self):
        player = boards.player()
        boards.win(player, boards.daily(), moves=131, seconds=522)
        caller = playing.new_caller(player=player)
        with freeze_time(NOON + boards.MINUTE * 20):
            record = caller.get("/me/records")["items"][1]
            streak = caller.get("/me/streaks")["items"][0]
        assert record["daily"] == {
            "played": 1, "won": 1, "streak": 1, "best_streak": 1, "best_time_s": 522, "fewest_moves": 131,
        }  # fmt: skip
        assert streak == {"variant": None, "current": 1, "best": 1, "last_date": "2026-11-29"}

    @pytest.mark.parametrize("path", ["/me/records", "/me/streaks"])
    def test_is_for_known_callers(self, path):
        answer = playing.Caller().get(path)
        assert (answer.status, answer["code"]) == (401, "unauthenticated")

    def test_is_part_of_the_export_and_of_the_profile(self):
        player = boards.player(name="haneul")
        boards.win(player, boards.daily(), moves=131)
        export = playing.new_caller(player=player, scopes=("profile",)).get("/me/export")
        assert export["results"][0]["moves"] == 131
        assert export["records"][1]["daily"]["won"] == 1
        assert playing.Caller().get("/players/haneul")["records"][1]["daily"]["won"] == 1

    def test_is_not_for_others_when_its_player_is_out_of_statistics(self):
        player = boards.player(name="private", is_in_statistics=False)
        boards.win(player, boards.daily())
        profile = playing.Caller().get("/players/private")
        assert (profile["records"], profile["streaks"]) == (None, None)
        assert playing.new_caller(player=player).get("/me/records")["items"][1]["daily"]["won"] == 1

    def test_is_next_to_the_public_wins_of_the_player(self):
        player = boards.player(name="haneul")
        days = [boards.daily(DATE - days * DAY) for days in (9, 5, 3)]
        wins = [boards.win(player, day, moves=moves) for day, moves in zip(days, (150, 131, 99), strict=True)]
        boards.win(boards.player(), days[0])

        def dates() -> list[str]:
            return [each["daily"][:10] for each in playing.Caller().get("/players/haneul")["results"]]

        assert dates() == [str(day.date) for day in reversed(days)]
        latest = playing.Caller().get("/players/haneul")["results"][0]
        address = f"/api/v1/games/{wins[2].game_id}/replay"
        assert (latest["moves"], latest["replay"]) == (99, address)
        Daily.objects.filter(pk=days[0].pk).update(voided_at=boards.NOON)
        Daily.objects.filter(pk=days[2].pk).update(final_at=timezone.now() + DAY)
        assert dates() == [str(days[1].date)]
        Entry.objects.filter(daily=days[1]).update(is_counted=False)
        assert dates() == []

    def test_asks_little_of_the_database(self, django_assert_max_num_queries):
        player = boards.player()
        for day in range(3):
            boards.win(player, boards.daily(DATE + day * DAY))
        caller = playing.new_caller(player=player)
        caller.get("/me/records")
        for path, count in (("/me/records", 4), ("/me/streaks", 4)):
            with django_assert_max_num_queries(count):
                caller.get(path)
