"""Input serializers that take what they document and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final

from django.core.exceptions import ValidationError as DjangoValidationError
from django.core.validators import validate_email
from rest_framework import serializers
from rest_framework.request import Request

from players.errors import FieldError, InvalidInput

LOCALES: Final = ("en", "ko", "zh-Hant", "ja", "ru")


class StrictBoolean(serializers.BooleanField):
    """Takes true and false, not words or numbers for them."""

    default_error_messages: ClassVar = {"not_a_boolean": "Must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        """Return *data* if it is a boolean."""
        if not isinstance(data, bool):
            self.fail("not_a_boolean")
        return data


class StrictText(serializers.CharField):
    """Takes text, not numbers as text."""

    default_error_messages: ClassVar = {"not_a_text": "Must be text."}

    def to_internal_value(self, data: Any) -> str:
        """Return *data* if it is text."""
        if not isinstance(data, str):
            self.fail("not_a_text")
        return super().to_internal_value(data)


class StrictEmail(StrictText):
    """Takes an e-mail address."""

    default_error_messages: ClassVar = {"not_an_address": "Must be an e-mail address."}

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=254, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return *data* if it looks like an address."""
        text = super().to_internal_value(data)
        try:
            validate_email(text)
        except DjangoValidationError:
            self.fail("not_an_address")
        return text


class StrictInstant(serializers.DateTimeField):
    """Takes an instant in the notation of RFC 3339."""

    default_error_messages: ClassVar = {"not_an_instant": "Must be an instant."}

    def to_internal_value(self, value: Any) -> datetime:
        """Return the instant that *value* writes."""
        try:
            return super().to_internal_value(value)
        except serializers.ValidationError:
            self.fail("not_an_instant")


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
