"""Rule 11's dead end, in plain Python."""

import random

import pytest

from games import engine, solver
from tests.solver.positions import endgame, walk


def table(name: str, text: str, stock: str = "") -> engine.Position:
    return engine.Position.parse(engine.variant(name), text, stock)


def can_progress(position: engine.Position) -> bool:
    """Say by looking everywhere whether a card can be turned up or a sequence completed."""
    seen = {position.columns}
    waiting = [position.columns]
    down = sum(map(str.islower, "".join(position.columns)))
    while waiting:
        here = engine.Position(position.variant, waiting.pop(), position.stock)
        for move in list(here.legal_moves()):
            here.push(move)
            text = "".join(here.columns)
            if here.sequences > position.sequences or sum(map(str.islower, text)) < down:
                return True
            if here.columns not in seen:
                seen.add(here.columns)
                waiting.append(here.columns)
            here.pop()
    return False


class TestDeadEnd:
    def test_is_where_runs_only_go_to_and_fro(self):
        # The seven can only change between the two eights; the kings and the two hide the rest.
        text = "7d8S7H|8H|ksKS|ktKD|kcKC|2sKH|3s2C #0".replace("ktKD", "3dKD").replace("ksKS", "4sKS")
        position = engine.Position(engine.variant("spiderette-4"), text.removesuffix(" #0").split("|"), "")
        assert not position.is_stuck
        assert solver.dead_end(position) is True

    def test_is_not_where_a_card_can_be_turned_up(self):
        position = engine.Position(
            engine.variant("spiderette-4"), ["7dKS", "2s5H", "4c6D", "", "", "", ""], ""
        )
        assert solver.dead_end(position) is False

    @pytest.mark.parametrize("name", ["spiderette-2", "spiderette-4"])
    def test_is_what_a_look_everywhere_says(self, name):
        chance = random.Random(name)
        verdicts = {True: 0, False: 0}
        while min(verdicts.values()) < 10:
            position = endgame(engine.variant(name), chance)
            if position.stock_count:
                continue
            found = solver.dead_end(position, positions_limit=100)
            if found is not None:
                before = position.text()
                assert found is not can_progress(position), before
                assert position.text() == before
                verdicts[found] += 1

    def test_is_never_one_while_the_stock_can_be_dealt(self):
        for position in walk("spiderette-4", 2):
            if position.stock_count:
                assert solver.dead_end(position) is False

    def test_may_be_one_with_a_stock_that_can_never_be_dealt(self):
        # Five cards cannot fill seven columns, and no ace is among them.
        position = table("spiderette-1", "3S3S|5S|5S|7S||| #8", "ASAS2S2S4S4S6S6S")
        assert position.notices() == ["can_never_deal"]
        assert solver.dead_end(position) is True

    def test_is_not_said_where_it_would_take_long(self):
        # The same with two more eights and room to change them.
        text = "7d8S7H|8H|4sKS|3dKD|8D7C|2sKH|3s2C"
        position = engine.Position(engine.variant("spiderette-4"), text.split("|"), "")
        assert solver.dead_end(position, positions_limit=2) is None
        assert solver.dead_end(position) is True

    def test_is_no_game_that_is_won(self):
        assert solver.dead_end(table("spiderette-1", "|||||| #0")) is False
