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
# entry whose rank is asked. Everything that varies between two calls on one board is a parameter.
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
_ONE_MORE: Final = "LIMIT %(limit)s + 1"
_BESIDE: Final = "SELECT beside.* FROM anchor CROSS JOIN LATERAL ("
_BEFORE: Final = f"""{_BESIDE}
            {_SELECT} {{board}} AND ({{listing}}) < ({{anchored}})
            ORDER BY {{backwards}} {_ONE_MORE}) AS beside"""
_AFTER: Final = f"""{_BESIDE}
            {_SELECT} {{board}} AND ({{listing}}) > ({{anchored}})
            ORDER BY {{listing}} {_ONE_MORE}) AS beside"""
_AROUND: Final = f"({_BEFORE}) UNION ALL SELECT * FROM anchor UNION ALL ({_AFTER})"  # noqa: S608


class Side(StrEnum):
    """Which part of a board a page shows."""

    TOP = "top"
    BEFORE = "before"
    AFTER = "after"
    AROUND = "around"


_ME: Final = f"{_SELECT} {{board}} AND e.player_id = %(player)s"
_ENTRY: Final = f"{_SELECT} e.daily_id = %(daily)s AND e.id = %(entry)s"
_PAGES: Final = {
    Side.TOP: ("SELECT 0 WHERE false", f"{_SELECT} {{board}} ORDER BY {{listing}} {_ONE_MORE}"),
    Side.BEFORE: (_ENTRY, _BEFORE),
    Side.AFTER: (_ENTRY, _AFTER),
    Side.AROUND: ("SELECT * FROM me", _AROUND),
}

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
            (SELECT {{better}} FROM first AS k) AS better,
            (SELECT {_ENTRIES} AND {{equal}} AND (e.finished_at, e.id) < (k.finished_at, k.id))
                FROM first AS k) AS equal_before,
            (SELECT k.id FROM me AS k) AS my_id,
            (SELECT {{better}} FROM me AS k) AS my_better,
            (SELECT {_ENTRIES} AND {{equal}}) FROM me AS k) AS my_equal
    )
    SELECT facts.*, e.id, e.game_id, e.moves, e.undos, e.seconds, e.negated_score,
        player.id, player.name, player.is_listed AND player.erased_at IS NULL
    FROM facts
    LEFT JOIN page AS e ON true
    LEFT JOIN players_player AS player ON player.id = e.player_id
    ORDER BY {{listing}}"""  # noqa: S608


@cache
def _statement(order: Order, pool: Pool, side: Side) -> str:
    """Return the statement that reads one side of a board; the driver prepares each once."""
    listing = [f"e.{key}" for key in (*order.keys, "finished_at", "id")]
    anchor, page = _PAGES[side]
    parts = {
        "count": f"{pool.value}_count",
        "board": f"e.daily_id = %(daily)s AND e.is_counted AND {_POOLS[pool]}",
        "listing": ", ".join(listing),
        "backwards": ", ".join(f"{column} DESC" for column in listing),
        "anchored": ", ".join(column.replace("e.", "anchor.") for column in listing),
        "equal": " AND ".join(f"e.{key} = k.{key}" for key in order.keys),
        "histogram": "3" if order is Order.TIME else "1",
    }
    better = _BETTER_BY_TIME if order is Order.TIME else _BETTER_BY_MOVES
    parts |= {
        "better": better.format(**parts),
        "anchor": anchor.format(**parts),
        "page": page.format(**parts),
    }
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

    *entry_id* is the entry that the rows are to stand before or after, of this daily but not
    necessarily of this pool; *player_id* the caller. Around a player without an entry on the
    board, or beside one that is not there, no rows are found and `is_anchored` is false.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _statement(order, pool, side),
            {"daily": daily_id, "player": player_id, "entry": entry_id, "limit": limit},
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
        share = top_percent(better=int(my_better), equal=my_equal, total=max(int(total), 1))
        me = Place(int(my_better) + 1, share)
    first = _first_shown(rows, side, limit, my_id)
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


def _first_shown(rows: list[Row], side: Side, limit: int, my_entry_id: int | None) -> int:
    """Return the index in *rows* of the first one that fits the page: some more than it holds were read."""
    if side is Side.BEFORE:
        return max(0, len(rows) - limit)
    if side is not Side.AROUND or len(rows) <= limit:
        return 0
    mine = next(index for index, row in enumerate(rows) if row.entry_id == my_entry_id)
    # In the middle, or as near to it as the ends of the board allow.
    return max(0, min(mine - (limit - 1) // 2, len(rows) - limit))
