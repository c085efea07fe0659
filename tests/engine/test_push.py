"""The laws that hold for every game: taking back is exact, and no card is ever lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from tests.engine.tables import table, wander

VARIANTS = st.sampled_from(list(engine.VARIANTS.values()))
NUMBERS = st.integers(0, engine.LARGEST_NUMBER)
CHOICES = st.lists(st.integers(0, 99), max_size=80)


def everything(position: engine.Position) -> tuple[object, ...]:
    """Return all that there is to know of a position."""
    return (
        position.text(),
        position.stock,
        position.sequences,
        position.is_won,
        position.history,
        position.observation(),
        tuple(position.legal_moves()),
    )


class TestPush:
    @settings(max_examples=80, deadline=None)
    @given(VARIANTS, NUMBERS, CHOICES)
    def test_is_undone_exactly_by_pop(self, variant, number, choices):
        position = engine.Deal.from_number(variant, number).opening()
        past = []
        for choice in choices:
            legal = list(position.legal_moves())
            if not legal:
                break
            move = legal[choice % len(legal)]
            past.append((move, everything(position)))
            position.push(move)
        for move, before in reversed(past):
            assert position.pop() == move
            assert everything(position) == before

    @settings(max_examples=60, deadline=None)
    @given(VARIANTS, NUMBERS, CHOICES)
    def test_does_what_play_does_and_keeps_every_card(self, variant, number, choices):
        deal = engine.Deal.from_number(variant, number)
        pushed, played = deal.opening(), deal.opening()
        for choice in choices:
            legal = list(pushed.legal_moves())
            if not legal:
                break
            move = legal[choice % len(legal)]
            pushed.push(move)
            played.play(move)
            assert everything(pushed) == everything(played)
            pushed.check_cards()
            assert pushed.tableau_count + pushed.stock_count + 13 * pushed.sequences == variant.card_count

    def test_takes_back_a_move_that_removed_a_sequence_and_turned_two_cards(self):
        position = table("9d 3S 2S AS", "qh KS QS JS TS 9S 8S 7S 6S 5S 4S")
        before = everything(position)
        position.play(engine.parse_move("ab3"))
        assert position.sequences == 1
        position.pop()
        assert everything(position) == before

    def test_takes_back_a_stock_deal_that_removed_two_sequences(self):
        twelve = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
        position = table("3c" + twelve, "5D", twelve, stock="AS 9D AS 2C")
        before = everything(position)
        position.play(engine.STOCK_DEAL)
        assert (position.sequences, position.stock) == (2, "2C")
        position.pop()
        assert everything(position) == before

    def test_has_nothing_to_pop_at_the_start(self):
        with pytest.raises(IndexError):
            table("5H").pop()


class TestReading:
    @settings(max_examples=60, deadline=None)
    @given(VARIANTS, NUMBERS, st.integers(0, 150))
    def test_gives_the_position_that_was_written(self, variant, number, steps):
        deal = engine.Deal.from_number(variant, number)
        position = wander(deal.opening(), steps, seed=number)
        for stock in (deal.stock, position.stock):
            again = engine.Position.parse(variant, position.text(), stock)
            assert everything(again)[:4] == everything(position)[:4]
            assert list(again.legal_moves()) == list(position.legal_moves())
            again.check_cards()
