"""The compiled rules and the evaluation: rows in, rows and figures out.

The rules live in the engine; this is the one copy of them, for speed, and
tests/solver/test_core.py holds it to the engine on recorded and random games.

A column's hash is a polynomial, h * M + word(card) for one card after the other, so that a
run's part of it can be cut off and put on another column in one step however long the run.
A position's hash is the sum of its columns' mixed hashes: the order of the columns does not
matter, only their class (`Table.class_hash`) does.
"""

# Compiled by numba, which infers the types and pays for calls that are not inlined.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment"
# ruff: noqa: ANN001, ANN201, ANN202, PLR0915, PLR0917

from __future__ import annotations

from typing import Any

import numpy as np

from games.solver.cache import choose_cache_folder

choose_cache_folder()

from numba import njit  # noqa: E402  (reads NUMBA_CACHE_DIR when imported)

from games.solver.table import CARD_WORDS, DEAL_WORDS, DOWN_WORDS, POWERS  # noqa: E402

_OPTIONS: Any = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
"""Without the runtime for references the code allocates nothing, and loses a third less time."""
compiled: Any = njit(**_OPTIONS)
inlined: Any = njit(forceinline=True, **_OPTIONS)

# Fields of a scanned column (`col`): the up cards' place in the row, and their number.
AT, UP, DOWN, RUN, HEAD, END = 0, 1, 2, 3, 4, 5
# The scan's state after the last card, and the column's score.
S_RUN, S_SEQ, S_UNITS, SCORE = 6, 7, 8, 9
# The same column without its whole tail run, the next card turned up.
HEAD2, END2, SCORE2, DOWN2 = 10, 11, 12, 13
END_CARD, HEAD_CARD, PREVIOUS_CARD = 14, 15, 16
COL_FIELDS = 17
# Fields of its hashes (`colh`): whole, without the tail run, and mixed with class and face-down count.
H_FULL, H_CUT, H_TERM = 0, 1, 2
COLH_FIELDS = 3
# Results of a scan (`out`): score without mobility, and the rank counters, as integers.
# Weights, by their place.
W_SAME, W_RUN, W_SEQ, W_SEQRUN, W_BRK, W_BRKR, W_UD = 0, 1, 2, 3, 4, 5, 6
W_UDSEQ, W_FD, W_FDCOL, W_EMPTY, W_SET, W_DEAL, W_MOB = 7, 8, 9, 10, 11, 12, 13
# `rules`, by place.
R_COLUMNS, R_DEALS, R_SHORT, R_SINGLE = 0, 1, 2, 3

NO_RANK = -1
ROW_BYTES = 256
"""More than any row has, for scratch arrays."""

C1 = np.uint64(0xBF58476D1CE4E5B9)
C2 = np.uint64(0x94D049BB133111EB)
U0, U1, U2, U3, U4, U15, U56 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 15, 56))
U27, U30, U31 = np.uint64(27), np.uint64(30), np.uint64(31)
LOW_BITS = np.uint64(0x1111111111111111)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
ONE_EACH = np.uint64(0x0101010101010101)


@compiled
def mix(word):
    """Return splitmix64's finaliser of *word*."""
    word = (word ^ (word >> U30)) * C1
    word = (word ^ (word >> U27)) * C2
    return word ^ (word >> U31)


@compiled
def counter(rank):
    """Return one in the four-bit counter of *rank*; nothing for no rank."""
    return U1 << np.uint64(4 * rank) if rank >= 0 else U0


@compiled
def mobility(heads, ends):
    """Return how many of the tail runs, counted by head rank, have an end card one rank higher."""
    taken = ((ends | (ends >> U1) | (ends >> U2) | (ends >> U3)) & LOW_BITS) >> U4
    able = heads & (taken * U15)
    able = (able & LOW_NIBBLES) + ((able >> U4) & LOW_NIBBLES)
    return np.int64((able * ONE_EACH) >> U56)


@compiled
def scan(row, columns, down, down_hash, class_hash, w, col, colh, pre, preh):
    """Fill `col` and `colh` (by column), `pre` and `preh` (by place in the row) for one row.

    `pre[i]` and `preh[i]` are the score and the hash of the column below the card at place i.
    Returns the score without mobility, the sum of the hash terms, heads and ends by rank, and
    the number of empty columns.
    """
    made = row[2 * columns]
    power = POWERS[0, 1]
    total = np.int64(0)
    hashed = U0
    heads = U0
    ends = U0
    empties = np.int64(0)
    at = 2 * columns + 3
    for c in range(columns):
        up = np.int64(row[c])
        hidden = np.int64(row[columns + c])
        col[c, AT] = at
        col[c, UP] = up
        col[c, DOWN] = hidden
        if up == 0:
            empties += 1
            col[c, RUN] = 0
            col[c, HEAD] = NO_RANK
            col[c, END] = NO_RANK
            col[c, S_RUN] = 0
            col[c, S_SEQ] = 0
            col[c, S_UNITS] = 0
            col[c, SCORE] = w[W_EMPTY]
            col[c, END_CARD] = -9
            col[c, HEAD_CARD] = -9
            col[c, PREVIOUS_CARD] = -9
            colh[c, H_FULL] = U0
            term = mix(DOWN_WORDS[0, 0] ^ class_hash[made, c])
            colh[c, H_TERM] = term
            hashed += term
            total += w[W_EMPTY]
            continue
        h = down_hash[c, hidden]
        score = hidden * w[W_FD]
        if hidden > 0:
            score += w[W_FDCOL]
        units = hidden
        run = np.int64(0)
        seq = np.int64(0)
        card = np.int64(row[at])
        preh[at] = h
        pre[at] = score
        if hidden > 0:
            score += w[W_BRK] + w[W_BRKR] * (card & 15) + w[W_UD] * units
        units += 1
        h = h * power + CARD_WORDS[0, card]
        head_at = at
        head2_at = -1
        previous = card
        for i in range(at + 1, at + up):
            card = np.int64(row[i])
            preh[i] = h
            pre[i] = score
            if previous == card + 1:
                run += 1
                seq += 1
                score += w[W_SAME] + w[W_RUN] * run
            else:
                if (previous & 15) == (card & 15) + 1:
                    run = 0
                    seq += 1
                    score += w[W_SEQ] + w[W_SEQRUN] * seq + w[W_UDSEQ] * units
                else:
                    run = 0
                    seq = 0
                    score += w[W_BRK] + w[W_BRKR] * (card & 15) + w[W_UD] * units
                units += 1
                head2_at = head_at
                head_at = i
            h = h * power + CARD_WORDS[0, card]
            previous = card
        end = at + up
        head_card = np.int64(row[head_at])
        head = head_card & 15
        tail = card & 15
        col[c, RUN] = end - head_at
        col[c, HEAD] = head
        col[c, END] = tail
        col[c, S_RUN] = run
        col[c, S_SEQ] = seq
        col[c, S_UNITS] = units
        col[c, SCORE] = score
        col[c, END_CARD] = card
        col[c, HEAD_CARD] = head_card
        colh[c, H_FULL] = h
        colh[c, H_CUT] = preh[head_at]
        if head_at > at:
            col[c, PREVIOUS_CARD] = row[head_at - 1]
            col[c, HEAD2] = np.int64(row[head2_at]) & 15
            col[c, END2] = np.int64(row[head_at - 1]) & 15
            col[c, SCORE2] = pre[head_at]
            col[c, DOWN2] = hidden
        elif hidden > 0:
            left = hidden - 1
            turned = np.int64(down[c, left]) & 15
            col[c, PREVIOUS_CARD] = -9
            col[c, HEAD2] = turned
            col[c, END2] = turned
            col[c, DOWN2] = left
            score2 = left * w[W_FD]
            if left > 0:
                score2 += w[W_FDCOL] + w[W_BRK] + w[W_BRKR] * turned + w[W_UD] * left
            col[c, SCORE2] = score2
        else:
            col[c, PREVIOUS_CARD] = -9
            col[c, HEAD2] = NO_RANK
            col[c, END2] = NO_RANK
            col[c, DOWN2] = 0
            col[c, SCORE2] = w[W_EMPTY]
        heads += counter(head)
        ends += counter(tail)
        term = mix(h ^ DOWN_WORDS[0, hidden] ^ class_hash[made, c])
        colh[c, H_TERM] = term
        hashed += term
        total += score
        at = end
    sequence = w[W_SET] + 12 * w[W_SAME] + 78 * w[W_RUN]
    total += np.int64(row[2 * columns + 1]) * sequence + np.int64(made) * w[W_DEAL]
    return total, hashed + DEAL_WORDS[0, made], heads, ends, empties


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


@compiled
def make_move(row, out, columns, down, source, target, count):
    """Write to `out` the row after moving *count* cards; sequences leave and cards turn up."""
    first = 2 * columns + 3
    for i in range(columns, first):
        out[i] = row[i]
    read = first
    for c in range(source):
        read += row[c]
    run_at = read + np.int64(row[source]) - count
    read = first
    write = first
    for c in range(columns):
        up = np.int64(row[c])
        keep = up - count if c == source else up
        begin = write
        for i in range(keep):
            out[write + i] = row[read + i]
        write += keep
        read += up
        if c == target:
            for i in range(count):
                out[write + i] = row[run_at + i]
            write = _finish(out, begin, write + count, c, columns, down)
        elif c == source:
            write = _turn(out, begin, write, c, columns, down)
        out[c] = write - begin


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


@inlined
def effect(col, colh, pre, preh, w, power, total, heads, ends, s, t, k):
    """Return what moving *k* cards from column *s* to *t* does, without making the row.

    That is: score without mobility, heads and ends by rank, the two columns' hashes and
    face-down counts, how many sequences leave, and how many more columns are empty.
    """
    end_s = col[s, END]
    end_t = col[t, END]
    more_empty = np.int64(0)
    # The source without the run.
    if k == col[s, RUN]:
        cut = colh[s, H_CUT]
        hidden_s = col[s, DOWN2]
        score = total - col[s, SCORE] + col[s, SCORE2]
        heads = heads - counter(col[s, HEAD]) + counter(col[s, HEAD2])
        ends = ends - counter(end_s) + counter(col[s, END2])
        if col[s, HEAD2] < 0:
            more_empty += 1
    else:
        place = col[s, AT] + col[s, UP] - k
        cut = preh[place]
        hidden_s = col[s, DOWN]
        score = total - col[s, SCORE] + pre[place]
        ends = ends - counter(end_s) + counter(end_s + k)
    # The target with the run on it.
    run_hash = colh[s, H_FULL] - cut * power[k]
    hidden_t = col[t, DOWN]
    removed = np.int64(0)
    if end_t < 0 and not (k == 13 and end_s == 0):
        full = run_hash
        more_empty -= 1
        score += (k - 1) * w[W_SAME] + w[W_RUN] * ((k - 1) * k // 2) - w[W_EMPTY]
        heads += counter(end_s + k - 1)
        ends += counter(end_s)
    elif end_t < 0:
        # Only positions that were given can hold a whole sequence that has not left.
        full = U0
        removed = np.int64(1)
        score += w[W_SET] + 12 * w[W_SAME] + 78 * w[W_RUN]
    elif col[t, END_CARD] == col[s, END_CARD] + k:
        if end_s == 0 and col[t, RUN] + k >= 13:
            full = colh[t, H_CUT]
            hidden_t = col[t, DOWN2]
            removed = np.int64(1)
            score += col[t, SCORE2] - col[t, SCORE] + w[W_SET] + 12 * w[W_SAME] + 78 * w[W_RUN]
            heads += counter(col[t, HEAD2]) - counter(col[t, HEAD])
            ends += counter(col[t, END2]) - counter(end_t)
            if col[t, HEAD2] < 0:
                more_empty += 1
        else:
            full = colh[t, H_FULL] * power[k] + run_hash
            score += k * w[W_SAME] + w[W_RUN] * (k * col[t, S_RUN] + k * (k + 1) // 2)
            ends += counter(end_s) - counter(end_t)
    else:
        full = colh[t, H_FULL] * power[k] + run_hash
        score += (
            w[W_SEQ]
            + w[W_SEQRUN] * (col[t, S_SEQ] + 1)
            + w[W_UDSEQ] * col[t, S_UNITS]
            + (k - 1) * w[W_SAME]
            + w[W_RUN] * ((k - 1) * k // 2)
        )
        heads += counter(end_s + k - 1) - counter(col[t, HEAD])
        ends += counter(end_s) - counter(end_t)
    return score, heads, ends, cut, hidden_s, full, hidden_t, removed, more_empty


@compiled
def scan_lane(row, columns, down_hash, class_hash, lane, col, colh, preh):
    """Fill `colh` and `preh` with the hashes of another lane, after `scan`; return their sum."""
    made = row[2 * columns]
    power = POWERS[lane, 1]
    hashed = U0
    for c in range(columns):
        at = col[c, AT]
        end = at + col[c, UP]
        hidden = col[c, DOWN]
        h = down_hash[c, hidden]
        for i in range(at, end):
            preh[i] = h
            h = h * power + CARD_WORDS[lane, row[i]]
        colh[c, H_FULL] = h
        if end > at:
            colh[c, H_CUT] = preh[end - col[c, RUN]]
        term = mix(h ^ DOWN_WORDS[lane, hidden] ^ class_hash[made, c])
        colh[c, H_TERM] = term
        hashed += term
    return hashed + DEAL_WORDS[lane, made]


@inlined
def lane_effect(col, colh, preh, power, s, t, k, removed):
    """Return the hashes of columns *s* and *t* after a move in the lane of `colh` and `preh`."""
    cut = colh[s, H_CUT] if k == col[s, RUN] else preh[col[s, AT] + col[s, UP] - k]
    if removed == 1:
        return cut, colh[t, H_CUT] if col[t, END] >= 0 else U0
    run_hash = colh[s, H_FULL] - cut * power[k]
    return cut, colh[t, H_FULL] * power[k] + run_hash


@inlined
def deal_effect(col, colh, w, power, card, c, down_word, class_word):
    """Return what dealing *card* onto column *c*, which is not empty, does when no sequence ends there.

    That is: the change of its score, its new mixed hash, and the new head and end ranks.
    """
    rank = card & 15
    end_card = col[c, END_CARD]
    if end_card == card + 1:
        more = w[W_SAME] + w[W_RUN] * (col[c, S_RUN] + 1)
        head = col[c, HEAD]
    elif (end_card & 15) == rank + 1:
        more = w[W_SEQ] + w[W_SEQRUN] * (col[c, S_SEQ] + 1) + w[W_UDSEQ] * col[c, S_UNITS]
        head = rank
    else:
        more = w[W_BRK] + w[W_BRKR] * rank + w[W_UD] * col[c, S_UNITS]
        head = rank
    full = colh[c, H_FULL] * power[1] + CARD_WORDS[0, card]
    return more, mix(full ^ down_word ^ class_word), head, rank
