"""Requests as their web server gives them, put right before anything reads them."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from django.core.handlers.wsgi import WSGIRequest

from players.api.bodies import BODY_LIMIT

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment


def measure_chunked_body(environ: WSGIEnvironment) -> None:
    """Give a body that came in chunks, and so without its length, the length that readers go by.

    One that is too long gets one byte more than it may have, which is refused as any such is.
    """
    if "HTTP_TRANSFER_ENCODING" in environ:
        body = environ["wsgi.input"].read(BODY_LIMIT + 1)
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))


class Utf8Request(WSGIRequest):
    """Django's request, read as UTF-8 whatever charset its Content-Type names.

    Django would read the query in that charset, and fails before any of our code runs on the
    names that Python knows for something else than text, such as ``rot13`` or ``hex``.
    """

    @property
    def encoding(self) -> None:
        """Return None, which is UTF-8 to Django."""
        return None

    @encoding.setter
    def encoding(self, name: str | None) -> None:
        """Pass over what the Content-Type names."""
