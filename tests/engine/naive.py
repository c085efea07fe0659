"""The rules once more, as plainly as they can be written, to check the engine against.

Nothing is shared with the engine: cards are tuples in lists, every move copies the table,
and legality is asked of every token there is. Slow, and meant to be.
"""

import copy
from dataclasses import dataclass
from itertools import pairwise

RANKS = "A23456789TJQK"
LETTERS = "abcdefghij"


@dataclass
class Card:
    rank: int  # 1 to 13
    suit: str
    is_up: bool


@dataclass
class Table:
    columns: list[list[Card]]
    stock: list[Card]
    deals_when_short: bool


def read(text: str, stock: str, *, deals_when_short: bool) -> Table:
    board, _, left = text.partition(" #")
    columns = [read_cards(column) for column in board.split("|")]
    undealt = read_cards(stock)
    return Table(columns, undealt[len(undealt) - int(left) :], deals_when_short)


def read_cards(text: str) -> list[Card]:
    return [
        Card(RANKS.index(text[i].upper()) + 1, text[i + 1].upper(), text[i + 1].isupper())
        for i in range(0, len(text), 2)
    ]


def write(table: Table) -> str:
    columns = []
    for column in table.columns:
        names = [RANKS[card.rank - 1] + card.suit for card in column]
        columns.append("".join(n if c.is_up else n.lower() for n, c in zip(names, column, strict=True)))
    return "|".join(columns) + f" #{len(table.stock)}"


def tokens(table: Table) -> list[str]:
    """Every token that names columns of the table and a count from 1 to 13, and the stock deal."""
    letters = LETTERS[: len(table.columns)]
    return [f"{a}{b}{count}" for a in letters for count in range(1, 14) for b in letters] + ["+"]


def refusal(table: Table, token: str) -> str | None:  # noqa: PLR0911 (a rule, a return)
    """Return the code of the first rule that forbids *token*, or nothing if it is legal."""
    if token == "+":
        if not table.stock:
            return "stock_empty"
        cards = sum(len(column) for column in table.columns)
        short = table.deals_when_short and cards < len(table.columns)
        return None if short or all(table.columns) else "deal_empty_column"
    source, target, count = LETTERS.index(token[0]), LETTERS.index(token[1]), int(token[2:])
    if source == target:
        return "same_column"
    if len(table.columns[source]) < count:
        return "empty_source"
    taken = table.columns[source][-count:]
    if not all(card.is_up for card in taken):
        return "card_face_down"
    if any(a.suit != b.suit or a.rank != b.rank + 1 for a, b in pairwise(taken)):
        return "not_a_run"
    if not table.columns[target]:
        return None
    onto = table.columns[target][-1]
    if onto.rank == taken[0].rank + 1:
        return None
    if onto.rank == 1:
        return "onto_ace"
    return "king_needs_empty_column" if taken[0].rank == 13 else "rank_mismatch"


def legal(table: Table) -> list[str]:
    """The legal tokens by source, count, target, the stock deal last."""
    return [token for token in tokens(table) if refusal(table, token) is None]


def after(table: Table, token: str) -> Table:
    """Return the table that a legal *token* leads to."""
    table = copy.deepcopy(table)
    columns = table.columns
    if token == "+":
        touched = list(range(min(len(columns), len(table.stock))))
        for column in touched:
            columns[column].append(table.stock.pop(0))
    else:
        source, target, count = LETTERS.index(token[0]), LETTERS.index(token[1]), int(token[2:])
        for card in columns[source][-count:]:
            columns[target].append(card)
        del columns[source][-count:]
        turn_up(columns[source])
        touched = [target]
    for column in touched:
        last = columns[column][-13:]
        ranks = [card.rank for card in last]
        if ranks == list(range(13, 0, -1)) and all(c.is_up and c.suit == last[0].suit for c in last):
            del columns[column][-13:]
            turn_up(columns[column])
    return table


def turn_up(column: list[Card]) -> None:
    if column:
        column[-1].is_up = True


def perft(table: Table, depth: int) -> int:
    """Count the lines of *depth* legal moves."""
    if depth == 0:
        return 1
    return sum(perft(after(table, token), depth - 1) for token in legal(table))
