"""The anticipated errors of dailies and games.

::

    GamesError
    ├── NotFound                    no such thing, or not this caller's to see
    │   ├── DailyNotFound
    │   └── GameNotFound
    ├── DailyError
    │   ├── DailyNotOpen            a start before it opens
    │   ├── DailyClosed             a start between `closes_at` and `final_at`
    │   ├── DailyVoid               a start of a void daily
    │   ├── DailyNotReady           today's is still being made: come back
    │   └── RevealLocked            the seed before `final_at`
    ├── CommandError                what a command may be refused for, apart from the rules of play
    │   ├── MalformedCommand
    │   ├── UnknownColumn
    │   ├── BadCount
    │   ├── SeqConflict
    │   ├── GameOver
    │   ├── TooManyActions
    │   ├── IllegalMove             a rule of play, by the engine's code for it
    │   └── NothingToUndo
    ├── ReplayLocked                a replay before the daily's `final_at`
    ├── HintRefused                 solver hints are not for this caller here
    └── SolverBusy                  the queue of hints is full: come back
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from players.errors import DomainError


def _instant(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


class GamesError(DomainError):
    """What the services of this app may refuse, with a stable code."""


class NotFound(GamesError):
    """There is no such thing, or it is not the caller's to see."""

    code = "not_found"


class DailyNotFound(NotFound):
    """No daily is published for that date and variant."""

    def __init__(self, *, on: date, variant: str | None = None) -> None:
        params = {"date": on.isoformat()}
        super().__init__(params=params if variant is None else {**params, "variant": variant})


class GameNotFound(NotFound):
    """No such game, or another player's."""


class DailyError(GamesError):
    """The daily is not in the state that was asked for."""


class DailyNotOpen(DailyError):
    """A start before the daily opens."""

    code = "daily_not_open"

    def __init__(self, *, opens_at: datetime) -> None:
        super().__init__(extra={"opens_at": _instant(opens_at)})


class DailyClosed(DailyError):
    """A start after the daily has closed and before it is final; archive play begins at `available_at`."""

    code = "daily_closed"

    def __init__(self, *, available_at: datetime) -> None:
        super().__init__(extra={"available_at": _instant(available_at)})


class DailyVoid(DailyError):
    """A start of a daily that staff have withdrawn."""

    code = "daily_void"

    def __init__(self, *, reason: str) -> None:
        super().__init__(params={"reason": reason})


class DailyNotReady(DailyError):
    """The daily of a date already begun is still being made."""

    code = "daily_not_ready"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(retry_after=retry_after)


class RevealLocked(DailyError):
    """The seed, order and solution before the daily's `final_at`."""

    code = "reveal_locked"

    def __init__(self, *, available_at: datetime) -> None:
        super().__init__(extra={"available_at": _instant(available_at)})


class CommandError(GamesError):
    """A command was refused for what it is or when it came; nothing is changed."""


class MalformedCommand(CommandError):
    """The body cannot be read as a command or a batch of them."""

    code = "malformed_command"

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(params={"reason": reason, **params})


class UnknownColumn(CommandError):
    """The game has no such column; `column` counts from 1."""

    code = "unknown_column"

    def __init__(self, *, column: int, columns: int) -> None:
        super().__init__(params={"column": column, "columns": columns})


class BadCount(CommandError):
    """A number of cards outside 1 to 13."""

    code = "bad_count"

    def __init__(self, *, count: int) -> None:
        super().__init__(params={"count": count, "minimum": 1, "maximum": 13})


class SeqConflict(CommandError):
    """Another command was accepted since the one that this was made on."""

    code = "seq_conflict"

    def __init__(self, *, sent: int, current: int) -> None:
        super().__init__(params={"sent": sent, "current": current}, extra={"seq": current})


class GameOver(CommandError):
    """The game is won or given up."""

    code = "game_over"

    def __init__(self, *, status: str, seq: int) -> None:
        super().__init__(params={"status": status}, extra={"seq": seq})


class TooManyActions(CommandError):
    """The game has taken as many commands as a game may; giving up remains."""

    code = "too_many_actions"

    def __init__(self, *, limit: int, seq: int) -> None:
        super().__init__(params={"limit": limit}, extra={"seq": seq})


class IllegalMove(CommandError):
    """A rule of play forbids the command here; `code` is the engine's name for the rule."""

    def __init__(self, code: str, params: Mapping[str, Any], *, seq: int) -> None:
        self.code = code
        super().__init__(params=params, extra={"seq": seq})


class NothingToUndo(CommandError):
    """The game is back at its deal."""

    code = "nothing_to_undo"

    def __init__(self, *, seq: int) -> None:
        super().__init__(extra={"seq": seq})


class ReplayLocked(GamesError):
    """A replay of an own ranked game before the daily's `final_at`."""

    code = "replay_locked"

    def __init__(self, *, available_at: datetime) -> None:
        super().__init__(extra={"available_at": _instant(available_at)})


class HintRefused(GamesError):
    """Solver hints in an open daily are for accounts older than the daily, ten a game."""

    code = "hint_refused"

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(params={"reason": reason, **params})


class SolverBusy(GamesError):
    """The queue of hints is full; nothing was counted."""

    code = "solver_busy"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(retry_after=retry_after)
