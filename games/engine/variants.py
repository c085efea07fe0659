"""The six variants: the rules that differ, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from games.engine.cards import RANKS
from games.engine.errors import UnknownVariantError

Game = Literal["spider", "spiderette"]


@dataclass(frozen=True, slots=True)
class Variant:
    """Game and suit count together, such as `spider-2`."""

    name: str
    game: Game
    suits: int
    """How many suits: 1, 2 or 4. It changes neither the number of cards nor the layout."""
    columns: int
    column_sizes: tuple[int, ...]
    """Cards dealt to each column at the start; the last one of each is face up."""
    card_count: int
    sequences_to_win: int
    stock_size: int
    deals_when_short: bool
    """Whether the stock may be dealt onto an empty column once fewer cards than columns are left.

    Sources differ: docs/rules.md, section "Dealing from the stock", has them.
    """

    @property
    def suit_letters(self) -> str:
        """The suits in play: S, SH or SHDC."""
        return {1: "S", 2: "SH", 4: "SHDC"}[self.suits]

    @property
    def deck(self) -> tuple[str, ...]:
        """The unshuffled cards: thirteen ranks from the ace, copy after copy, suits by copy."""
        letters = self.suit_letters
        return tuple(RANKS[k % 13] + letters[k // 13 % len(letters)] for k in range(self.card_count))


def _variant(game: Game, suits: int) -> Variant:
    sizes = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5) if game == "spider" else (1, 2, 3, 4, 5, 6, 7)
    card_count = 104 if game == "spider" else 52
    return Variant(
        name=f"{game}-{suits}",
        game=game,
        suits=suits,
        columns=len(sizes),
        column_sizes=sizes,
        card_count=card_count,
        sequences_to_win=card_count // len(RANKS),
        stock_size=card_count - sum(sizes),
        deals_when_short=game == "spider",
    )


_GAMES: tuple[Game, ...] = ("spider", "spiderette")

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {made.name: made for game in _GAMES for suits in (1, 2, 4) for made in [_variant(game, suits)]}
)
"""The variants by name, in the order in which they are listed everywhere."""


def variant(name: str) -> Variant:
    """Return the variant called *name*.

    Raises:
        UnknownVariantError: there is none of that name.
    """
    try:
        return VARIANTS[name]
    except KeyError:
        raise UnknownVariantError(f"not a variant: {name!r}") from None
