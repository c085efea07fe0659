"""Moves and their tokens, `ac2` and `+`."""

from __future__ import annotations

import re
from typing import NamedTuple

from games.engine.cards import RANKS
from games.engine.errors import InvalidNotationError, MalformedMoveError
from games.engine.variants import Variant

COLUMN_LETTERS = "abcdefghij"


class Move(NamedTuple):
    """A run of *count* cards from one column to another; columns count from 0."""

    source: int
    target: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one wants of a move


STOCK_DEAL = Move(-1, -1, 0)
"""One row of cards from the stock. The only move whose count is 0."""

UNDO_TOKEN = "-"  # noqa: S105 (a token of play, not of access)
"""What takes the last move or stock deal back, in logs and lines; it is not a move."""

_TOKEN = re.compile("([a-j])([a-j])([1-9][0-9]?)")

_COLUMNS = range(len(COLUMN_LETTERS))

MOVES = tuple(
    tuple(tuple(Move(source, target, count) for count in range(len(RANKS) + 1)) for target in _COLUMNS)
    for source in _COLUMNS
)
"""Every move of a run by source, target and count: made once, since looking up is cheaper."""

_TOKENS = {STOCK_DEAL: "+"} | {
    move: f"{COLUMN_LETTERS[move.source]}{COLUMN_LETTERS[move.target]}{move.count}"
    for by_target in MOVES
    for by_count in by_target
    for move in by_count[1:]
}
_MOVES_OF_TOKENS = {token: move for move, token in _TOKENS.items()}


def parse_move(token: str) -> Move:
    """Read one token, without asking whether the move is legal, or possible, anywhere.

    >>> parse_move("dg4")
    Move(source=3, target=6, count=4)

    Raises:
        InvalidNotationError: *token* is not in the one spelling of a move or stock deal.
    """
    move = _MOVES_OF_TOKENS.get(token)
    if move is not None:
        return move
    # Beyond the table is only what `check_columns` refuses: counts of 14 and more.
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise InvalidNotationError(f"not a move: {token!r}")
    source, target, count = match.groups()
    return Move(COLUMN_LETTERS.index(source), COLUMN_LETTERS.index(target), int(count))


def move_text(move: Move) -> str:
    """Return the token of *move*.

    >>> move_text(Move(0, 2, 2)), move_text(STOCK_DEAL)
    ('ac2', '+')
    """
    return _TOKENS[move]


def check_columns(variant: Variant, move: Move) -> None:
    """Refuse a move that no position of *variant* could have. A stock deal always passes.

    Raises:
        MalformedMoveError: `unknown_column` (the source first) or `bad_count`.
    """
    source, target, count = move
    if 0 <= source < variant.columns and 0 <= target < variant.columns and 1 <= count <= len(RANKS):
        return
    if move == STOCK_DEAL:
        return
    check_source(variant, source, count, target)


def check_source(variant: Variant, source: int, count: int, target: int | None = None) -> None:
    """Refuse a source column (and *target*) or a count that *variant* has not.

    Raises:
        MalformedMoveError: `unknown_column` (the source first) or `bad_count`.
    """
    for column in (source,) if target is None else (source, target):
        if not 0 <= column < variant.columns:
            raise MalformedMoveError("unknown_column", {"column": column + 1, "columns": variant.columns})
    if not 1 <= count <= len(RANKS):
        raise MalformedMoveError("bad_count", {"count": count, "longest": len(RANKS)})
