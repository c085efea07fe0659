"""Positions for the solver's tests, and rows read back as positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games import engine
from games.solver.table import RANK_LETTERS, SUIT_LETTERS, Bytes, Table

RANKS = "A23456789TJQK"


def opening(name: str, number: int) -> engine.Position:
    """Return the opening of a numbered deal."""
    return engine.Deal.from_number(engine.variant(name), number).opening()


def copy_of(position: engine.Position) -> engine.Position:
    """Return the same position without its history."""
    return engine.Position(position.variant, position.columns, position.stock)


def row_text(table: Table, row: Bytes) -> str:
    """Return the text of the position that a row stands for."""
    count = table.columns
    at = 2 * count + 3
    columns = []
    for column in range(count):
        up, down = int(row[column]), int(row[count + column])
        hidden = "".join(_card(code).lower() for code in table.down[column, :down])
        columns.append(hidden + "".join(_card(code) for code in row[at : at + up]))
        at += up
    left = int((table.stock[int(row[2 * count]) : int(table.rules[1])] != 255).sum())
    return f"{'|'.join(columns)} #{left}"


def _card(code: int) -> str:
    return RANK_LETTERS[int(code) & 15] + SUIT_LETTERS[int(code) >> 4]


def walk(name: str, number: int) -> Iterator[engine.Position]:
    """Yield the positions of a random game that prefers to deal late; the object is reused."""
    chance = random.Random(number)
    position = opening(name, number)
    for _ in range(150):
        yield position
        moves = list(position.legal_moves())
        if not moves:
            return
        if len(moves) > 1 and moves[-1] == engine.STOCK_DEAL and chance.random() < 0.8:
            moves.pop()
        position.push(chance.choice(moves))


def endgame(variant: engine.Variant, chance: random.Random) -> engine.Position:
    """Return a small random position: one to three sequences, mixed, some of them in order."""
    letters = variant.suit_letters * (variant.sequences_to_win // len(variant.suit_letters))
    suits = chance.sample(letters, chance.randint(1, 3))
    cards = [rank + suit for suit in suits for rank in RANKS]
    chance.shuffle(cards)
    stock_count = chance.choice((0, 0, 10) if variant.game == "spider" else (0, 0, 3, 3, 7, 10))
    stock, rest = cards[:stock_count], cards[stock_count:]
    columns: list[list[str]] = [[] for _ in range(variant.columns)]
    used = columns[: chance.randint(1, variant.columns)] if chance.random() < 0.3 else columns
    for card in rest:
        above = [c for c in used if c and RANKS.index(c[-1][0]) == RANKS.index(card[0]) + 1]
        chance.choice(above if above and chance.random() < 0.7 else used).append(card)
    texts = []
    for column in columns:
        down = chance.randint(0, max(0, len(column) - 1)) if chance.random() < 0.6 else 0
        texts.append("".join(column[:down]).lower() + "".join(column[down:]))
    return engine.Position.parse(variant, f"{'|'.join(texts)} #{stock_count}", "".join(stock))


def late_game(variant: engine.Variant, chance: random.Random) -> engine.Position:
    """Return a random position of two to four sequences, the stock empty, laid out as late in a game."""
    suits = chance.sample(variant.suit_letters, chance.randint(2, 4))
    disorder = chance.choice((1, 2, 3, 5))
    cards = [(rank, suit) for suit in suits for rank in range(13)]
    cards.sort(key=lambda card: chance.gauss(-card[0], disorder))
    columns: list[list[tuple[int, str]]] = [[] for _ in range(variant.columns)]
    used = columns[: chance.randint(3, variant.columns)]
    in_order, in_suit = chance.uniform(0.6, 1), chance.random()
    for card in cards:
        above = [c for c in used if c and c[-1][0] == card[0] + 1]
        same = [c for c in above if c[-1][1] == card[1] and chance.random() < in_suit]
        chance.choice(same or (above if above and chance.random() < in_order else used)).append(card)
    texts = []
    for column in columns:
        down = chance.randint(0, max(0, len(column) - 1)) if chance.random() < 0.3 else 0
        text = "".join(RANKS[rank] + suit for rank, suit in column)
        texts.append(text[: 2 * down].lower() + text[2 * down :])
    return engine.Position.parse(variant, f"{'|'.join(texts)} #0", "")


def is_winnable(position: engine.Position, limit: int) -> bool | None:
    """Say so by looking at every position that can be reached, with the engine alone."""
    start = (position.columns, position.stock, position.sequences)
    seen = {start[:2]}
    waiting = [start]
    while waiting:
        columns, stock, _ = waiting.pop()
        here = engine.Position(position.variant, columns, stock)
        for move in list(here.legal_moves()):
            here.push(move)
            if here.is_won:
                return True
            key = (here.columns, here.stock)
            if key not in seen:
                if len(seen) >= limit:
                    return None
                seen.add(key)
                waiting.append((*key, here.sequences))
            here.pop()
    return False
