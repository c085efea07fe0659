"""The log of a game: one entry for each action, `token:milliseconds` since the game began.

Entries end in a space, so that a log grows by putting a text behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

LEAST_MS = 200
MOST_MS = 5 * 60 * 1000
"""What one action costs at least and at most: a forgotten tab is not a night of thought."""


class Entry(NamedTuple):
    """One action as it was accepted."""

    token: str
    at_ms: int


def parse_log(text: str) -> list[Entry]:
    """Read a log as stored.

    >>> parse_log("ac2:900 +:1400 ")
    [Entry(token='ac2', at_ms=900), Entry(token='+', at_ms=1400)]
    """
    return [Entry(token, int(at)) for token, _colon, at in (entry.partition(":") for entry in text.split())]


def log_text(entries: Iterable[Entry]) -> str:
    """Return *entries* as stored."""
    return "".join(f"{token}:{at_ms} " for token, at_ms in entries)


def cost_ms(since_ms: int, at_ms: int) -> int:
    """Return what an action at *at_ms* adds to the time of a game last acted on at *since_ms*.

    >>> cost_ms(0, 150), cost_ms(0, 1500), cost_ms(0, 9_000_000), cost_ms(500, 400)
    (200, 1500, 300000, 200)
    """
    return min(max(at_ms - since_ms, LEAST_MS), MOST_MS)


def total_ms(entries: Iterable[Entry]) -> int:
    """Return the time of a game with these *entries* in its log."""
    total = since = 0
    for _token, at_ms in entries:
        total += cost_ms(since, at_ms)
        since = at_ms
    return total
