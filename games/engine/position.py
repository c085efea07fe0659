"""One game's cards, and the rules that change them.

The rules have numbers here that docs/rules.md explains, with their sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from games.engine import judging
from games.engine.cards import (
    FITS,
    RANKS,
    RUN_PAIRS,
    SEQUENCE_WIDTH,
    SEQUENCES,
    down_count,
    split_cards,
    turned_up,
)
from games.engine.effects import Dealt, Effect, Moved, SequenceRemoved, TurnedUp
from games.engine.errors import InvalidPositionError
from games.engine.moves import MOVES, STOCK_DEAL, Move
from games.engine.observation import ColumnView, Observation
from games.engine.variants import Variant

_COLUMN = "(?:(?:[a2-9tjqk][shdc])*+(?:[A2-9TJQK][SHDC])++)?"
_BOARD = re.compile(rf"({_COLUMN}(?:\|{_COLUMN})*+) #(0|[1-9][0-9]?[0-9]?)")
_STOCK = re.compile("(?:[A2-9TJQK][SHDC])*+")


class Position:
    """The cards of one game, and the moves that led here.

    A column is a text, its playable card on the right. A position is mutable: search it with
    `push` and `pop`, or judge other people's moves with `play`. It holds hidden cards: only
    its `observation()` may be shown, and its repr shows none.
    """

    __slots__ = ("_columns", "_history", "_stock", "sequences", "variant")

    def __init__(self, variant: Variant, columns: Iterable[str], stock: str) -> None:
        """Lay out *columns* and *stock* (in dealing order), trusted to be cards of *variant*."""
        self.variant = variant
        self._columns = list(columns)
        self._stock = stock
        self._history: list[tuple[Move, list[str], str, int]] = []
        missing = variant.card_count - (len("".join(self._columns)) + len(stock)) // 2
        self.sequences = missing // len(RANKS)
        """Sequences removed so far; what is missing from the deck is on the foundations."""

    @classmethod
    def parse(cls, variant: Variant, text: str, stock: str) -> Position:
        """Read a position from its text and its *stock* in dealing order.

        *stock* may be the whole stock of the deal: its last cards are those still to come.
        The position has no history. That the cards are those of the variant is not looked
        at: `check_cards` does that.

        Raises:
            InvalidPositionError: the text is not one of a position of *variant*, or the
                stock is too short, or what is missing does not make whole sequences.
        """
        match = _BOARD.fullmatch(text)
        if match is None:
            raise InvalidPositionError("not the text of a position")
        board, left = match[1], int(match[2])
        columns = board.split("|")
        if len(columns) != variant.columns:
            raise InvalidPositionError(f"{len(columns)} columns in a position of {variant.name}")
        dealt = len(stock) - 2 * left
        if dealt < 0 or not _STOCK.fullmatch(stock, dealt):
            raise InvalidPositionError(f"not a stock with {left} cards left")
        missing = variant.card_count - (len(board) - len(columns) + 1) // 2 - left
        if missing < 0 or missing % len(RANKS):
            raise InvalidPositionError("the missing cards do not make whole sequences")
        return cls(variant, columns, stock[dealt:])

    def check_cards(self) -> None:
        """Check that table, stock and whole sequences make the variant's deck exactly.

        Raises:
            InvalidPositionError: some card is there too often or too seldom.
        """
        cards = split_cards(("".join(self._columns) + self._stock).upper())
        for suit in self._removed_suits():
            cards.extend(rank + suit for rank in RANKS)
        if sorted(cards) != sorted(self.variant.deck):
            raise InvalidPositionError(f"the cards are not those of {self.variant.name}")

    def __repr__(self) -> str:
        return (
            f"<Position of {self.variant.name}: {self.stock_count} cards in stock, "
            f"{self.sequences} sequences removed, {len(self._history)} moves made>"
        )

    def text(self) -> str:
        """Return the position as text: columns parted by `|`, then `#` and the stock's count."""
        return f"{'|'.join(self._columns)} #{len(self._stock) // 2}"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns as texts, hidden cards (in lower case) included."""
        return tuple(self._columns)

    def column(self, index: int) -> str:
        """Return one column as text, hidden cards (in lower case) included."""
        return self._columns[index]

    @property
    def stock(self) -> str:
        """The cards still to be dealt, in dealing order."""
        return self._stock

    @property
    def stock_count(self) -> int:
        """How many cards are still to be dealt."""
        return len(self._stock) // 2

    @property
    def tableau_count(self) -> int:
        """How many cards lie in the columns, face-down ones counted."""
        return len("".join(self._columns)) // 2

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves and stock deals made on this object and not taken back, in order."""
        return tuple(entry[0] for entry in self._history)

    @property
    def has_history(self) -> bool:
        """Whether there is a move that `pop` can take back."""
        return bool(self._history)

    @property
    def is_won(self) -> bool:
        """Whether all sequences are on the foundations (rule 10)."""
        return self.sequences == self.variant.sequences_to_win

    @property
    def is_stuck(self) -> bool:
        """Whether neither a move nor the stock deal is legal, in a game not won (rule 11)."""
        # Most positions can be dealt onto, which is asked more cheaply than for the first move.
        return not self.can_deal() and not self.is_won and next(self.legal_moves(), None) is None

    def legal_moves(self) -> Iterator[Move]:
        """Yield the legal moves by source, count, then target; the stock deal comes last.

        The order is part of the contract: solver traces and perft files rely on it.
        """
        columns = self._columns
        takers: dict[str, list[int]] = {}
        for target, column in enumerate(columns):
            for rank in FITS[column[-2:-1]]:
                takers.setdefault(rank, []).append(target)
        for source, column in enumerate(columns):
            at = len(column) - 2
            count = 1
            while at >= 0:
                if column[at] in takers:
                    # The source is never among them: its last card is no higher than any of its run.
                    for target in takers[column[at]]:
                        yield MOVES[source][target][count]
                if column[at - 2 : at + 2] not in RUN_PAIRS:
                    break
                at -= 2
                count += 1
        if self.can_deal():
            yield STOCK_DEAL

    def run_length(self, column: int) -> int:
        """Return how many cards at the end of *column* make its longest run; 0 if it is empty."""
        text = self._columns[column]
        at = len(text) - 2
        while text[at - 2 : at + 2] in RUN_PAIRS:
            at -= 2
        return (len(text) - at) // 2 if text else 0

    def can_deal(self) -> bool:
        """Return whether the stock deal is legal (rules 6 and 7)."""
        if not self._stock:
            return False
        return "" not in self._columns or (self.variant.deals_when_short and self._is_short())

    def _is_short(self) -> bool:
        return self.tableau_count < self.variant.columns

    def push(self, move: Move) -> None:
        """Make *move*, which must be legal: nothing is checked."""
        columns = self._columns
        self._history.append((move, columns, self._stock, self.sequences))
        self._columns = columns = columns.copy()
        source, target, count = move
        if count:
            left = columns[source]
            cut = len(left) - 2 * count
            columns[source] = turned_up(left[:cut])
            columns[target] += left[cut:]
            self._remove_sequence(target)
        else:
            row = 2 * len(columns)
            for column, card in enumerate(split_cards(self._stock[:row])):
                columns[column] += card
                self._remove_sequence(column)
            self._stock = self._stock[row:]

    def _remove_sequence(self, column: int) -> None:
        """Send the sequence at the end of *column*, if there is one, to the foundations (rules 8, 9)."""
        text = self._columns[column]
        if text.endswith(SEQUENCES):
            self._columns[column] = turned_up(text[:-SEQUENCE_WIDTH])
            self.sequences += 1

    def pop(self) -> Move:
        """Take the last move back, sequences and turned cards included, and return it.

        Raises:
            IndexError: no move was made on this object.
        """
        move, self._columns, self._stock, self.sequences = self._history.pop()
        return move

    def play(self, move: Move) -> list[Effect]:
        """Make *move* if it is legal, and return what it did in the order in which it happened.

        Raises:
            MalformedMoveError: the variant has no such column, or no run is so long.
            IllegalMoveError: a rule forbids it; the error names the first of them.
                The position is as it was.
        """
        judging.check_move(self, move)
        self.push(move)
        _, before, stock, _ = self._history[-1]
        source, target, count = move
        if not count:
            dealt = list(enumerate(split_cards(stock[: len(stock) - len(self._stock)])))
            effects: list[Effect] = [Dealt(tuple(dealt))]
            for column, card in dealt:
                self._note_removal(effects, column, before[column] + card)
            return effects
        cut = len(before[source]) - 2 * count
        run = before[source][cut:]
        effects = [Moved(source, target, tuple(split_cards(run)))]
        self._note_turn(effects, source, before[source][:cut])
        self._note_removal(effects, target, before[target] + run)
        return effects

    def _note_removal(self, effects: list[Effect], column: int, full: str) -> None:
        """Add what became of *column*, which held *full* before any sequence left it."""
        if self._columns[column] != full:
            effects.append(SequenceRemoved(column, full[-1]))
            self._note_turn(effects, column, full[:-SEQUENCE_WIDTH])

    def _note_turn(self, effects: list[Effect], column: int, uncovered: str) -> None:
        """Add the turning of the last card of *column* if *uncovered* ends face down."""
        if uncovered[-1:].islower():
            effects.append(TurnedUp(column, self._columns[column][-2:]))

    def best_column(self, source: int, count: int) -> tuple[int, str]:
        """Return where a player would send the last *count* cards of *source*, and why.

        The why is `same_suit`, `other_suit` or `empty_column` (rule 17).

        Raises:
            MalformedMoveError: the variant has no such column, or no run is so long.
            IllegalMoveError: the cards do not move together, or `no_auto_target`.
        """
        return judging.best_column(self, source, count)

    def observation(self) -> Observation:
        """Return what a player may see."""
        width = self.variant.columns
        views = []
        for column in self._columns:
            down = down_count(column)
            views.append(ColumnView(down, tuple(split_cards(column[2 * down :]))))
        return Observation(
            stock_count=self.stock_count,
            deals_left=-(-self.stock_count // width),
            can_deal=self.can_deal(),
            columns=tuple(views),
            foundations=tuple(self._removed_suits()),
        )

    def _removed_suits(self) -> str:
        """Return the suit of each removed sequence: those of the kings that are missing."""
        rest = "".join(self._columns).upper() + self._stock
        letters = self.variant.suit_letters
        each = self.variant.sequences_to_win // len(letters)
        return "".join(suit * (each - rest.count("K" + suit)) for suit in letters)

    def notices(self) -> list[str]:
        """Return what the player should be told: `no_legal_moves`, `can_never_deal`, or nothing."""
        notices = []
        if self.is_stuck:
            notices.append("no_legal_moves")
        if self._stock and not self.variant.deals_when_short and self._is_short():
            notices.append("can_never_deal")
        return notices
