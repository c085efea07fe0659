"""The shuffle, version 1, and the deals that come of it.

docs/fairness.md specifies it, with test vectors, for anyone who wants to check a deal. A
change of a single card of a single deal is a new version.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.cards import split_cards
from games.engine.errors import InvalidPositionError
from games.engine.position import Position
from games.engine.variants import Variant

SHUFFLE_VERSION = 1
LARGEST_NUMBER = 2**32 - 1
SEED_SIZE = 32  # bytes

_WORDS = 2**32


def _words(prefix: bytes) -> Iterator[int]:
    """Yield the 32-bit words of the stream that *prefix* starts, without end."""
    block_number = 0
    while True:
        block = hashlib.sha256(prefix + block_number.to_bytes(4, "big")).digest()
        yield from struct.unpack(">8I", block)
        block_number += 1


def _shuffled(variant: Variant, kind: bytes, key: bytes) -> str:
    """Return the cards of *variant* in dealing order.

    The suit count is no part of the stream: for one key the ranks fall in the same places
    whatever the suits.
    """
    cards = list(variant.deck)
    words = _words(b"orbweaver/1/" + variant.game.encode() + b"/" + kind + b"/" + key)
    for i in range(len(cards) - 1, 0, -1):
        # Words at or above the largest multiple of i + 1 would favour small remainders.
        limit = _WORDS - _WORDS % (i + 1)
        j = next(word for word in words if word < limit) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return "".join(cards)


@dataclass(frozen=True, slots=True)
class Deal:
    """The full order of the cards that a game starts from.

    *cards* is trusted: read other people's with `from_text`. It is kept out of the repr, so
    that no log line or error report shows the face-down cards of a game in play.
    """

    variant: Variant
    cards: str = field(repr=False)
    """All cards in dealing order, two characters each, upper case."""

    @classmethod
    def from_number(cls, variant: Variant, number: int) -> Deal:
        """Return the public deal *number* of *variant*.

        Raises:
            ValueError: *number* is not in 0 … 4,294,967,295.
        """
        if not 0 <= number <= LARGEST_NUMBER:
            raise ValueError(f"not a deal number: {number}")
        return cls(variant, _shuffled(variant, b"number", number.to_bytes(4, "big")))

    @classmethod
    def from_seed(cls, variant: Variant, seed: bytes) -> Deal:
        """Return the deal that the 32 bytes of *seed* give.

        Raises:
            ValueError: *seed* is not 32 bytes long.
        """
        if len(seed) != SEED_SIZE:
            raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
        return cls(variant, _shuffled(variant, b"seed", seed))

    @classmethod
    def from_text(cls, variant: Variant, text: str) -> Deal:
        """Return the deal whose cards *text* gives in dealing order.

        Raises:
            InvalidPositionError: the cards are not exactly those of *variant*.
        """
        if sorted(split_cards(text)) != sorted(variant.deck):
            raise InvalidPositionError(f"not the {variant.card_count} cards of {variant.name}")
        return cls(variant, text)

    @property
    def stock(self) -> str:
        """The cards left after the opening, in dealing order."""
        return self.cards[-2 * self.variant.stock_size :]

    def opening(self) -> Position:
        """Return the position that the game starts from.

        Row by row: row r gives a card to each column whose size is at least r, left to right.
        """
        sizes = self.variant.column_sizes
        columns = [""] * len(sizes)
        at = 0
        for row in range(1, max(sizes) + 1):
            for column, size in enumerate(sizes):
                if size >= row:
                    card = self.cards[at : at + 2]
                    columns[column] += card if size == row else card.lower()
                    at += 2
        return Position(self.variant, columns, self.stock)


def commitment(date_text: str, variant_name: str, seed: bytes) -> str:
    """Return what is published of a daily's *seed* before its day begins.

    *date_text* is the daily's date as `2026-11-29`.

    >>> commitment("2026-11-29", "spider-4", bytes(32))
    'sha256:8dc72593bfc1a270709073539c74600f395d0adf80e44b1325582142d7563592'
    """
    text = f"orbweaver/{SHUFFLE_VERSION}/{date_text}/{variant_name}/"
    return "sha256:" + hashlib.sha256(text.encode() + seed).hexdigest()
