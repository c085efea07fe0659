"""The request as Django reads it from its web server, with one freedom less for whoever sends it."""

from django.core.handlers.wsgi import WSGIRequest


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
