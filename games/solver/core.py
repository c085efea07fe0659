"""The compiled evaluation: rows in, scores and hashes out, of positions and of what moves would make of them.

A column's hash is a polynomial, h * M + word(card) for one card after the other, so that a
run's part of it can be cut off and put on another column in one step however long the run.
A position's hash is the sum of its columns' mixed hashes: the order of the columns does not
matter, only their class (`Table.class_hash`) does.
"""

# Compiled by numba, which infers the types and pays for calls that are not inlined.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment"
# ruff: noqa: ANN001, ANN201, ANN202, PLR0915

from __future__ import annotations

from typing import Any

import numpy as np

from games.solver.cache import choose_cache_folder

choose_cache_folder()

from numba import njit  # noqa: E402  (reads NUMBA_CACHE_DIR when imported)

from games.solver.table import CARD_WORDS, DEAL_WORDS, DOWN_WORDS, INVERSES, POWERS, RUN_WORDS  # noqa: E402

_OPTIONS: Any = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
"""Without the runtime for references the code allocates nothing, and loses a third less time."""
compiled: Any = njit(**_OPTIONS)
inlined: Any = njit(forceinline=True, **_OPTIONS)

# Fields of a scanned column (`col`): its face-up and face-down cards, the length of its tail run,
# the ranks of the run's first and last card, and the last card.
UP, DOWN, RUN, HEAD, END, END_CARD = 0, 1, 2, 3, 4, 5
# The scan's state after the last card, and the column's score.
S_SEQ, S_UNITS, SCORE = 6, 7, 8
# The same column without its whole tail run, the next card turned up.
HEAD2, END2, SCORE2, DOWN2 = 9, 10, 11, 12
# How many of its last cards lie in the order of ranks, and on a card out of order (`room.py`).
LOOSE = 13
COL_FIELDS = 16
ALL_COLUMNS = 0x3FF
LOWEST_BIT = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, ALL_COLUMNS + 1)], dtype=np.uint8)
"""The place of the lowest bit of a set of columns."""
# Fields of its hashes (`colh`): whole, without the tail run, mixed with class and face-down count,
# and what it adds to a count of room.
H_FULL, H_CUT, H_TERM, H_ROOM = 0, 1, 2, 3
COLH_FIELDS = 4
# Weights, by their place.
W_SAME, W_RUN, W_SEQ, W_SEQRUN, W_BRK, W_BRKR, W_UD = 0, 1, 2, 3, 4, 5, 6
W_UDSEQ, W_FD, W_FDCOL, W_EMPTY, W_SET, W_DEAL, W_MOB = 7, 8, 9, 10, 11, 12, 13
# `rules`, by place.
R_COLUMNS, R_DEALS, R_SHORT, R_SINGLE = 0, 1, 2, 3

NO_RANK = -1
NO_CARD_CODE = -9

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


@inlined
def _scan_column(row, at, c, columns, down, down_hash, classes, w, col, colh):
    """Fill `col[c]` and `colh[c]` for the column whose face-up cards begin at `row[at]`.

    The loop over the cards has no branches: which way one goes is as good as chance, and a wrong
    guess of the processor costs more than all the arithmetic for a card.
    """
    up = np.int64(row[c])
    hidden = np.int64(row[columns + c])
    col[c, UP] = up
    col[c, DOWN] = hidden
    if up == 0:
        col[c, RUN] = 0
        col[c, HEAD] = NO_RANK
        col[c, END] = NO_RANK
        col[c, END_CARD] = NO_CARD_CODE
        col[c, S_SEQ] = 0
        col[c, S_UNITS] = 0
        col[c, SCORE] = w[W_EMPTY]
        col[c, LOOSE] = 0
        colh[c, H_FULL] = U0
        colh[c, H_TERM] = mix(DOWN_WORDS[0, 0] ^ classes[c])
        colh[c, H_ROOM] = U0
        return
    power = POWERS[0, 1]
    w_same = w[W_SAME]
    w_run = w[W_RUN]
    w_seq = w[W_SEQ]
    w_seqrun = w[W_SEQRUN]
    w_brk = w[W_BRK]
    w_brkr = w[W_BRKR]
    w_ud = w[W_UD]
    w_udseq = w[W_UDSEQ]
    card = np.int64(row[at])
    rank = card & 15
    below = hidden * w[W_FD]
    score = below
    if hidden > 0:
        below += w[W_FDCOL]
        score = below + w_brk + w_brkr * rank + w_ud * hidden
    units = hidden + 1
    run = np.int64(0)
    seq = np.int64(0)
    word = CARD_WORDS[0, card]
    h = down_hash[c, hidden] * power + word
    # The last card out of order, or the first of the column.
    fixed_at = at
    fixed_hash = h
    loose = word
    head = rank
    head2 = np.int64(NO_RANK)
    end2 = np.int64(NO_RANK)
    for i in range(at + 1, at + up):
        previous = card
        previous_rank = rank
        card = np.int64(row[i])
        rank = card & 15
        same = previous == card + 1
        follows = previous_rank == rank + 1
        run = run + 1 if same else 0
        seq = seq + 1 if follows else 0
        below = below if same else score
        joined = w_same + w_run * run
        ordered = w_seq + w_seqrun * seq + w_udseq * units
        broken = w_brk + w_brkr * rank + w_ud * units
        ordered = ordered if follows else broken
        score += joined if same else ordered
        units += 0 if same else 1
        head2 = head2 if same else head
        end2 = end2 if same else previous_rank
        head = head if same else rank
        word = CARD_WORDS[0, card]
        h = h * power + word
        loose = (loose if follows else U0) + word
        fixed_at = fixed_at if follows else i
        fixed_hash = fixed_hash if follows else h
    run += 1
    cut = (h - RUN_WORDS[0, card, run]) * INVERSES[0, run]
    down2 = hidden
    if run == up:
        if hidden > 0:
            down2 = hidden - 1
            head2 = np.int64(down[c, down2]) & 15
            end2 = head2
            below = down2 * w[W_FD]
            if down2 > 0:
                below += w[W_FDCOL] + w_brk + w_brkr * head2 + w_ud * down2
        else:
            below = w[W_EMPTY]
    if hidden > 0 or fixed_at > at:
        loose += mix(fixed_hash ^ DOWN_WORDS[0, hidden])
    col[c, RUN] = run
    col[c, HEAD] = head
    col[c, END] = rank
    col[c, END_CARD] = card
    col[c, S_SEQ] = seq
    col[c, S_UNITS] = units
    col[c, SCORE] = score
    col[c, HEAD2] = head2
    col[c, END2] = end2
    col[c, SCORE2] = below
    col[c, DOWN2] = down2
    col[c, LOOSE] = at + up - fixed_at
    colh[c, H_FULL] = h
    colh[c, H_CUT] = cut
    colh[c, H_TERM] = mix(h ^ DOWN_WORDS[0, hidden] ^ classes[c])
    colh[c, H_ROOM] = loose


@inlined
def copy_scan(before, after):
    """Copy all fields of a scan, given as arrays of one dimension."""
    for i in range(before.shape[0]):
        after[i] = before[i]


@compiled
def scan(row, changed, columns, down, down_hash, classes, w, col, colh):
    """Bring `col` and `colh` up to date with a row in the columns of the set *changed*.

    `classes` are those of the row's columns. Returns the score without mobility, the position's
    hash, heads and ends by rank, and the number of empty columns.
    """
    made = np.int64(row[2 * columns])
    total = np.int64(row[2 * columns + 1]) * (w[W_SET] + 12 * w[W_SAME] + 78 * w[W_RUN]) + made * w[W_DEAL]
    hashed = DEAL_WORDS[0, made]
    heads = U0
    ends = U0
    empties = np.int64(0)
    at = 2 * columns + 3
    for c in range(columns):
        if changed >> c & 1 != 0:
            _scan_column(row, at, c, columns, down, down_hash, classes, w, col, colh)
        at += np.int64(row[c])
        total += col[c, SCORE]
        hashed += colh[c, H_TERM]
        if col[c, UP] == 0:
            empties += 1
        heads += counter(col[c, HEAD])
        ends += counter(col[c, END])
    return total, hashed, heads, ends, empties


@inlined
def effect(col, colh, w, total, heads, ends, s, t, k):
    """Return what moving *k* cards from column *s* to *t* does, without making the row.

    That is: score without mobility, heads and ends by rank, the two columns' hashes and
    face-down counts, how many sequences leave, and how many more columns are empty.
    """
    end_s = np.int64(col[s, END])
    end_t = np.int64(col[t, END])
    run_s = np.int64(col[s, RUN])
    more_empty = np.int64(0)
    run_hash = RUN_WORDS[0, col[s, END_CARD], k]
    # The source without the run.
    if k == run_s:
        cut = colh[s, H_CUT]
        hidden_s = np.int64(col[s, DOWN2])
        score = total - col[s, SCORE] + col[s, SCORE2]
        heads = heads - counter(col[s, HEAD]) + counter(col[s, HEAD2])
        ends = ends - counter(end_s) + counter(col[s, END2])
        if col[s, HEAD2] < 0:
            more_empty += 1
    else:
        cut = (colh[s, H_FULL] - run_hash) * INVERSES[0, k]
        hidden_s = np.int64(col[s, DOWN])
        score = total - k * w[W_SAME] - w[W_RUN] * (k * (run_s - 1) - k * (k - 1) // 2)
        ends = ends - counter(end_s) + counter(end_s + k)
    # The target with the run on it.
    hidden_t = np.int64(col[t, DOWN])
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
        run_t = np.int64(col[t, RUN])
        if end_s == 0 and run_t + k >= 13:
            full = colh[t, H_CUT]
            hidden_t = np.int64(col[t, DOWN2])
            removed = np.int64(1)
            score += col[t, SCORE2] - col[t, SCORE] + w[W_SET] + 12 * w[W_SAME] + 78 * w[W_RUN]
            heads += counter(col[t, HEAD2]) - counter(col[t, HEAD])
            ends += counter(col[t, END2]) - counter(end_t)
            if col[t, HEAD2] < 0:
                more_empty += 1
        else:
            full = colh[t, H_FULL] * POWERS[0, k] + run_hash
            score += k * w[W_SAME] + w[W_RUN] * (k * (run_t - 1) + k * (k + 1) // 2)
            ends += counter(end_s) - counter(end_t)
    else:
        full = colh[t, H_FULL] * POWERS[0, k] + run_hash
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
def scan_lane(row, changed, columns, down_hash, classes, lane, col, colh):
    """Bring `colh` up to date in another lane, after `scan`; return the position's hash in it."""
    power = POWERS[lane, 1]
    hashed = DEAL_WORDS[lane, row[2 * columns]]
    end = np.int64(2 * columns + 3)
    for c in range(columns):
        at = end
        end += np.int64(row[c])
        if changed >> c & 1 != 0:
            hidden = np.int64(col[c, DOWN])
            fixed_at = end - np.int64(col[c, LOOSE])
            h = down_hash[c, hidden]
            loose = U0
            for i in range(at, fixed_at):
                h = h * power + CARD_WORDS[lane, row[i]]
            if fixed_at < end and (hidden > 0 or fixed_at > at):
                loose = mix((h * power + CARD_WORDS[lane, row[fixed_at]]) ^ DOWN_WORDS[lane, hidden])
            for i in range(fixed_at, end):
                word = CARD_WORDS[lane, row[i]]
                h = h * power + word
                loose += word
            colh[c, H_ROOM] = loose
            colh[c, H_FULL] = h
            if end > at:
                run = np.int64(col[c, RUN])
                colh[c, H_CUT] = (h - RUN_WORDS[lane, row[end - 1], run]) * INVERSES[lane, run]
            colh[c, H_TERM] = mix(h ^ DOWN_WORDS[lane, hidden] ^ classes[c])
        hashed += colh[c, H_TERM]
    return hashed


@inlined
def lane_effect(col, colh, lane, s, t, k, removed):
    """Return the hashes of columns *s* and *t* after a move in the lane of `colh`."""
    run_hash = RUN_WORDS[lane, col[s, END_CARD], k]
    cut = colh[s, H_CUT] if k == col[s, RUN] else (colh[s, H_FULL] - run_hash) * INVERSES[lane, k]
    if removed == 1:
        return cut, colh[t, H_CUT] if col[t, END] >= 0 else U0
    return cut, colh[t, H_FULL] * POWERS[lane, k] + run_hash


@inlined
def deal_effect(col, colh, w, card, c, down_word, class_word):
    """Return what dealing *card* onto column *c*, which is not empty, does when no sequence ends there.

    That is: the change of its score, its new mixed hash, and the new head and end ranks.
    """
    rank = card & 15
    end_card = col[c, END_CARD]
    if end_card == card + 1:
        more = w[W_SAME] + w[W_RUN] * col[c, RUN]
        head = col[c, HEAD]
    elif (end_card & 15) == rank + 1:
        more = w[W_SEQ] + w[W_SEQRUN] * (col[c, S_SEQ] + 1) + w[W_UDSEQ] * col[c, S_UNITS]
        head = rank
    else:
        more = w[W_BRK] + w[W_BRKR] * rank + w[W_UD] * col[c, S_UNITS]
        head = rank
    full = colh[c, H_FULL] * POWERS[0, 1] + CARD_WORDS[0, card]
    return more, mix(full ^ down_word ^ class_word), head, rank
