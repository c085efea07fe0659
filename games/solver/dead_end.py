"""Whether nothing can be turned up or completed any more: rule 11's dead end, where that is cheap.

Plain Python over the engine, because the web process asks this and never loads numba.
"""

from __future__ import annotations

from collections import deque

from games import engine

POSITIONS_LIMIT = 200
"""Positions looked at before giving up: a few milliseconds at most."""


def dead_end(position: engine.Position, positions_limit: int = POSITIONS_LIMIT) -> bool | None:
    """Return whether *position*, which is left as it is, is a dead end; None where that would take long.

    True is proved: the stock is empty or can never be dealt again, and every position that the
    legal moves reach was looked at. False is proved too: a line of moves turns up a face-down
    card or completes a sequence, or the stock can still be dealt at some time, or the game is won.
    """
    if position.is_won or (position.stock_count and "can_never_deal" not in position.notices()):
        return False
    variant, stock = position.variant, position.stock
    # No card will be dealt any more, so the order of the columns means nothing.
    seen = {tuple(sorted(position.columns))}
    waiting = deque(seen)
    while waiting:
        here = engine.Position(variant, waiting.popleft(), stock)
        columns = here.columns
        first_empty = columns.index("") if "" in columns else None
        for move in here.legal_moves():
            source, target, count = move
            if not columns[target] and target != first_empty:
                continue
            uncovered = columns[source][: -2 * count]
            if uncovered[-1:].islower():
                return False
            here.push(move)
            after = here.columns
            has_completed = len("".join(after)) < len("".join(columns))
            here.pop()
            if has_completed:
                return False
            key = tuple(sorted(after))
            if key in seen:
                continue
            if len(seen) >= positions_limit:
                return None
            seen.add(key)
            waiting.append(key)
    return True
