"""How DRF reads bodies here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from players.api.bodies import BODY_LIMIT, read_json_object
from players.errors import BodyTooLarge


class StrictJSONParser(BaseParser):
    """Reads application/json as `read_json_object` does, and never more than its limit."""

    media_type: str = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the object in the body.

        Raises:
            BodyTooLarge, MalformedBody: as `read_json_object`.
        """
        announced = getattr(stream, "META", {}).get("CONTENT_LENGTH") or "0"
        if announced.isdigit() and int(announced) > BODY_LIMIT:
            raise BodyTooLarge(limit=BODY_LIMIT)
        return read_json_object(stream.read(BODY_LIMIT + 1))
