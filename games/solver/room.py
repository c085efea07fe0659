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
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment"
# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0912, PLR0915

from __future__ import annotations

import numpy as np

from games.solver.core import AT, DOWN, R_SINGLE, U0, UP, compiled, mix
from games.solver.table import CARD_WORDS, DOWN_WORDS, POWERS

LOOSE, RANKS, HEADS, FIXED, CLEARED = 0, 52, 65, 78, 88
STATE_FIELDS = 90
MOST_STEPS = 200
THOROUGH, QUICK = 5_000, 100
"""Counts looked at before a position is taken to have room: for proofs, and in the beam."""
LOST, OPEN = 1, 2
MEMO_SLOTS = 1 << 16
BYTES = 17 * MEMO_SLOTS + 500_000
"""What `arrays` takes, or a little less."""


@compiled
def _card(row, down, col, c, place):
    hidden = col[c, DOWN]
    if place < hidden:
        return np.int64(down[c, place])
    return np.int64(row[col[c, AT] + place - hidden])


@compiled
def _prefix(down_hash, preh, col, c, place):
    hidden = col[c, DOWN]
    if place < hidden:
        return down_hash[c, place]
    return preh[col[c, AT] + place - hidden]


@compiled
def _term(down_hash, preh, col, c, place, card, lane):
    word = _prefix(down_hash, preh, col, c, place) * POWERS[lane, 1] + CARD_WORDS[lane, card]
    return mix(word ^ DOWN_WORDS[lane, min(col[c, DOWN], place)])


@compiled
def _fits(state):
    need = np.int64(0)
    for r in range(13):
        higher = state[RANKS + r + 1] if r < 12 else 0
        more = state[RANKS + r] - higher - state[HEADS + r]
        if more > 0:
            need += more
    return need <= state[CLEARED]


@compiled
def _slot(memo, key_a):
    return np.int64((key_a >> np.uint64(7)) & np.uint64(memo.shape[0] - 1))


@compiled
def has_room(row, columns, facts, col, preh, preh_b, room, nodes_limit):
    """Return whether the count can be won. The column scans of both lanes are given."""
    down, down_hash, _, _, _, rules = facts
    memo, memo_value, states, keys, nexts, fixes = room
    key_a = U0
    key_b = U0
    for c in range(columns):
        size = col[c, UP] + col[c, DOWN]
        if size == 0:
            continue
        place = size - 1
        card = _card(row, down, col, c, place)
        while True:
            key_a += CARD_WORDS[0, card]
            key_b += CARD_WORDS[1, card]
            if place == 0:
                break
            under = _card(row, down, col, c, place - 1)
            if place <= col[c, DOWN] or (under & 15) != (card & 15) + 1:
                key_a += _term(down_hash[0], preh, col, c, place, card, 0)
                key_b += _term(down_hash[1], preh_b, col, c, place, card, 1)
                break
            card = under
            place -= 1
    slot = _slot(memo, key_a)
    if memo[slot, 0] == key_a and memo[slot, 1] == key_b:
        return memo_value[slot] == OPEN
    # Lay the count out: fixes[c, j] is the place of the j-th badly settled card, from 1.
    state = states[0]
    for i in range(STATE_FIELDS):
        state[i] = 0
    for c in range(columns):
        size = col[c, UP] + col[c, DOWN]
        count = 0
        for place in range(1, size):
            card = _card(row, down, col, c, place)
            if place <= col[c, DOWN] or (_card(row, down, col, c, place - 1) & 15) != (card & 15) + 1:
                count += 1
                fixes[c, count] = place
        fixes[c, 0] = 0
        fixes[c, count + 1] = size
        state[FIXED + c] = count
        if size > 0:
            _loosen(state, row, down, col, c, fixes[c, count], size)
        if count == 0:
            state[CLEARED] += 1
        else:
            state[HEADS + (_card(row, down, col, c, fixes[c, count]) & 15)] += 1
    keys[0, 0] = key_a
    keys[0, 1] = key_b
    memo[slot, 0] = key_a
    memo[slot, 1] = key_b
    memo_value[slot] = LOST
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
        after = states[depth + 1]
        if choice < 4 + columns:
            # A sequence leaves: its king lies at the bottom of a cleared column, or badly in column c.
            if choice < 4:
                suit = choice
                c = -1
            else:
                c = choice - 4
                if state[FIXED + c] == 0:
                    continue
                card = _card(row, down, col, c, fixes[c, state[FIXED + c]])
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
            if c < 0:
                # Not if all its loose kings are badly settled.
                kings = state[LOOSE + suit * 13 + 12]
                for d in range(columns):
                    j = state[FIXED + d]
                    if j > 0 and _card(row, down, col, d, fixes[d, j]) == suit * 16 + 12:
                        kings -= 1
                if kings == 0:
                    continue
            for i in range(STATE_FIELDS):
                after[i] = state[i]
            new_a = keys[depth, 0]
            new_b = keys[depth, 1]
            for r in range(13):
                after[LOOSE + suit * 13 + r] -= 1
                after[RANKS + r] -= 1
                new_a -= CARD_WORDS[0, suit * 16 + r]
                new_b -= CARD_WORDS[1, suit * 16 + r]
            if rules[R_SINGLE] != 0:
                nexts[depth] = 4 + 2 * columns
        else:
            c = choice - 4 - columns
            if state[FIXED + c] == 0:
                continue
            for i in range(STATE_FIELDS):
                after[i] = state[i]
            new_a = keys[depth, 0]
            new_b = keys[depth, 1]
        if c >= 0:
            j = state[FIXED + c]
            place = fixes[c, j]
            card = _card(row, down, col, c, place)
            new_a -= _term(down_hash[0], preh, col, c, place, card, 0)
            new_b -= _term(down_hash[1], preh_b, col, c, place, card, 1)
            after[HEADS + (card & 15)] -= 1
            start = fixes[c, j - 1]
            _loosen(after, row, down, col, c, start, place)
            for i in range(start, place):
                card = _card(row, down, col, c, i)
                new_a += CARD_WORDS[0, card]
                new_b += CARD_WORDS[1, card]
            after[FIXED + c] = j - 1
            if j == 1:
                after[CLEARED] += 1
            else:
                card = _card(row, down, col, c, start)
                after[HEADS + (card & 15)] += 1
                new_a += _term(down_hash[0], preh, col, c, start, card, 0)
                new_b += _term(down_hash[1], preh_b, col, c, start, card, 1)
        if not _fits(after):
            continue
        won = True
        for r in range(13):
            if after[RANKS + r] != 0:
                won = False
        if won:
            for c in range(columns):
                if after[FIXED + c] != 0:
                    won = False
        slot = _slot(memo, new_a)
        known = memo[slot, 0] == new_a and memo[slot, 1] == new_b
        if known and memo_value[slot] == LOST:
            continue
        nodes += 1
        if won or known or nodes > nodes_limit:
            for d in range(depth + 1):
                slot = _slot(memo, keys[d, 0])
                memo[slot, 0] = keys[d, 0]
                memo[slot, 1] = keys[d, 1]
                memo_value[slot] = OPEN
            return True
        memo[slot, 0] = new_a
        memo[slot, 1] = new_b
        memo_value[slot] = LOST
        depth += 1
        keys[depth, 0] = new_a
        keys[depth, 1] = new_b
        nexts[depth] = 0
    return False


@compiled
def _loosen(state, row, down, col, c, start, end):
    """Count the cards of column *c* from *start* up to *end* as loose."""
    for place in range(start, end):
        card = _card(row, down, col, c, place)
        state[LOOSE + (card >> 4) * 13 + (card & 15)] += 1
        state[RANKS + (card & 15)] += 1


def arrays(columns: int):
    """Return the memory of earlier counts, and scratch for one."""
    return (
        np.zeros((MEMO_SLOTS, 2), dtype=np.uint64),
        np.zeros(MEMO_SLOTS, dtype=np.uint8),
        np.zeros((MOST_STEPS, STATE_FIELDS), dtype=np.int64),
        np.zeros((MOST_STEPS, 2), dtype=np.uint64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((columns, MOST_STEPS), dtype=np.int64),
    )
