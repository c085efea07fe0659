"""Statistics of a daily."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from freezegun import freeze_time

from leaderboards.services import sanctions
from players.models import Player
from tests import playing
from tests.leaderboards import boards
from tests.leaderboards.boards import MINUTE, NOON

pytestmark = pytest.mark.django_db

PATH = "/dailies/2026-11-29/spider-2/stats"
STRANGER = playing.Caller()


@pytest.fixture(autouse=True)
def in_the_afternoon():
    with freeze_time(NOON + timedelta(hours=3)):
        yield


def read(caller: playing.Caller = STRANGER) -> playing.Answer:
    """Read the statistics with everything counted now."""
    cache.clear()
    return caller.get(PATH)


def finishers(daily: Any, count: int) -> list[Player]:
    """Let *count* players win in 100, 101, … moves and 60, 120, … seconds."""
    players = [boards.player() for _ in range(count)]
    for place, player in enumerate(players):
        boards.win(player, daily, moves=100 + place, seconds=60 * (place + 1))
    return players


class TestStatistics:
    def test_tell_only_counts_below_twenty_finishers(self):
        daily = boards.daily()
        players = finishers(daily, 19)
        own = playing.new_caller(player=players[0])
        few = read(own)
        assert (few["finishers"], few["challengers"]) == (19, 19)
        assert (few["share"], few["histograms"], few["me"]["top_percent"]) == (None, None, None)
        boards.win(boards.player(), daily, moves=119, seconds=1200)
        enough = read(own)
        assert enough["share"] == 1.0
        assert len(enough["histograms"]["moves"]) == len(enough["histograms"]["time"]) == 20
        assert enough["me"]["top_percent"] == {"moves": 2.5, "time": 2.5}

    def test_percentiles_are_the_share_better_plus_half_of_the_equal(self):
        daily = boards.daily()
        players = finishers(daily, 20)
        same = boards.player()
        boards.win(same, daily, moves=103, seconds=63)  # as many moves as one, a second no one has
        answer = read(playing.new_caller(player=same))["me"]
        assert (answer["moves"], answer["time_s"]) == (103, 63)
        assert answer["top_percent"]["moves"] == round(100 * (3 + 2 / 2) / 21, 1)
        assert answer["top_percent"]["time"] == round(100 * (1 + 1 / 2) / 21, 1)
        assert read(playing.new_caller(player=players[3]))["me"]["top_percent"]["moves"] == 19.0

    def test_show_the_spread(self):
        daily = boards.daily()
        for seconds in [59, 60, 119, 120] * 5:
            boards.win(boards.player(), daily, moves=100 + seconds % 2, seconds=seconds)
        spread = read()["histograms"]
        assert spread["moves"] == [{"moves": 100, "count": 10}, {"moves": 101, "count": 10}]
        assert spread["time"] == [
            {"from_s": 0, "to_s": 60, "count": 5},
            {"from_s": 60, "to_s": 120, "count": 10},
            {"from_s": 120, "to_s": 180, "count": 5},
        ]

    def test_count_challengers_from_their_first_command(self):
        daily = boards.daily()
        boards.begin(boards.player(), daily)  # at it
        boards.begin(boards.player(is_guest=True), daily)
        boards.end(boards.begin(boards.player(), daily), is_won=False)
        boards.begin(boards.player(), daily, begun_at=None, seq=0)  # only opened
        boards.begin(boards.player(is_bot=True), daily)
        again = boards.player()
        boards.win(again, daily)
        boards.begin(again, daily)
        answer = read()
        assert (answer["challengers"], answer["finishers"]) == (4, 1)

    def test_count_guests_and_assisted_but_no_bots(self):
        daily = boards.daily()
        boards.win(boards.player(is_guest=True), daily)
        boards.win(boards.player(), daily, begun={"is_assisted": True})
        bot = boards.player(is_bot=True)
        boards.win(bot, daily)
        assert read()["finishers"] == 2
        assert read(playing.new_caller(player=bot))["me"] is None

    def test_stay_as_they_were_at_final_at(self):
        daily = boards.daily()
        boards.win(boards.player(), daily)
        late, never = boards.begin(boards.player(), daily), boards.player()
        boards.begin(never, daily, begun_at=daily.final_at, when=daily.closes_at - MINUTE)
        with freeze_time(daily.final_at + MINUTE):
            before = read()
            assert (before["challengers"], before["finishers"], before["final"]) == (2, 1, True)
            boards.end(late, when=daily.final_at + MINUTE)
            after = read()
        assert {**after.body, "as_of": None} == {**before.body, "as_of": None}

    def test_of_a_void_daily_are_empty(self):
        daily = boards.daily()
        finishers(daily, 2)
        daily.voided_at = NOON
        daily.save()
        assert (read()["challengers"], read()["finishers"]) == (0, 0)

    def test_leave_out_who_is_disqualified_or_banned(self):
        daily = boards.daily()
        players = finishers(daily, 3)
        sanctions.ban(player_id=players[0].pk, reason="A bot.", by="carol", now=NOON)
        answer = read(playing.new_caller(player=players[0]))
        assert (answer["finishers"], answer["me"]) == (2, None)

    def test_never_show_fewer_challengers_than_finishers(self):
        daily = boards.daily()
        finishers(daily, 1)
        assert STRANGER.get(PATH)["challengers"] == 1  # kept for five seconds
        boards.win(boards.player(), daily)
        answer = STRANGER.get(PATH)
        assert (answer["challengers"], answer["finishers"]) == (2, 2)


class TestOutOfStatistics:
    def test_leaves_out_goes_won_and_not_won(self):
        daily = boards.daily()
        boards.win(boards.player(), daily)
        boards.win(boards.player(is_in_statistics=False), daily)
        boards.begin(boards.player(is_in_statistics=False), daily)
        answer = read()
        assert (answer["challengers"], answer["finishers"]) == (1, 1)

    def test_holds_for_a_win_as_it_was_then(self):
        daily = boards.daily()
        left, came = boards.player(), boards.player(is_in_statistics=False)
        for player in (left, came):
            boards.win(player, daily)
        Player.objects.filter(pk=left.pk).update(is_in_statistics=False)
        Player.objects.filter(pk=came.pk).update(is_in_statistics=True)
        answer = read()
        assert (answer["challengers"], answer["finishers"]) == (1, 1)

    def test_does_not_take_a_player_off_the_board(self):
        boards.win(boards.player(is_in_statistics=False), boards.daily())
        assert STRANGER.get("/dailies/2026-11-29/spider-2/leaderboard")["total"] == 1


class TestQueries:
    def test_are_few(self, django_assert_num_queries):
        daily = boards.daily()
        finishers(daily, 21)
        with django_assert_num_queries(3):  # the daily, the bars, the challengers
            STRANGER.get(PATH)
        with django_assert_num_queries(2):
            STRANGER.get(PATH)
