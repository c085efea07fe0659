"""What a player may see of a position. Nothing else of it may leave the server."""

from __future__ import annotations

from typing import Any, NamedTuple


class ColumnView(NamedTuple):
    """A column as it is seen: how many cards lie face down, and the cards that lie face up."""

    down: int
    up: tuple[str, ...]


class Observation(NamedTuple):
    """A position without the identity of any face-down card."""

    stock_count: int
    deals_left: int
    can_deal: bool
    columns: tuple[ColumnView, ...]
    foundations: tuple[str, ...]
    """The suit of each removed sequence, in the order S, H, D, C (not that of their removal)."""

    def as_json(self) -> dict[str, Any]:
        """Return the members that the API shows for it: `stock`, `columns`, `foundations`."""
        return {
            "stock": {
                "cards": self.stock_count,
                "deals_left": self.deals_left,
                "can_deal": self.can_deal,
            },
            "columns": [{"down": column.down, "up": list(column.up)} for column in self.columns],
            "foundations": list(self.foundations),
        }
