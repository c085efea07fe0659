"""Structured logs: one JSON object a line, each with the id of the request that caused it.

Nothing here logs bodies. Deals and positions of open dailies must never be passed to a logger.
"""

from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, Final
from uuid import uuid4

import structlog

COMMAND_ENVIRON: Final[ContextVar[dict[str, Any]]] = ContextVar("COMMAND_ENVIRON")
"""The environment of the request that is answered by the lane of commands (config/move_lane.py)."""

_ID: Final = "orbweaver.request_id"


def add_command_id(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Give what is logged during a command an id of its request: few log anything, so it is drawn here."""
    environ = COMMAND_ENVIRON.get(None)
    if environ is not None:
        line["request_id"] = environ.setdefault(_ID, uuid4().hex)
    return line


_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    add_command_id,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
]


def config(*, level: str, as_json: bool) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # Every refusal has its line already, when it is answered.
            "django.request": {"level": "ERROR"},
        },
    }
