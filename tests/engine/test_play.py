"""Moves that people ask for: what they do, and what refuses them."""

import pytest

from games import engine
from tests.engine.tables import moves, play, refusal, table

TWELVE = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
SEQUENCE = TWELVE + " AS"


class TestPlay:
    def test_moves_a_run_and_turns_the_card_under_it_up(self):
        position = table("4s jd 7H 6H", "8C")
        assert play(position, "ab2") == [
            {"kind": "moved", "from": 1, "to": 2, "cards": ["7H", "6H"]},
            {"kind": "turned_up", "column": 1, "card": "JD"},
        ]
        assert position.text() == "4sJD|8C7H6H #0"

    def test_turns_nothing_when_the_card_under_it_is_up_or_missing(self):
        assert [effect["kind"] for effect in play(table("JD 7H", "8C"), "ab1")] == ["moved"]
        assert [effect["kind"] for effect in play(table("7H", "8C"), "ab1")] == ["moved"]

    def test_tells_what_happens_in_the_order_in_which_it_happens(self):
        position = table("9d 3S 2S AS", "qh KS QS JS TS 9S 8S 7S 6S 5S 4S")
        assert play(position, "ab3") == [
            {"kind": "moved", "from": 1, "to": 2, "cards": ["3S", "2S", "AS"]},
            {"kind": "turned_up", "column": 1, "card": "9D"},
            {"kind": "sequence_removed", "column": 2, "suit": "S"},
            {"kind": "turned_up", "column": 2, "card": "QH"},
        ]
        assert position.text() == "9D|QH #0"
        assert position.sequences == 1

    def test_leaves_an_empty_column_where_a_sequence_was_all_of_it(self):
        position = table("AS", TWELVE)
        assert play(position, "ab1")[-1] == {"kind": "sequence_removed", "column": 2, "suit": "S"}
        assert position.text() == "| #0"

    def test_turns_nothing_under_a_sequence_on_a_card_that_is_up(self):
        position = table("AS", "5D" + TWELVE)
        assert [effect["kind"] for effect in play(position, "ab1")] == ["moved", "sequence_removed"]
        assert position.text() == "|5D #0"

    def test_removes_a_sequence_only_where_the_action_put_cards(self):
        position = table(SEQUENCE, "2H", "AH")
        play(position, "cb1")
        assert position.text() == SEQUENCE.replace(" ", "") + "|2HAH| #0"
        assert position.sequences == 0

    def test_does_not_remove_a_sequence_that_a_move_lays_bare(self):
        position = table(f"{SEQUENCE} 5D", "6C")
        assert [effect["kind"] for effect in play(position, "ab1")] == ["moved"]
        assert position.sequences == 0

    def test_does_not_remove_king_to_ace_in_mixed_suits_or_with_the_king_face_down(self):
        mixed = table("AS", TWELVE.replace("7S", "7H"))
        play(mixed, "ab1")
        hidden = table("AS", TWELVE.replace("KS", "ks"))
        play(hidden, "ab1")
        assert (mixed.sequences, hidden.sequences) == (0, 0)

    def test_removes_a_whole_sequence_that_is_moved(self):
        position = table(SEQUENCE, "")
        assert [effect["kind"] for effect in play(position, "ab13")] == ["moved", "sequence_removed"]
        assert position.text() == "| #0"

    def test_wins_with_the_last_sequence(self):
        position = table("AS", TWELVE, to_win=1)
        before = position.is_won
        play(position, "ab1")
        assert (before, position.is_won) == (False, True)
        assert moves(position) == []


class TestPlayOfTheStockDeal:
    def test_puts_one_card_on_each_column_from_the_first(self):
        position = table("2S", "5H", "9C", stock="KS KH KD QS QH QD")
        assert play(position, "+") == [
            {
                "kind": "dealt",
                "cards": [
                    {"column": 1, "card": "KS"},
                    {"column": 2, "card": "KH"},
                    {"column": 3, "card": "KD"},
                ],
            }
        ]
        assert position.text() == "2SKS|5HKH|9CKD #3"
        assert position.stock == "QSQHQD"

    def test_ends_with_the_row_of_a_short_stock(self):
        position = table("2S", "5H", "9C", stock="KS KH")
        assert play(position, "+") == [
            {"kind": "dealt", "cards": [{"column": 1, "card": "KS"}, {"column": 2, "card": "KH"}]}
        ]
        assert position.text() == "2SKS|5HKH|9C #0"

    def test_removes_every_sequence_that_it_completes_in_column_order(self):
        hearts = TWELVE.replace("S", "H")
        position = table("3c" + hearts, "5D", TWELVE, stock="AH 9D AS")
        assert play(position, "+")[1:] == [
            {"kind": "sequence_removed", "column": 1, "suit": "H"},
            {"kind": "turned_up", "column": 1, "card": "3C"},
            {"kind": "sequence_removed", "column": 3, "suit": "S"},
        ]
        assert position.text() == "3C|5D9D| #0"
        assert position.sequences == 2

    def test_leaves_columns_beyond_a_short_row_alone(self):
        position = table("2S", SEQUENCE, stock="KS")
        play(position, "+")
        assert position.sequences == 0

    def test_gives_the_last_three_cards_of_spiderette_to_the_first_three_columns(self):
        position = engine.Deal.from_number(engine.variant("spiderette-2"), 7).opening()
        for _ in range(3):
            play(position, "+")
        before = position.columns
        (dealt,) = play(position, "+")
        assert [card["column"] for card in dealt["cards"]] == [1, 2, 3]
        assert position.columns[3:] == before[3:]
        assert position.stock_count == 0


class TestRefusals:
    """The order of the rules is part of the contract: of several, the first is named."""

    def test_same_column_before_all(self):
        assert refusal(table("", "5H"), "aa3") == ("same_column", {"from": 1, "to": 1})

    def test_empty_source_says_how_many_cards_there_are(self):
        assert refusal(table("", "5H"), "ab1") == ("empty_source", {"from": 1, "count": 1, "available": 0})
        assert refusal(table("9s 8S", "AH"), "ab3") == (
            "empty_source",
            {"from": 1, "count": 3, "available": 2},
        )

    def test_card_face_down_before_not_a_run(self):
        assert refusal(table("9s 8S 2H", "TS"), "ab3") == (
            "card_face_down",
            {"from": 1, "count": 3, "face_up": 2},
        )

    def test_not_a_run_names_the_cards_and_the_longest_run(self):
        assert refusal(table("2d 5S 4H 3H", "AS"), "ab3") == (
            "not_a_run",
            {"from": 1, "count": 3, "cards": ["5S", "4H", "3H"], "longest_run": 2},
        )

    def test_onto_ace_kings_included(self):
        for card in ("5H", "KH"):
            assert refusal(table(card, "AS"), "ab1") == (
                "onto_ace",
                {"from": 1, "to": 2, "count": 1, "card": card, "onto": "AS"},
            )

    def test_king_needs_empty_column_before_rank_mismatch(self):
        assert refusal(table("KH", "QS"), "ab1") == (
            "king_needs_empty_column",
            {"from": 1, "to": 2, "count": 1, "card": "KH", "onto": "QS"},
        )

    @pytest.mark.parametrize("onto", ["8S", "7S", "6S", "TS", "KS", "2S"])
    def test_rank_mismatch_judges_the_highest_card_of_the_run(self, onto):
        assert refusal(table("8D 7D", onto), "ab2") == (
            "rank_mismatch",
            {"from": 1, "to": 2, "count": 2, "card": "8D", "onto": onto},
        )

    def test_stock_empty_before_deal_empty_column(self):
        assert refusal(table("5H", ""), "+") == ("stock_empty", {})

    def test_deal_empty_column_names_the_columns(self):
        assert refusal(table("5H 6S 7D", "", "2S", "", stock="KS KH KD KC"), "+") == (
            "deal_empty_column",
            {"columns": [2, 4]},
        )


class TestMalformedMoves:
    """No position of the variant could have them, whatever its cards."""

    def test_name_the_column_that_the_variant_has_not(self):
        position = engine.Deal.from_number(engine.variant("spiderette-1"), 1).opening()
        assert refusal(position, "ha1") == ("unknown_column", {"column": 8, "columns": 7})
        assert refusal(position, "ah1") == ("unknown_column", {"column": 8, "columns": 7})
        assert refusal(position, "jh99") == ("unknown_column", {"column": 10, "columns": 7})

    def test_name_a_count_that_no_run_has(self):
        position = engine.Deal.from_number(engine.variant("spider-1"), 1).opening()
        assert refusal(position, "ab14") == ("bad_count", {"count": 14, "longest": 13})

    @pytest.mark.parametrize(
        "move", [(-1, 0, 1), (0, -1, 1), (10, 0, 1), (0, 10, 1), (0, 1, 0), (0, 1, -1), (-1, -1, 1)]
    )
    def test_cannot_be_smuggled_in_as_numbers(self, move):
        position = engine.Deal.from_number(engine.variant("spider-1"), 1).opening()
        with pytest.raises(engine.MalformedMoveError):
            position.play(engine.Move(*move))

    @pytest.mark.parametrize(
        ("source", "count", "code"),
        [(7, 1, "unknown_column"), (-1, 1, "unknown_column"), (0, 0, "bad_count"), (0, 14, "bad_count")],
    )
    def test_are_told_of_a_source_alone_too(self, source, count, code):
        variant = engine.variant("spiderette-4")
        with pytest.raises(engine.MalformedMoveError) as refused:
            engine.check_source(variant, source, count)
        assert refused.value.code == code
        with pytest.raises(engine.MalformedMoveError):
            engine.Deal.from_number(variant, 1).opening().best_column(source, count)
