"""Beam search with diversity: one level is one move deeper, and keeps the best positions.

A level keeps a quarter more than the beam is wide, and those that a count proves lost
(`hopeless`, `room`), or too far from a win for the levels left, give way to the next ones.
"""

# Compiled by numba, which infers the types and pays for calls that are not inlined.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment,operator"
# ruff: noqa: ANN001, ANN201, C901, PLR0912, PLR0915

from __future__ import annotations

import numpy as np

from games.solver.core import (
    ALL_COLUMNS,
    DOWN,
    END,
    END_CARD,
    H_TERM,
    LOWEST_BIT,
    R_DEALS,
    RUN,
    U0,
    U1,
    UP,
    W_DEAL,
    W_MOB,
    compiled,
    copy_scan,
    counter,
    deal_effect,
    effect,
    mix,
    mobility,
    scan,
)
from games.solver.hopeless import hopeless
from games.solver.memory import fetch
from games.solver.moves import make_deal, make_move, may_deal, moves_at_least
from games.solver.room import has_room
from games.solver.table import DEAL_CODE, DEAL_WORDS, DOWN_WORDS, NO_CARD

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

    `parents` and `moves` say for each level how its positions were made from those of the one before;
    `rows[depth % 2]` gets the rows of a level, `cols` and `colhs` their scans, as they are expanded.
    """
    down, down_hash, stock, class_hash, weights, rules = facts
    c_hash, c_score, c_parent, c_move, c_sign, order, buckets, seen, sign_key, sign_count, ids, places = work
    columns = rules[0]
    deals = rules[R_DEALS]
    cols, colhs, flat_cols, flat_colhs, col2, colh2, child, sign_term = scratch
    for c in range(columns):
        for n in range(64):
            sign_term[c, n] = signature_term(c, n)
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
        before = rows[(depth + 1) % 2]
        made = 0
        best = np.int64(-(2**31))
        worst = np.int64(2**31)
        for p in range(count):
            if made >= most_made or expanded == most:
                break
            row = level[p]
            # A move changes two columns of the position that it was made in, a stock deal all.
            changed = np.int64(ALL_COLUMNS)
            parent = np.int64(0)
            if depth > 0:
                parent = np.int64(parents[depth - 1, p])
                made_by = np.int64(moves[depth - 1, p])
                if made_by == DEAL_CODE:
                    make_deal(before[parent], row, columns, down, stock)
                else:
                    s = made_by >> 8
                    t = (made_by >> 4) & 15
                    make_move(before[parent], row, columns, down, s, t, made_by & 15)
                    changed = 1 << s | 1 << t
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
            col = cols[depth % 2, p]
            colh = colhs[depth % 2, p]
            if changed != ALL_COLUMNS:
                copy_scan(flat_cols[(depth + 1) % 2, parent], flat_cols[depth % 2, p])
                copy_scan(flat_colhs[(depth + 1) % 2, parent], flat_colhs[depth % 2, p])
            total, hashed, heads, ends, empties = scan(
                row, changed, columns, down, down_hash[0], classes, w, col, colh
            )
            sign = np.uint64(nd * 4096 + sets * 64 + empties + 1) * SIGNATURE_WORD
            if nd == deals and (
                (empties == 0 and hopeless(row, columns, down, stock, rules, col, col2))
                or not has_room(row, columns, down, rules, colh, colh, room)
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
                        ) = effect(col, colh, w, total, heads, ends, s, t, k)
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
                        best = max(best, score)
                        worst = min(worst, score)
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
                    child,
                    np.int64(ALL_COLUMNS),
                    columns,
                    down,
                    down_hash[0],
                    class_hash[0, nd + 1],
                    w,
                    col2,
                    colh2,
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
            worst = min(worst, score)
            made += 1
        control[GENERATED] += made
        control[EXAMINED] += expanded

        # A list for each distance from the best; inside it, the order of generation.
        span = min(best - worst, BUCKETS - 1)
        for b in range(span + 1):
            buckets[b] = -1
        for i in range(made - 1, -1, -1):
            b = min(best - c_score[i], BUCKETS - 1)
            order[i] = buckets[b]
            buckets[b] = i

        cap = control[CAP]
        for i in range(sign_key.shape[0]):
            sign_key[i] = U0
        kept = 0
        b = np.int64(-1)
        chosen = np.int64(-1)
        is_more = True
        while is_more and kept < keep:
            # Several at a time, so that the processor fetches all their slots of `seen`, which is
            # larger than its caches, before the first one is needed.
            waiting = 0
            while waiting < ids.shape[0]:
                if chosen >= 0:
                    chosen = np.int64(order[chosen])
                while chosen < 0 and b < span:
                    b += 1
                    chosen = np.int64(buckets[b])
                if chosen < 0:
                    is_more = False
                    break
                sign = c_sign[chosen]
                if sign == U0:
                    sign = U1
                place = sign & sign_mask
                while sign_key[place] != U0 and sign_key[place] != sign:
                    place = (place + U1) & sign_mask
                if sign_key[place] == U0:
                    sign_key[place] = sign
                    sign_count[place] = 0
                if sign_count[place] < cap:
                    ids[waiting] = chosen
                    places[waiting] = place
                    fetch(seen, c_hash[chosen] & seen_mask)
                    waiting += 1
            for i in range(waiting):
                place = places[i]
                if sign_count[place] >= cap:
                    continue
                chosen_now = ids[i]
                new_hash = c_hash[chosen_now]
                if new_hash == U0:
                    new_hash = U1
                slot = new_hash & seen_mask
                while seen[slot] != U0 and seen[slot] != new_hash:
                    slot = (slot + U1) & seen_mask
                if seen[slot] != U0:
                    continue
                sign_count[place] += 1
                seen[slot] = new_hash
                parents[depth, kept] = c_parent[chosen_now]
                moves[depth, kept] = c_move[chosen_now]
                kept += 1
                if kept == keep:
                    break
        control[SEEN_COUNT] += kept
        control[DEPTH] = depth + 1
        control[COUNT] = kept
        if budget < width and expanded == budget:
            control[STATUS] = OUT_OF_BUDGET
            return
