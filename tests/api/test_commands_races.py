"""Requests that arrive at the same instant: real threads, real connections, one database."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games import engine
from games.models import Game
from leaderboards.models import Entry
from tests import playing
from tests.playing import Caller, begin, new_caller, new_daily

pytestmark = pytest.mark.django_db(transaction=True)


def all_at_once(calls):
    """Run *calls* in as many threads, let go together; return their answers in order."""
    gate = threading.Barrier(len(calls))

    def run(call):
        gate.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def play(caller, game, seq, command):
    another = Caller(caller.player, caller.token)
    return lambda: another.play(game, seq, command)


class TestTwentyIdenticalMoves:
    def test_are_one_move_and_nineteen_repeats(self):
        alice, won = new_caller(), playing.won_line()
        game = begin(alice, won.deal)
        for seq, token in enumerate(won.tokens[:5]):
            answers = all_at_once([play(alice, game, seq, token) for _ in range(20)])
            assert Counter(answer.status for answer in answers) == {200: 20}
            replayed = [answer for answer in answers if "Idempotent-Replayed" in answer.headers]
            assert len(replayed) == 19
            assert all(answer.body == answers[0].body for answer in answers)
            assert Game.objects.get(pk=game).seq == seq + 1

    def test_in_batches_are_one_batch(self):
        alice, won = new_caller(), playing.won_line()
        game = begin(alice, won.deal)
        calls = []
        for _ in range(20):
            another = Caller(alice.player, alice.token)
            calls.append(lambda another=another: another.play_all(game, 0, [*won.tokens[:9], "-"]))
        answers = all_at_once(calls)
        assert [answer.status for answer in answers] == [200] * 20
        assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
        assert Game.objects.get(pk=game).seq == 10


class TestTwentyDifferentMoves:
    def test_are_one_move_and_nineteen_conflicts(self):
        alice = new_caller()
        deal = engine.Deal.from_number(engine.variant("spider-1"), 9)
        game = begin(alice, deal)
        position = deal.opening()
        commands: list[object] = [engine.move_text(move) for move in position.legal_moves()]
        while len(commands) < 20:  # different bodies, each of them legal
            commands.append({"type": "deal", "note": len(commands)})
        answers = all_at_once([play(alice, game, 0, command) for command in commands[:20]])
        assert Counter(answer.status for answer in answers) == {200: 1, 409: 19}
        assert {answer["code"] for answer in answers if answer.status == 409} == {"seq_conflict"}
        assert Game.objects.get(pk=game).seq == 1


class TestTheWinningMoveTenTimes:
    def test_is_one_win_and_one_entry(self):
        alice, won = new_caller(), playing.won_line()
        daily = new_daily(variant="spiderette-1")
        game = alice.start_daily(daily)["id"]
        playing.lay_out(game, won.deal)
        alice.play_all(game, 0, won.tokens[:-1])
        seq = len(won.tokens) - 1
        answers = all_at_once([play(alice, game, seq, won.tokens[-1]) for _ in range(10)])
        assert [(answer.status, answer["status"]) for answer in answers] == [(200, "won")] * 10
        assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
        assert Entry.objects.filter(game_id=game).count() == 1
        assert Game.objects.get(pk=game).seq == len(won.tokens)

    def test_against_giving_up_ends_the_game_once(self):
        alice, won = new_caller(), playing.won_line()
        game = begin(alice, won.deal)
        alice.play_all(game, 0, won.tokens[:-1])
        seq = len(won.tokens) - 1
        calls = [play(alice, game, seq, won.tokens[-1]), play(alice, game, seq, {"type": "give_up"})] * 5
        answers = all_at_once(calls)
        ended = {answer["status"] for answer in answers if answer.status == 200}
        assert len(ended) == 1
        assert Game.objects.get(pk=game).status == ended.pop()
        assert {answer["code"] for answer in answers if answer.status != 200} == {"seq_conflict"}


class TestTwentyStarts:
    def test_of_a_daily_are_one_game(self):
        alice, daily = new_caller(), new_daily()
        calls = []
        for _ in range(20):
            another = Caller(alice.player, alice.token)
            calls.append(lambda another=another: another.start_daily(daily))
        answers = all_at_once(calls)
        assert Counter(answer.status for answer in answers) == {201: 1, 200: 19}
        assert len({answer["id"] for answer in answers}) == 1
        assert Game.objects.get().is_first_go


class TestTwentyWishesForOneHint:
    def test_are_counted_once(self):
        alice, won = new_caller(), playing.won_line()
        game = begin(alice, won.deal)
        wish = {"seq": 0, "mode": "visible"}
        calls = []
        for _ in range(20):
            another = Caller(alice.player, alice.token)
            calls.append(lambda another=another: another.post(f"/games/{game}/hint", wish))
        answers = all_at_once(calls)
        assert [answer.status for answer in answers] == [200] * 20
        assert len({answer["token"] for answer in answers}) == 1
        stored = Game.objects.get(pk=game)
        assert (stored.hints, stored.version) == (1, 1)
