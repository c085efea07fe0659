"""Whether a position with the stock empty has room to be won, by counting places.

Call a card *settled badly* if it lies on a card that is not one rank higher, or on a
face-down card; it and what is under it are *fixed*, the cards above it and it itself are *loose*.
With the stock empty no move settles a card badly. So what matters is how many are left, and
in each column they go from the top.

Every loose card either lies on a loose card one rank higher, which carries no other, or heads
a column: one with a fixed part under it, or one that has none. If L(r) loose cards have rank
r, and rank r heads f(r) of the columns with a fixed part, then at least L(r) - L(r + 1) - f(r)
cards of rank r head columns without one; over all ranks, there must be enough such columns.
The search here plays only that count: it frees one badly settled card after the other, and
takes away sequences whose cards are all loose. What it cannot win cannot be won.
"""

# Compiled by numba, which infers the types.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment,arg-type,index"
# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0912, PLR0915

from __future__ import annotations

import numpy as np

from games.solver.core import H_ROOM, R_SINGLE, U0, compiled, inlined, mix
from games.solver.table import CARD_WORDS, DOWN_WORDS, LANES, POWERS

# A count, in bytes: loose cards by suit and rank; by rank, and a zero after the kings; ranks that
# head columns with a fixed part; badly settled cards by column; columns without a fixed part.
LOOSE, RANKS, HEADS, FIXED, CLEARED = 0, 52, 66, 80, 90
STATE_FIELDS = 96
MOST_STEPS = 200
THOROUGH, QUICK = 5_000, 100
"""Counts looked at before a position is taken to have room: for proofs, and in the beam."""
# What is known of a count, in place of the lowest bits of its second key.
LOST, OPEN = 1, 2
U2, U3 = np.uint64(2), np.uint64(3)
MEMO_SLOTS = 1 << 16
BYTES = 16 * MEMO_SLOTS + 300_000
"""What `arrays` takes, or a little less."""


@compiled
def _fits(state):
    need = np.int64(0)
    for r in range(13):
        need += max(state[RANKS + r] - state[RANKS + r + 1] - state[HEADS + r], 0)
    return need <= state[CLEARED]


@inlined
def _slot(memo, key_a):
    return np.int64((key_a >> np.uint64(7)) & np.uint64(memo.shape[0] - 1))


@inlined
def _keep(memo, key_a, key_b, known):
    slot = _slot(memo, key_a)
    memo[slot, 0] = key_a
    memo[slot, 1] = (key_b & ~U3) | np.uint64(known)


@inlined
def _known(memo, key_a, key_b):
    """Return `LOST` or `OPEN` for a count looked at before, or 0."""
    slot = _slot(memo, key_a)
    kept = memo[slot, 1]
    if memo[slot, 0] == key_a and kept >> U2 == key_b >> U2:
        return np.int64(kept & U3)
    return np.int64(0)


@inlined
def has_room(row, columns, down, rules, colh, colh_b, room):
    """Return whether the count can be won. The column hashes of both lanes are given."""
    memo = room[0]
    key_a = U0
    key_b = U0
    for c in range(columns):
        key_a += colh[c, H_ROOM]
        key_b += colh_b[c, H_ROOM]
    known = _known(memo, key_a, key_b)
    if known != 0:
        return known == OPEN
    return _play(row, columns, down, rules, key_a, key_b, room)


@compiled
def _play(row, columns, down, rules, key_a, key_b, room):
    """Play the count that the row stands for, whose keys are given; remember how it ended."""
    memo, states, keys, nexts, cards, fixes, steps, limits = room
    nodes_limit, lane_b = limits
    # fixes[c, j] is the place of the j-th badly settled card, from 1, and steps[c, j] what freeing
    # it does to the keys: cards become loose, and the next badly settled one ends the fixed part.
    state = states[0]
    for i in range(STATE_FIELDS):
        state[i] = 0
    at = 2 * columns + 3
    for c in range(columns):
        hidden = np.int64(row[columns + c])
        size = hidden + np.int64(row[c])
        count = 0
        hash_a = U0
        hash_b = U0
        term_a = U0
        term_b = U0
        loose_a = U0
        loose_b = U0
        under = np.int64(0)
        for place in range(size):
            card = np.int64(down[c, place]) if place < hidden else np.int64(row[at + place - hidden])
            cards[c, place] = card
            word_a = CARD_WORDS[0, card]
            word_b = CARD_WORDS[lane_b, card]
            hash_a = hash_a * POWERS[0, 1] + word_a
            hash_b = hash_b * POWERS[lane_b, 1] + word_b
            if place > 0 and (place <= hidden or (under & 15) != (card & 15) + 1):
                count += 1
                fixes[c, count] = place
                next_a = mix(hash_a ^ DOWN_WORDS[0, min(hidden, place)])
                next_b = mix(hash_b ^ DOWN_WORDS[lane_b, min(hidden, place)])
                steps[c, count, 0] = loose_a + term_a - next_a
                steps[c, count, 1] = loose_b + term_b - next_b
                term_a = next_a
                term_b = next_b
                loose_a = U0
                loose_b = U0
            loose_a += word_a
            loose_b += word_b
            under = card
        at += size - hidden
        fixes[c, 0] = 0
        state[FIXED + c] = count
        if count == 0:
            state[CLEARED] += 1
        else:
            state[HEADS + (cards[c, fixes[c, count]] & 15)] += 1
        if size > 0:
            _loosen(state, cards[c], fixes[c, count], size)
    keys[0, 0] = key_a
    keys[0, 1] = key_b
    _keep(memo, key_a, key_b, LOST)
    depth = 0
    nexts[0] = 0
    nodes = 0
    while depth >= 0:
        choice = nexts[depth]
        nexts[depth] = choice + 1
        if choice >= 4 + 2 * columns:
            depth -= 1
            continue
        state = states[depth]
        suit = choice
        c = choice - 4 if choice < 4 + columns else choice - 4 - columns
        j = np.int64(0)
        if choice >= 4:
            j = np.int64(state[FIXED + c])
            if j == 0:
                continue
        if choice < 4 + columns:
            # A sequence leaves: its king lies at the bottom of a cleared column, or badly in column c.
            if choice >= 4:
                card = np.int64(cards[c, fixes[c, j]])
                if card & 15 != 12:
                    continue
                suit = card >> 4
            whole = True
            for r in range(13):
                if state[LOOSE + suit * 13 + r] == 0:
                    whole = False
                    break
            if not whole:
                continue
            if choice < 4:
                # Not if all its loose kings are badly settled.
                kings = np.int64(state[LOOSE + suit * 13 + 12])
                for d in range(columns):
                    fixed = state[FIXED + d]
                    if fixed > 0 and cards[d, fixes[d, fixed]] == suit * 16 + 12:
                        kings -= 1
                if kings == 0:
                    continue
        after = states[depth + 1]
        for i in range(STATE_FIELDS):
            after[i] = state[i]
        new_a = keys[depth, 0]
        new_b = keys[depth, 1]
        if choice < 4 + columns:
            for r in range(13):
                after[LOOSE + suit * 13 + r] -= 1
                after[RANKS + r] -= 1
                new_a -= CARD_WORDS[0, suit * 16 + r]
                new_b -= CARD_WORDS[lane_b, suit * 16 + r]
            if rules[R_SINGLE] != 0:
                nexts[depth] = 4 + 2 * columns
        if choice >= 4:
            place = fixes[c, j]
            start = fixes[c, j - 1]
            new_a += steps[c, j, 0]
            new_b += steps[c, j, 1]
            after[HEADS + (cards[c, place] & 15)] -= 1
            _loosen(after, cards[c], start, place)
            after[FIXED + c] = j - 1
            if j == 1:
                after[CLEARED] += 1
            else:
                after[HEADS + (cards[c, start] & 15)] += 1
        if not _fits(after):
            continue
        known = _known(memo, new_a, new_b)
        if known == LOST:
            continue
        won = True
        for i in range(LOOSE, LOOSE + 52):
            if after[i] != 0:
                won = False
                break
        if won:
            for d in range(columns):
                if after[FIXED + d] != 0:
                    won = False
        nodes += 1
        if won or known == OPEN or nodes > nodes_limit:
            for d in range(depth + 1):
                _keep(memo, keys[d, 0], keys[d, 1], OPEN)
            return True
        _keep(memo, new_a, new_b, LOST)
        depth += 1
        keys[depth, 0] = new_a
        keys[depth, 1] = new_b
        nexts[depth] = 0
    return False


@inlined
def _loosen(state, column, start, end):
    """Count the cards of a column from *start* up to *end* as loose."""
    for place in range(start, end):
        card = np.int64(column[place])
        state[LOOSE + (card >> 4) * 13 + (card & 15)] += 1
        state[RANKS + (card & 15)] += 1


def arrays(columns: int, nodes_limit: int, lane_b: int):
    """Return the memory of earlier counts, scratch for one, and how far and in which lanes to count."""
    return (
        np.zeros((MEMO_SLOTS, LANES), dtype=np.uint64),
        np.zeros((MOST_STEPS, STATE_FIELDS), dtype=np.int8),
        np.zeros((MOST_STEPS, LANES), dtype=np.uint64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((columns, MOST_STEPS), dtype=np.uint8),
        np.zeros((columns, MOST_STEPS), dtype=np.int64),
        np.zeros((columns, MOST_STEPS, LANES), dtype=np.uint64),
        (nodes_limit, lane_b),
    )
