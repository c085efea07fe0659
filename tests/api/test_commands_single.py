"""One command after the other, over HTTP."""

from __future__ import annotations

import pytest

from games.models import Game
from tests import playing
from tests.playing import new_caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return new_caller()


@pytest.fixture
def won():
    return playing.won_line()


@pytest.fixture
def game(alice, won):
    """The id of a game of alice's that the line of `won` wins."""
    started = alice.start(type="number", variant="spiderette-1", number=1)
    playing.lay_out(started["id"], won.deal)
    return started["id"]


class TestSubmit:
    def test_answers_with_what_the_move_did(self, alice, game, won):
        position = won.deal.opening()
        effects = [effect.as_json() for effect in position.play(playing.engine.parse_move(won.tokens[0]))]
        answer = alice.play(game, 0, won.tokens[0])
        assert answer.status == 200
        assert (answer["seq"], answer["token"], answer["status"]) == (1, won.tokens[0], "open")
        assert answer["effects"] == effects
        assert answer["counters"]["moves"] == answer["counters"]["actions"] == 1
        assert answer["counters"]["score"] == 499
        assert answer.headers["ETag"] == f'"{game}:1"'
        assert answer.headers["Cache-Control"] == "private, no-store"

    def test_plays_a_whole_game_to_the_win(self, alice, game, won):
        for seq, token in enumerate(won.tokens):
            answer = alice.play(game, seq, token)
            assert answer.status == 200, answer.body
        assert answer["status"] == "won"
        assert answer["counters"]["score"] == 500 - len(won.tokens) + 400
        stored = Game.objects.get(pk=game)
        assert (stored.status, stored.seq, stored.sequences) == ("won", len(won.tokens), 4)
        assert stored.finished_at == stored.acted_at
        assert alice.play(game, stored.seq, "+")["code"] == "game_over"
