"""Cursor paging: ``?limit=50&cursor=…`` gives ``{"items": [], "next_cursor": null}``.

A cursor holds the order's values of the last row that was shown, so that pages neither repeat
nor skip a row when others come or go. It is opaque to clients, and checked like any other input.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from players.errors import FieldError, InvalidCursor, InvalidInput

DEFAULT_LIMIT: Final = 50
LARGEST_LIMIT: Final = 200
_LONGEST_CURSOR: Final = 400

Value = str | int | bool | None
M = TypeVar("M", bound=Model)


class PageRequest(NamedTuple):
    """What a client asked for: at most `limit` rows after `cursor` (None: from the start)."""

    limit: int
    cursor: tuple[Value, ...] | None


class Page(NamedTuple):
    """Rows in order, and the cursor to the next ones (None at the end)."""

    items: list[Any]
    next_cursor: str | None

    def as_json(self, item: Callable[[Any], object] = lambda row: row) -> dict[str, Any]:
        """Return the page as answers show it, each row through *item*."""
        return {"items": [item(row) for row in self.items], "next_cursor": self.next_cursor}


def read_page_request(
    request: Request, *, types: Sequence[type], default: int = DEFAULT_LIMIT, largest: int = LARGEST_LIMIT
) -> PageRequest:
    """Read ``limit`` (capped at *largest*) and ``cursor`` (values of *types*) of a request.

    Raises:
        InvalidInput: limit is no number from 1.
        InvalidCursor: cursor is none of this list.
    """
    text = request.query_params.get("cursor")
    return PageRequest(
        limit=read_limit(request, default=default, largest=largest),
        cursor=None if text is None else decode_cursor(text, types=types),
    )


def read_limit(request: Request, *, default: int = DEFAULT_LIMIT, largest: int = LARGEST_LIMIT) -> int:
    """Read ``limit``, capped at *largest*.

    Raises:
        InvalidInput: it is no number from 1.
    """
    text = request.query_params.get("limit")
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) < 1:
        raise InvalidInput(FieldError("limit", "not_a_positive_number"))
    return min(int(text), largest)


def encode_cursor(values: Sequence[Value | datetime]) -> str:
    """Return *values* as an opaque text that fits into an address."""
    plain = [value.isoformat() if isinstance(value, datetime) else value for value in values]
    text = json.dumps(plain, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def decode_cursor(text: str, *, types: Sequence[type]) -> tuple[Any, ...]:
    """Return the values in a cursor; each must be of its type (`datetime`: aware) and plausible.

    Raises:
        InvalidCursor: it was not made by `encode_cursor` from such values.
    """
    if len(text) > _LONGEST_CURSOR or not text.isascii():
        raise InvalidCursor
    try:
        values = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise InvalidCursor from None
    if not isinstance(values, list) or len(values) != len(types):
        raise InvalidCursor
    return tuple(_value(value, of_type) for value, of_type in zip(values, types, strict=True))


def _value(value: object, of_type: type) -> object:
    if of_type is datetime and isinstance(value, str):
        try:
            instant = datetime.fromisoformat(value)
        except ValueError:
            raise InvalidCursor from None
        if instant.tzinfo is None:
            raise InvalidCursor
        return instant
    if type(value) is not of_type:
        raise InvalidCursor
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise InvalidCursor
    if isinstance(value, str) and ("\0" in value or not _is_encodable(value)):
        raise InvalidCursor
    return value


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def paginate(rows: QuerySet[M], *, order: Sequence[str], page: PageRequest) -> Page:
    """Return the asked page of *rows* in *order*: field names, a minus for descending.

    The order's last field must be unique, and no field in it null.
    """
    names = [name.removeprefix("-") for name in order]
    if page.cursor is not None:
        rows = rows.filter(_after(order, page.cursor))
    found = list(rows.order_by(*order)[: page.limit + 1])
    items = found[: page.limit]
    more = len(found) > page.limit
    next_cursor = encode_cursor([getattr(items[-1], name) for name in names]) if more else None
    return Page(items, next_cursor)


def _after(order: Sequence[str], cursor: Sequence[Value]) -> Q:
    condition = Q()
    equal: dict[str, Value] = {}
    for name, value in zip(order, cursor, strict=True):
        field = name.removeprefix("-")
        comparison = "lt" if name.startswith("-") else "gt"
        condition |= Q(**equal, **{f"{field}__{comparison}": value})
        equal[field] = value
    return condition
