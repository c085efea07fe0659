"""Which moves there are, and the order in which they are told."""

import pytest

from games import engine
from tests.engine.tables import moves, table


class TestLegalMoves:
    def test_put_a_card_on_any_suit_one_rank_higher(self):
        assert moves(table("9H", "8S", "8H", "9C")) == ["ba1", "bd1", "ca1", "cd1"]

    def test_move_part_of_a_run_but_never_across_suits(self):
        assert moves(table("9H 8S 7S", "9C", "8D")) == ["ac1", "ab2", "cb1"]

    def test_put_any_run_on_an_empty_column_a_whole_column_too(self):
        assert moves(table("5D 4D", "")) == ["ab1", "ab2"]

    def test_come_by_source_then_count_then_target(self):
        assert moves(table("7S 6S", "", "7H", "8C")) == [
            *("ab1", "ac1", "ab2", "ad2"),
            *("cb1", "cd1"),
            "db1",
        ]

    def test_end_with_the_stock_deal(self):
        assert moves(table("9H", "8S", stock="2S 3S")) == ["ba1", "+"]

    def test_put_nothing_on_an_ace(self):
        assert moves(table("AS", "KS", "AH")) == []

    def test_put_a_king_on_an_empty_column_only(self):
        assert moves(table("QS KH", "AH", "")) == ["ac1", "bc1"]

    def test_do_not_reach_a_card_that_is_face_down(self):
        assert moves(table("9s 8S", "TS", "9H")) == ["ac1", "cb1"]

    def test_do_not_reach_over_a_gap_in_rank(self):
        assert moves(table("9S 7S", "TS", "8H")) == ["ac1"]

    def test_take_a_run_of_twelve_whole(self):
        position = table("qh QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "KH")
        assert moves(position) == ["ab12"]
        assert position.run_length(0) == 12

    def test_take_up_to_a_whole_sequence_that_was_there_from_the_start(self):
        position = table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "")
        assert moves(position) == [f"ab{count}" for count in range(1, 14)]


class TestRunLength:
    @pytest.mark.parametrize(
        ("column", "length"),
        [
            ("", 0),
            ("AS", 1),
            ("2S AS", 2),
            ("2s AS", 1),
            ("2H AS", 1),
            ("3S AS", 1),
            ("AS 2S", 1),
            ("KS AS KS QS", 2),
        ],
    )
    def test_counts_the_run_at_the_end(self, column, length):
        assert table(column).run_length(0) == length


class TestTheStockDeal:
    def test_is_legal_while_no_column_is_empty(self):
        assert table("2S", "5H", stock="KS KH").can_deal()

    def test_is_not_legal_onto_an_empty_column(self):
        assert not table("2S 3S", "", stock="KS KH").can_deal()

    def test_is_not_legal_from_an_empty_stock(self):
        assert not table("2S", "5H").can_deal()

    @pytest.mark.parametrize(("columns", "legal"), [(("5H", "2S", ""), True), (("5H", "2S 8S", ""), False)])
    def test_is_legal_all_the_same_in_spider_once_the_columns_cannot_all_be_filled(self, columns, legal):
        assert table(*columns, stock="KS KH KD").can_deal() is legal

    def test_counts_face_down_cards_among_those_that_could_fill_columns(self):
        assert not table("5h 6h 2S", "", "", stock="KS KH KD").can_deal()

    def test_is_legal_in_spider_onto_a_table_with_no_card_at_all(self):
        assert table("", "", stock="KS KH").can_deal()

    def test_has_no_such_exception_in_spiderette(self):
        assert not table("5H", "2S", "", game="spiderette", stock="KS KH KD").can_deal()

    def test_of_real_spider_turns_at_ten_cards(self):
        spider = engine.variant("spider-1")
        nine = engine.Position(spider, ["2S"] * 8 + ["3S", ""], "KS" * 10)
        ten = engine.Position(spider, ["2S"] * 8 + ["3S4S", ""], "KS" * 10)
        assert (nine.can_deal(), ten.can_deal()) == (True, False)


class TestNotices:
    def test_say_when_nothing_is_legal(self):
        assert table("2S", "5H").notices() == ["no_legal_moves"]
        assert table("2S", "5H").is_stuck

    def test_say_nothing_while_the_stock_can_be_dealt(self):
        assert table("2S", "5H", stock="KS KH").notices() == []

    def test_say_nothing_of_a_game_that_is_won(self):
        won = table("", "", to_win=0)
        assert won.is_won
        assert not won.is_stuck
        assert won.notices() == []

    def test_say_when_spiderette_can_never_deal_again(self):
        short = table("5H", "6S", "", game="spiderette", stock="KS KH KD")
        assert short.notices() == ["can_never_deal"]
        assert table("5H 2S", "6S", "", game="spiderette", stock="KS KH KD").notices() == []
        assert table("5h 2S", "6S", "", game="spiderette", stock="KS KH KD").notices() == []
        assert table("5H", "6S", "", game="spiderette").notices() == []
        assert table("5H", "6S", "", game="spider", stock="KS KH KD").notices() == []

    def test_say_both(self):
        # Few cards in several columns always leave a move to an empty one, but for none at all.
        assert table("", "", game="spiderette", stock="KS KH").notices() == [
            "no_legal_moves",
            "can_never_deal",
        ]
