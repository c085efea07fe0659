"""A game on both sides of midnight, and what becomes public when."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from freezegun import freeze_time

from games.models import Game
from leaderboards.models import Entry
from players.models import Player
from tests import playing
from tests.playing import Caller, new_caller, new_daily

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 29)
MIDNIGHT = datetime(2026, 11, 30, tzinfo=UTC)
FINAL = MIDNIGHT + timedelta(hours=2)
SECOND = timedelta(seconds=1)


@pytest.fixture
def daily():
    return new_daily(on=DAY)


def begin_at(moment, caller, daily, won):
    with freeze_time(moment):
        started = caller.start_daily(daily)
        assert started.status == 201
        playing.lay_out(started["id"], won.deal)
        caller.play_all(started["id"], 0, won.tokens[:-1])
        return started["id"]


def win_at(moment, caller, game, won):
    with freeze_time(moment):
        answer = caller.play(game, len(won.tokens) - 1, won.tokens[-1])
        assert (answer.status, answer["status"]) == (200, "won")
        return answer


class TestAGameBegunTenMinutesBeforeMidnight:
    def test_is_ranked_when_won_ten_minutes_after(self, alice, daily, won):
        game = begin_at(MIDNIGHT - timedelta(minutes=10), alice, daily, won)
        answer = win_at(MIDNIGHT + timedelta(minutes=10), alice, game, won)
        # Twenty minutes' thought count as five.
        assert answer["counters"]["time_ms"] == 200 * (len(won.tokens) - 1) + 300_000
        assert Entry.objects.get(game_id=game).daily == daily

    def test_is_ranked_in_the_last_second_of_grace(self, alice, daily, won):
        game = begin_at(MIDNIGHT - timedelta(minutes=10), alice, daily, won)
        win_at(FINAL - SECOND, alice, game, won)
        assert Entry.objects.filter(game_id=game).exists()

    def test_is_kept_but_not_ranked_when_won_ten_minutes_after_that(self, alice, daily, won):
        game = begin_at(MIDNIGHT - timedelta(minutes=10), alice, daily, won)
        win_at(FINAL + timedelta(minutes=10), alice, game, won)
        assert not Entry.objects.exists()
        stored = Game.objects.get(pk=game)
        assert (stored.status, stored.is_first_go) == ("won", True)

    def test_cannot_be_begun_in_the_grace(self, alice, daily):
        with freeze_time(MIDNIGHT):
            assert alice.start_daily(daily)["code"] == "daily_closed"
        with freeze_time(FINAL):
            assert alice.start_daily(daily)["source"] == "archive"


class TestAnothersGame:
    @pytest.fixture
    def game(self, alice, daily, won):
        game = begin_at(MIDNIGHT - timedelta(hours=3), alice, daily, won)
        win_at(MIDNIGHT - timedelta(hours=2), alice, game, won)
        return game

    @pytest.mark.parametrize("caller", [Caller, new_caller])
    def test_is_nobodys_to_see_before_the_daily_is_final(self, game, caller, daily):
        bob = caller()
        for moment in (MIDNIGHT - timedelta(hours=1), MIDNIGHT, FINAL - SECOND):
            with freeze_time(moment):
                for path in ("/result", "/replay"):
                    answer = bob.get(f"/games/{game}{path}")
                    assert (answer.status, answer["code"]) == (404, "not_found"), path
                assert bob.get(f"/games/{game}").status in (401, 404)
                assert bob.post(f"/games/{game}/commands", {"seq": 0, "command": "+"}).status in (401, 404)

    @pytest.mark.parametrize("caller", [Caller, new_caller])
    def test_shows_result_and_replay_from_then_on(self, game, caller, alice, won):
        bob = caller()
        with freeze_time(FINAL):
            result = bob.get(f"/games/{game}/result")
            assert (result.status, result["player"]["name"]) == (200, alice.player.name)
            replay = bob.get(f"/games/{game}/replay")
            assert (replay.status, replay["line"]) == (200, " ".join(won.tokens))
            assert bob.get(f"/games/{game}").status in (401, 404)

    def test_stays_hidden_if_its_player_is_not_listed(self, game, alice):
        Player.objects.filter(pk=alice.player.pk).update(is_listed=False)
        with freeze_time(FINAL):
            assert new_caller().get(f"/games/{game}/replay").status == 404
            assert alice.get(f"/games/{game}/replay").status == 200

    @pytest.mark.parametrize("changes", [{"is_active": False}, {"banned_at": MIDNIGHT}])
    def test_stays_hidden_if_its_player_is_gone(self, game, alice, changes):
        Player.objects.filter(pk=alice.player.pk).update(**changes)
        with freeze_time(FINAL):
            assert Caller().get(f"/games/{game}/result").status == 404

    def test_stays_hidden_if_it_is_practice(self, alice, daily, won):
        with freeze_time(FINAL):
            archive = alice.start_daily(daily)["id"]
            number = alice.start(type="number", variant="spider-1", number=1)["id"]
            for game in (archive, number):
                alice.play(game, 0, {"type": "give_up"})
                assert alice.get(f"/games/{game}/replay").status == 200
                assert new_caller().get(f"/games/{game}/replay").status == 404
                assert Caller().get(f"/games/{game}/result").status == 404

    def test_stays_hidden_if_it_is_a_later_go(self, game, alice, daily, won):
        with freeze_time(MIDNIGHT - timedelta(hours=1)):
            second = alice.start_daily(daily)["id"]
            alice.play(second, 0, {"type": "give_up"})
        with freeze_time(FINAL):
            assert Caller().get(f"/games/{second}/result").status == 404

    def test_stays_hidden_if_it_went_on_past_the_end(self, daily, won):
        carol = new_caller()
        game = begin_at(MIDNIGHT - timedelta(hours=1), carol, daily, won)
        win_at(FINAL, carol, game, won)
        with freeze_time(FINAL + SECOND):
            assert Caller().get(f"/games/{game}/replay").status == 404


class TestTime:
    def test_is_the_servers_from_200_ms_to_five_minutes_an_action(self, alice, won):
        start = datetime(2026, 11, 29, 12, tzinfo=UTC)
        with freeze_time(start):
            game = alice.start(type="number", variant="spiderette-1", number=1)["id"]
            playing.lay_out(game, won.deal)
        expected = 0
        moment = start
        # The last one is of a server whose clock is behind.
        steps = [(0.05, 200), (1.5, 1_500), (299.999, 299_999), (3_600, 300_000), (-20, 200), (20.25, 250)]
        for seq, (seconds, counted) in enumerate(steps):
            moment += timedelta(seconds=seconds)
            expected += counted
            with freeze_time(moment):
                answer = alice.play(game, seq, won.tokens[seq])
            assert answer["counters"]["time_ms"] == expected
        with freeze_time(moment):
            assert alice.play_all(game, 6, won.tokens[6:])["results"][-1]["status"] == "won"
        stored = Game.objects.get(pk=game)
        assert stored.time_ms == expected + 200 * (len(won.tokens) - 6)

    def test_runs_while_thinking_about_giving_up(self, alice):
        start = datetime(2026, 11, 29, 12, tzinfo=UTC)
        with freeze_time(start):
            game = alice.start(type="number", variant="spiderette-1", number=1)["id"]
        with freeze_time(start + timedelta(seconds=3)):
            answer = alice.play(game, 0, {"type": "give_up"})
        assert answer["counters"]["time_ms"] == 3_000
