"""The compiled rules: rows in, rows out.

The rules live in the engine; this is the one copy of them, for speed, and
tests/solver/test_core.py holds it to the engine on recorded and random games.
"""

# Compiled by numba, which infers the types and pays for calls that are not inlined.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment"
# ruff: noqa: ANN001, ANN201, ANN202

from __future__ import annotations

import numpy as np

from games.solver.core import R_DEALS, R_SHORT, compiled, inlined
from games.solver.memory import WORD_BYTES, copy_word


@compiled
def _finish(out, at, end, column, columns, down):
    """Take a finished sequence off the column written at `out[at:end]`; return its new end."""
    if end - at < 13 or (out[end - 1] & 15) != 0:
        return end
    ace = np.int64(out[end - 1])
    for k in range(1, 13):
        if np.int64(out[end - 1 - k]) != ace + k:
            return end
    out[2 * columns + 1] += 1
    out[2 * columns + 2] -= 13
    return _turn(out, at, end - 13, column, columns, down)


@compiled
def _turn(out, at, end, column, columns, down):
    """Turn a face-down card up if the column written at `out[at:end]` ends in one."""
    hidden = np.int64(out[columns + column])
    if end > at or hidden == 0:
        return end
    out[end] = down[column, hidden - 1]
    out[columns + column] = hidden - 1
    return end + 1


@inlined
def _copy(row, out, read, write, end):
    """Copy `row[read:end]` to `out` from *write* on; return where the copy ends.

    It goes by whole words, so that up to seven more bytes are copied: a row has room for them.
    """
    for i in range(0, end - read, WORD_BYTES):
        copy_word(out, write + i, row, read + i)
    return write + end - read


@compiled
def make_move(row, out, columns, down, source, target, count):
    """Write to `out` the row after moving *count* cards; sequences leave and cards turn up."""
    read = 2 * columns + 3
    run_at = np.int64(0)
    left_at = np.int64(0)
    right_at = np.int64(0)
    left = min(source, target)
    right = max(source, target)
    for c in range(columns):
        if c == left:
            left_at = read
        elif c == right:
            right_at = read
        read += np.int64(row[c])
        if c == source:
            run_at = read - count
    end = read
    # In three pieces: up to what changes in the left one of the two columns, then in the right one.
    read = np.int64(0)
    write = np.int64(0)
    for c in (left, right):
        at = left_at if c == left else right_at
        up = np.int64(row[c])
        keep = up - count if c == source else up
        write = _copy(row, out, read, write, at + keep)
        begin = write - keep
        if c == source:
            write = _turn(out, begin, write, c, columns, down)
        else:
            write = _copy(row, out, run_at, write, run_at + count)
            write = _finish(out, begin, write, c, columns, down)
        out[c] = write - begin
        read = at + up
    _copy(row, out, read, write, end)


@compiled
def make_deal(row, out, columns, down, stock):
    """Write to `out` the row after the next stock deal; sequences leave and cards turn up."""
    first = 2 * columns + 3
    for i in range(columns, first):
        out[i] = row[i]
    made = np.int64(row[2 * columns])
    out[2 * columns] = made + 1
    read = first
    write = first
    for c in range(columns):
        up = np.int64(row[c])
        begin = write
        for i in range(up):
            out[write + i] = row[read + i]
        write += up
        read += up
        card = stock[made, c]
        if card != 255:
            out[write] = card
            out[2 * columns + 2] += 1
            write = _finish(out, begin, write + 1, c, columns, down)
        out[c] = write - begin


@compiled
def moves_at_least(row, columns, stock_left, deals_left):
    """Return how many moves, stock deals included, every win from here has at least.

    Each sequence to come joins twelve cards to the next higher ones of their suit, face up. A
    move makes one such join, and so may each card of the stock.
    """
    cards = np.int64(row[2 * columns + 2]) + stock_left
    needed = cards - cards // 13 - stock_left + deals_left
    at = 2 * columns + 3
    for c in range(columns):
        end = at + np.int64(row[c])
        for i in range(at + 1, end):
            if row[i - 1] == row[i] + 1:
                needed -= 1
        at = end
    return needed


@compiled
def may_deal(row, columns, rules, empties):
    """Return whether the stock deal is legal (rules 6 and 7)."""
    if np.int64(row[2 * columns]) >= rules[R_DEALS]:
        return False
    if empties == 0:
        return True
    return rules[R_SHORT] != 0 and np.int64(row[2 * columns + 2]) < columns
