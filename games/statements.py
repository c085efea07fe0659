"""The few statements of the hot path, prepared and sent by libpq itself.

A cursor of psycopg costs several times what the statement does: generators that wait without
blocking, which a thread of its own does not need. So these run through psycopg's own wrapper of
libpq, which lets other threads work meanwhile, and through its adapters in both directions.
Connections, transactions and errors stay Django's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer


class Statement:
    """One statement, its parameters written as psycopg does: ``%s``."""

    def __init__(self, text: str) -> None:
        """Remember *text*; it is prepared on each connection when that first runs it."""
        self.text: Final = text
        first, *rest = text.split("%s")
        numbered = first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
        self._command: Final = numbered.encode()
        self._formats: Final = [PyFormat.TEXT] * len(rest)
        # Whatever else is prepared on a connection, psycopg's names begin otherwise.
        self._name: Final = f"hot_{id(self):x}".encode()

    def first_row(self, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """Run the statement in one round trip and return its first row, if it has one.

        Runs in Django's transaction if there is one (then it is not prepared), else commits by itself.

        Raises:
            django.db.Error: as Django's own cursors do.
        """
        connection = connections[DEFAULT_DB_ALIAS]
        connection.ensure_connection()
        driver = cast("psycopg.Connection[Any]", connection.connection)
        with connection.wrap_database_errors:
            return self._run(driver, values)

    def first_row_read(self, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """Run a read, as `first_row` does, on a new connection if the old one has died.

        A restarted database leaves such ones behind. Unlike a write, a read may be sent twice.
        """
        try:
            return self.first_row(values)
        except OperationalError:
            connection = connections[DEFAULT_DB_ALIAS]
            if connection.in_atomic_block:
                raise
            connection.close()
            return self.first_row(values)

    def _run(self, driver: psycopg.Connection[Any], values: Sequence[Any]) -> tuple[Any, ...] | None:
        link = driver.pgconn
        state = _states.get(driver)
        if state is None:
            state = _states[driver] = _State(driver)
        # The wrapper takes None for NULL, though its types do not say so.
        sent = cast("Sequence[bytes]", state.adapters.dump_sequence(values, self._formats))
        if driver.autocommit:
            result = self._run_prepared(link, state, sent)
        else:
            # At a game's end. A failing statement would end the transaction, so none is sent that may
            # turn out to be no longer prepared.
            if link.transaction_status == _IDLE:
                _check(link, link.exec_(b"BEGIN"))  # as psycopg does before a cursor's first statement
            result = link.exec_params(self._command, sent, result_format=pq.Format.BINARY)
        _check(link, result)
        if not result.ntuples:
            return None
        state.adapters.set_pgresult(result)
        return state.adapters.load_row(0, tuple)

    def _run_prepared(self, link: pq.abc.PGconn, state: _State, sent: Sequence[bytes]) -> pq.abc.PGresult:
        if self in state.prepared:
            result = link.exec_prepared(self._name, sent, None, pq.Format.BINARY)
            sqlstate = result.error_field(pq.DiagnosticField.SQLSTATE)
            if sqlstate == _NOT_PREPARED:
                # psycopg forgets all prepared statements of a connection when a transaction is rolled back.
                state.prepared.clear()
            elif sqlstate == _OUTDATED:
                # A migration gave a column that it returns another type. It was not run.
                state.prepared.discard(self)
                _check(link, link.exec_(b"DEALLOCATE " + self._name))
            else:
                return result
        _check(link, link.prepare(self._name, self._command))
        state.prepared.add(self)
        return link.exec_prepared(self._name, sent, None, pq.Format.BINARY)


class _State:
    """What belongs to one connection: which statements it knows, and how it reads and writes values."""

    def __init__(self, driver: psycopg.Connection[Any]) -> None:
        self.adapters = Transformer(driver)
        self.prepared: set[Statement] = set()


_states: WeakKeyDictionary[psycopg.Connection[Any], _State] = WeakKeyDictionary()

_NOT_PREPARED: Final = b"26000"  # invalid_sql_statement_name
_OUTDATED: Final = b"0A000"  # feature_not_supported: "cached plan must not change result type"
_IDLE: Final = pq.TransactionStatus.IDLE
_DONE: Final = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)


def _check(link: pq.abc.PGconn, result: pq.abc.PGresult) -> None:
    if result.status in _DONE:
        return
    # Without a state it is no answer of the server but what libpq says of its loss.
    if link.status != pq.ConnStatus.OK or not result.error_field(pq.DiagnosticField.SQLSTATE):
        raise psycopg.OperationalError(link.get_error_message())
    raise psycopg.errors.error_from_result(result)
