"""Undo, auto, giving up, and the limits of a game, over HTTP."""

from __future__ import annotations

import pytest

from games import engine
from games.logs import parse_log
from games.models import Game
from games.signals import game_finished
from tests import playing
from tests.playing import begin, counters

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    """The games that the rest of the service hears of."""
    heard = []

    def listen(sender, game, now, **_later):
        heard.append((game.pk, game.status, game.finished_at == now))

    game_finished.connect(listen)
    yield heard
    game_finished.disconnect(listen)


def play_until(caller, game, tokens, wanted):
    """Play *tokens* until the effects of one are *wanted*; return its answer and the position before it."""
    stored = Game.objects.get(pk=game)
    position = engine.Deal(engine.variant(stored.variant), stored.deal).opening()
    for seq, token in enumerate(tokens):
        before = position.text(), position.observation().as_json()
        answer = caller.play(game, seq, token)
        assert answer.status == 200
        position.play(engine.parse_move(token))
        if wanted([effect["kind"] for effect in answer["effects"]]):
            return answer, before
    raise LookupError("no such move in this line")


class TestUndo:
    def test_covers_the_card_again_that_a_move_turned_up(self, alice):
        won = playing.won_line("spiderette-4")  # where every card is another
        game = begin(alice, won.deal)
        answer, (text, seen) = play_until(alice, game, won.tokens, lambda kinds: "turned_up" in kinds)
        undone = alice.play(game, answer["seq"], "-")
        assert undone.status == 200
        assert undone["effects"] == [{"kind": "undone", "token": answer["token"]}]
        assert {name: undone[name] for name in seen} == seen
        assert Game.objects.get(pk=game).position == text
        shown = alice.get(f"/games/{game}").body
        assert {name: shown[name] for name in seen} == seen
        turned = next(effect for effect in answer["effects"] if effect["kind"] == "turned_up")
        assert turned["card"] not in shown["columns"][turned["column"] - 1]["up"]

    def test_takes_back_moves_and_score_but_never_undos_and_actions(self, alice):
        won = playing.won_line()
        game = begin(alice, won.deal)
        for seq, command in enumerate([won.tokens[0], "-", won.tokens[0], won.tokens[1], "-", "-"]):
            answer = alice.play(game, seq, command)
        assert counters(answer) == {
            "moves": 0, "actions": 6, "stock_deals": 0, "undos": 3, "hints": 0, "score": 500
        }  # fmt: skip
        assert Game.objects.get(pk=game).position == won.deal.opening().text()

    def test_brings_a_sequence_back_that_a_move_removed_turning_a_card_up(self, alice):
        won = playing.won_line("spider-1")
        game = begin(alice, won.deal)
        answer, (text, seen) = play_until(
            alice, game, won.tokens, lambda kinds: kinds.count("turned_up") and "sequence_removed" in kinds
        )
        undone = alice.play(game, answer["seq"], "-")
        assert undone["foundations"] == seen["foundations"]
        assert undone["counters"]["score"] == answer["counters"]["score"] - 99
        assert Game.objects.get(pk=game).position == text

    def test_brings_both_sequences_back_that_a_stock_deal_removed(self, alice):
        won = playing.won_line("spider-1", kind="deal_completes_2")
        game = begin(alice, won.deal)
        answer, (text, seen) = play_until(
            alice, game, won.tokens, lambda kinds: kinds.count("sequence_removed") == 2
        )
        assert answer["token"] == "+"
        undone = alice.play(game, answer["seq"], "-")
        assert undone["stock"] == seen["stock"]
        assert undone["foundations"] == seen["foundations"]
        assert undone["counters"]["stock_deals"] == answer["counters"]["stock_deals"] - 1
        assert Game.objects.get(pk=game).position == text

    def test_of_nothing_is_refused(self, alice):
        won = playing.won_line()
        game = begin(alice, won.deal)
        answer = alice.play(game, 0, "-")
        assert (answer.status, answer["code"], answer["seq"]) == (422, "nothing_to_undo", 0)
        alice.play_all(game, 0, [won.tokens[0], "-"])
        assert alice.play(game, 2, {"type": "undo"})["code"] == "nothing_to_undo"

    def test_still_lets_the_game_be_won(self, alice, finished):
        won = playing.won_line()
        game = begin(alice, won.deal)
        detour = [*won.tokens[:20], "-", "-", *won.tokens[18:-1], "-", *won.tokens[-2:]]
        for seq, command in enumerate(detour):
            answer = alice.play(game, seq, command)
        assert (answer["status"], answer["counters"]["undos"]) == ("won", 3)
        assert answer["counters"]["moves"] == len(won.tokens)
        assert finished == [(game, "won", True)]

    def test_of_a_won_game_is_refused(self, alice):
        won = playing.won_line()
        game = begin(alice, won.deal)
        alice.play_all(game, 0, won.tokens)
        assert alice.play(game, len(won.tokens), "-")["code"] == "game_over"


class TestAuto:
    def test_says_which_preference_chose_the_column(self, alice):
        won = playing.won_line()
        game = begin(alice, won.deal)
        position = won.deal.opening()
        move = next(move for move in position.legal_moves() if move.count)
        target, preference = position.best_column(move.source, move.count)
        command = {"type": "auto", "from": move.source + 1, "count": move.count}
        answer = alice.play(game, 0, command)
        assert answer.status == 200
        assert answer["preference"] == preference
        assert answer["effects"][0]["to"] == target + 1
        assert answer["token"] == engine.move_text(move._replace(target=target))
        again = alice.play(game, 0, command)
        assert (again.body, again.headers["Idempotent-Replayed"]) == (answer.body, "true")

    def test_is_refused_where_nothing_fits(self, alice):
        game = begin(alice, playing.won_line().deal)
        position = playing.won_line().deal.opening()
        movable = {move.source for move in position.legal_moves()}
        source = next(column for column in range(7) if column not in movable)
        answer = alice.play(game, 0, {"type": "auto", "from": source + 1, "count": 1})
        assert (answer.status, answer["code"]) == (422, "no_auto_target")


class TestGivingUp:
    def test_ends_the_game_and_lets_the_rest_of_the_service_know(self, alice, finished):
        won = playing.won_line()
        game = begin(alice, won.deal)
        alice.play(game, 0, won.tokens[0])
        answer = alice.play(game, 1, {"type": "give_up"})
        assert (answer.status, answer["status"], answer["seq"]) == (200, "given_up", 2)
        assert (answer["token"], answer["effects"], answer["notices"]) == (None, [], [])
        assert answer["counters"]["actions"] == 1
        assert finished == [(game, "given_up", True)]
        assert Game.objects.get(pk=game).finished_at is not None

    def test_is_answered_again_to_who_asks_again(self, alice, finished):
        won = playing.won_line()
        game = begin(alice, won.deal)
        alice.play(game, 0, won.tokens[0])
        first = alice.play(game, 1, {"type": "give_up"})
        again = alice.play(game, 1, {"type": "give_up"})
        assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (200, first.body, "true")
        assert len(finished) == 1

    def test_is_undone_when_a_listener_fails(self, alice):
        def fail(sender, **_sent):
            raise RuntimeError("no entry could be made")

        game = begin(alice, playing.won_line().deal)
        before = Game.objects.values().get(pk=game)
        game_finished.connect(fail)
        try:
            answer = alice.play(game, 0, {"type": "give_up"})
        finally:
            game_finished.disconnect(fail)
        assert (answer.status, answer["code"]) == (500, "internal_error")
        assert "entry" not in str(answer.body)
        assert Game.objects.values().get(pk=game) == before


class TestWinning:
    def test_is_not_believed_unless_the_log_bears_it_out(self, alice, finished):
        won = playing.won_line()
        game = begin(alice, won.deal)
        alice.play_all(game, 0, won.tokens[:-1])
        stored = Game.objects.get(pk=game)
        entries = (stored.log + stored.log_tail).split()
        Game.objects.filter(pk=game).update(log=" ".join(entries[:5] + entries[6:]) + " ", log_tail="")
        before = Game.objects.values().get(pk=game)
        answer = alice.play(game, len(won.tokens) - 1, won.tokens[-1])
        assert (answer.status, answer["code"]) == (500, "internal_error")
        assert Game.objects.values().get(pk=game) == before
        assert finished == []

    @pytest.mark.parametrize("counter", ["moves", "actions", "stock_deals", "undos", "time_ms"])
    def test_is_not_believed_with_a_counter_that_the_log_does_not_give(self, alice, counter):
        won = playing.won_line()
        game = begin(alice, won.deal)
        alice.play_all(game, 0, won.tokens[:-1])
        Game.objects.filter(pk=game).update(**{counter: 3})
        answer = alice.play(game, len(won.tokens) - 1, won.tokens[-1])
        assert answer.status == 500
        assert Game.objects.get(pk=game).status == "open"


class TestLimit:
    def test_of_actions_ends_the_growth_of_a_game_but_not_giving_up(self, alice):
        won = playing.won_line()
        game = begin(alice, won.deal)
        to_and_fro = [won.tokens[0], "-"] * 100
        for seq in range(0, 4_800, 200):
            assert alice.play_all(game, seq, to_and_fro)["applied"] == 200
        assert alice.play_all(game, 4_800, to_and_fro[:199])["applied"] == 199
        last = alice.play_all(game, 4_999, ["-", won.tokens[0]])
        assert (last["applied"], last["stopped"]["problem"]["code"]) == (1, "too_many_actions")
        answer = alice.play(game, 5_000, won.tokens[0])
        assert (answer.status, answer["code"]) == (409, "too_many_actions")
        assert answer["params"] == {"limit": 5_000}
        stored = Game.objects.get(pk=game)
        assert len(parse_log(stored.log + stored.log_tail)) == 5_000
        assert alice.play(game, 5_000, {"type": "give_up"})["status"] == "given_up"
