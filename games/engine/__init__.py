"""The rules of Spider and Spiderette: pure Python over the standard library.

Callers write `from games import engine`. Columns count from 0 in here, and from 1 in
everything that is shown: error params, `as_json`, tokens by letter.

>>> from games import engine
>>> deal = engine.Deal.from_number(engine.variant("spiderette-1"), 35)
>>> position = deal.opening()
>>> [engine.move_text(move) for move in position.legal_moves()]
['ad1', 'cf1', 'gf1', '+']
>>> [effect.as_json() for effect in position.play(engine.parse_move("ad1"))]
[{'kind': 'moved', 'from': 1, 'to': 4, 'cards': ['7S']}]
>>> position.play(engine.parse_move("ca2"))
Traceback (most recent call last):
games.engine.errors.IllegalMoveError: card_face_down(from=3, count=2, face_up=1)
"""

from games.engine.cards import RANKS, SUITS, split_cards
from games.engine.codes import game_code, parse_game_code
from games.engine.deals import LARGEST_NUMBER, SEED_SIZE, SHUFFLE_VERSION, Deal, commitment
from games.engine.effects import Dealt, Effect, Moved, SequenceRemoved, TurnedUp
from games.engine.errors import (
    EngineError,
    IllegalMoveError,
    InvalidGameCodeError,
    InvalidNotationError,
    InvalidPositionError,
    MalformedMoveError,
    UnknownVariantError,
)
from games.engine.moves import (
    COLUMN_LETTERS,
    STOCK_DEAL,
    UNDO_TOKEN,
    Move,
    check_columns,
    check_source,
    move_text,
    parse_move,
)
from games.engine.observation import ColumnView, Observation
from games.engine.position import Position
from games.engine.replays import rebuild, replay, surviving, undo
from games.engine.scoring import INITIAL_SCORE, score
from games.engine.variants import VARIANTS, Variant, variant

__all__ = [
    "COLUMN_LETTERS",
    "INITIAL_SCORE",
    "LARGEST_NUMBER",
    "RANKS",
    "SEED_SIZE",
    "SHUFFLE_VERSION",
    "STOCK_DEAL",
    "SUITS",
    "UNDO_TOKEN",
    "VARIANTS",
    "ColumnView",
    "Deal",
    "Dealt",
    "Effect",
    "EngineError",
    "IllegalMoveError",
    "InvalidGameCodeError",
    "InvalidNotationError",
    "InvalidPositionError",
    "MalformedMoveError",
    "Move",
    "Moved",
    "Observation",
    "Position",
    "SequenceRemoved",
    "TurnedUp",
    "UnknownVariantError",
    "Variant",
    "check_columns",
    "check_source",
    "commitment",
    "game_code",
    "move_text",
    "parse_game_code",
    "parse_move",
    "rebuild",
    "replay",
    "score",
    "split_cards",
    "surviving",
    "undo",
    "variant",
]
