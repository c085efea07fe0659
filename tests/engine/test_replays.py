"""Positions made again from the log of a game, undos among its tokens."""

import random

import pytest

from games import engine
from tests.engine.tables import moves

DEAL = engine.Deal.from_number(engine.variant("spider-1"), 4)


def played_log(deal: engine.Deal, seed: int, actions: int) -> tuple[list[str], engine.Position]:
    """Return a log with many undos, and the position that it led to."""
    choose = random.Random(seed)
    position, log = deal.opening(), []
    for _ in range(actions):
        legal = moves(position)
        if position.has_history and (not legal or choose.random() < 0.3):
            position.pop()
            log.append("-")
        elif legal:
            token = choose.choice(legal)
            position.push(engine.parse_move(token))
            log.append(token)
    return log, position


@pytest.mark.parametrize("make", [engine.replay, engine.rebuild])
class TestReplayAndRebuild:
    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_lead_to_the_position_that_was_played(self, make, name):
        deal = engine.Deal.from_number(engine.variant(name), 4)
        log, played = played_log(deal, seed=1, actions=300)
        made = make(deal, log)
        assert made.text() == played.text()
        assert made.history == played.history
        while made.has_history:
            assert made.pop() == played.pop()
            assert made.text() == played.text()

    def test_of_nothing_is_the_opening(self, make):
        assert make(DEAL, []).text() == DEAL.opening().text()

    @pytest.mark.parametrize("log", [["-"], ["+", "-", "-"]])
    def test_refuse_an_undo_of_nothing(self, make, log):
        with pytest.raises(engine.IllegalMoveError) as refused:
            make(DEAL, log)
        assert refused.value.code == "nothing_to_undo"

    def test_refuse_what_is_no_token(self, make):
        with pytest.raises(engine.InvalidNotationError):
            make(DEAL, ["+", "undo"])


class TestReplay:
    def test_judges_every_move_those_taken_back_too(self):
        with pytest.raises(engine.IllegalMoveError) as refused:
            engine.replay(DEAL, ["ab13", "-"])
        assert refused.value.code == "empty_source"


class TestSurviving:
    def test_leaves_what_no_undo_took_back(self):
        assert engine.surviving(["ab1", "cd1", "-", "+", "-", "-", "ef2"]) == ["ef2"]

    def test_is_what_the_history_of_the_position_holds(self):
        log, played = played_log(DEAL, seed=2, actions=200)
        assert engine.surviving(log) == [engine.move_text(move) for move in played.history]


class TestUndo:
    def test_returns_the_move_that_it_took_back(self):
        position = DEAL.opening()
        (first, *_) = position.legal_moves()
        position.push(first)
        assert engine.undo(position) == first
        assert position.text() == DEAL.opening().text()

    def test_is_refused_at_the_start(self):
        with pytest.raises(engine.IllegalMoveError) as refused:
            engine.undo(DEAL.opening())
        assert (refused.value.code, refused.value.params) == ("nothing_to_undo", {})
