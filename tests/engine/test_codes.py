"""Game codes both ways, and each thing that can be wrong with one by its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine


class TestGameCode:
    @pytest.mark.parametrize(
        ("name", "number", "code"),
        [
            ("spiderette-1", 35, "SD1-S1-AAAAABD"),
            ("spider-4", 0, "SP1-S4-AAAAAAA"),
            ("spider-2", 31, "SP1-S2-AAAAAA7"),
            ("spiderette-2", 32, "SD1-S2-AAAAABA"),
            ("spider-1", 2**32 - 1, "SP1-S1-D777777"),
        ],
    )
    def test_is_written_and_read(self, name, number, code):
        assert engine.game_code(engine.variant(name), number) == code
        assert engine.parse_game_code(code) == (engine.variant(name), number)

    @given(st.sampled_from(list(engine.VARIANTS.values())), st.integers(0, 2**32 - 1))
    def test_names_one_deal_and_each_deal_has_one(self, variant, number):
        code = engine.game_code(variant, number)
        assert code.isascii()
        assert engine.parse_game_code(code) == (variant, number)

    @pytest.mark.parametrize("text", ["sd1-s1-aaaaabd", " SD1-S1-AAAAABD\n", "\tSd1-S1-aAAAABD  "])
    def test_is_read_in_any_case_with_space_around(self, text):
        assert engine.parse_game_code(text) == (engine.variant("spiderette-1"), 35)

    @pytest.mark.parametrize("number", [-1, 2**32])
    def test_is_not_written_for_what_is_no_number(self, number):
        with pytest.raises(ValueError, match="not a deal number"):
            engine.game_code(engine.variant("spider-1"), number)


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "code", "params"),
        [
            ("", "code_malformed", {"example": "SD1-S1-AAAAABD"}),
            ("SD1S1AAAAABD", "code_malformed", {"example": "SD1-S1-AAAAABD"}),
            ("SD1-S1", "code_malformed", {"example": "SD1-S1-AAAAABD"}),
            ("SD1-S1-AAA-ABD", "code_malformed", {"example": "SD1-S1-AAAAABD"}),
            ("SD1–S1–AAAAABD", "code_malformed", {"example": "SD1-S1-AAAAABD"}),
            ("XY1-S1-AAAAABD", "code_unknown_game", {"game": "XY", "known": ["SP", "SD"]}),
            ("-S1-AAAAABD", "code_unknown_game", {"game": "", "known": ["SP", "SD"]}),
            ("ſd1-S1-AAAAABD", "code_unknown_game", {"game": "ſd", "known": ["SP", "SD"]}),
            ("SD2-S1-AAAAABD", "code_unknown_version", {"version": "2", "known": [1]}),
            ("SD-S1-AAAAABD", "code_unknown_version", {"version": "", "known": [1]}),
            ("SD11-S1-AAAAABD", "code_unknown_version", {"version": "11", "known": [1]}),
            ("SD１-S1-AAAAABD", "code_unknown_version", {"version": "１", "known": [1]}),
            ("SD1-S3-AAAAABD", "code_unknown_suit_count", {"suits": "S3", "known": ["S1", "S2", "S4"]}),
            ("SD1-4-AAAAABD", "code_unknown_suit_count", {"suits": "4", "known": ["S1", "S2", "S4"]}),
            ("SD1-X4-AAAAABD", "code_unknown_suit_count", {"suits": "X4", "known": ["S1", "S2", "S4"]}),
            ("SD1--AAAAABD", "code_unknown_suit_count", {"suits": "", "known": ["S1", "S2", "S4"]}),
            ("SD1-S1-AAAAAB", "code_bad_length", {"length": 6, "expected": 7}),
            ("SD1-S1-AAAAABDA", "code_bad_length", {"length": 8, "expected": 7}),
            ("SD1-S1-", "code_bad_length", {"length": 0, "expected": 7}),
            ("SD1-S1-AAAAA1D", "code_bad_letter", {"letter": "1"}),
            ("SD1-S1-AAAA 8D", "code_bad_letter", {"letter": " "}),
            ("SD1-S1-AAAAA0D", "code_bad_letter", {"letter": "0"}),
            ("SD1-S1-AAAAAÀD", "code_bad_letter", {"letter": "À"}),
            ("SD1-S1-E AAAAA", "code_bad_letter", {"letter": " "}),
            ("SD1-S1-EAAAAAA", "code_number_too_large", {"number": 2**32, "largest": 2**32 - 1}),
            ("SD1-S1-7777777", "code_number_too_large", {"number": 2**35 - 1, "largest": 2**32 - 1}),
        ],
    )
    def test_name_what_is_wrong(self, text, code, params):
        with pytest.raises(engine.InvalidGameCodeError) as refused:
            engine.parse_game_code(text)
        assert (refused.value.code, refused.value.params) == (code, params)

    def test_repeat_no_more_of_a_long_text_than_a_few_letters(self):
        for text in (
            "SD" + "9" * 60000 + "-S1-AAAAABD",
            "SD1-S" + "9" * 60000 + "-AAAAABD",
            "A" * 60000 + "--",
        ):
            with pytest.raises(engine.InvalidGameCodeError) as refused:
                engine.parse_game_code(text)
            assert len(str(refused.value)) < 120
