"""Pages and ranks against a plain window over the whole board."""

from itertools import product
from typing import Any, NamedTuple

import pytest
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.models import Entry
from leaderboards.ranking import Order, Pool
from leaderboards.selectors import standings
from leaderboards.selectors.standings import Side
from leaderboards.services import sanctions
from tests.leaderboards import boards

pytestmark = pytest.mark.django_db

NAIVE = {
    Order.MOVES: "e.moves, e.undos, e.seconds",
    Order.SCORE: "1300 - e.moves DESC, e.undos, e.seconds",
    Order.TIME: "e.seconds, e.moves",
}
POOLS = {
    Pool.RANKED: "e.is_ranked",
    Pool.PURE: "e.is_pure",
    Pool.ALL: "NOT e.is_bot",
    Pool.BOT: "e.is_bot",
}


class Naive(NamedTuple):
    rank: int
    entry_id: int
    player_id: int
    equal: int


def naive(daily_id: int, order: Order, pool: Pool) -> list[Naive]:
    """Return the board as the definition says it, by sorting and counting all of it."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT rank() OVER (ORDER BY {NAIVE[order]}), e.id, e.player_id,
                count(*) OVER (PARTITION BY {NAIVE[order].replace(" DESC", "")})
            FROM leaderboards_entry AS e JOIN players_player AS p ON p.id = e.player_id
            WHERE e.daily_id = %s AND e.disqualified_at IS NULL AND p.banned_at IS NULL AND {POOLS[pool]}
            ORDER BY {NAIVE[order]}, e.finished_at, e.id""",  # noqa: S608
            [daily_id],
        )
        return [Naive(*row) for row in cursor.fetchall()]


def shown(page: standings.Page) -> list[tuple[int, int]]:
    return [(row.rank, row.entry_id) for row in page.rows]


class Win(NamedTuple):
    moves: int
    undos: int
    seconds: int
    hints: int
    begun: dict[str, Any]
    fate: str


def fill(wins: list[Win]) -> int:
    """Make a board of *wins*, some of which are excluded afterwards; return the daily."""
    daily = boards.daily()
    for place, win in enumerate(wins):
        player = boards.player(is_listed=win.fate != "hidden")
        entry = boards.enter(
            player, daily, moves=win.moves, undos=win.undos, seconds=win.seconds, hints=win.hints,
            finished_at=boards.NOON + boards.MINUTE * (place % 3), **win.begun,
        )  # fmt: skip
        if win.fate == "disqualified":
            sanctions.disqualify(entry_id=entry.pk, reason="No.", by="carol", now=boards.NOON)
        if win.fate in ("banned", "forgiven"):
            sanctions.ban(player_id=player.pk, reason="No.", by="carol", now=boards.NOON)
        if win.fate == "forgiven":
            sanctions.unban(player_id=player.pk, by="carol")
    return daily.pk


WINS = st.lists(
    st.builds(
        Win,
        moves=st.integers(100, 103),
        undos=st.sampled_from([0, 0, 1, 7]),
        seconds=st.sampled_from([0, 59, 60, 61, 119, 120]),
        hints=st.sampled_from([0, 0, 1]),
        begun=st.sampled_from([{}, {}, {"begun_as_guest": True}, {"is_assisted": True}, {"is_bot": True}]),
        fate=st.sampled_from(["fine", "fine", "fine", "hidden", "disqualified", "banned", "forgiven"]),
    ),
    max_size=14,
)


class TestPage:
    @settings(max_examples=20, deadline=None)
    @given(WINS, st.integers(1, 5), st.integers(0, 20))
    def test_agrees_with_a_window_over_the_board(self, wins, limit, place):
        with transaction.atomic():
            daily_id = fill(wins)
            for order, pool in product(Order, Pool):
                self.compare(daily_id, order, pool, limit, place)
            transaction.set_rollback(True)

    def compare(self, daily_id: int, order: Order, pool: Pool, limit: int, place: int) -> None:
        board = naive(daily_id, order, pool)
        whole = [(row.rank, row.entry_id) for row in board]
        asked: dict[str, Any] = {"daily_id": daily_id, "order": order, "pool": pool, "limit": limit}
        top = standings.page(**asked)
        assert (shown(top), top.total) == (whole[:limit], len(whole))
        assert (top.has_before, top.has_after) == (False, len(whole) > limit)
        if not board:
            return
        place %= len(board)
        me = board[place]

        after = standings.page(**asked, side=Side.AFTER, entry_id=me.entry_id)
        assert shown(after) == whole[place + 1 : place + 1 + limit]
        assert after.has_after == (len(whole) > place + 1 + limit)
        assert after.has_before == bool(after.rows)

        before = standings.page(**asked, side=Side.BEFORE, entry_id=me.entry_id)
        assert shown(before) == whole[max(0, place - limit) : place]
        assert before.has_before == (place > limit)
        assert before.has_after == bool(before.rows)

        around = standings.page(**asked, side=Side.AROUND, player_id=me.player_id)
        first = max(0, place - (limit - 1) // 2)
        assert shown(around) == whole[first : first + limit]
        assert (around.has_before, around.has_after) == (first > 0, len(whole) > first + limit)
        assert around.me is not None
        assert around.me.rank == me.rank
        percent = 100 * (me.rank - 1 + me.equal / 2) / len(board)
        assert around.me.top_percent == pytest.approx(percent, abs=0.051)

    def test_is_one_query(self, django_assert_num_queries):
        daily = boards.daily()
        players = [boards.player() for _ in range(4)]
        for player in players:
            boards.win(player, daily)
        entry_id = Entry.objects.order_by("pk")[0].pk
        for side in Side:
            with django_assert_num_queries(1):
                standings.page(
                    daily_id=daily.pk, order=Order.MOVES, pool=Pool.RANKED, side=side, limit=2,
                    player_id=players[1].pk, entry_id=entry_id,
                )  # fmt: skip

    def test_walks_a_tie_that_is_longer_than_a_page_both_ways(self):
        daily = boards.daily()
        first = boards.win(boards.player(), daily, moves=100)
        tied = [boards.win(boards.player(), daily, moves=110) for _ in range(7)]
        last = boards.win(boards.player(), daily, moves=120)
        whole = [(1, first.pk), *((2, entry.pk) for entry in tied), (9, last.pk)]
        asked: dict[str, Any] = {
            "daily_id": daily.pk, "order": Order.MOVES, "pool": Pool.RANKED, "limit": 3,
        }  # fmt: skip

        page, down = standings.page(**asked), []
        while True:
            down += shown(page)
            if not page.has_after:
                break
            page = standings.page(**asked, side=Side.AFTER, entry_id=page.rows[-1].entry_id)
        assert down == whole

        up: list[tuple[int, int]] = []
        while page.has_before:
            page = standings.page(**asked, side=Side.BEFORE, entry_id=page.rows[0].entry_id)
            up = shown(page) + up
        assert up == whole[:6]

    def test_keeps_ranks_right_while_others_win(self):
        daily = boards.daily()
        for moves in (110, 120, 120, 130):
            boards.win(boards.player(), daily, moves=moves)
        asked: dict[str, Any] = {"daily_id": daily.pk, "order": Order.MOVES, "pool": Pool.RANKED}
        page = standings.page(**asked, limit=2)
        boards.win(boards.player(), daily, moves=90)
        rest = standings.page(**asked, limit=5, side=Side.AFTER, entry_id=page.rows[-1].entry_id)
        assert [row.rank for row in rest.rows] == [3, 5]

    def test_beside_an_entry_of_another_daily_says_so(self):
        daily, other = boards.daily(), boards.daily(variant="spider-4")
        boards.win(boards.player(), daily)
        stranger = boards.win(boards.player(), other)
        page = standings.page(
            daily_id=daily.pk, order=Order.TIME, pool=Pool.ALL, side=Side.AFTER, limit=5, entry_id=stranger.pk
        )
        assert (page.is_anchored, page.rows) == (False, [])
