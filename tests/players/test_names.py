"""Which names are good, and which are too alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.errors import InvalidInput
from players.names import clean_name, is_reserved, name_key

GOOD = [
    ("alice", "alice"),
    ("  alice ", "alice"),
    ("ＡＬＩＣＥ", "ALICE"),
    ("ﬁsherman", "fisherman"),
    ("Jean-Luc P", "Jean-Luc P"),
    ("a_b", "a_b"),
    ("Ångström", "Ångström"),
    ("하늘이", "하늘이"),
    ("ㅋㅋㅋ", "ㅋㅋㅋ"),
    ("王小芳", "王小芳"),
    ("蜘蛛接龍king", "蜘蛛接龍king"),
    ("スパイダー", "スパイダー"),
    ("ｶﾞｷﾞｸﾞ", "ガギグ"),
    ("田中タロウ2", "田中タロウ2"),
    ("たなか・まり", "たなか・まり"),
    ("Вова Паук", "Вова Паук"),
    ("Ελένη", "Ελένη"),
    ("नमस्ते", "नमस्ते"),
    ("שלום", "שלום"),
    ("مرحبا", "مرحبا"),
    ("Nguyễn Văn Á", "Nguyễn Văn Á"),
    ("a" * 20, "a" * 20),
    ("e\u0301" * 20, "é" * 20),
    ("guestbook", "guestbook"),
]

BAD = [
    ("", "name_too_short"),
    ("ab", "name_too_short"),
    ("e\u0301\u0302e\u0301", "name_too_short"),
    ("a" * 21, "name_too_long"),
    ("x" * 5000, "name_too_long"),
    ("12345", "name_needs_letter"),
    ("①②③", "name_needs_letter"),
    ("a\u200bbc", "name_bad_character"),  # zero width space
    ("a\u200dbc", "name_bad_character"),  # joiner
    ("\u202eecila", "name_bad_character"),  # right to left override
    ("ali\u2066ce", "name_bad_character"),  # isolate
    ("abc\u200f", "name_bad_character"),  # right to left mark
    ("\u3164\u3164\u3164", "name_bad_character"),  # Hangul filler
    ("\uffa0\uffa0\uffa0", "name_bad_character"),  # its half-width form
    ("ab\u00adcd", "name_bad_character"),  # soft hyphen
    ("abc\ufe0f", "name_bad_character"),  # variation selector
    ("abc\U000e0041", "name_bad_character"),  # tag letter
    ("ab\u2800c", "name_bad_character"),  # Braille blank
    ("ab\x00c", "name_bad_character"),
    ("ab\ncd", "name_bad_character"),
    ("abc\ue000", "name_bad_character"),  # private use
    ("abc\ud800", "name_bad_character"),  # half a character
    ("king👑", "name_bad_character"),
    ("a\u2665b\u2665c", "name_bad_character"),
    ("O’Neil", "name_bad_character"),
    ("a/b/c", "name_bad_character"),
    ("<b>bold", "name_bad_character"),
    ("a..b", "name_bad_spacing"),
    ("-abc", "name_bad_spacing"),
    ("abc.", "name_bad_spacing"),
    ("a - b", "name_bad_spacing"),
    ("Z\u0337\u0353\u033ealgo", "name_too_many_marks"),
    ("a" + "\u0301" * 5 + "bc", "name_too_many_marks"),
    ("\u0301abc", "name_too_many_marks"),
    ("аlice", "name_mixed_scripts"),  # the first letter is Cyrillic
    ("αlice", "name_mixed_scripts"),
    ("Ωмега", "name_mixed_scripts"),
    ("하늘たん", "name_mixed_scripts"),
    ("admin", "name_reserved"),
    ("ADMIN", "name_reserved"),
    ("ad-min", "name_reserved"),
    ("admin1", "name_reserved"),
    ("Adm1n", "name_reserved"),
    ("admın", "name_reserved"),
    ("Guest-4821", "name_reserved"),
    ("guest 1", "name_reserved"),
    ("Guest-l000", "name_reserved"),
    ("0rbweaver", "name_reserved"),
    ("Orbweaver Team", "name_reserved"),
    ("Team 0rb-weaver", "name_reserved"),
    ("The moderator", "name_reserved"),
    ("staff", "name_reserved"),
    ("system", "name_reserved"),
    ("Erased-00ab", "name_reserved"),
    ("관리자", "name_reserved"),
    ("管理員", "name_reserved"),
    ("админ", "name_reserved"),
]

ALIKE = [
    ("alice", "ALICE"),
    ("alice", "a1ice"),
    ("alice", "aIice"),
    ("iIl", "111"),
    ("mike", "rnike"),
    ("bob0", "bobO"),
    ("Straße", "STRASSE"),
    ("Вова", "вова"),
    ("ВОВ", "BOB"),
    ("вов", "BOB"),
    ("Сара", "Capa"),
    ("田中ロ", "田中口"),
    ("ニニニ", "二二二"),
    ("ＡＢＣ", "abc"),
    ("i\u0307an", "ian"),
    ("e\u0301va", "éva"),
]

DIFFERENT = [
    ("alice", "alicia"),
    ("Harry", "Navvy"),
    ("jose", "josé"),
    ("vova", "nona"),
    ("yulia", "uulia"),
    ("하늘이", "하늘아"),
    ("Вова", "Bova"),
    ("Guest-1000", "Guest-1001"),
    ("Guest-1010", "Guest-1100"),
]


class TestCleanName:
    @pytest.mark.parametrize(("text", "shown"), GOOD)
    def test_welcomes(self, text, shown):
        assert clean_name(text) == shown

    @pytest.mark.parametrize(("text", "code"), BAD, ids=[ascii(text)[:40] for text, _code in BAD])
    def test_refuses(self, text, code):
        with pytest.raises(InvalidInput) as refusal:
            clean_name(text)
        assert [(error.field, error.code) for error in refusal.value.errors] == [("name", code)]

    def test_lets_staff_have_reserved_words(self):
        assert clean_name("admin", reserved_allowed=True) == "admin"

    @given(st.text(max_size=60))
    def test_gives_a_name_that_is_good_itself_or_refuses(self, text):
        try:
            name = clean_name(text)
        except InvalidInput:
            return
        assert clean_name(name) == name
        assert 3 <= len(name) <= 40
        assert len(name_key(name)) <= 160


class TestNameKey:
    @pytest.mark.parametrize(("one", "other"), ALIKE)
    def test_is_equal_for_look_alikes(self, one, other):
        assert name_key(one) == name_key(other)

    @pytest.mark.parametrize(("one", "other"), DIFFERENT)
    def test_differs_for_names_that_can_be_told_apart(self, one, other):
        assert name_key(one) != name_key(other)

    @given(st.text(max_size=40))
    def test_does_not_depend_on_case(self, text):
        assert name_key(text.casefold()) == name_key(text)

    def test_keeps_every_guest_number_apart(self):
        assert len({name_key(f"Guest-{number}") for number in range(1000, 10000)}) == 9000


class TestIsReserved:
    @pytest.mark.parametrize("name", ["spiderman", "administer", "robot", "modest", "guesthouse", "helper"])
    def test_lets_longer_words_be(self, name):
        assert not is_reserved(name)
