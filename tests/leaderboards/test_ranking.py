"""Ranks, percentiles and bars, without a database."""

from hypothesis import given
from hypothesis import strategies as st

from leaderboards.ranking import Counts, Flags, Order, Result, bars_of, counts_of, ranks, top_percent

VALUES = st.integers(0, 5)


class TestRanks:
    def test_are_shared_by_equals_and_skip_the_next(self):
        assert ranks([90, 110, 110, 120, 120, 120, 130]) == [1, 2, 2, 4, 4, 4, 7]

    def test_of_no_keys_are_none(self):
        assert ranks([]) == []

    def test_go_on_where_the_page_before_ended(self):
        assert ranks([110, 110, 120], better=1, equal_before=2) == [2, 2, 6]

    @given(st.lists(VALUES), st.integers(0, 40))
    def test_of_a_page_are_those_of_the_whole_board(self, keys, start):
        keys.sort()
        page = keys[start:]
        whole = [1 + sum(other < key for other in keys) for key in keys]
        better = sum(key < page[0] for key in keys) if page else 0
        equal_before = sum(key == page[0] for key in keys[:start]) if page else 0
        assert ranks(page, better=better, equal_before=equal_before) == whole[start:]


class TestTopPercent:
    def test_is_the_share_better_plus_half_of_those_equal(self):
        assert top_percent(better=3, equal=2, total=20) == 20.0

    def test_is_fifty_where_all_are_equal(self):
        assert top_percent(better=0, equal=33, total=33) == 50.0

    @given(st.integers(0, 1000), st.integers(1, 1000), st.integers(0, 1000))
    def test_lies_between_0_and_100(self, better, equal, worse):
        assert 0 <= top_percent(better=better, equal=equal, total=better + equal + worse) <= 100


class TestOrders:
    def test_break_ties_as_published(self):
        assert Order.MOVES.keys == ("moves", "undos", "seconds")
        assert Order.SCORE.keys == ("moves", "undos", "seconds")
        assert Order.TIME.keys == ("seconds", "moves")


class TestBars:
    def test_come_in_the_order_in_which_they_are_locked(self):
        bars = bars_of(Result(131, 2, 522))
        assert bars == sorted(bars)

    def test_count_an_entry_in_its_pools_and_no_other(self):
        pure = Flags(is_ranked=True, is_pure=True, is_bot=False, is_in_statistics=True)
        guest = Flags(is_ranked=False, is_pure=False, is_bot=False, is_in_statistics=True)
        bot = Flags(is_ranked=False, is_pure=False, is_bot=True, is_in_statistics=True)
        shy = Flags(is_ranked=True, is_pure=False, is_bot=False, is_in_statistics=False)
        assert counts_of(pure) == Counts(ranked=1, pure=1, all=1, bot=0, finisher=1)
        assert counts_of(guest) == Counts(ranked=0, pure=0, all=1, bot=0, finisher=1)
        assert counts_of(bot) == Counts(ranked=0, pure=0, all=0, bot=1, finisher=0)
        assert counts_of(shy) == Counts(ranked=1, pure=0, all=1, bot=0, finisher=0)
