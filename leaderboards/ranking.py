"""Orders, ranks and percentiles: pure arithmetic, no database.

A board of a daily is one pool of its entries in one order. Equals in all the order's keys
share a rank and the next rank is skipped (1 2 2 4); the listing order goes on with the instant
of the win and the entry's id, so that pages have an order without ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

SECONDS_PER_BAR: Final = 60
"""Width of the time histogram's bars."""


class Order(StrEnum):
    """What a board is ordered by; lower is better in every key but the score."""

    MOVES = "moves"
    SCORE = "score"
    TIME = "time"

    @property
    def keys(self) -> tuple[str, ...]:
        """The entry's columns that rank, best first when they ascend.

        All wins of one variant complete as many sequences, so the score is a constant less the
        moves (1300 in Spider, 900 in Spiderette) and its order on one daily is theirs.
        """
        return ("seconds", "moves") if self is Order.TIME else ("moves", "undos", "seconds")

    @property
    def public_keys(self) -> tuple[str, ...]:
        """The keys as the API names them."""
        return {
            Order.MOVES: ("moves", "undos", "time_s"),
            Order.SCORE: ("score", "undos", "time_s"),
            Order.TIME: ("time_s", "moves"),
        }[self]


class Pool(StrEnum):
    """Which entries compete with each other: pure ⊂ ranked ⊂ all, and bots apart."""

    RANKED = "ranked"
    PURE = "pure"
    ALL = "all"
    BOT = "bot"


class Result(NamedTuple):
    """What an entry is ranked by."""

    moves: int
    undos: int
    seconds: int


class Flags(NamedTuple):
    """Where an entry counts."""

    is_ranked: bool
    is_pure: bool
    is_bot: bool
    is_in_statistics: bool


class BarKey(NamedTuple):
    """Which bar of which histogram (`models.Bar.Histogram`); parts that are not used are 0."""

    histogram: int
    key_1: int
    key_2: int = 0
    key_3: int = 0


class Counts(NamedTuple):
    """What one entry adds to each of its bars, in the order of `models.Bar`'s columns."""

    ranked: int
    pure: int
    all: int
    bot: int
    finisher: int


def bars_of(result: Result) -> list[BarKey]:
    """Return the bars that an entry stands in, in the order in which they are to be locked.

    The coarse bars of an order are few enough to add up, the fine ones split a coarse bar until
    what is left to count in an index is a handful.

    >>> bars_of(Result(moves=131, undos=2, seconds=522))[1]
    BarKey(histogram=2, key_1=131, key_2=2, key_3=8)
    """
    minute = result.seconds // SECONDS_PER_BAR
    return [
        BarKey(1, result.moves),
        BarKey(2, result.moves, result.undos, minute),
        BarKey(3, minute),
        BarKey(4, result.seconds),
    ]


def counts_of(flags: Flags) -> Counts:
    """Return what an entry with these *flags* adds to its bars."""
    return Counts(
        ranked=int(flags.is_ranked),
        pure=int(flags.is_pure),
        all=int(not flags.is_bot),
        bot=int(flags.is_bot),
        finisher=int(not flags.is_bot and flags.is_in_statistics),
    )


def ranks(keys: Sequence[object], *, better: int = 0, equal_before: int = 0) -> list[int]:
    """Return the ranks of a page's *keys*, which stand in order.

    *better* entries beat the first one, *equal_before* share its rank on pages before this one.

    >>> ranks(["a", "b", "b", "c"])
    [1, 2, 2, 4]
    >>> ranks(["b", "c"], better=1, equal_before=1)
    [2, 4]
    """
    found: list[int] = []
    for place, key in enumerate(keys):
        if place == 0:
            found.append(better + 1)
        elif key == keys[place - 1]:
            found.append(found[-1])
        else:
            found.append(better + equal_before + place + 1)
    return found


def top_percent(*, better: int, equal: int, total: int) -> float:
    """Return the share strictly better plus half of those equal, oneself included, in percent.

    >>> top_percent(better=211, equal=1, total=1904)
    11.1
    """
    return round(100 * (better + equal / 2) / total, 1)
