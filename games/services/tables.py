"""A game while it is played: the position, the counters that go with it, and what is new in the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games import engine
from games.errors import CommandError, GameOver, IllegalMove, NothingToUndo, TooManyActions
from games.logs import Entry, cost_ms, total_ms
from games.models import Game
from games.notices import notices
from games.services.commands import Command, Kind

ACTION_LIMIT = 5_000
"""Actions that a game may take; giving it up is none."""

OPEN, WON, GIVEN_UP = Game.Status.OPEN.value, Game.Status.WON.value, Game.Status.GIVEN_UP.value


class Table:
    """What a game's row holds, unpacked to be played on.

    `load_log` fetches the log as it was before; only an undo needs it.
    """

    __slots__ = (
        "actions",
        "added",
        "deal",
        "hints",
        "last_ms",
        "load_log",
        "moves",
        "position",
        "seq",
        "status",
        "stock_deals",
        "time_ms",
        "undos",
    )

    def __init__(
        self,
        *,
        deal: engine.Deal,
        position: engine.Position,
        load_log: Callable[[], Sequence[Entry]],
        seq: int = 0,
        status: str = OPEN,
        moves: int = 0,
        actions: int = 0,
        stock_deals: int = 0,
        undos: int = 0,
        hints: int = 0,
        time_ms: int = 0,
        last_ms: int = 0,
    ) -> None:
        self.deal = deal
        self.position = position
        self.load_log = load_log
        self.seq = seq
        self.status = status
        self.moves = moves
        self.actions = actions
        self.stock_deals = stock_deals
        self.undos = undos
        self.hints = hints
        self.time_ms = time_ms
        self.last_ms = last_ms
        self.added: list[Entry] = []

    @classmethod
    def from_log(cls, deal: engine.Deal, entries: Sequence[Entry], *, hints: int, is_judged: bool) -> Table:
        """Return the table after *entries*, counters and all, from nothing but the deal.

        Raises:
            engine.EngineError: with *is_judged*, a rule forbids one of them.
        """
        tokens = [entry.token for entry in entries]
        position = (engine.replay if is_judged else engine.rebuild)(deal, tokens)
        line = position.history
        return cls(
            deal=deal,
            position=position,
            load_log=lambda: entries,
            seq=len(entries),
            moves=len(line),
            actions=len(entries),
            stock_deals=line.count(engine.STOCK_DEAL),
            undos=tokens.count(engine.UNDO_TOKEN),
            hints=hints,
            time_ms=total_ms(entries),
            last_ms=entries[-1].at_ms if entries else 0,
        )

    def counters(self) -> dict[str, int]:
        """Return the counters as the API shows them."""
        return {
            "moves": self.moves,
            "actions": self.actions,
            "stock_deals": self.stock_deals,
            "undos": self.undos,
            "hints": self.hints,
            "score": engine.score(self.moves, self.position.sequences),
            "time_ms": self.time_ms,
        }

    def apply(self, command: Command, *, at_ms: int) -> dict[str, Any]:
        """Judge *command*, make it, and return its result as the API shows it.

        Raises:
            CommandError: it is refused; nothing is changed.
        """
        if self.status != OPEN:
            raise GameOver(status=self.status, seq=self.seq)
        if command.kind is Kind.GIVE_UP:
            self.status = GIVEN_UP
            return self._accept(None, [], at_ms, {})
        if self.actions >= ACTION_LIMIT:
            raise TooManyActions(limit=ACTION_LIMIT, seq=self.seq)
        if command.kind is Kind.UNDO:
            return self._undo(at_ms)
        extra: dict[str, Any] = {}
        try:
            move = command.move
            if command.kind is Kind.AUTO:
                target, extra["preference"] = self.position.best_column(command.source, command.count)
                move = move._replace(target=target)
            effects = self.position.play(move)
        except engine.IllegalMoveError as error:
            raise IllegalMove(error.code, error.params, seq=self.seq) from None
        self.moves += 1
        if command.kind is Kind.DEAL:
            self.stock_deals += 1
        if self.position.is_won:
            self.status = WON
        return self._accept(engine.move_text(move), [effect.as_json() for effect in effects], at_ms, extra)

    def _undo(self, at_ms: int) -> dict[str, Any]:
        if not self.moves:
            raise NothingToUndo(seq=self.seq)
        if not self.position.has_history:
            # The row keeps no history: the log does. What this request has done is taken back already.
            self.position = engine.rebuild(self.deal, [entry.token for entry in self.load_log()])
        taken_back = engine.undo(self.position)
        self.moves -= 1
        self.undos += 1
        if taken_back == engine.STOCK_DEAL:
            self.stock_deals -= 1
        undone = {"kind": "undone", "token": engine.move_text(taken_back)}
        return self._accept(engine.UNDO_TOKEN, [undone], at_ms, self.position.observation().as_json())

    def _accept(
        self, token: str | None, effects: list[dict[str, Any]], at_ms: int, extra: dict[str, Any]
    ) -> dict[str, Any]:
        self.time_ms += cost_ms(self.last_ms, at_ms)
        self.last_ms = at_ms
        self.seq += 1
        if token is not None:
            self.actions += 1
            self.added.append(Entry(token, at_ms))
        return {
            "seq": self.seq,
            "token": token,
            **extra,
            "effects": effects,
            "counters": self.counters(),
            "status": self.status,
            "notices": self.notices(),
        }

    def notices(self) -> list[str]:
        """Return what the player should be told of an open game."""
        return notices(self.position) if self.status == OPEN else []


class Results:
    """What became of the commands of one request."""

    __slots__ = ("error", "items")

    def __init__(self) -> None:
        self.items: list[dict[str, Any]] = []
        self.error: CommandError | None = None
        """Why the command after the applied ones was refused, if one was."""


def apply_all(table: Table, commands: Sequence[Command], *, at_ms: int) -> Results:
    """Apply *commands* in order until one is refused."""
    results = Results()
    for command in commands:
        try:
            results.items.append(table.apply(command, at_ms=at_ms))
        except CommandError as error:
            results.error = error
            break
    return results
