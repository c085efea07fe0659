"""What a player is told of a position that leads nowhere."""

from __future__ import annotations

import pytest

from games import engine, solver
from games.notices import notices
from tests import playing


def position(*columns, stock="", variant="spiderette-4"):
    return engine.Position(engine.variant(variant), columns, stock)


class TestNotices:
    @pytest.mark.parametrize("variant", ["spider-1", "spiderette-1", "spiderette-4"])
    def test_are_none_at_the_start(self, variant):
        assert notices(engine.Deal.from_number(engine.variant(variant), 1).opening()) == []

    def test_tell_of_a_dead_end(self):
        # The nine can go to and fro between the tens, over nothing but kings: nothing ever turns up.
        dead = position("2cTH9S", "TS", "3cKH", "KS", "KD", "KC", "4dAC")
        assert solver.dead_end(dead) is True
        assert notices(dead) == ["no_progress"]

    def test_tell_of_nothing_while_a_card_can_be_turned_up(self):
        assert notices(position("2c9S", "TS", "3cKH", "KS", "KD", "KC", "4dAC")) == []

    def test_tell_of_a_stock_that_can_never_be_dealt(self):
        assert "can_never_deal" in notices(position("KS", "QS", "", "", "", "", "", stock="2S3S"))

    def test_tell_of_no_legal_moves(self):
        dead = playing.dead_line()
        assert "no_legal_moves" in notices(engine.replay(dead.deal, dead.tokens))

    def test_leave_the_position_as_it_is(self):
        dead = position("2cTH9S", "TS", "3cKH", "KS", "KD", "KC", "4dAC")
        text = dead.text()
        notices(dead)
        assert (dead.text(), dead.has_history) == (text, False)
