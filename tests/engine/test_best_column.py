"""Rule 17: where a double click sends a run."""

import pytest

from games import engine
from tests.engine.tables import table


class TestBestColumn:
    def test_prefers_the_same_suit_to_an_earlier_column_of_another(self):
        assert table("7S", "8H", "8S").best_column(0, 1) == (2, "same_suit")

    def test_takes_of_several_of_the_suit_the_one_forming_the_longest_run(self):
        assert table("7S", "9H 8S", "9S 8S", "TS 9S 8S").best_column(0, 1) == (3, "same_suit")

    def test_does_not_count_cards_that_are_face_down_or_of_another_suit(self):
        assert table("7S", "ts 9s 8S", "9S 8S", "TH 9H 8S").best_column(0, 1) == (2, "same_suit")

    def test_takes_the_leftmost_of_runs_of_equal_length(self):
        assert table("2C", "9S 8S", "7S", "TC 9S 8S").best_column(2, 1) == (1, "same_suit")

    def test_takes_the_leftmost_of_other_suits_however_long_the_others_run(self):
        assert table("7S", "8D", "9H 8H").best_column(0, 1) == (1, "other_suit")

    def test_prefers_another_suit_to_an_empty_column(self):
        assert table("KD 7S", "", "8D").best_column(0, 1) == (2, "other_suit")

    def test_takes_the_leftmost_empty_column_last(self):
        assert table("2S", "KD 7S", "", "").best_column(1, 1) == (2, "empty_column")

    def test_never_sends_a_whole_column_to_an_empty_one(self):
        with pytest.raises(engine.IllegalMoveError) as refused:
            table("7S 6S", "").best_column(0, 2)
        assert (refused.value.code, refused.value.params) == (
            "no_auto_target",
            {"from": 1, "count": 2, "card": "7S"},
        )
        assert table("7S 6S", "").best_column(0, 1) == (1, "empty_column")
        assert table("2d 7S 6S", "").best_column(0, 2) == (1, "empty_column")

    def test_sends_a_whole_column_onto_a_card(self):
        assert table("7S 6S", "", "8H").best_column(0, 2) == (2, "other_suit")

    def test_never_chooses_the_column_that_the_run_comes_from(self):
        with pytest.raises(engine.IllegalMoveError) as refused:
            table("8S 7S", "2H").best_column(0, 1)
        assert refused.value.code == "no_auto_target"

    def test_judges_the_highest_card_of_part_of_a_run(self):
        position = table("9S 8S 7S", "8H", "9H", "TS")
        assert position.best_column(0, 1) == (1, "other_suit")
        assert position.best_column(0, 2) == (2, "other_suit")
        assert position.best_column(0, 3) == (3, "same_suit")

    @pytest.mark.parametrize(
        ("source", "count", "code"),
        [(1, 1, "empty_source"), (0, 4, "empty_source"), (0, 3, "card_face_down"), (0, 2, "not_a_run")],
    )
    def test_refuses_cards_that_do_not_move_together(self, source, count, code):
        with pytest.raises(engine.IllegalMoveError) as refused:
            table("9s 8H 7S", "").best_column(source, count)
        assert refused.value.code == code

    def test_makes_no_move(self):
        position = table("7S", "8S")
        position.best_column(0, 1)
        assert position.text() == "7S|8S #0"
        assert not position.has_history

    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_always_names_a_legal_move(self, name):
        position = engine.Deal.from_number(engine.variant(name), 11).opening()
        for number in range(120):
            legal = list(position.legal_moves())
            for move in legal:
                # Only where the rule says so is a legal move not found: a whole column onto an empty one.
                if move.count and len(position.column(move.source)) > 2 * move.count:
                    target, _ = position.best_column(move.source, move.count)
                    assert engine.Move(move.source, target, move.count) in legal
            if not legal:
                break
            position.push(legal[number * 7 % len(legal)])
