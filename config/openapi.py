"""The API's description: how drf-spectacular reads our views, and what it cannot know."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema


class OperationSchema(AutoSchema):
    """Describes one operation."""


def postprocess(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:  # noqa: ARG001
    """Complete the whole description."""
    return result
