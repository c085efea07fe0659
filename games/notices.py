"""What a player should be told of an open game: the engine's notices, and a proven dead end."""

from __future__ import annotations

from games import engine, solver

POSITIONS_LIMIT = 25
"""What a dead end may cost to prove: every command asks, so about a millisecond and no more."""


def notices(position: engine.Position) -> list[str]:
    """Return `no_legal_moves`, `can_never_deal` and `no_progress` as they apply to *position*.

    `no_progress` (rule 11) is left out where it cannot be decided cheaply.
    """
    found = position.notices()
    if (not position.stock_count or "can_never_deal" in found) and _is_dead_end(position):
        found.append("no_progress")
    return found


def _is_dead_end(position: engine.Position) -> bool:
    # With every card face up there is nearly always a way on, and that there is none costs most to prove.
    has_face_down = any(column[1:2].islower() for column in position.columns)
    return has_face_down and solver.dead_end(position, POSITIONS_LIMIT) is True
