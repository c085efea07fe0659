"""Input serializers that take what they document and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request

from players.errors import FieldError, InvalidInput

LOCALES: Final = ("en", "ko", "zh-Hant", "ja", "ru")


class StrictBoolean(serializers.BooleanField):
    """Takes true and false, not words or numbers for them."""

    def to_internal_value(self, data: Any) -> bool:
        """Return *data* if it is a boolean."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictText(serializers.CharField):
    """Takes text, not numbers as text."""

    def to_internal_value(self, data: Any) -> str:
        """Return *data* if it is text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class InputSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not have, so that a slip of the pen does not pass in silence."""

    def to_internal_value(self, data: Any) -> Any:
        """Read *data*.

        Raises:
            InvalidInput: it has unknown fields.
            ValidationError: a field cannot be accepted.
        """
        if isinstance(data, Mapping):
            unknown = [str(name) for name in data if name not in self.fields]
            if unknown:
                raise InvalidInput(*(FieldError(name[:60], "unknown_field") for name in unknown[:20]))
        return super().to_internal_value(data)


def read(request: Request, serializer: type[InputSerializer]) -> dict[str, Any]:
    """Return what *serializer* reads in the body; a body that is missing is as ``{}``.

    Raises:
        InvalidInput, ValidationError: it cannot be accepted; each field is named.
    """
    reader = serializer(data=dict(request.data or {}))
    reader.is_valid(raise_exception=True)
    validated: dict[str, Any] = reader.validated_data
    return validated


def locale_field(**options: Any) -> serializers.ChoiceField:
    """Return the field of a language that the service speaks; empty for the caller's own."""
    return serializers.ChoiceField(choices=["", *LOCALES], **options)
