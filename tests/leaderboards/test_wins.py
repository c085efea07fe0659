"""Which games make an entry, what it says, and what else the end of a game leaves behind."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Game
from games.signals import game_finished
from leaderboards.models import Bar, DailyStreak, Entry, Record
from tests import playing
from tests.leaderboards import boards

pytestmark = pytest.mark.django_db


def flags(entry: Entry) -> tuple[bool, bool, bool]:
    return entry.is_ranked, entry.is_pure, entry.is_bot


class TestEntry:
    def test_says_what_the_game_came_to(self):
        daily = boards.daily()
        player = boards.player()
        entry = boards.win(player, daily, moves=131, undos=2, seconds=522)
        assert (entry.daily, entry.player) == (daily, player)
        assert (entry.moves, entry.undos, entry.seconds, entry.score) == (131, 2, 522, 1169)
        assert entry.finished_at == entry.game.finished_at
        assert flags(entry) == (True, False, False)

    @pytest.mark.parametrize(
        ("begun", "result", "expected"),
        [
            ({}, {}, (True, True, False)),
            ({}, {"undos": 1}, (True, False, False)),
            ({}, {"hints": 1}, (True, False, False)),
            ({"begun_as_guest": True}, {}, (False, False, False)),
            ({"is_assisted": True}, {"hints": 1}, (False, False, False)),
            ({"is_bot": True}, {}, (False, False, True)),
            ({"is_bot": True, "is_assisted": True, "begun_as_guest": True}, {}, (False, False, True)),
        ],
    )
    def test_stands_in_the_pools_of_the_game(self, begun, result, expected):
        entry = boards.win(boards.player(), boards.daily(), begun=begun, **result)
        assert flags(entry) == expected

    def test_of_a_guest_stays_out_of_ranked_after_a_claim(self):
        guest = boards.player(is_guest=True)
        game = boards.begin(guest, boards.daily())
        guest.is_guest, guest.claimed_at = False, boards.NOON
        guest.save()
        boards.end(game)
        assert flags(Entry.objects.get(game=game)) == (False, False, False)

    def test_is_made_of_first_goes_alone(self):
        daily, player = boards.daily(), boards.player()
        boards.end(boards.begin(player, daily), is_won=False)
        boards.end(boards.begin(player, daily))
        boards.end(boards.begin(player, None))
        assert not Entry.objects.exists()
        assert not Bar.objects.exists()

    def test_is_made_up_to_final_at_and_not_after(self):
        daily = boards.daily()
        early, late = boards.player(), boards.player()
        last_moment = daily.final_at - timedelta(microseconds=1)
        boards.end(boards.begin(early, daily), when=last_moment)
        boards.end(boards.begin(late, daily), when=daily.final_at)
        assert [entry.player for entry in Entry.objects.all()] == [early]

    def test_is_not_made_for_a_void_daily(self):
        daily = boards.daily(voided_at=boards.NOON, void_reason="A mistake.")
        boards.end(boards.begin(boards.player(), daily))
        assert not Entry.objects.exists()

    def test_of_a_player_banned_meanwhile_is_kept_but_not_counted(self):
        daily, player = boards.daily(), boards.player()
        game = boards.begin(player, daily)
        player.banned_at = boards.NOON
        player.save()
        boards.end(game)
        assert not Entry.objects.get().is_counted
        assert not Bar.objects.exists()

    def test_raises_four_bars(self):
        boards.win(boards.player(), boards.daily(), moves=131, undos=2, seconds=522)
        keys = Bar.objects.order_by("histogram").values_list("histogram", "key_1", "key_2", "key_3")
        assert list(keys) == [(1, 131, 0, 0), (2, 131, 2, 8), (3, 8, 0, 0), (4, 522, 0, 0)]
        bar = Bar.objects.first()
        assert bar is not None
        counts = (bar.ranked_count, bar.pure_count, bar.all_count, bar.bot_count, bar.finisher_count)
        assert counts == (1, 0, 1, 0, 1)

    def test_is_not_made_twice_of_one_game(self):
        entry = boards.win(boards.player(), boards.daily())
        with pytest.raises(IntegrityError), transaction.atomic():
            game_finished.send(sender=Game, game=entry.game, now=boards.NOON)
        assert Entry.objects.count() == 1
        assert set(Bar.objects.values_list("all_count", flat=True)) == {1}

    def test_costs_a_fixed_number_of_queries(self, django_assert_max_num_queries):
        player = boards.player()
        for day in range(3):
            boards.win(player, boards.daily(boards.DATE + timedelta(days=day)))
        game = boards.begin(player, boards.daily(boards.DATE + timedelta(days=3)))
        ended = boards.mark_ended(game)
        with transaction.atomic(), django_assert_max_num_queries(12):
            game_finished.send(sender=Game, game=ended, now=ended.finished_at)


class TestGameWonOverHttp:
    """The whole way: dealt, begun, every move judged, won."""

    def win(self, caller: playing.Caller) -> tuple[Any, Any]:
        daily = playing.new_daily(variant="spiderette-1")
        line = playing.won_line("spiderette-1")
        game_id = caller.start_daily(daily)["id"]
        playing.lay_out(game_id, line.deal)
        answer = caller.play_all(game_id, 0, line.tokens)
        assert answer["results"][-1]["status"] == "won", answer.body
        return daily, Game.objects.get(pk=game_id)

    def test_stands_on_the_board_at_once(self):
        caller = playing.new_caller()
        daily, game = self.win(caller)
        assert caller.player is not None
        board = caller.get(f"/dailies/{daily.date}/{daily.variant}/leaderboard?around=me")
        assert board["me"]["rank"] == 1
        row = board["items"][0]
        assert (row["player"]["name"], row["moves"], row["score"], row["is_me"]) == (
            caller.player.name, game.moves, 900 - game.moves, True,
        )  # fmt: skip

    def test_counts_its_player_as_challenger_finisher_and_winner(self):
        caller = playing.new_caller()
        daily, game = self.win(caller)
        stats = caller.get(f"/dailies/{daily.date}/{daily.variant}/stats")
        assert (stats["challengers"], stats["finishers"], stats["me"]["moves"]) == (1, 1, game.moves)
        record = next(item for item in caller.get("/me/records")["items"] if item["variant"] == daily.variant)
        assert (record["daily"]["played"], record["daily"]["won"]) == (1, 1)
        assert caller.get("/me/streaks")["items"][0]["current"] == 1

    def test_of_a_bot_token_stands_among_bots(self):
        caller = playing.new_caller(scopes=("bot",))
        daily, _game = self.win(caller)
        path = f"/dailies/{daily.date}/{daily.variant}/leaderboard"
        assert caller.get(path)["total"] == caller.get(f"{path}?pool=all")["total"] == 0
        assert caller.get(f"{path}?pool=bot")["items"][0]["player"]["bot"] is True

    def test_is_undone_when_standings_cannot_be_kept(self):
        """The entry is part of the win: where it cannot be made, the game goes on."""
        player = playing.new_player()
        caller = playing.new_caller(player=player)
        daily = playing.new_daily(variant="spiderette-1")
        line = playing.won_line("spiderette-1")
        game_id = caller.start_daily(daily)["id"]
        playing.lay_out(game_id, line.deal)
        caller.play_all(game_id, 0, line.tokens[:-1])
        in_the_way = boards.begin(boards.player(), None)
        Entry.objects.create(
            daily=daily, game=in_the_way, player=player, moves=1, undos=0, seconds=1, negated_score=0,
            is_ranked=False, is_pure=False, is_bot=False, finished_at=timezone.now(),
        )  # fmt: skip
        assert caller.play(game_id, len(line.tokens) - 1, line.tokens[-1]).status == 500
        assert Game.objects.get(pk=game_id).status == "open"
        assert not Record.objects.exists()
        assert not DailyStreak.objects.exists()
