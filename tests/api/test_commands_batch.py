"""Batches, and requests that are sent again."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.playing import begin, counters, illegal_token

pytestmark = pytest.mark.django_db


class TestBatches:
    def test_are_applied_in_order(self, alice, game, won):
        other = begin(alice, won.deal)
        singles = [alice.play(other, seq, token).body for seq, token in enumerate(won.tokens[:5])]
        answer = alice.play_all(game, 0, won.tokens[:5])
        assert (answer.status, answer["seq"], answer["applied"], answer["stopped"]) == (200, 5, 5, None)
        for one, many in zip(singles, answer["results"], strict=True):
            del one["counters"]["time_ms"], many["counters"]["time_ms"]
            assert one == many
        assert answer.headers["ETag"] == f'"{game}:5"'

    def test_stop_at_the_first_refusal(self, alice, game, won):
        refused = illegal_token(won.deal.opening())
        answer = alice.play_all(game, 0, [won.tokens[0], won.tokens[1], "aa1", won.tokens[2]])
        assert (answer.status, answer["seq"], answer["applied"]) == (200, 2, 2)
        assert answer["stopped"]["index"] == 2
        problem = answer["stopped"]["problem"]
        assert (problem["code"], problem["status"], problem["seq"]) == ("same_column", 422, 2)
        assert Game.objects.get(pk=game).seq == 2
        nothing = alice.play_all(begin(alice, won.deal), 0, [refused, won.tokens[0]])
        assert (nothing.status, nothing["seq"], nothing["applied"]) == (200, 0, 0)

    def test_of_which_nothing_is_applied_change_nothing(self, alice, game, won):
        before = Game.objects.values().get(pk=game)
        alice.play_all(game, 0, ["aa1"])
        assert Game.objects.values().get(pk=game) == before

    def test_that_are_atomic_are_all_or_none(self, alice, game, won):
        before = Game.objects.values().get(pk=game)
        answer = alice.play_all(game, 0, [*won.tokens[:3], "aa1"], atomic=True)
        assert (answer.status, answer["code"], answer["index"], answer["seq"]) == (422, "same_column", 3, 0)
        assert Game.objects.values().get(pk=game) == before
        assert alice.play_all(game, 0, won.tokens[:3], atomic=True)["applied"] == 3

    def test_with_anything_unreadable_are_refused_whole(self, alice, game, won):
        answer = alice.play_all(game, 0, [won.tokens[0], "nonsense"])
        assert (answer.status, answer["code"], answer["params"]["index"]) == (400, "malformed_command", 1)
        assert alice.play_all(game, 0, ["+"] * 201)["code"] == "malformed_command"
        assert Game.objects.get(pk=game).seq == 0

    def test_end_with_the_game(self, alice, game, won):
        answer = alice.play_all(game, 0, [*won.tokens, "+", "-"])
        assert (answer["applied"], answer["results"][-1]["status"]) == (len(won.tokens), "won")
        assert answer["stopped"]["problem"]["code"] == "game_over"
        assert answer["stopped"]["problem"]["seq"] == len(won.tokens)

    def test_take_back_what_they_did_and_what_was_done_before(self, alice, game, won):
        alice.play_all(game, 0, won.tokens[:3])
        answer = alice.play_all(game, 3, [won.tokens[3], "-", "-", "-", won.tokens[1]])
        assert answer["applied"] == 5
        assert counters(answer["results"][-1]) == {
            "moves": 2, "actions": 8, "stock_deals": 0, "undos": 3, "hints": 0, "score": 498
        }  # fmt: skip

    def test_cost_time_for_each_command(self, alice, game, won):
        answer = alice.play_all(game, 0, won.tokens[:10])
        assert answer["results"][-1]["counters"]["time_ms"] >= 10 * 200


class TestRepeats:
    def test_are_answered_as_the_first_was(self, alice, game, won):
        alice.play(game, 0, won.tokens[0])
        first = alice.play(game, 1, won.tokens[1])
        before = Game.objects.values().get(pk=game)
        again = alice.play(game, 1, won.tokens[1])
        assert (again.status, again.body) == (200, first.body)
        assert again.headers["Idempotent-Replayed"] == "true"
        assert again.headers["ETag"] == first.headers["ETag"]
        assert Game.objects.values().get(pk=game) == before

    def test_of_batches_are_recognised_too(self, alice, game, won):
        commands = [*won.tokens[:4], "-", won.tokens[3], "aa1", "+"]
        first = alice.play_all(game, 0, commands)
        again = alice.play_all(game, 0, commands)
        assert first["applied"] == 6
        assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (200, first.body, "true")
        assert Game.objects.get(pk=game).seq == 6

    def test_of_undos_and_wins_are_recognised_too(self, alice, game, won):
        alice.play_all(game, 0, won.tokens[:7])
        first = alice.play(game, 7, "-")
        assert alice.play(game, 7, "-").body == first.body
        rest = won.tokens[6:]
        win = alice.play_all(game, 8, rest)
        again = alice.play_all(game, 8, rest)
        assert win["results"][-1]["status"] == "won"
        assert (again.body, again.headers["Idempotent-Replayed"]) == (win.body, "true")

    def test_of_anything_but_the_last_request_are_conflicts(self, alice, game, won):
        alice.play(game, 0, won.tokens[0])
        alice.play(game, 1, won.tokens[1])
        answer = alice.play(game, 0, won.tokens[0])
        assert (answer.status, answer["code"]) == (409, "seq_conflict")
        assert answer["params"] == {"sent": 0, "current": 2}

    def test_with_another_body_are_conflicts(self, alice, game, won):
        alice.play(game, 0, won.tokens[0])
        assert alice.play(game, 0, won.tokens[1])["code"] == "seq_conflict"
        assert alice.play_all(game, 0, [won.tokens[0]])["code"] == "seq_conflict"

    def test_from_the_future_are_conflicts(self, alice, game, won):
        answer = alice.play(game, 7, won.tokens[0])
        assert (answer.status, answer["params"]) == (409, {"sent": 7, "current": 0})
        assert alice.play(game, 10**18, won.tokens[0])["code"] == "seq_conflict"

    def test_of_a_refused_request_are_refused_again(self, alice, game, won):
        for _time in range(2):
            assert alice.play(game, 0, "aa1")["code"] == "same_column"

    def test_are_as_long_into_the_game_as_ever(self, alice, game, won):
        for seq, token in enumerate(won.tokens):
            first = alice.play(game, seq, token)
            again = alice.play(game, seq, token)
            assert again.body == first.body
            assert again.headers["Idempotent-Replayed"] == "true"
