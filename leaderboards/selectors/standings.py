"""The boards of a daily: pages of entries in order, and the rank of any of them.

A page, the ranks in it, the caller's own rank and the board's size come out of one statement
and so out of one snapshot. A rank is a sum over a coarse histogram, over the fine bars of one
coarse bar, and a count of the few entries that share a fine bar; a page is a range of an index
from a known entry on. Nothing here grows with the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from django.db import connection

from leaderboards.ranking import SECONDS_PER_BAR, Order, Pool, ranks, top_percent

_POOLS: Final = {
    Pool.RANKED: "e.is_ranked",
    Pool.PURE: "e.is_pure",
    Pool.ALL: "NOT e.is_bot",
    Pool.BOT: "e.is_bot",
}

# What a statement is put together from: `{board}` and `{count}` stand for the pool, `k` for the
# entry whose rank is asked. A page's size is part of the text: for a LIMIT that it does not know
# the planner expects a tenth of the board, and then plans anew for every call.
_BARS: Final = "(SELECT coalesce(sum({count}), 0) FROM leaderboards_bar WHERE daily_id = %(daily)s"
_ENTRIES: Final = "(SELECT count(*) FROM leaderboards_entry AS e WHERE {board}"
_BETTER_BY_MOVES: Final = f"""
    {_BARS} AND histogram = 1 AND key_1 < k.moves)
    + {_BARS} AND histogram = 2 AND key_1 = k.moves
        AND (key_2, key_3) < (k.undos, k.seconds / {SECONDS_PER_BAR}))
    + {_ENTRIES} AND e.moves = k.moves AND e.undos = k.undos
        AND e.seconds >= k.seconds / {SECONDS_PER_BAR} * {SECONDS_PER_BAR} AND e.seconds < k.seconds)"""
_BETTER_BY_TIME: Final = f"""
    {_BARS} AND histogram = 3 AND key_1 < k.seconds / {SECONDS_PER_BAR})
    + {_BARS} AND histogram = 4
        AND key_1 >= k.seconds / {SECONDS_PER_BAR} * {SECONDS_PER_BAR} AND key_1 < k.seconds)
    + {_ENTRIES} AND e.seconds = k.seconds AND e.moves < k.moves)"""

_COLUMNS: Final = "e.id, e.game_id, e.player_id, e.moves, e.undos, e.seconds, e.negated_score, e.finished_at"
_SELECT: Final = f"SELECT {_COLUMNS} FROM leaderboards_entry AS e WHERE"  # noqa: S608
_BESIDE: Final = "SELECT beside.* FROM anchor CROSS JOIN LATERAL ("
_BEFORE: Final = f"""{_BESIDE}
            {_SELECT} {{board}} AND ({{listing}}) < ({{anchored}})
            ORDER BY {{backwards}} LIMIT {{before}}) AS beside"""
_AFTER: Final = f"""{_BESIDE}
            {_SELECT} {{board}} AND ({{listing}}) > ({{anchored}})
            ORDER BY {{listing}} LIMIT {{size}} + 1) AS beside"""
# As many after as the page has room for; the inner limit is there for the planner.
_AROUND: Final = f"""
            WITH better AS MATERIALIZED ({_BEFORE})
            SELECT * FROM better
            UNION ALL SELECT * FROM anchor
            UNION ALL SELECT * FROM (
                SELECT * FROM ({_AFTER}) AS worse LIMIT {{size}} - (SELECT count(*) FROM better)
            ) AS fitting"""  # noqa: S608

_SIZES: Final = (10, 50, 200)
"""Rows that a statement reads for a page: the least that suffices."""


class Side(StrEnum):
    """Which part of a board a page shows."""

    TOP = "top"
    BEFORE = "before"
    AFTER = "after"
    AROUND = "around"


_ME: Final = f"{_SELECT} {{board}} AND e.player_id = %(player)s"
_ENTRY: Final = f"{_SELECT} e.daily_id = %(daily)s AND e.id = %(entry)s"
_PAGES: Final = {
    Side.TOP: ("SELECT 0 WHERE false", f"{_SELECT} {{board}} ORDER BY {{listing}} LIMIT {{size}} + 1"),
    Side.BEFORE: (_ENTRY, _BEFORE),
    Side.AFTER: (_ENTRY, _AFTER),
    Side.AROUND: ("SELECT * FROM me", _AROUND),
}

_FIRST_BETTER: Final = "(SELECT {better} FROM first AS k)"
_FIRST_EQUAL_BEFORE: Final = f"""
            (SELECT {_ENTRIES} AND {{equal}} AND (e.finished_at, e.id) < (k.finished_at, k.id))
                FROM first AS k)"""  # noqa: S608
_MY_BETTER: Final = "(SELECT {better} FROM me AS k)"
_STATEMENT: Final = f"""
    WITH me AS MATERIALIZED (
        {_ME}
    ), anchor AS MATERIALIZED (
        {{anchor}}
    ), page AS MATERIALIZED (
        {{page}}
    ), first AS MATERIALIZED (
        SELECT * FROM page AS e ORDER BY {{listing}} LIMIT 1
    ), facts AS MATERIALIZED (
        SELECT
            {_BARS} AND histogram = {{histogram}}) AS total,
            (SELECT count(*) FROM anchor) AS anchors,
            {{first_better}} AS better,
            {{first_equal_before}} AS equal_before,
            (SELECT k.id FROM me AS k) AS my_id,
            {{my_better}} AS my_better,
            (SELECT {_ENTRIES} AND {{equal}}) FROM me AS k) AS my_equal
    )
    SELECT facts.*, e.id, e.game_id, e.moves, e.undos, e.seconds, e.negated_score,
        player.id, player.name, player.is_listed AND player.erased_at IS NULL
    FROM facts
    LEFT JOIN page AS e ON true
    LEFT JOIN players_player AS player ON player.id = e.player_id
    ORDER BY {{listing}}"""  # noqa: S608


@cache
def _statement(order: Order, pool: Pool, side: Side, size: int) -> str:
    """Return the statement that reads one side of a board; the driver prepares each once."""
    listing = [f"e.{key}" for key in (*order.keys, "finished_at", "id")]
    parts = {
        "count": f"{pool.value}_count",
        "board": f"e.daily_id = %(daily)s AND e.is_counted AND {_POOLS[pool]}",
        "size": str(size),
        "before": str((size - 1) // 2 if side is Side.AROUND else size + 1),
        "listing": ", ".join(listing),
        "backwards": ", ".join(f"{column} DESC" for column in listing),
        "anchored": ", ".join(column.replace("e.", "anchor.") for column in listing),
        "equal": " AND ".join(f"e.{key} = k.{key}" for key in order.keys),
        "histogram": "3" if order is Order.TIME else "1",
    }
    anchor, page = _PAGES[side]
    facts = {
        "better": _BETTER_BY_TIME if order is Order.TIME else _BETTER_BY_MOVES,
        "anchor": anchor,
        "page": page,
        # At the top nothing comes before; around a player the page itself shows the rank.
        "first_better": "0" if side is Side.TOP else _FIRST_BETTER,
        "first_equal_before": "0" if side is Side.TOP else _FIRST_EQUAL_BEFORE,
        "my_better": "0" if side is Side.AROUND else _MY_BETTER,
    }
    for name, template in facts.items():
        parts[name] = template.format(**parts)
    return _STATEMENT.format(**parts)


class Row(NamedTuple):
    """One entry of a page, with its rank."""

    rank: int
    entry_id: int
    game_id: str
    moves: int
    undos: int
    seconds: int
    negated_score: int
    player_id: int
    player_name: str
    is_listed: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where the caller's entry stands."""

    rank: int
    top_percent: float


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a board in listing order, and what the board says of the caller."""

    rows: list[Row]
    total: int
    me: Place | None
    my_entry_id: int | None
    has_before: bool
    has_after: bool
    is_anchored: bool
    """Whether the entry that the page was to lie beside is there."""


EMPTY: Final = Page([], 0, None, None, has_before=False, has_after=False, is_anchored=True)


def page(
    *,
    daily_id: int,
    order: Order,
    pool: Pool,
    side: Side = Side.TOP,
    limit: int,
    entry_id: int | None = None,
    player_id: int | None = None,
) -> Page:
    """Return up to *limit* rows of a board: its top, or those beside an entry or around a player.

    At most 200 rows; around a player at most half of them are better, the rest follow.
    *entry_id* is the entry that the rows are to stand before or after, of this daily but not
    necessarily of this pool; *player_id* the caller. Around a player without an entry on the
    board, or beside one that is not there, no rows are found and `is_anchored` is false.
    """
    size = next(size for size in _SIZES if limit <= size)
    with connection.cursor() as cursor:
        cursor.execute(
            _statement(order, pool, side, size), {"daily": daily_id, "player": player_id, "entry": entry_id}
        )
        found = cursor.fetchall()
    total, anchors, better, equal_before, my_id, my_better, my_equal = found[0][:7]
    entries = [row[7:] for row in found if row[7] is not None]
    places = {"moves": 2, "undos": 3, "seconds": 4}
    keys = [tuple(entry[places[key]] for key in order.keys) for entry in entries]
    ranked = ranks(keys, better=int(better or 0), equal_before=equal_before or 0)
    rows = [Row(rank, *entry) for rank, entry in zip(ranked, entries, strict=True)]
    me = None
    if my_id is not None:
        mine = next((index for index, row in enumerate(rows) if row.entry_id == my_id), 0)
        my_rank = rows[mine].rank if side is Side.AROUND else int(my_better) + 1
        share = top_percent(better=my_rank - 1, equal=my_equal, total=max(int(total), 1))
        me = Place(my_rank, share)
    first = 0
    if side is Side.BEFORE:
        first = max(0, len(rows) - limit)
    elif side is Side.AROUND and my_id is not None:
        first = max(0, mine - (limit - 1) // 2)
    shown = rows[first : first + limit]
    return Page(
        rows=shown,
        total=int(total),
        me=me,
        my_entry_id=my_id,
        has_before=first > 0 or bool(shown and (better or equal_before)),
        has_after=len(rows) > first + limit or (side is Side.BEFORE and bool(shown)),
        is_anchored=anchors > 0,
    )
