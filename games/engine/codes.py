"""Game codes: a numbered deal as a short text for people, such as `SD1-S1-AAAAABD`."""

from __future__ import annotations

from games.engine.deals import LARGEST_NUMBER, SHUFFLE_VERSION
from games.engine.errors import InvalidGameCodeError
from games.engine.variants import VARIANTS, Game, Variant

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_DIGITS = 7
_GAME_LETTERS: dict[str, Game] = {"SP": "spider", "SD": "spiderette"}
_LETTERS_OF_GAME = {game: letters for letters, game in _GAME_LETTERS.items()}


def game_code(variant: Variant, number: int) -> str:
    """Return the code of deal *number* of *variant*.

    >>> from games.engine import variant
    >>> game_code(variant("spiderette-1"), 35)
    'SD1-S1-AAAAABD'

    Raises:
        ValueError: *number* is not one of the deal numbers.
    """
    if not 0 <= number <= LARGEST_NUMBER:
        raise ValueError(f"not a deal number: {number}")
    letters = "".join(_ALPHABET[number >> 5 * digit & 31] for digit in reversed(range(_DIGITS)))
    return f"{_LETTERS_OF_GAME[variant.game]}{SHUFFLE_VERSION}-S{variant.suits}-{letters}"


def parse_game_code(text: str) -> tuple[Variant, int]:
    """Return the variant and the deal number that *text* names.

    Case and surrounding space do not matter. The first thing that is wrong, from left to
    right, is named; the shape before all.

    Raises:
        InvalidGameCodeError: *text* is no game code; nothing is guessed.
    """
    text = text.strip(" \t\r\n")
    parts = text.upper().split("-") if text.isascii() else text.split("-")
    if len(parts) != 3:
        raise InvalidGameCodeError("code_malformed", {"example": "SD1-S1-AAAAABD"})
    head, suits, letters = parts
    game = _GAME_LETTERS.get(head[:2])
    if game is None:
        raise InvalidGameCodeError("code_unknown_game", {"game": head[:2], "known": list(_GAME_LETTERS)})
    version = head[2:]
    if version != str(SHUFFLE_VERSION):
        raise InvalidGameCodeError(
            "code_unknown_version", {"version": version[:9], "known": [SHUFFLE_VERSION]}
        )
    variant = VARIANTS.get(f"{game}-{suits[1:]}")
    if variant is None or suits[0] != "S":
        raise InvalidGameCodeError(
            "code_unknown_suit_count", {"suits": suits[:9], "known": ["S1", "S2", "S4"]}
        )
    if len(letters) != _DIGITS:
        raise InvalidGameCodeError("code_bad_length", {"length": len(letters), "expected": _DIGITS})
    number = 0
    for letter in letters:
        digit = _ALPHABET.find(letter)
        if digit < 0:
            raise InvalidGameCodeError("code_bad_letter", {"letter": letter})
        number = number << 5 | digit
    if number > LARGEST_NUMBER:
        raise InvalidGameCodeError("code_number_too_large", {"number": number, "largest": LARGEST_NUMBER})
    return variant, number
