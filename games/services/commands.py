"""What a client may submit to a game, read strictly and without looking at any card.

A command is written as a token (``ch3``, ``+``, ``-``) or as an object with a ``type``. Members
that are not described here (a score, a state) are passed over: nothing a client claims counts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import orjson

from games import engine
from games.errors import BadCount, CommandError, MalformedCommand, UnknownColumn

BATCH_LIMIT = 200
"""Commands in one request."""

LONGEST_RUN = len(engine.RANKS)

_RUN_TOKEN = re.compile("([a-j])([a-j])([1-9][0-9]?)")


class Kind(StrEnum):
    """What a command asks for."""

    MOVE = "move"
    DEAL = "deal"
    UNDO = "undo"
    AUTO = "auto"
    GIVE_UP = "give_up"


class Command(NamedTuple):
    """One readable command; columns count from 0. Whether it is legal anywhere is not asked."""

    kind: Kind
    source: int = -1
    target: int = -1
    count: int = 0  # type: ignore[assignment]  # shadows tuple.count, as engine.Move does

    @property
    def move(self) -> engine.Move:
        """The engine's move, of a move or a stock deal."""
        return engine.Move(self.source, self.target, self.count)


class Submission(NamedTuple):
    """One request to change a game."""

    seq: int
    """The version of the game that the commands were made on."""
    commands: tuple[Command, ...]
    is_batch: bool
    is_atomic: bool
    digest: bytes
    """Equal for two requests with the same body, however it is spaced and its members ordered."""


_DEAL = Command(Kind.DEAL)
_UNDO = Command(Kind.UNDO)
_TOKENS = {"+": _DEAL, engine.UNDO_TOKEN: _UNDO} | {
    f"{source_letter}{target_letter}{count}": Command(Kind.MOVE, source, target, count)
    for source, source_letter in enumerate(engine.COLUMN_LETTERS)
    for target, target_letter in enumerate(engine.COLUMN_LETTERS)
    for count in range(1, LONGEST_RUN + 1)
}
"""Every token that is good in some variant: made once, since looking up is cheaper."""
# Named in API order: of several unreadable commands the gravest is reported.
_GRAVITY: tuple[type[CommandError], ...] = (MalformedCommand, UnknownColumn, BadCount)


def parse_submission(body: object, *, columns: int) -> Submission:
    """Read the JSON *body* of a request to a game with *columns* columns, as `players.api.bodies` decodes it.

    Raises:
        MalformedCommand: it is no command and no batch of 1 to 200 of them.
        UnknownColumn: a column that the game has not.
        BadCount: a count outside 1 to 13.
    """
    if not isinstance(body, dict):
        raise MalformedCommand("not_an_object")
    seq = body.get("seq")
    if seq is None or not _is_integer(seq):
        raise MalformedCommand("seq_not_an_integer")
    is_batch = "commands" in body
    if is_batch == ("command" in body):
        raise MalformedCommand("needs_command_or_commands")
    is_atomic = body.get("atomic", False)
    if not isinstance(is_atomic, bool):
        raise MalformedCommand("atomic_not_a_boolean")
    if is_batch:
        commands = _parse_batch(body["commands"], columns)
    else:
        commands = (parse_command(body["command"], columns=columns),)
    return Submission(seq, commands, is_batch, is_batch and is_atomic, _digest(body))


def parse_command(value: object, *, columns: int) -> Command:
    """Read one command, a token or an object.

    Raises:
        MalformedCommand, UnknownColumn, BadCount: as `parse_submission`.
    """
    if isinstance(value, str):
        return _parse_token(value, columns)
    if not isinstance(value, dict):
        raise MalformedCommand("command_neither_text_nor_object")
    kind = value.get("type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise MalformedCommand("unknown_type", types=list(_READERS))
    return reader(value, columns)


def _parse_batch(values: object, columns: int) -> tuple[Command, ...]:
    if not isinstance(values, list) or not 1 <= len(values) <= BATCH_LIMIT:
        raise MalformedCommand("batch_size", minimum=1, maximum=BATCH_LIMIT)
    commands: list[Command] = []
    errors: list[CommandError] = []
    for index, value in enumerate(values):
        try:
            commands.append(parse_command(value, columns=columns))
        except CommandError as error:
            error.params["index"] = index
            errors.append(error)
    if errors:
        raise min(errors, key=lambda error: _GRAVITY.index(type(error)))
    return tuple(commands)


def _parse_token(token: str, columns: int) -> Command:
    known = _TOKENS.get(token)
    if known is not None and known.source < columns and known.target < columns:
        return known
    match = _RUN_TOKEN.fullmatch(token)
    if match is not None:  # it names a column or a count that the game has not
        letters = engine.COLUMN_LETTERS
        _check(columns, int(match[3]), letters.index(match[1]), letters.index(match[2]))
    raise MalformedCommand("not_a_token")


def _parse_move(value: Mapping[str, Any], columns: int) -> Command:
    source, target, count = _integer(value, "from"), _integer(value, "to"), _integer(value, "count")
    _check(columns, count, source - 1, target - 1)
    return Command(Kind.MOVE, source - 1, target - 1, count)


def _parse_auto(value: Mapping[str, Any], columns: int) -> Command:
    source, count = _integer(value, "from"), _integer(value, "count")
    _check(columns, count, source - 1)
    return Command(Kind.AUTO, source - 1, count=count)


_READERS: dict[str, Callable[[Mapping[str, Any], int], Command]] = {
    Kind.MOVE.value: _parse_move,
    Kind.DEAL.value: lambda _value, _columns: _DEAL,
    Kind.UNDO.value: lambda _value, _columns: _UNDO,
    Kind.AUTO.value: _parse_auto,
    Kind.GIVE_UP.value: lambda _value, _columns: Command(Kind.GIVE_UP),
}


def _check(columns: int, count: int, *places: int) -> None:
    for place in places:
        if not 0 <= place < columns:
            raise UnknownColumn(column=place + 1, columns=columns)
    if not 1 <= count <= LONGEST_RUN:
        raise BadCount(count=count)


def _integer(value: Mapping[str, Any], member: str) -> int:
    number = value.get(member)
    if not _is_integer(number):
        raise MalformedCommand("not_an_integer", member=member)
    return int(number)  # type: ignore[arg-type]


def _is_integer(value: object) -> bool:
    # Not isinstance: a bool is an int to Python, but true is no column.
    return type(value) is int


def _digest(body: Mapping[str, Any]) -> bytes:
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).digest()
