"""The score, from the two counters that it depends on."""

from __future__ import annotations

INITIAL_SCORE = 500
POINTS_PER_MOVE = -1
POINTS_PER_SEQUENCE = 100


def score(moves: int, sequences: int) -> int:
    """Return the score after *moves* moves and stock deals with *sequences* removed.

    There is no floor: a long game goes below zero.

    >>> score(53, 4)
    847
    """
    return INITIAL_SCORE + POINTS_PER_MOVE * moves + POINTS_PER_SEQUENCE * sequences
