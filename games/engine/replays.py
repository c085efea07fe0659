"""Positions made again from a deal and the log of what was done with it."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.deals import Deal
from games.engine.errors import IllegalMoveError
from games.engine.moves import UNDO_TOKEN, Move, parse_move
from games.engine.position import Position


def surviving(tokens: Iterable[str]) -> list[str]:
    """Return the line that is left of *tokens* once each undo has taken its move back.

    >>> surviving(["ab1", "+", "-", "ca2"])
    ['ab1', 'ca2']

    Raises:
        IllegalMoveError: `nothing_to_undo`, an undo with no move before it.
    """
    line: list[str] = []
    for token in tokens:
        if token != UNDO_TOKEN:
            line.append(token)
        elif line:
            line.pop()
        else:
            raise IllegalMoveError("nothing_to_undo", {})
    return line


def rebuild(deal: Deal, tokens: Iterable[str]) -> Position:
    """Return the position after *tokens*, trusted to be legal, undos among them.

    Its history holds the moves that were not taken back, so that `pop` undoes the next one.
    Moves that were taken back cost next to nothing.

    Raises:
        InvalidNotationError: something else than a move, a stock deal or an undo.
        IllegalMoveError: `nothing_to_undo`.
    """
    position = deal.opening()
    for token in surviving(tokens):
        position.push(parse_move(token))
    return position


def replay(deal: Deal, tokens: Iterable[str]) -> Position:
    """Return the position after *tokens*, each of them judged as when it was played.

    Raises:
        InvalidNotationError: something else than a move, a stock deal or an undo.
        MalformedMoveError, IllegalMoveError: a rule forbids one of them.
    """
    position = deal.opening()
    for token in tokens:
        if token == UNDO_TOKEN:
            undo(position)
        else:
            position.play(parse_move(token))
    return position


def undo(position: Position) -> Move:
    """Take the last move of *position* back as a player does, and return it (rule 15).

    Raises:
        IllegalMoveError: `nothing_to_undo`.
    """
    if not position.has_history:
        raise IllegalMoveError("nothing_to_undo", {})
    return position.pop()
