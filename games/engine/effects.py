"""What an action did to the table, in the order in which it happened.

Columns count from 0 here and from 1 in `as_json`. Every card named is face up.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Moved(NamedTuple):
    """A run left one column for another; *cards* from the highest to the lowest."""

    source: int
    target: int
    cards: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the effect as the API shows it."""
        return {"kind": "moved", "from": self.source + 1, "to": self.target + 1, "cards": list(self.cards)}


class Dealt(NamedTuple):
    """A row came from the stock; *cards* are pairs of column and card, left to right."""

    cards: tuple[tuple[int, str], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the effect as the API shows it."""
        return {
            "kind": "dealt",
            "cards": [{"column": column + 1, "card": card} for column, card in self.cards],
        }


class SequenceRemoved(NamedTuple):
    """A sequence went from the end of a column to the foundations."""

    column: int
    suit: str

    def as_json(self) -> dict[str, Any]:
        """Return the effect as the API shows it."""
        return {"kind": "sequence_removed", "column": self.column + 1, "suit": self.suit}


class TurnedUp(NamedTuple):
    """The last card of a column, face down until now, turned up."""

    column: int
    card: str

    def as_json(self) -> dict[str, Any]:
        """Return the effect as the API shows it."""
        return {"kind": "turned_up", "column": self.column + 1, "card": self.card}


Effect = Moved | Dealt | SequenceRemoved | TurnedUp
