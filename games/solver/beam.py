"""Beam search with diversity: one level is one move deeper, and keeps the best positions.

A level keeps a quarter more than the beam is wide, and those that a count proves lost
(`hopeless`, `room`), or too far from a win for the levels left, give way to the next ones.
"""

# Compiled by numba, which infers the types and pays for calls that are not inlined.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment"
# ruff: noqa: ANN001, ANN201, C901, PLR0912, PLR0915, PLR1730

from __future__ import annotations

import numpy as np

from games.solver.core import (
    DOWN,
    END,
    END_CARD,
    H_TERM,
    R_DEALS,
    RUN,
    U0,
    UP,
    W_DEAL,
    W_MOB,
    compiled,
    counter,
    deal_effect,
    effect,
    make_deal,
    make_move,
    may_deal,
    mix,
    mobility,
    moves_at_least,
    scan,
)
from games.solver.hopeless import hopeless
from games.solver.room import QUICK, has_room
from games.solver.table import DEAL_CODE, DEAL_WORDS, DOWN_WORDS, NO_CARD, POWERS

# `control`, by place.
DEPTH, COUNT, GENERATED, EXAMINED, EXAMINED_LIMIT, DEPTH_LIMIT = 0, 1, 2, 3, 4, 5
WIDTH, STATUS, WIN_PARENT, WIN_MOVE, CAP, SEEN_COUNT = 6, 7, 8, 9, 10, 11
CONTROL_FIELDS = 12

RUNNING, WON, EXHAUSTED, OUT_OF_LEVELS, OUT_OF_BUDGET = 0, 1, 2, 3, 4

BUCKETS = 8192
SIGNATURE_SLOTS_PER_POSITION = 4
SIGNATURE_WORD = np.uint64(0x9E3779B97F4A7C15)
NOISE_WORD = np.uint64(0xD6E8FEB86659FD93)
U59 = np.uint64(59)
LOWEST_BIT = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 1024)], dtype=np.uint8)
"""The place of the lowest bit of a set of columns."""


@compiled
def signature_term(column, hidden):
    """Return one column's part of a diversity signature."""
    return mix(np.uint64(column * 64 + hidden + 1) * SIGNATURE_WORD)


@compiled
def advance(
    control,
    rows,
    parents,
    moves,
    facts,
    seed,
    work,
    scratch,
    room,
    slice_size,
):
    """Search level after level until `slice_size` candidates are scored, or the search ends.

    `rows[depth % 2]` holds the level; `parents` and `moves` keep the way back for each level.
    """
    down, down_hash, stock, class_hash, weights, rules = facts
    c_hash, c_score, c_parent, c_move, c_sign, order, buckets, seen, sign_key, sign_count = work
    columns = rules[0]
    deals = rules[R_DEALS]
    col, colh, pre, preh, col2, colh2, child, sign_term = scratch
    for c in range(columns):
        for n in range(64):
            sign_term[c, n] = signature_term(c, n)
    power = POWERS[0]
    width = control[WIDTH]
    most_made = c_hash.shape[0] - 256
    keep = rows.shape[1]
    seen_mask = np.uint64(seen.shape[0] - 1)
    sign_mask = np.uint64(sign_key.shape[0] - 1)
    started = control[GENERATED]
    last_dealt = 0
    for c in range(columns):
        if deals > 0 and stock[deals - 1, c] != NO_CARD:
            last_dealt += 1

    while control[GENERATED] - started < slice_size:
        depth = control[DEPTH]
        count = control[COUNT]
        if count == 0:
            control[STATUS] = EXHAUSTED
            return
        if depth >= control[DEPTH_LIMIT]:
            control[STATUS] = OUT_OF_LEVELS
            return
        budget = control[EXAMINED_LIMIT] - control[EXAMINED]
        if budget <= 0:
            control[STATUS] = OUT_OF_BUDGET
            return
        most = min(width, budget)
        expanded = 0
        level = rows[depth % 2]
        following = rows[(depth + 1) % 2]
        made = 0
        best = np.int64(-(2**31))
        for p in range(count):
            if made >= most_made or expanded == most:
                break
            row = level[p]
            nd = np.int64(row[2 * columns])
            sets = np.int64(row[2 * columns + 1])
            left = np.int64(row[2 * columns + 2])
            stock_left = np.int64(0) if nd == deals else (deals - nd - 1) * columns + last_dealt
            # Moves to spare: a move costs one that joins nothing, and one that splits a run.
            spare = control[DEPTH_LIMIT] - depth - (left + deals - nd)
            if spare < 2:
                spare = control[DEPTH_LIMIT] - depth - moves_at_least(row, columns, stock_left, deals - nd)
                if spare < 0:
                    continue
            w = weights[0] if nd < deals else weights[1]
            classes = class_hash[0, nd]
            total, hashed, heads, ends, empties = scan(
                row, columns, down, down_hash[0], class_hash[0], w, col, colh, pre, preh
            )
            sign = np.uint64(nd * 4096 + sets * 64 + empties + 1) * SIGNATURE_WORD
            if nd == deals and (
                (empties == 0 and hopeless(row, columns, down, stock, rules, col2))
                or not has_room(row, columns, facts, col, preh, preh, room, QUICK)
            ):
                continue
            expanded += 1
            empty_at = -1
            single = nd < deals
            with_end = col2[0]
            for rank in range(13):
                with_end[rank] = 0
            for c in range(columns):
                sign += sign_term[c, col[c, DOWN]]
                if col[c, END] >= 0:
                    with_end[col[c, END]] |= 1 << c
                if col[c, UP] == 0:
                    if empty_at < 0:
                        empty_at = c
                elif col[c, DOWN] > 0 or col[c, UP] != col[c, RUN]:
                    single = False
            for s in range(columns):
                up_s = col[s, UP]
                if up_s == 0:
                    continue
                end_s = col[s, END]
                run_s = col[s, RUN]
                whole = run_s == up_s and col[s, DOWN] == 0
                # The columns that take some part of the run, one bit each.
                targets = np.int64(0) if empty_at < 0 else 1 << empty_at
                for rank in range(end_s + 1, min(end_s + run_s, 12) + 1):
                    targets |= with_end[rank]
                targets &= ~(1 << s)
                while targets != 0:
                    t = np.int64(LOWEST_BIT[targets])
                    targets &= targets - 1
                    end_t = col[t, END]
                    if end_t >= 0:
                        first_k = end_t - end_s
                        last_k = first_k
                    elif single:
                        first_k = 1
                        last_k = run_s - 1
                    elif whole:
                        continue
                    else:
                        first_k = run_s
                        last_k = run_s
                    for k in range(first_k, last_k + 1):
                        if spare < (col[t, END_CARD] != col[s, END_CARD] + k) + (k < run_s):
                            continue
                        (
                            score,
                            new_heads,
                            new_ends,
                            cut,
                            hidden_s,
                            full,
                            hidden_t,
                            removed,
                            more_empty,
                        ) = effect(col, colh, pre, preh, w, power, total, heads, ends, s, t, k)
                        move = s << 8 | t << 4 | k
                        if removed == 1 and left == 13 and nd == deals:
                            control[GENERATED] += made + 1
                            control[EXAMINED] += expanded
                            control[WIN_PARENT] = p
                            control[WIN_MOVE] = move
                            control[STATUS] = WON
                            return
                        hash_s = mix(cut ^ DOWN_WORDS[0, hidden_s] ^ classes[s])
                        hash_t = mix(full ^ DOWN_WORDS[0, hidden_t] ^ classes[t])
                        new_hash = hashed - colh[s, H_TERM] - colh[t, H_TERM] + hash_s + hash_t
                        score += w[W_MOB] * mobility(new_heads, new_ends)
                        score += np.int64(((new_hash ^ seed) * NOISE_WORD) >> U59)
                        c_hash[made] = new_hash
                        c_score[made] = score
                        c_parent[made] = p
                        c_move[made] = move
                        c_sign[made] = (
                            sign
                            + np.uint64(removed * 64 + more_empty) * SIGNATURE_WORD
                            + sign_term[s, hidden_s]
                            - sign_term[s, col[s, DOWN]]
                            + sign_term[t, hidden_t]
                            - sign_term[t, col[t, DOWN]]
                        )
                        if score > best:
                            best = score
                        made += 1
            if not may_deal(row, columns, rules, empties):
                continue
            simple = empties == 0 and nd + 1 < deals
            if simple:
                score = total + w[W_DEAL]
                new_hash = DEAL_WORDS[0, nd + 1]
                new_heads = U0
                new_ends = U0
                for c in range(columns):
                    card = np.int64(stock[nd, c])
                    if (card & 15) == 0 and col[c, END_CARD] == card + 1 and col[c, RUN] == 12:
                        simple = False
                        break
                    more, term, head, end = deal_effect(
                        col,
                        colh,
                        w,
                        power,
                        card,
                        c,
                        DOWN_WORDS[0, col[c, DOWN]],
                        class_hash[0, nd + 1, c],
                    )
                    score += more
                    new_hash += term
                    new_heads += counter(head)
                    new_ends += counter(end)
                sign += np.uint64(4096) * SIGNATURE_WORD
            if not simple:
                # The weights change with the last deal, and a sequence may be completed.
                make_deal(row, child, columns, down, stock)
                if child[2 * columns + 2] == 0 and nd + 1 == deals:
                    control[GENERATED] += made + 1
                    control[EXAMINED] += expanded
                    control[WIN_PARENT] = p
                    control[WIN_MOVE] = DEAL_CODE
                    control[STATUS] = WON
                    return
                w = weights[0] if nd + 1 < deals else weights[1]
                score, new_hash, new_heads, new_ends, new_empties = scan(
                    child, columns, down, down_hash[0], class_hash[0], w, col2, colh2, pre, preh
                )
                sign = (
                    np.uint64((nd + 1) * 4096 + np.int64(child[2 * columns + 1]) * 64 + new_empties + 1)
                    * SIGNATURE_WORD
                )
                for c in range(columns):
                    sign += sign_term[c, col2[c, DOWN]]
            score += w[W_MOB] * mobility(new_heads, new_ends)
            score += np.int64(((new_hash ^ seed) * NOISE_WORD) >> U59)
            c_hash[made] = new_hash
            c_score[made] = score
            c_parent[made] = p
            c_move[made] = DEAL_CODE
            c_sign[made] = sign
            best = max(best, score)
            made += 1
        control[GENERATED] += made
        control[EXAMINED] += expanded

        # A counting sort by distance from the best; inside a bucket, the order of generation.
        for b in range(BUCKETS + 1):
            buckets[b] = 0
        for i in range(made):
            buckets[min(best - c_score[i], BUCKETS - 1) + 1] += 1
        for b in range(BUCKETS):
            buckets[b + 1] += buckets[b]
        for i in range(made):
            b = min(best - c_score[i], BUCKETS - 1)
            order[buckets[b]] = i
            buckets[b] += 1

        cap = control[CAP]
        for i in range(sign_key.shape[0]):
            sign_key[i] = U0
        kept = 0
        for i in range(made):
            if kept == keep:
                break
            chosen = order[i]
            sign = mix(c_sign[chosen])
            if sign == U0:
                sign = np.uint64(1)
            place = sign & sign_mask
            while sign_key[place] != U0 and sign_key[place] != sign:
                place = (place + np.uint64(1)) & sign_mask
            if sign_key[place] == U0:
                sign_key[place] = sign
                sign_count[place] = 0
            # The cap first: it is in the processor's cache, and most of `seen` is not.
            if sign_count[place] >= cap:
                continue
            new_hash = c_hash[chosen]
            if new_hash == U0:
                new_hash = np.uint64(1)
            slot = new_hash & seen_mask
            while seen[slot] != U0 and seen[slot] != new_hash:
                slot = (slot + np.uint64(1)) & seen_mask
            if seen[slot] != U0:
                continue
            sign_count[place] += 1
            seen[slot] = new_hash
            p = c_parent[chosen]
            move = c_move[chosen]
            if move == DEAL_CODE:
                make_deal(level[p], following[kept], columns, down, stock)
            else:
                make_move(level[p], following[kept], columns, down, move >> 8, (move >> 4) & 15, move & 15)
            parents[depth, kept] = p
            moves[depth, kept] = move
            kept += 1
        control[SEEN_COUNT] += kept
        control[DEPTH] = depth + 1
        control[COUNT] = kept
        if budget < width and expanded == budget:
            control[STATUS] = OUT_OF_BUDGET
            return
