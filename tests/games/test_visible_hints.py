"""The hint from what the player sees."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.visible_hints import best_move

VARIANTS = [engine.variant(name) for name in engine.VARIANTS]


def hint(*columns, stock=""):
    return best_move(engine.Position(engine.variant("spiderette-4"), columns, stock).observation())


class TestBestMove:
    def test_completes_a_sequence_before_all_else(self):
        run = "KSQSJSTS9S8S7S6S5S4S3S2S"
        assert hint(run, "3dAS", "2H", "5c6C", "7C", "", "") == "ba1"

    def test_prefers_the_same_suit(self):
        assert hint("9S", "9H", "8H", "", "", "", "") == "cb1"

    def test_turns_a_card_up_rather_than_moving_about(self):
        assert hint("3d9H", "TS", "TC9D", "KS", "KH", "KD", "KC") == "ab1"

    def test_keeps_a_run_together(self):
        assert hint("9S8S", "9H", "KS", "KH", "KD", "KC", "QC2C", stock="3S4S5S") == "+"

    def test_deals_where_no_move_gains_anything(self):
        assert hint("9HKS", "TSKH", "TCKC", "KD", "QH2S", "JD2H", "4C2C", stock="3S4S5S") == "+"

    def test_is_none_only_where_no_move_is_legal(self):
        columns = ["9HKS", "TSKH", "TCKC", "KD", "QH2S", "JD2H", "4C2C"]
        position = engine.Position(engine.variant("spiderette-4"), columns, "")
        assert position.is_stuck
        assert best_move(position.observation()) is None

    @settings(max_examples=60, deadline=None)
    @given(st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1), st.lists(st.integers(0, 99), max_size=80))
    def test_is_legal_wherever_anything_is(self, variant, number, choices):
        position = engine.Deal.from_number(variant, number).opening()
        for choice in choices:
            legal = list(position.legal_moves())
            advised = best_move(position.observation())
            if not legal:
                assert advised is None
                return
            assert advised in [engine.move_text(move) for move in legal]
            position.push(legal[choice % len(legal)])

    @settings(max_examples=10, deadline=None)
    @given(st.integers(0, 2**32 - 1))
    def test_does_not_go_round_in_circles_while_the_stock_can_be_dealt(self, number):
        position = engine.Deal.from_number(engine.variant("spider-1"), number).opening()
        for _action in range(400):
            advised = best_move(position.observation())
            if advised is None or not position.can_deal():
                return
            position.push(engine.parse_move(advised))
        raise AssertionError("the hint goes round in circles")
