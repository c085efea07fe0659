"""Exhaustive depth-first search: a win, or the proof that there is none.

Every legal move is followed, but for two kinds that cannot matter:

* columns of one class (`Table.class_hash`) are interchangeable: positions that differ by such
  an exchange count as one, a run goes to the first empty column of a class only, and a whole
  column never to an empty one of its own class;
* a stock that can never be dealt again (rule 6, Spiderette) cannot be won.

Positions are told apart by two independent 64-bit hashes, so a proof fails by chance once in
2^80 at twenty million positions.
"""

# Compiled by numba, which infers the types and pays for calls that are not inlined.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,assignment,operator"
# ruff: noqa: ANN001, ANN201, C901, PLR0911, PLR0912, PLR0915, PLR0917

from __future__ import annotations

import numpy as np

from games.solver.core import (
    ALL_COLUMNS,
    DOWN,
    END,
    H_TERM,
    LOWEST_BIT,
    R_DEALS,
    R_SHORT,
    RUN,
    U0,
    U1,
    UP,
    W_MOB,
    compiled,
    copy_scan,
    effect,
    inlined,
    lane_effect,
    mix,
    mobility,
    scan,
    scan_lane,
)
from games.solver.hopeless import hopeless
from games.solver.memory import fetch
from games.solver.moves import make_deal, make_move, may_deal
from games.solver.room import has_room
from games.solver.table import DEAL_CODE, DOWN_WORDS

# `control`, by place.
DEPTH, STATUS, GENERATED, EXAMINED, EXAMINED_LIMIT, PRUNING = 0, 1, 2, 3, 4, 5
CONTROL_FIELDS = 6

RUNNING, WON, EXHAUSTED, OUT_OF_BUDGET, OUT_OF_MEMORY, PATH_FULL, MOVES_FULL = 0, 1, 2, 3, 4, 5, 6

PARTS = 64
"""Of the table of visited positions."""
PART_SHIFT = np.uint64(58)
U32 = np.uint64(32)

MOST_MOVES = 256
"""More than any position has."""
KEPT_SCANS = 64
"""Of the positions on the way to the present one, by depth modulo this: a move changes two columns."""


@inlined
def home(sizes, hash_a, hash_b):
    """Return the part of the table that a position belongs in, and its slot there if that is free.

    A part holds the positions whose `hash_a` begins alike, and grows by itself.
    """
    part = np.int64(hash_a >> PART_SHIFT)
    return part, np.int64(((hash_b >> U32) * np.uint64(sizes[part])) >> U32)


@compiled
def find(visited, sizes, hash_a, hash_b):
    """Return the slot of a position, or the complement of the free one where it belongs."""
    part, slot = home(sizes, hash_a, hash_b)
    size = sizes[part]
    first = part * (visited.shape[0] // PARTS)
    while visited[first + slot, 0] != U0:
        if visited[first + slot, 0] == hash_a and visited[first + slot, 1] == hash_b:
            return first + slot
        slot += 1
        if slot == size:
            slot = 0
    return ~(first + slot)


@compiled
def make_room(visited, sizes, held, part, spare):
    """Let a part grow to twice its size if it is nearly full; return whether it has room."""
    size = sizes[part]
    if held[part] * 8 < size * 7:
        return True
    most = visited.shape[0] // PARTS
    if size == most:
        return False
    first = part * most
    kept = 0
    for i in range(first, first + size):
        if visited[i, 0] != U0:
            spare[kept, 0] = visited[i, 0]
            spare[kept, 1] = visited[i, 1]
            visited[i, 0] = U0
            kept += 1
    sizes[part] = min(size * 2, most)
    for i in range(kept):
        slot = ~find(visited, sizes, spare[i, 0], spare[i, 1])
        visited[slot, 0] = spare[i, 0]
        visited[slot, 1] = spare[i, 1]
    return True


@compiled
def explore(
    control,
    path,
    begins,
    ends,
    made_moves,
    choices,
    scores,
    children,
    table,
    facts,
    scratch,
    room,
    slice_size,
):
    """Go on with the search until it ends, needs room, or has expanded `slice_size` positions.

    `path[d]` is the row at depth d, `choices[begins[d]:ends[d]]` the moves still to be tried
    there, the best one last, and `made_moves[d]` the one being tried.
    """
    down, down_hash, stock, class_hash, weights, rules = facts
    visited, slots, sizes, held, spare = table
    cols, colhs, colhs_b, flat_cols, flat_colhs, flat_colhs_b, scanned, col2, colh2, child = scratch
    child_moves, child_scores, child_hashes = children
    columns = rules[0]
    deals = rules[R_DEALS]
    started = control[EXAMINED]
    while control[EXAMINED] - started < slice_size:
        depth = control[DEPTH]
        changed = np.int64(ALL_COLUMNS)
        if depth >= 0:
            if begins[depth] == ends[depth]:
                control[DEPTH] = depth - 1
                if depth == 0:
                    control[STATUS] = EXHAUSTED
                    return
                continue
            if depth + 2 >= path.shape[0]:
                control[STATUS] = PATH_FULL
                return
            if ends[depth] + MOST_MOVES >= choices.shape[0]:
                control[STATUS] = MOVES_FULL
                return
            if control[EXAMINED] >= control[EXAMINED_LIMIT]:
                control[STATUS] = OUT_OF_BUDGET
                return
            top = ends[depth] - 1
            ends[depth] = top
            move = np.int64(choices[top])
            made_moves[depth] = move
            if move == DEAL_CODE:
                make_deal(path[depth], path[depth + 1], columns, down, stock)
            else:
                s = move >> 8
                t = (move >> 4) & 15
                make_move(path[depth], path[depth + 1], columns, down, s, t, move & 15)
                if scanned[depth % KEPT_SCANS] == depth:
                    changed = 1 << s | 1 << t
        else:
            top = 0
        row = path[depth + 1]
        nd = np.int64(row[2 * columns])
        left = np.int64(row[2 * columns + 2])
        w = weights[0] if nd < deals else weights[1]
        classes_a = class_hash[0, nd]
        classes_b = class_hash[1, nd]
        place = (depth + 1) % KEPT_SCANS
        col = cols[place]
        colh = colhs[place]
        colh_b = colhs_b[place]
        if changed != ALL_COLUMNS:
            copy_scan(flat_cols[depth % KEPT_SCANS], flat_cols[place])
            copy_scan(flat_colhs[depth % KEPT_SCANS], flat_colhs[place])
            copy_scan(flat_colhs_b[depth % KEPT_SCANS], flat_colhs_b[place])
        total, hash_a, heads, tails, empties = scan(
            row, changed, columns, down, down_hash[0], classes_a, w, col, colh
        )
        hash_b = scan_lane(row, changed, columns, down_hash[1], classes_b, 1, col, colh_b)
        scanned[place] = depth + 1
        if hash_a == U0:
            hash_a = U1
        slot = find(visited, sizes, hash_a, hash_b)
        if slot >= 0:
            continue
        part = np.int64(hash_a >> PART_SHIFT)
        if not make_room(visited, sizes, held, part, spare):
            control[STATUS] = OUT_OF_MEMORY
            return
        slot = find(visited, sizes, hash_a, hash_b)
        visited[~slot, 0] = hash_a
        visited[~slot, 1] = hash_b
        held[part] += 1
        control[EXAMINED] += 1
        depth += 1
        control[DEPTH] = depth
        begins[depth] = top
        ends[depth] = top
        if nd < deals and left < columns and rules[R_SHORT] == 0:
            continue
        if control[PRUNING] != 0:
            if empties == 0 and hopeless(row, columns, down, stock, rules, col, col2):
                continue
            if nd == deals and not has_room(row, columns, down, rules, colh, colh_b, room):
                continue
        with_end = col2[0]
        for rank in range(13):
            with_end[rank] = 0
        empty = np.int64(0)
        for c in range(columns):
            if col[c, UP] != 0:
                with_end[col[c, END]] |= 1 << c
                continue
            # The first empty column of each class.
            empty |= 1 << c
            for other in range(c):
                if empty >> other & 1 != 0 and classes_a[other] == classes_a[c]:
                    empty &= ~(1 << c)
        made = 0
        for s in range(columns):
            if col[s, UP] == 0:
                continue
            end_s = np.int64(col[s, END])
            run_s = np.int64(col[s, RUN])
            whole = run_s == col[s, UP] and col[s, DOWN] == 0
            targets = empty
            for rank in range(end_s + 1, min(end_s + run_s, 12) + 1):
                targets |= with_end[rank]
            targets &= ~(1 << s)
            while targets != 0:
                t = np.int64(LOWEST_BIT[targets])
                targets &= targets - 1
                end_t = np.int64(col[t, END])
                if end_t >= 0:
                    first_k = end_t - end_s
                    last_k = first_k
                else:
                    first_k = np.int64(1)
                    last_k = run_s
                    if whole and classes_a[s] == classes_a[t] and not (run_s == 13 and end_s == 0):
                        last_k = run_s - 1
                for k in range(first_k, last_k + 1):
                    score, new_heads, new_tails, cut, hidden_s, full, hidden_t, removed, _ = effect(
                        col, colh, w, total, heads, tails, s, t, k
                    )
                    control[GENERATED] += 1
                    move = s << 8 | t << 4 | k
                    if removed == 1 and left == 13 and nd == deals:
                        made_moves[depth] = move
                        control[STATUS] = WON
                        return
                    new_a = (
                        hash_a
                        - colh[s, H_TERM]
                        - colh[t, H_TERM]
                        + mix(cut ^ DOWN_WORDS[0, hidden_s] ^ classes_a[s])
                        + mix(full ^ DOWN_WORDS[0, hidden_t] ^ classes_a[t])
                    )
                    cut, full = lane_effect(col, colh_b, 1, s, t, k, removed)
                    new_b = (
                        hash_b
                        - colh_b[s, H_TERM]
                        - colh_b[t, H_TERM]
                        + mix(cut ^ DOWN_WORDS[1, hidden_s] ^ classes_b[s])
                        + mix(full ^ DOWN_WORDS[1, hidden_t] ^ classes_b[t])
                    )
                    part, slot = home(sizes, new_a, new_b)
                    fetch(slots, 2 * (part * (visited.shape[0] // PARTS) + slot))
                    child_moves[made] = move
                    child_scores[made] = score + w[W_MOB] * mobility(new_heads, new_tails)
                    child_hashes[made, 0] = new_a
                    child_hashes[made, 1] = new_b
                    made += 1
        # Looked up when all are known: most of the table is not in the processor's caches.
        for i in range(made):
            if find(visited, sizes, child_hashes[i, 0], child_hashes[i, 1]) < 0:
                top = insert_move(choices, scores, begins[depth], top, child_moves[i], child_scores[i])
        if may_deal(row, columns, rules, empties):
            control[GENERATED] += 1
            make_deal(row, child, columns, down, stock)
            if child[2 * columns + 2] == 0 and nd + 1 == deals:
                made_moves[depth] = DEAL_CODE
                control[STATUS] = WON
                return
            w = weights[0] if nd + 1 < deals else weights[1]
            score, _, heads, tails, _ = scan(
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
            score += w[W_MOB] * mobility(heads, tails)
            top = insert_move(choices, scores, begins[depth], top, np.int64(DEAL_CODE), score)
        ends[depth] = top


@compiled
def insert_move(choices, scores, begin, top, move, score):
    """Insert a move into `choices[begin:top]`, kept in rising order of score; return the new top."""
    at = top
    while at > begin and scores[at - 1 - begin] > score:
        choices[at] = choices[at - 1]
        scores[at - begin] = scores[at - 1 - begin]
        at -= 1
    choices[at] = move
    scores[at - begin] = score
    return top + 1
