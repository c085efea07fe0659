"""A position as the arrays that the compiled searches work on.

A *row* is one position in bytes: for each column the count of its face-up cards, for each
column the count of its face-down cards, then stock deals made, sequences removed, cards in
the tableau; then the face-up cards, column after column. Face-down cards never move, so they
are kept once for the whole search (`Table.down`). A card is suit * 16 + rank, the ace being
0: the next higher card of a suit is one more, and never runs into another suit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games import engine
from games.solver.weights import weight_rows

Bytes = NDArray[np.uint8]
Hashes = NDArray[np.uint64]
Integers = NDArray[np.int64]

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"
NO_CARD = 255
DEAL_CODE = 0xFFF
"""The stock deal as a move code; other codes are source * 256 + target * 16 + count."""

LANES = 2
"""Independent 64-bit hashes: the beam uses the first, proofs use both as one of 128 bits."""
LONGEST_RUN = 13
SPARE_BYTES = 16
"""At the end of a row: it is copied by words."""

_RANDOM_SEED = 20_260_101  # any constant: the same searches everywhere


def _constants() -> tuple[Hashes, Hashes, Hashes, Hashes, Hashes]:
    """Draw the random words of the hash: cards, face-down counts, deals made, classes, powers."""
    random = np.random.Generator(np.random.PCG64(_RANDOM_SEED))

    def words(*shape: int) -> Hashes:
        return random.integers(0, 2**64, size=shape, dtype=np.uint64)

    # A multiplier that is 5 modulo 8 has the longest period and loses the fewest low bits.
    multipliers = [(int(word) & ~7) | 5 for word in words(LANES)]
    powers = [[pow(m, k, 2**64) for k in range(LONGEST_RUN + 3)] for m in multipliers]
    cards, down, deals, classes = words(LANES, 64), words(LANES, 128), words(LANES, 128), words(LANES, 16)
    return cards, down, deals, classes, np.array(powers, dtype=np.uint64)


CARD_WORDS, DOWN_WORDS, DEAL_WORDS, CLASS_WORDS, POWERS = _constants()


def _run_hashes() -> tuple[Hashes, Hashes]:
    """Return the hash of each same-suit run, by lane, last card and length, and the powers' inverses."""
    runs = np.zeros((LANES, 64, LONGEST_RUN + 3), dtype=np.uint64)
    inverses = np.zeros_like(POWERS)
    for lane in range(LANES):
        powers = [int(power) for power in POWERS[lane]]
        inverses[lane] = [pow(power, -1, 2**64) for power in powers]
        for card in range(64):
            value = 0
            for length in range(1, LONGEST_RUN - card % 16 + 1):
                value += int(CARD_WORDS[lane, card + length - 1]) * powers[length - 1]
                runs[lane, card, length] = value % 2**64
    return runs, inverses


RUN_WORDS, INVERSES = _run_hashes()
"""What a run adds to its column's hash, and how to undo that: (hash - run) * inverse."""


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same during one search, and the row that it starts from."""

    columns: int
    stride: int
    """Bytes of a row."""
    start: Bytes
    down: Bytes
    """[column, place]: the face-down cards of the start, the bottom-most first."""
    down_hash: Hashes
    """[lane, column, count]: the hash of the lowest *count* face-down cards."""
    stock: Bytes
    """[deal, column]: the cards still to come, `NO_CARD` where a row is short."""
    class_hash: Hashes
    """[lane, deals made, column]: equal for columns onto which equal cards will be dealt."""
    weights: Integers
    rules: Integers
    """Columns, stock deals left, whether a short tableau may be dealt to, whether the deck is single."""


def card_code(card: str) -> int:
    """Return the code of a two-character card, face up or down."""
    return SUIT_LETTERS.index(card[1].upper()) * 16 + RANK_LETTERS.index(card[0].upper())


def _codes(cards: str) -> list[int]:
    return [card_code(cards[at : at + 2]) for at in range(0, len(cards), 2)]


def table_of(position: engine.Position) -> Table:
    """Lay *position* out for a search."""
    variant = position.variant
    columns = variant.columns
    ups: list[list[int]] = []
    downs: list[list[int]] = []
    for text in position.columns:
        hidden = sum(letter in "shdc" for letter in text[1::2])
        downs.append(_codes(text[: 2 * hidden]))
        ups.append(_codes(text[2 * hidden :]))
    stock_codes = _codes(position.stock)
    deals = -(-len(stock_codes) // columns)
    stock = np.full((max(deals, 1), columns), NO_CARD, dtype=np.uint8)
    for index, code in enumerate(stock_codes):
        stock[index // columns, index % columns] = code

    cards_at = 2 * columns + 3
    table_count = position.tableau_count
    stride = -(-(cards_at + table_count + len(stock_codes) + columns + SPARE_BYTES) // 8) * 8
    start = np.zeros(stride, dtype=np.uint8)
    start[:columns] = [len(up) for up in ups]
    start[columns : 2 * columns] = [len(down) for down in downs]
    start[2 * columns + 1] = position.sequences
    start[2 * columns + 2] = table_count
    face_up = [code for up in ups for code in up]
    start[cards_at : cards_at + len(face_up)] = face_up

    deepest = max(len(down) for down in downs)
    down = np.zeros((columns, deepest + 1), dtype=np.uint8)
    down_hash = np.zeros((LANES, columns, deepest + 1), dtype=np.uint64)
    for column, codes in enumerate(downs):
        down[column, : len(codes)] = codes
        for lane in range(LANES):
            value = 0
            for place, code in enumerate(codes):
                value = (value * int(POWERS[lane, 1]) + int(CARD_WORDS[lane, code])) % 2**64
                down_hash[lane, column, place + 1] = value
    is_single_deck = variant.suits * LONGEST_RUN == variant.card_count
    return Table(
        columns=columns,
        stride=stride,
        start=start,
        down=down,
        down_hash=down_hash,
        stock=stock,
        class_hash=_class_hash(stock, deals),
        weights=weight_rows(variant.game),
        rules=np.array([columns, deals, variant.deals_when_short, is_single_deck], dtype=np.int64),
    )


def _class_hash(stock: Bytes, deals: int) -> Hashes:
    """Give columns the same word where they are interchangeable.

    Two columns are when every later stock deal puts equal cards, or none, onto both: always
    with the stock empty, and also for Spiderette's columns 4 to 7 before the last, short deal.
    """
    columns = stock.shape[1]
    words = np.zeros((LANES, deals + 1, columns), dtype=np.uint64)
    for made in range(deals + 1):
        first: dict[bytes, int] = {}
        for column in range(columns):
            to_come = stock[made:deals, column].tobytes()
            words[:, made, column] = CLASS_WORDS[:, first.setdefault(to_come, column)]
    return words


def move_code(move: engine.Move) -> int:
    """Return a move as the searches write it."""
    return DEAL_CODE if move == engine.STOCK_DEAL else move.source << 8 | move.target << 4 | move.count


def move_of(code: int) -> engine.Move:
    """Return the move that *code* stands for."""
    return engine.STOCK_DEAL if code == DEAL_CODE else engine.Move(code >> 8 & 15, code >> 4 & 15, code & 15)
