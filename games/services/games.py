"""Games in play: the server judges every command.

One read, the engine, and one conditional write: of two requests made on the same version of a
game the database lets one win, and the other is told which of the two it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from games import engine
from games.errors import CommandError, GameOver, SeqConflict
from games.logs import Entry, log_text, parse_log
from games.models import Game
from games.selectors import seats
from games.selectors.seats import GameRow
from games.services.commands import Submission
from games.services.tables import OPEN, WON, Results, Table, apply_all
from games.signals import game_finished
from games.statements import Statement

TAIL_LIMIT = 400
"""Characters of the log that are rewritten with every action; beyond it they join the long part."""

_MS = timedelta(milliseconds=1)

_UPDATE = """
    UPDATE games_game SET {log}, position = %s, seq = %s, version = version + %s, moves = %s, sequences = %s,
        actions = %s, stock_deals = %s, undos = %s, time_ms = %s, begun_at = coalesce(begun_at, %s),
        acted_at = %s, request_seq = %s, request_hash = %s, is_bot = is_bot OR %s, status = %s,
        finished_at = %s
    WHERE id = %s AND seq = %s
    RETURNING version, hints"""
_TO_TAIL = _UPDATE.format(log="log_tail = log_tail || %s")
_TO_LOG = _UPDATE.format(log="log = log || log_tail || %s, log_tail = ''")
_WHOLE_LOG = ", log || log_tail"
UPDATE_TAIL, UPDATE_LOG = Statement(_TO_TAIL), Statement(_TO_LOG)
_END_IN_TAIL, _END_IN_LOG = Statement(_TO_TAIL + _WHOLE_LOG), Statement(_TO_LOG + _WHOLE_LOG)


class LogMismatchError(Exception):
    """The log of a won game does not replay to the win: a fault of ours. Nothing was stored."""


class _OvertakenError(Exception):
    """Another request was accepted while this one was judged."""


class Outcome(NamedTuple):
    """What a submission came to."""

    game_id: str
    version: int
    results: list[dict[str, Any]]
    """Of each applied command, as the API shows it."""
    error: CommandError | None
    """Why a batch stopped; the command refused is the one after those applied."""
    is_batch: bool
    seq: int
    is_replayed: bool = False
    """The answer to the last accepted request, which was sent again: nothing was done."""


def submit(*, row: GameRow, submission: Submission, is_bot: bool, now: datetime) -> Outcome:
    """Apply the commands of *submission* to the game read as *row*, and store what they amount to.

    Nothing the client claims is believed: counters, the win and the time come from the engine
    and from *now* (aware, UTC). A repeat of the last accepted request changes nothing and is
    answered as it was. *is_bot* marks the game as a bot's from here on.

    Raises:
        SeqConflict: the game has moved on.
        GameOver: it is won or given up.
        CommandError: a single command, or one of an atomic batch, is refused.
        LogMismatchError: a win that the log does not bear out.
        In every case nothing is changed.
    """
    if submission.seq != row.seq:
        return _answer_again(row, submission)
    if row.status != OPEN:
        raise GameOver(status=row.status, seq=row.seq)
    try:
        return _judge(row, submission, is_bot=is_bot, now=now)
    except _OvertakenError:
        return _answer_again(seats.with_log(row.id)[1], submission)


def _judge(row: GameRow, submission: Submission, *, is_bot: bool, now: datetime) -> Outcome:
    table = _table(row)
    moment = max(now, row.acted_at)  # clocks of two servers may differ; time never runs back
    results = apply_all(table, submission.commands, at_ms=_ms_of(row, moment))
    _check(results, submission)
    if not results.items:
        return Outcome(row.id, row.version, [], results.error, submission.is_batch, row.seq)
    if table.status == OPEN:
        version, hints = _write(row, table, submission, is_bot, moment)[:2]
    else:
        version, hints = _finish(row, table, submission, is_bot, moment)
    if hints != row.hints:  # one was taken while the command was judged
        for item in results.items:
            item["counters"]["hints"] = hints
    return Outcome(row.id, version, results.items, results.error, submission.is_batch, table.seq)


def _table(row: GameRow) -> Table:
    variant = engine.variant(row.variant)
    deal = engine.Deal(variant, row.deal)

    def load_log() -> list[Entry]:
        text = seats.log_at(row.id, seq=row.seq)
        if text is None:
            raise _OvertakenError
        return parse_log(text)

    return Table(
        deal=deal,
        position=engine.Position.parse(variant, row.position, deal.stock),
        load_log=load_log,
        seq=row.seq,
        status=row.status,
        moves=row.moves,
        actions=row.actions,
        stock_deals=row.stock_deals,
        undos=row.undos,
        hints=row.hints,
        time_ms=row.time_ms,
        last_ms=_ms_of(row, row.acted_at),
    )


def _ms_of(row: GameRow, moment: datetime) -> int:
    return (moment - row.created_at) // _MS


def _check(results: Results, submission: Submission) -> None:
    """Raise the refusal of a request that is accepted whole or not at all."""
    error = results.error
    if error is None or (submission.is_batch and not submission.is_atomic):
        return
    if submission.is_atomic:
        error.extra |= {"index": len(results.items), "seq": submission.seq}
    raise error


def _write(
    row: GameRow, table: Table, submission: Submission, is_bot: bool, moment: datetime
) -> tuple[Any, ...]:
    """Store the table unless another request came first; return the new version, and the hints taken.

    Of a game that ends, the whole log follows them.

    Raises:
        _OvertakenError: one did; nothing is stored.
    """
    added = log_text(table.added)
    is_over = table.status != OPEN
    if row.tail_length + len(added) <= TAIL_LIMIT:
        statement = _END_IN_TAIL if is_over else UPDATE_TAIL
    else:
        statement = _END_IN_LOG if is_over else UPDATE_LOG
    written = statement.first_row(
        (
            added,
            table.position.text(),
            table.seq,
            table.seq - row.seq,
            table.moves,
            table.position.sequences,
            table.actions,
            table.stock_deals,
            table.undos,
            table.time_ms,
            moment,
            moment,
            submission.seq,
            submission.digest,
            is_bot,
            table.status,
            moment if is_over else None,
            row.id,
            row.seq,
        )
    )
    if written is None:
        raise _OvertakenError
    return written


def _finish(
    row: GameRow, table: Table, submission: Submission, is_bot: bool, moment: datetime
) -> tuple[int, int]:
    """Store the end of a game, and let the rest of the service know in the same transaction."""
    with transaction.atomic():
        version, hints, log = _write(row, table, submission, is_bot, moment)
        if table.status == WON:
            _check_log(table, parse_log(log))
        game = Game.objects.select_related("daily", "player").get(pk=row.id)
        game_finished.send(sender=Game, game=game, now=moment)
    return version, hints


def _check_log(table: Table, entries: list[Entry]) -> None:
    """Check that the log, judged from the deal on, is the game that is about to be stored as won.

    Raises:
        LogMismatchError: it is not.
    """
    try:
        replayed = Table.from_log(table.deal, entries, hints=table.hints, is_judged=True)
    except engine.EngineError as error:
        raise LogMismatchError("the log of a won game breaks a rule") from error
    is_same = (
        replayed.position.is_won and replayed.counters() == table.counters() and replayed.seq == table.seq
    )
    if not is_same:
        raise LogMismatchError("the log of a won game leads somewhere else")


def _answer_again(row: GameRow, submission: Submission) -> Outcome:
    """Answer a request made on another version of the game than the present one.

    Raises:
        SeqConflict: it is not the last accepted one.
    """
    if not _is_repeat(row, submission):
        raise SeqConflict(sent=submission.seq, current=row.seq)
    text, row = seats.with_log(row.id)
    if not _is_repeat(row, submission):
        raise SeqConflict(sent=submission.seq, current=row.seq)
    deal = engine.Deal(engine.variant(row.variant), row.deal)
    # A game holds one command more than actions once it is given up.
    before = parse_log(text)[: submission.seq]
    table = Table.from_log(deal, before, hints=row.hints, is_judged=False)
    results = apply_all(table, submission.commands, at_ms=_ms_of(row, row.acted_at))
    if table.seq != row.seq:
        raise LogMismatchError("the last request of a game does not repeat from its log")
    return Outcome(
        row.id, row.version, results.items, results.error, submission.is_batch, row.seq, is_replayed=True
    )


def _is_repeat(row: GameRow, submission: Submission) -> bool:
    return row.request_seq == submission.seq and row.request_hash == submission.digest
