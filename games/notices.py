"""What a player should be told of an open game: the engine's notices, and a proven dead end."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games import engine, solver

POSITIONS_LIMIT: Final = 25
"""What a dead end may cost to prove: every command asks, so a fraction of a millisecond and no more."""

SOURCES_LIMIT: Final = 4
"""With more columns to move from, dead ends hardly ever are so small that they could be proved."""


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
    if not any(column[1:2].islower() for column in position.columns):
        return False
    # Nothing will be dealt any more, so the order of the columns means nothing.
    return _is_proved(position.variant.name, tuple(sorted(position.columns)), position.stock)


@lru_cache(maxsize=2_000)
def _is_proved(variant: str, columns: tuple[str, ...], stock: str) -> bool:
    """Return whether the columns are proved to be a dead end.

    Remembered, because a player who is in one moves on between the same few positions.
    """
    position = engine.Position(engine.variant(variant), columns, stock)
    if len({move.source for move in position.legal_moves()}) > SOURCES_LIMIT:
        return False
    return solver.dead_end(position, POSITIONS_LIMIT) is True
