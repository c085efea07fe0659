"""The hint that needs no more than what the player sees: a pure function of the observation.

A table has a value; a move is worth what it adds. Only moves that add something are advised
before the stock deal, so whoever follows the hints does not go round in circles while it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games import engine
from games.engine import ColumnView, Move, Observation

_RANKS = engine.RANKS

# The value of a table, found by playing.
SEQUENCE = 1_000
SAME_SUIT = 60  # for each card on one of its suit and the next rank, and more the longer the run
OTHER_SUIT = 8  # for each card on the next rank of another suit, and more the higher it is
FACE_DOWN = -45
EMPTY_COLUMN = 25


def best_move(observation: Observation) -> str | None:
    """Return the token of the move that looks best, or None where no move is legal.

    Of equals the first in the order of legal moves. The stock deal is advised where no move
    gains anything.
    """
    columns = observation.columns
    moves = [(_gain(columns, move), move) for move in _moves(columns)]
    gain, best = max(moves, key=lambda each: each[0], default=(0, None))
    if best is not None and (gain > 0 or not observation.can_deal):
        return engine.move_text(best)
    return engine.move_text(engine.STOCK_DEAL) if observation.can_deal else None


def _moves(columns: Sequence[ColumnView]) -> Iterator[Move]:
    for source, column in enumerate(columns):
        for count in range(1, _run_length(column.up) + 1):
            head = column.up[-count]
            for target, other in enumerate(columns):
                if target != source and (not other.up or _takes(other.up[-1], head)):
                    yield Move(source, target, count)


def _run_length(up: Sequence[str]) -> int:
    length = min(len(up), 1)
    while length < len(up) and _joins(up[-length - 1], up[-length]):
        length += 1
    return length


def _takes(onto: str, card: str) -> bool:
    return _RANKS.index(onto[0]) == _RANKS.index(card[0]) + 1


def _joins(onto: str, card: str) -> bool:
    return onto[1] == card[1] and _takes(onto, card)


def _gain(columns: Sequence[ColumnView], move: Move) -> int:
    source, target = columns[move.source], columns[move.target]
    run = source.up[-move.count :]
    grown = (*target.up, *run)
    gain = 0
    if _run_length(grown) == len(_RANKS):
        grown = grown[: -len(_RANKS)]
        gain = SEQUENCE
    gain += _value(source.down, source.up[: -move.count]) - _value(source.down, source.up)
    return gain + _value(target.down, grown) - _value(target.down, target.up)


def _value(down: int, up: Sequence[str]) -> int:
    if not up:
        # The next card turns up; which it is remains to be seen.
        return FACE_DOWN * (down - 1) if down else EMPTY_COLUMN
    value = FACE_DOWN * down
    run = 1
    for onto, card in pairwise(up):
        if _joins(onto, card):
            run += 1
            value += SAME_SUIT + run
        else:
            run = 1
            if _takes(onto, card):
                value += OTHER_SUIT + _RANKS.index(card[0])
    return value
