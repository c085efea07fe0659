"""Cursor pages."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.api.paging import PageRequest, decode_cursor, encode_cursor, paginate
from players.errors import InvalidCursor
from players.models import Token
from tests.playing import new_player

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


class TestCursor:
    @given(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30),
        st.integers(-(2**63), 2**63 - 1),
        st.datetimes(timezones=st.just(UTC)),
        st.booleans(),
    )
    def test_comes_back_as_it_went(self, text, number, instant, flag):
        cursor = encode_cursor([text, number, instant, flag])
        assert cursor.isascii()
        assert "=" not in cursor
        assert decode_cursor(cursor, types=(str, int, datetime, bool)) == (text, number, instant, flag)

    @given(st.text(max_size=60))
    def test_that_nobody_made_is_refused(self, text):
        with pytest.raises(InvalidCursor):
            decode_cursor(text, types=(str, int, datetime, bool))

    @pytest.mark.parametrize(
        "values",
        [[1], ["a", "b"], [True, "a"], [2**63, "a"], [None, "a"], [1.0, "a"], [1, "a\0"], [1, "a", 2]],
    )
    def test_of_other_values_is_refused(self, values):
        with pytest.raises(InvalidCursor):
            decode_cursor(encode_cursor(values), types=(int, str))

    def test_of_a_naive_instant_is_refused(self):
        with pytest.raises(InvalidCursor):
            decode_cursor(encode_cursor(["2026-11-29T12:00:00"]), types=(datetime,))


@pytest.mark.django_db
class TestPaginate:
    @pytest.fixture
    def tokens(self):
        player = new_player()
        for number in range(7):
            Token.objects.create(
                player=player,
                prefix=f"p{number}",
                digest=b"",
                kind="personal",
                name=f"n{number // 3}",
                created_at=NOON,
            )

    @pytest.mark.parametrize("order", [("name", "prefix"), ("-name", "prefix"), ("-created_at", "-prefix")])
    @pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
    def test_shows_every_row_once_across_ties(self, tokens, order, limit):
        types = tuple(datetime if name.endswith("_at") else str for name in order)
        seen, cursor = [], None
        for _ in range(20):
            page = paginate(Token.objects.all(), order=order, page=PageRequest(limit, cursor))
            seen += [token.prefix for token in page.items]
            assert len(page.items) <= limit
            if page.next_cursor is None:
                break
            cursor = decode_cursor(page.next_cursor, types=types)
        assert seen == list(Token.objects.order_by(*order).values_list("prefix", flat=True))

    def test_neither_repeats_nor_skips_when_rows_come_and_go(self, tokens):
        first = paginate(Token.objects.all(), order=("prefix",), page=PageRequest(3, None))
        Token.objects.filter(prefix__in=["p0", "p2"]).delete()
        Token.objects.create(player=new_player(), prefix="p00", digest=b"", kind="personal")
        cursor = decode_cursor(str(first.next_cursor), types=(str,))
        second = paginate(Token.objects.all(), order=("prefix",), page=PageRequest(3, cursor))
        assert [token.prefix for token in second.items] == ["p3", "p4", "p5"]
