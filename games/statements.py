"""The few statements of the hot path, prepared and sent by libpq itself.

A cursor of psycopg costs several times what the statement does: generators that wait without
blocking, which a thread of its own does not need. So these run through psycopg's own wrapper of
libpq, which lets other threads work meanwhile, and through its adapters in both directions,
looked up once for each statement of a connection. Connections, transactions and errors stay Django's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer

if TYPE_CHECKING:
    from psycopg.abc import Transformer as Adapters


class Statement:
    """One statement, its parameters written as psycopg does: ``%s``."""

    def __init__(self, text: str) -> None:
        """Remember *text*; it is prepared on each connection when that first runs it."""
        self.text: Final = text
        first, *rest = text.split("%s")
        numbered = first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
        self._command: Final = numbered.encode()
        self._formats: Final = [PyFormat.TEXT] * len(rest)
        self._binary: Final = [pq.Format.BINARY] * len(rest)
        # Whatever else is prepared on a connection, psycopg's names begin otherwise.
        self._name: Final = f"hot_{id(self):x}".encode()

    def first_row(self, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """Run the statement in one round trip and return its first row, if it has one.

        Runs in Django's transaction if there is one (then it is not prepared), else commits by itself.

        Raises:
            django.db.Error: as Django's own cursors do.
        """
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.connection is None:
            connection.ensure_connection()
        driver = cast("psycopg.Connection[Any]", connection.connection)
        try:
            return self._run(driver, values)
        except psycopg.Error:
            with connection.wrap_database_errors:
                raise

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
        if driver.autocommit:
            return self._run_prepared(driver, values)
        # At a game's end. A failing statement would end the transaction, so none is sent that may
        # turn out to be no longer prepared.
        link = driver.pgconn
        if link.transaction_status == _IDLE:
            _check(link, link.exec_(b"BEGIN"))  # as psycopg does before a cursor's first statement
        adapters = Transformer(driver)
        sent = _bytes(adapters.dump_sequence(values, self._formats))
        result = link.exec_params(self._command, sent, result_format=pq.Format.BINARY)
        _check(link, result)
        if not result.ntuples:
            return None
        adapters.set_pgresult(result)
        return adapters.load_row(0, tuple)

    def _run_prepared(self, driver: psycopg.Connection[Any], values: Sequence[Any]) -> tuple[Any, ...] | None:
        link = driver.pgconn
        # Kept on the connection, since adapters hold it fast: in a place of ours neither would ever go.
        known: dict[Statement, Adapters] = driver.__dict__.setdefault("hot_statements", {})
        adapters = known.get(self)
        if adapters is not None:
            result = self._send(link, adapters, values)
            if result.status not in _DONE and self._must_prepare(link, result):
                del known[self]
                adapters = None
        if adapters is None:
            adapters = known[self] = self._prepare(driver)
            result = self._send(link, adapters, values)
        _check(link, result)
        if not result.ntuples:
            return None
        adapters.set_pgresult(result, set_loaders=False)
        return adapters.load_row(0, tuple)

    def _send(self, link: pq.abc.PGconn, adapters: Adapters, values: Sequence[Any]) -> pq.abc.PGresult:
        sent = _bytes(adapters.dump_sequence(values, self._formats))
        return link.exec_prepared(self._name, sent, self._binary, pq.Format.BINARY)

    def _must_prepare(self, link: pq.abc.PGconn, failed: pq.abc.PGresult) -> bool:
        """Tell whether it was not run since it has to be prepared again, and ready the server for that."""
        sqlstate = failed.error_field(pq.DiagnosticField.SQLSTATE)
        if sqlstate == _OUTDATED:
            # A migration gave a column that it returns another type.
            _check(link, link.exec_(b"DEALLOCATE " + self._name))
        # psycopg forgets all prepared statements of a connection when a transaction is rolled back. Only of
        # this one we know it: others may have been prepared again, or first, since then.
        return sqlstate in (_NOT_PREPARED, _OUTDATED)

    def _prepare(self, driver: psycopg.Connection[Any]) -> Adapters:
        """Prepare the statement on a connection; return what reads and writes its values there."""
        link = driver.pgconn
        _check(link, link.prepare(self._name, self._command))
        described = link.describe_prepared(self._name)
        _check(link, described)
        adapters = Transformer(driver)
        adapters.set_dumper_types(
            [described.param_type(index) for index in range(described.nparams)], pq.Format.BINARY
        )
        adapters.set_pgresult(described, format=pq.Format.BINARY)
        return adapters


def _bytes(values: Sequence[Any]) -> Sequence[bytes]:
    # The wrapper takes None for NULL, though its types do not say so.
    return cast("Sequence[bytes]", values)


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
