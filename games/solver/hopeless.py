"""A quick proof that a position is lost: what could never be moved, even if nothing were in the way twice.

In this easier game a card that was once at the end of a column stays there for others to be
put on, and a stock card is there from the start. A column's *units* are its face-down cards,
one by one, and its same-suit runs. To win, every unit must be moved at some time, but for a
king's at the bottom of a column. If even in the easier game some unit never can be, before
any column becomes empty, the real game is lost. docs/solver.md shows why the easier game
allows all that the real one does.
"""

# Compiled by numba, which infers the types.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment"
# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0912

from __future__ import annotations

import numpy as np

from games.solver.core import R_DEALS, R_SINGLE, U0, U1, compiled


@compiled
def card_at(row, columns, down, column, at, place):
    """Return a column's card, counted from its bottom; its face-up cards begin at `row[at]`."""
    hidden = np.int64(row[columns + column])
    if place < hidden:
        return np.int64(down[column, place])
    return np.int64(row[at + place - hidden])


@compiled
def unit_start(row, columns, down, column, at, size):
    """Return the place of the first card of the unit that ends the lowest *size* cards."""
    hidden = np.int64(row[columns + column])
    start = size - 1
    card = card_at(row, columns, down, column, at, start)
    while start > hidden:
        above = card_at(row, columns, down, column, at, start - 1)
        if above != card + 1:
            break
        card = above
        start -= 1
    return start


@compiled
def _bits(low, count):
    """Return *count* bits from *low* on."""
    return ((U1 << np.uint64(count)) - U1) << np.uint64(low)


@compiled
def hopeless(row, columns, down, stock, rules, left):
    """Return whether the easier game is lost. `left` is scratch, two integers for each column."""
    exposed = U0
    movable = U0
    at = 2 * columns + 3
    for c in range(columns):
        size = np.int64(row[c]) + np.int64(row[columns + c])
        if size == 0:
            return False
        left[c, 0] = size
        left[c, 1] = at
        at += np.int64(row[c])
        exposed |= U1 << np.uint64(row[at - 1] & 15)
    for deal in range(np.int64(row[2 * columns]), rules[R_DEALS]):
        for c in range(columns):
            card = np.int64(stock[deal, c])
            if card != 255:
                exposed |= U1 << np.uint64(card & 15)
                movable |= U1 << np.uint64(card)
    changed = True
    while changed:
        changed = False
        for c in range(columns):
            while left[c, 0] > 0:
                size = left[c, 0]
                start = unit_start(row, columns, down, c, left[c, 1], size)
                head = card_at(row, columns, down, c, left[c, 1], start)
                count = size - start
                low = head - count + 1
                if (head & 15) < 12:
                    if (exposed >> np.uint64((head & 15) + 1)) & U1 == U0:
                        break
                else:
                    # A king's unit goes when the rest of its sequence comes to it.
                    needed = _bits(head & 48, low & 15)
                    missing = needed & ~movable
                    if missing != U0 and rules[R_SINGLE] == 0:
                        missing &= ~_tails(row, columns, down, left)
                    if missing != U0:
                        break
                movable |= _bits(low, count)
                if start == 0:
                    return False
                left[c, 0] = start
                under = card_at(row, columns, down, c, left[c, 1], start - 1)
                exposed |= U1 << np.uint64(under & 15)
                changed = True
    for c in range(columns):
        size = left[c, 0]
        start = unit_start(row, columns, down, c, left[c, 1], size)
        if start > 0 or card_at(row, columns, down, c, left[c, 1], 0) & 15 < 12:
            return True
    return False


@compiled
def _tails(row, columns, down, left):
    """Return the cards of the units at the ends: part of a unit can move where the whole cannot."""
    cards = U0
    for c in range(columns):
        size = left[c, 0]
        if size > 0:
            start = unit_start(row, columns, down, c, left[c, 1], size)
            last = card_at(row, columns, down, c, left[c, 1], size - 1)
            cards |= _bits(last, size - start)
    return cards
