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
# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0912, PLR0915, SIM110

from __future__ import annotations

import numpy as np

from games.solver.core import END_CARD, R_DEALS, R_SINGLE, RUN, U0, U1, compiled, inlined

# Fields of `left`, by column: where the last unit left begins, its first and its last card, and
# where in the row the column would begin if its face-down cards were there.
START, FIRST, LAST, AT = 0, 1, 2, 3


@inlined
def _bits(low, count):
    """Return *count* bits from *low* on."""
    return ((U1 << np.uint64(count)) - U1) << np.uint64(low)


@compiled
def hopeless(row, columns, down, stock, rules, col, left):
    """Return whether the easier game is lost. `col` is the row's scan, `left` scratch of its shape."""
    exposed = U0
    movable = U0
    at = 2 * columns + 3
    for c in range(columns):
        up = np.int64(row[c])
        hidden = np.int64(row[columns + c])
        if up == 0:
            return False
        last = np.int64(col[c, END_CARD])
        run = np.int64(col[c, RUN])
        left[c, START] = hidden + up - run
        left[c, FIRST] = last + run - 1
        left[c, LAST] = last
        left[c, AT] = at - hidden
        at += up
        exposed |= U1 << np.uint64(last & 15)
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
            start = np.int64(left[c, START])
            first = np.int64(left[c, FIRST])
            last = np.int64(left[c, LAST])
            at = np.int64(left[c, AT])
            hidden = np.int64(row[columns + c])
            while True:
                if (first & 15) < 12:
                    if (exposed >> np.uint64((first & 15) + 1)) & U1 == U0:
                        break
                else:
                    # A king's unit goes when the rest of its sequence comes to it.
                    missing = _bits(first & 48, last & 15) & ~movable
                    if missing != U0 and rules[R_SINGLE] == 0:
                        # Part of a unit at an end can move where the whole cannot.
                        for d in range(columns):
                            missing &= ~_bits(left[d, LAST], left[d, FIRST] - left[d, LAST] + 1)
                    if missing != U0:
                        break
                movable |= _bits(last, first - last + 1)
                if start == 0:
                    return False
                start -= 1
                if start < hidden:
                    first = np.int64(down[c, start])
                    last = first
                else:
                    first = np.int64(row[at + start])
                    last = first
                    while start > hidden and np.int64(row[at + start - 1]) == first + 1:
                        start -= 1
                        first += 1
                left[c, START] = start
                left[c, FIRST] = first
                left[c, LAST] = last
                exposed |= U1 << np.uint64(last & 15)
                changed = True
    for c in range(columns):
        if left[c, START] > 0 or left[c, FIRST] & 15 < 12:
            return True
    return False
