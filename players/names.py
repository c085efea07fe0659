"""Names of players: which are good, and when two are too alike to be told apart.

`clean_name` gives the form that is shown. `name_key` gives what may exist only once: it is equal
for names that differ in case, width, or only in characters that look the same (Unicode's table
of confusables, by way of the package confusable-homoglyphs; UTS 39).
"""

from __future__ import annotations

import functools
import importlib.resources
import itertools
import json
import re
import unicodedata
from typing import Any, Final

from confusable_homoglyphs import categories

from players.errors import FieldError, InvalidInput
from players.reserved_names import RESERVED_PARTS, RESERVED_PREFIXES, RESERVED_WORDS

SHORTEST: Final = 3  # visible characters
LONGEST: Final = 20
_LONGEST_TEXT: Final = 40  # code points, marks included
_LONGEST_KEY: Final = 160
_MARK_LIMIT: Final = 2
"""Marks on one letter, beyond those that Unicode composes into it; Thai and Hebrew need two."""

_SEPARATORS: Final = " -_.・"

_MIXABLE: Final = (
    # What one language is written in: the highly restrictive profile of UTS 39, section 5.2.
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
)

# Default_Ignorable_Code_Point (DerivedCoreProperties.txt): letters and marks that show nothing.
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def clean_name(text: str, *, reserved_allowed: bool = False) -> str:
    """Return *text* as the name that is shown: NFKC, without space around it.

    Raises:
        InvalidInput: with the first thing that is wrong, about the field ``name``.
    """
    # A glance at the length first: what follows should not have to work through a novel.
    if len(text) > 10 * _LONGEST_TEXT:
        raise _refusal("name_too_long", maximum=LONGEST)
    name = _compatible(text).strip(" ")
    _check_characters(name)
    _check_length(name)
    _check_shape(name)
    _check_scripts(name)
    if not reserved_allowed and is_reserved(name):
        raise _refusal("name_reserved")
    if len(name_key(name)) > _LONGEST_KEY:
        raise _refusal("name_too_long", maximum=LONGEST)
    return name


def name_key(name: str) -> str:
    """Return what *name* shares with every name that looks like it.

    A name in other letters that, in small or in capital letters, could pass for plain Latin has
    the key of the Latin one: ``ВОВ`` (Cyrillic) that of ``BOB``. Works for any text, good or not.
    """
    folded = unicodedata.normalize("NFKC", name[: 4 * _LONGEST_TEXT]).casefold()
    for case in (folded, folded.upper()):
        looks = _skeleton(case)
        if looks.isascii():
            break
    else:
        looks = _skeleton(folded)
    # The table takes capital I for a small l; after folding, small i has to follow.
    return looks.casefold().replace("i", "l")


def is_reserved(name: str) -> bool:
    """Tell whether *name* pretends to be the service, its staff, a guest or an erased player."""
    letters = "".join(c for c in name if c not in _SEPARATORS and not c.isdigit())
    bare = name_key("".join(c for c in name if c not in _SEPARATORS))
    return (
        name_key(letters) in _reserved_keys()
        or bare in _reserved_keys()
        or bare.startswith(tuple(name_key(prefix) for prefix in RESERVED_PREFIXES))
        or any(name_key(part) in bare for part in RESERVED_PARTS)
    )


@functools.cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(name_key(word) for word in RESERVED_WORDS)


def _refusal(code: str, **params: object) -> InvalidInput:
    return InvalidInput(FieldError("name", code, params))


def _spoken(character: str) -> str:
    """Return *character* for a sentence: itself if it can be seen alone, and its code point."""
    code = f"U+{ord(character):04X}"
    visible = unicodedata.category(character)[0] in "LNPS"
    return f"{character} ({code})" if visible and not _INVISIBLE.match(character) else code


def _compatible(text: str) -> str:
    """Return *text* in NFKC, but for the letters of Hangul: alone they should stay as typed (ㅋㅋㅋ)."""
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(c if "\u3131" <= c <= "\u318e" else unicodedata.normalize("NFKC", c) for c in composed)
    return unicodedata.normalize("NFC", kept)


def _check_characters(name: str) -> None:
    for character in name:
        if character in _SEPARATORS:
            continue
        category = unicodedata.category(character)
        good = category in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")
        if not good or _INVISIBLE.match(character):
            raise _refusal("name_bad_character", character=_spoken(character))


def _check_length(name: str) -> None:
    visible = sum(not _is_mark(character) for character in name)
    if visible < SHORTEST:
        raise _refusal("name_too_short", minimum=SHORTEST)
    if visible > LONGEST or len(name) > _LONGEST_TEXT:
        raise _refusal("name_too_long", maximum=LONGEST)


def _check_shape(name: str) -> None:
    between = [index for index, character in enumerate(name) if character in _SEPARATORS]
    at_edge = {0, len(name) - 1} & set(between)
    in_a_row = any(second - first == 1 for first, second in itertools.pairwise(between))
    if at_edge or in_a_row:
        raise _refusal("name_bad_spacing")
    if not any(unicodedata.category(character)[0] == "L" for character in name):
        raise _refusal("name_needs_letter")
    marks = 0
    base_seen = False
    for character in name:
        if _is_mark(character):
            marks += 1
        else:
            marks, base_seen = 0, character not in _SEPARATORS
        if marks > _MARK_LIMIT or (marks and not base_seen):
            raise _refusal("name_too_many_marks")


def _check_scripts(name: str) -> None:
    scripts = {categories.alias(character) for character in name} - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= mixable for mixable in _MIXABLE):
        raise _refusal("name_mixed_scripts")


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _skeleton(text: str) -> str:
    # A dot above a letter that has one already cannot be seen.
    plain = re.sub("(?<=[ij])\u0307", "", unicodedata.normalize("NFD", text))
    parts = (_prototype(character) for character in plain)
    return unicodedata.normalize("NFD", "".join(parts))


@functools.lru_cache(maxsize=20_000)
def _prototype(character: str) -> str:
    """Return what stands for all that look like *character*."""
    return _prototypes().get(character, character)


@functools.cache
def _prototypes() -> dict[str, str]:
    """Return, for each character that looks like others, what stands for all of them.

    The package keeps Unicode's pairs (source, prototype) in both directions, with names: 19 MB if
    it is left to load them, a tenth of that here. A source has one pair; so has a prototype with a
    single source, and of such two the longer, later one stands for both: any choice does, as long
    as it is always the same.
    """
    file = importlib.resources.files("confusable_homoglyphs").joinpath("confusables.json")
    with file.open(encoding="utf-8") as text:
        pairs: dict[str, list[str]] = json.load(text, object_hook=_pair_or_table)
    prototypes: dict[str, str] = {}
    for character, others in pairs.items():
        if len(character) == 1 and len(others) == 1:
            (other,) = others
            is_prototype = len(pairs.get(other, ())) > 1
            found = other if is_prototype else max(character, other, key=lambda text: (len(text), text))
            prototypes[character] = found.replace("\u200e", "")
    return prototypes


def _pair_or_table(read: dict[str, Any]) -> Any:
    """Keep of a pair only the other character; leave the table of all characters as it is."""
    return read["c"] if read.keys() == {"c", "n"} else read
