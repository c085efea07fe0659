"""Which rule refuses a move, and which column would take one best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.cards import FITS, down_count, split_cards
from games.engine.errors import IllegalMoveError
from games.engine.moves import Move, check_columns, check_source

if TYPE_CHECKING:
    from games.engine.position import Position


def check_move(position: Position, move: Move) -> None:
    """Refuse *move* unless it is legal in *position*; of several reasons the first is named.

    Raises:
        MalformedMoveError: no position of the variant has such a move.
        IllegalMoveError: `same_column`, then what `check_run` says, then `onto_ace` (kings
            included), `king_needs_empty_column`, `rank_mismatch`; for a stock deal
            `stock_empty`, then `deal_empty_column`.
    """
    check_columns(position.variant, move)
    source, target, count = move
    if not count:
        _check_deal(position)
        return
    if source == target:
        raise IllegalMoveError("same_column", {"from": source + 1, "to": target + 1})
    head = check_run(position, source, count)
    onto = position.column(target)[-2:]
    if head[0] in FITS[onto[:1]]:
        return
    params: dict[str, object] = {
        "from": source + 1,
        "to": target + 1,
        "count": count,
        "card": head,
        "onto": onto,
    }
    if onto[0] == "A":
        raise IllegalMoveError("onto_ace", params)
    if head[0] == "K":
        raise IllegalMoveError("king_needs_empty_column", params)
    raise IllegalMoveError("rank_mismatch", params)


def check_run(position: Position, source: int, count: int) -> str:
    """Return the highest of the last *count* cards of *source*, which must move together.

    Raises:
        IllegalMoveError: `empty_source`, `card_face_down` or `not_a_run`.
    """
    longest = position.run_length(source)
    column = position.column(source)
    start = len(column) - 2 * count
    if count <= longest:
        return column[start : start + 2]
    params: dict[str, object] = {"from": source + 1, "count": count}
    if start < 0:
        raise IllegalMoveError("empty_source", params | {"available": len(column) // 2})
    down = down_count(column)
    if start < 2 * down:
        raise IllegalMoveError("card_face_down", params | {"face_up": len(column) // 2 - down})
    raise IllegalMoveError(
        "not_a_run", params | {"cards": split_cards(column[start:]), "longest_run": longest}
    )


def _check_deal(position: Position) -> None:
    if position.can_deal():
        return
    if not position.stock_count:
        raise IllegalMoveError("stock_empty", {})
    empty = [column + 1 for column, text in enumerate(position.columns) if not text]
    raise IllegalMoveError("deal_empty_column", {"columns": empty})


def best_column(position: Position, source: int, count: int) -> tuple[int, str]:
    """Return the column that rule 17 chooses for the last *count* cards of *source*, and why.

    First the same suit, among several the one forming the longest run; then another suit;
    then, unless the run is a whole column, an empty column; among equals the leftmost.

    Raises:
        MalformedMoveError: the variant has no such column, or no run is so long.
        IllegalMoveError: what `check_run` says, or `no_auto_target`.
    """
    check_source(position.variant, source, count)
    head = check_run(position, source, count)
    # The source itself never fits: its last card is no higher than the head of its run.
    same_suit: list[int] = []
    other_suit: list[int] = []
    empty: list[int] = []
    for target, column in enumerate(position.columns):
        if not column:
            empty.append(target)
        elif head[0] in FITS[column[-2]]:
            (same_suit if column[-1] == head[1] else other_suit).append(target)
    if same_suit:
        # max() keeps the first of equals, which is the leftmost.
        return max(same_suit, key=position.run_length), "same_suit"
    if other_suit:
        return other_suit[0], "other_suit"
    if empty and len(position.column(source)) > 2 * count:
        return empty[0], "empty_column"
    raise IllegalMoveError("no_auto_target", {"from": source + 1, "count": count, "card": head})
