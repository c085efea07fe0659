"""Read a request's body as a JSON object, and say what is wrong when it is none.

The reader is stricter than `json.loads`: whatever it lets through can be stored in PostgreSQL
and written as JSON again.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

import orjson

from players.errors import BodyTooLarge, MalformedBody

BODY_LIMIT: Final = 64 * 1024  # bytes
DEPTH_LIMIT: Final = 16  # nested arrays and objects
INTEGERS: Final = range(-(2**63), 2**64)  # what 64 bits hold, and orjson writes
_LONGEST_INTEGER: Final = 20  # characters that one of them takes, a sign included


def read_json_object(raw: bytes) -> dict[str, Any]:
    """Return the object that *raw* holds.

    Raises:
        BodyTooLarge: more than `BODY_LIMIT` bytes.
        MalformedBody: with the reason `empty`, `not_utf8`, `not_json` (and where), `not_an_object`,
            `number_not_finite`, `number_too_long`, `too_deep`, `duplicate_member` or `bad_character`.
    """
    if len(raw) > BODY_LIMIT:
        raise BodyTooLarge(limit=BODY_LIMIT)
    flat = _flat_object(raw)
    if flat is not None:
        return flat
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise MalformedBody("not_utf8", position=error.start) from None
    if not text.strip():
        raise MalformedBody("empty")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise MalformedBody("not_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise MalformedBody("too_deep", limit=DEPTH_LIMIT) from None
    if not isinstance(value, dict):
        raise MalformedBody("not_an_object")
    # Few bodies can offend in these ways; the walk is only for those.
    if "\\u" in text or text.count("[") + text.count("{") > DEPTH_LIMIT:
        _walk(value)
    return value


def _flat_object(raw: bytes) -> dict[str, Any] | None:
    """Return the object in *raw* if it holds only texts and integers, as most bodies do; else None.

    orjson reads them in a fraction of the time. It lets duplicate members through, so the quotes
    are counted: without escapes there are two for each name and each text.
    """
    if b"\\" in raw:
        return None
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(value, dict):
        return None
    texts = len(value)
    for item in value.values():
        if type(item) is str:
            texts += 1
        elif type(item) is not int:
            return None
    return value if raw.count(b'"') == 2 * texts else None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _value in pairs:
            if name in seen:
                raise MalformedBody("duplicate_member", member=_printable(name))
            seen.add(name)
    return members


def _constant(text: str) -> NoReturn:
    raise MalformedBody("number_not_finite", number=text)


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise MalformedBody("number_not_finite", number=text[:40])
    return value


def _integer(text: str) -> int:
    if len(text) > _LONGEST_INTEGER or (value := int(text)) not in INTEGERS:
        raise MalformedBody("number_too_long", digits=len(text))
    return value


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_members, parse_constant=_constant, parse_float=_float, parse_int=_integer
)


def _walk(value: object) -> None:
    """Refuse deep nesting, and characters that only escapes can bring in and no column can hold."""
    layer = [value]
    for _depth in range(DEPTH_LIMIT):
        deeper: list[object] = []
        for item in layer:
            if isinstance(item, str):
                _check_characters(item)
            elif isinstance(item, list):
                deeper += item
            elif isinstance(item, dict):
                deeper += item.keys()
                deeper += item.values()
        if not deeper:
            return
        layer = deeper
    if any(isinstance(item, (list, dict)) for item in layer):
        raise MalformedBody("too_deep", limit=DEPTH_LIMIT)
    for item in layer:
        if isinstance(item, str):
            _check_characters(item)


def _check_characters(text: str) -> None:
    for character in text:
        if character == "\0" or "\ud800" <= character <= "\udfff":
            raise MalformedBody("bad_character", character=f"U+{ord(character):04X}")


def _printable(text: str) -> str:
    return text[:40].encode("ascii", "backslashreplace").decode()
