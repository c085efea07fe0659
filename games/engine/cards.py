"""Cards as text: rank then suit, upper case face up, lower case (both characters) face down.

The engine works on these texts themselves. Two characters a card make a column one string,
its playable end on the right, so that taking a run is a slice, a finished sequence is a
suffix, and a position is stored as it stands.
"""

from __future__ import annotations

from itertools import pairwise

RANKS = "A23456789TJQK"
"""From the lowest to the highest. Nothing goes on an ace; a king only on an empty column."""

SUITS = "SHDC"

RUN_PAIRS = frozenset(high + suit + low + suit for suit in SUITS for low, high in pairwise(RANKS))
"""Every two cards that follow each other in a run, such as "QSJS"; face up, being in upper case."""

FITS = {"": RANKS, "A": ""} | {high: low for low, high in pairwise(RANKS)}
"""The ranks that may be put on each rank, and on an empty column (rule 1)."""

SEQUENCES = tuple("".join(rank + suit for rank in reversed(RANKS)) for suit in SUITS)
"""The whole sequences, king to ace, in the order of `SUITS`."""

SEQUENCE_WIDTH = 2 * len(RANKS)


def split_cards(text: str) -> list[str]:
    """Return the cards of *text*, left to right.

    >>> split_cards("4sQHJH")
    ['4s', 'QH', 'JH']
    """
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def down_count(column: str) -> int:
    """Return how many cards at the bottom of *column* are face down.

    >>> down_count("4sqdJH")
    2
    """
    suits = column[1::2]
    return len(suits) - len(suits.lstrip("shdc"))


def turned_up(column: str) -> str:
    """Return *column* with its last card face up, as a card that is uncovered turns by itself."""
    return column[:-2] + column[-2:].upper()
