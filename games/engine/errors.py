"""What the engine refuses, and why.

    EngineError
    ├── InvalidNotationError      a text that is not a token
    ├── MalformedMoveError        a column the game has not, or a count outside 1 to 13
    ├── IllegalMoveError          a readable action that a rule forbids here
    ├── InvalidPositionError      a text that is no position, or no deal, of its variant
    ├── InvalidGameCodeError      a text that is no game code
    └── UnknownVariantError       a name that is no variant

Malformed and illegal are kept apart: the first can be told from the text and the variant,
the second only from the cards. Columns in `params` count from 1, as everywhere outside.
"""

from __future__ import annotations


class EngineError(Exception):
    """Anything the engine refuses."""


class _CodedError(EngineError):
    """An error with a stable code and the facts that a message about it needs."""

    def __init__(self, code: str, params: dict[str, object]) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({facts})"


class InvalidNotationError(EngineError):
    """The text is not a token in its one spelling."""


class MalformedMoveError(_CodedError):
    """A move that no position of the variant could have: `unknown_column` or `bad_count`."""


class IllegalMoveError(_CodedError):
    """A rule forbids the action in this position, which is left as it was.

    `code` is one of `same_column`, `empty_source`, `card_face_down`, `not_a_run`, `onto_ace`,
    `king_needs_empty_column`, `rank_mismatch`, `no_auto_target`, `stock_empty`,
    `deal_empty_column`, `nothing_to_undo`. `params` never holds a face-down card.
    """


class InvalidPositionError(EngineError):
    """The text is not a position, or not a deal, of the variant. The message shows no card."""


class InvalidGameCodeError(_CodedError):
    """The text is not a game code; `code` says which part of it is wrong.

    `code_malformed`, `code_unknown_game`, `code_unknown_version`, `code_unknown_suit_count`,
    `code_bad_length`, `code_bad_letter` or `code_number_too_large`.
    """


class UnknownVariantError(EngineError):
    """The name is none of the six variants."""
