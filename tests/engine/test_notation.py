"""Tokens: one spelling a move, and nothing else is read."""

import itertools

import pytest

from games import engine


class TestParseMove:
    def test_reads_every_token_as_move_text_writes_it(self):
        letters = engine.COLUMN_LETTERS
        for source, target, count in itertools.product(range(10), range(10), range(1, 14)):
            token = f"{letters[source]}{letters[target]}{count}"
            assert engine.parse_move(token) == engine.Move(source, target, count)
            assert engine.move_text(engine.Move(source, target, count)) == token

    def test_reads_the_stock_deal(self):
        assert engine.parse_move("+") == engine.STOCK_DEAL
        assert engine.move_text(engine.STOCK_DEAL) == "+"

    def test_reads_counts_that_only_a_variant_can_refuse(self):
        assert engine.parse_move("ab14") == engine.Move(0, 1, 14)
        assert engine.parse_move("jj99") == engine.Move(9, 9, 99)

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "",
                "a",
                "ab",
                "ab0",
                "ab01",
                "ab100",
                "ak1",
                "ka1",
                "AB1",
                "aB1",
                "1a2",
                "ab-1",
                "ab1.0",
                "a b1",
            ),
            *(" ab1", "ab1 ", "ab1\n", "ab1\x00", "ab1+", "++", "+ ", "-", "--", "−", "auto", "None"),
            *("ab١", "ab１", "аb1", "ab²"),  # digits and letters of other scripts
        ],
    )
    def test_refuses_every_other_spelling(self, text):
        with pytest.raises(engine.InvalidNotationError):
            engine.parse_move(text)


class TestCheckColumns:
    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_lets_pass_what_some_position_could_have(self, name):
        variant = engine.variant(name)
        last = variant.columns - 1
        for move in (
            engine.STOCK_DEAL,
            engine.Move(0, last, 13),
            engine.Move(last, 0, 1),
            engine.Move(2, 2, 5),
        ):
            engine.check_columns(variant, move)

    @pytest.mark.parametrize(
        ("move", "code", "params"),
        [
            ((7, 0, 1), "unknown_column", {"column": 8, "columns": 7}),
            ((0, 9, 1), "unknown_column", {"column": 10, "columns": 7}),
            ((8, 9, 20), "unknown_column", {"column": 9, "columns": 7}),
            ((0, 1, 14), "bad_count", {"count": 14, "longest": 13}),
            ((0, 1, 0), "bad_count", {"count": 0, "longest": 13}),
        ],
    )
    def test_names_the_first_part_that_is_wrong(self, move, code, params):
        with pytest.raises(engine.MalformedMoveError) as refused:
            engine.check_columns(engine.variant("spiderette-2"), engine.Move(*move))
        assert (refused.value.code, refused.value.params) == (code, params)


class TestVariant:
    def test_names_are_the_six_in_their_order(self):
        assert list(engine.VARIANTS) == [
            *("spider-1", "spider-2", "spider-4"),
            *("spiderette-1", "spiderette-2", "spiderette-4"),
        ]

    @pytest.mark.parametrize("name", ["", "spider", "spider-3", "Spider-1", "spider-1 ", "spiderette-04"])
    def test_no_other_name_is_known(self, name):
        with pytest.raises(engine.UnknownVariantError):
            engine.variant(name)

    @pytest.mark.parametrize(("name", "variant"), engine.VARIANTS.items())
    def test_facts_agree_with_each_other(self, name, variant):
        assert variant.name == name == f"{variant.game}-{variant.suits}"
        assert variant.columns == len(variant.column_sizes)
        assert variant.card_count == len(variant.deck) == sum(variant.column_sizes) + variant.stock_size
        assert variant.card_count == 13 * variant.sequences_to_win
        each = variant.sequences_to_win // variant.suits
        assert {card: variant.deck.count(card) for card in variant.deck} == {
            rank + suit: each for rank in engine.RANKS for suit in "SHDC"[: variant.suits]
        }


class TestScore:
    @pytest.mark.parametrize(
        ("moves", "sequences", "score"),
        [(0, 0, 500), (53, 4, 847), (131, 8, 1169), (600, 0, -100), (4999, 8, -3699)],
    )
    def test_counts_moves_against_and_sequences_for(self, moves, sequences, score):
        assert engine.score(moves, sequences) == score

    def test_starts_from_the_initial_score(self):
        assert engine.score(0, 0) == engine.INITIAL_SCORE
