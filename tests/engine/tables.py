"""Small tables for tests, and ways to look at them in one line."""

import dataclasses
import random
from typing import Any

from games import engine


def table(*columns: str, game: str = "spider", stock: str = "", to_win: int = 8) -> engine.Position:
    """Lay out as many columns as are given, cards parted by spaces, lower case face down.

    The variant is made to fit: it has these columns and these cards and no others.
    """
    texts = [column.replace(" ", "") for column in columns]
    variant = dataclasses.replace(
        engine.variant(f"{game}-4"),
        columns=len(texts),
        card_count=sum(map(len, [*texts, stock])) // 2,
        sequences_to_win=to_win,
    )
    return engine.Position(variant, texts, stock.replace(" ", ""))


def moves(position: engine.Position) -> list[str]:
    return [engine.move_text(move) for move in position.legal_moves()]


def play(position: engine.Position, *tokens: str) -> list[dict[str, Any]]:
    """Play *tokens* and return the effects of the last one as JSON."""
    effects: list[engine.Effect] = []
    for token in tokens:
        effects = position.play(engine.parse_move(token))
    return [effect.as_json() for effect in effects]


def refusal(position: engine.Position, token: str) -> tuple[str, dict[str, object]]:
    """Return code and params of the refusal of *token*, which must leave the position alone."""
    before = position.text()
    try:
        position.play(engine.parse_move(token))
    except (engine.IllegalMoveError, engine.MalformedMoveError) as error:
        assert position.text() == before
        assert not position.has_history
        return error.code, error.params
    raise AssertionError(f"{token} was not refused")


def wander(position: engine.Position, steps: int, seed: int) -> engine.Position:
    """Make up to *steps* random legal moves, dealing from the stock now and then."""
    choose = random.Random(seed)
    for _ in range(steps):
        legal = list(position.legal_moves())
        if not legal:
            break
        deals = legal[-1] == engine.STOCK_DEAL
        if deals and (len(legal) == 1 or choose.random() < 0.1):
            position.push(legal[-1])
        else:
            position.push(choose.choice(legal[:-1] if deals else legal))
    return position
