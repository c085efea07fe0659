"""The statements of the hot path keep to Django's connections, transactions and errors."""

from __future__ import annotations

import gc
import os
import socket
import weakref
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, ProgrammingError, connection, connections, transaction
from psycopg import pq

from games import statements
from games.statements import Statement
from players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

ECHO = Statement("SELECT %s::int, %s::text, %s::bytea, %s::timestamptz, %s::bool, %s::text")
SUM = Statement("SELECT %s::bigint + %s::bigint")
NOTHING = Statement("SELECT 1 WHERE %s::bool")
BACKEND = Statement("SELECT pg_backend_pid()")
RENAME = Statement("UPDATE players_player SET name = %s WHERE name = %s RETURNING id")
NO_NAME = Statement("UPDATE players_player SET name = NULL WHERE name = %s RETURNING id")

READ_CHANGED = Statement("SELECT words FROM changed")
WRITE_CHANGED = Statement("UPDATE changed SET words = %s RETURNING words")


@pytest.fixture
def anna():
    return Player.objects.create(name="anna", name_key="anna")


def roll_back():
    """Leave a transaction in a way that makes psycopg forget what it had prepared."""
    with transaction.atomic():
        for _ in range(3):  # it forgets only if it had prepared one
            Player.objects.count()
        transaction.set_rollback(True)


def kill_backend():
    """End the server's side of this thread's connection."""
    row = BACKEND.first_row(())
    assert row is not None
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [*row])
    other.close()


def hang_up():
    """Cut this thread's connection as a server does that is killed: nothing comes any more."""
    BACKEND.first_row(())
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as link:
        link.shutdown(socket.SHUT_RDWR)


class TestFirstRow:
    def test_takes_and_returns_values_as_django_does(self):
        values = (7, "ж\n'", b"\0\xff", datetime(2026, 11, 29, 23, 59, tzinfo=UTC), True, None)
        assert ECHO.first_row(values) == values

    def test_takes_and_returns_them_in_a_transaction_too(self):
        values = (7, "ж\n'", b"\0\xff", datetime(2026, 11, 29, 23, 59, tzinfo=UTC), True, None)
        with transaction.atomic():
            assert ECHO.first_row(values) == values

    def test_takes_other_values_of_the_same_types(self):
        assert SUM.first_row((1, 2)) == (3,)
        assert SUM.first_row((2**40, 2**50)) == (2**40 + 2**50,)
        assert SUM.first_row((None, 2)) == (None,)

    def test_forgets_a_connection_that_is_closed(self):
        ECHO.first_row((7, "", b"", None, True, None))
        driver = weakref.ref(connection.connection)
        connection.close()
        gc.collect()
        assert driver() is None

    def test_is_none_without_a_row(self):
        assert NOTHING.first_row((True,)) == (1,)
        assert NOTHING.first_row((False,)) is None

    def test_commits_by_itself(self, anna):
        assert RENAME.first_row(("bert", "anna")) == (anna.pk,)
        roll_back()
        assert Player.objects.get().name == "bert"

    def test_is_rolled_back_with_its_transaction(self, anna):
        with transaction.atomic():
            RENAME.first_row(("bert", "anna"))
            transaction.set_rollback(True)
        assert Player.objects.get().name == "anna"

    def test_runs_on_after_a_rollback(self, anna):
        assert RENAME.first_row(("bert", "anna")) is not None
        roll_back()
        assert RENAME.first_row(("carl", "bert")) is not None
        assert RENAME.first_row(("dora", "carl")) is not None

    def test_runs_on_after_another_one_has_noticed_a_rollback(self):
        connection.close()  # the next one has nothing prepared
        assert SUM.first_row((1, 2)) == (3,)
        roll_back()
        Player.objects.count()  # sends word of what psycopg forgot
        assert NOTHING.first_row((True,)) == (1,)  # prepared on this connection since
        assert SUM.first_row((1, 2)) == (3,)  # notices
        assert NOTHING.first_row((True,)) == (1,)

    def test_raises_what_django_raises(self, anna):
        with pytest.raises(IntegrityError, match="not-null"):
            NO_NAME.first_row(("anna",))
        assert RENAME.first_row(("bert", "anna")) is not None

    def test_raises_it_in_a_transaction_too(self, anna):
        with pytest.raises(IntegrityError, match="not-null"), transaction.atomic():
            NO_NAME.first_row(("anna",))
        assert RENAME.first_row(("bert", "anna")) is not None


class TestAChangedTable:
    @pytest.fixture(autouse=True)
    def table(self):
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE changed (words varchar(5) NOT NULL)")
            cursor.execute("INSERT INTO changed VALUES ('one')")
            yield cursor
            cursor.execute("DROP TABLE changed")

    def test_is_read_and_written_as_it_is_now(self, table):
        assert READ_CHANGED.first_row(()) == ("one",)
        assert WRITE_CHANGED.first_row(("two",)) == ("two",)
        table.execute("ALTER TABLE changed ALTER words TYPE varchar(50)")
        assert READ_CHANGED.first_row(()) == ("two",)
        assert WRITE_CHANGED.first_row(("three and more",)) == ("three and more",)
        table.execute("ALTER TABLE changed ADD others int")
        assert READ_CHANGED.first_row_read(()) == ("three and more",)

    def test_that_lacks_what_is_asked_for_is_an_error_once(self, table):
        table.execute("ALTER TABLE changed RENAME words TO others")
        with pytest.raises(ProgrammingError, match="words"):
            READ_CHANGED.first_row(())
        table.execute("ALTER TABLE changed RENAME others TO words")
        assert READ_CHANGED.first_row(()) == ("one",)


class TestALostConnection:
    @pytest.mark.parametrize("lose", [kill_backend, hang_up])
    def test_is_replaced_for_a_read(self, lose):
        lose()
        assert NOTHING.first_row_read((True,)) == (1,)

    @pytest.mark.parametrize("lose", [kill_backend, hang_up])
    def test_fails_a_write_and_is_replaced_afterwards(self, anna, lose):
        lose()
        with pytest.raises(OperationalError):
            RENAME.first_row(("bert", "anna"))
        connection.close_if_unusable_or_obsolete()
        assert RENAME.first_row(("bert", "anna")) == (anna.pk,)

    def test_is_told_from_an_answer_of_the_server(self):
        BACKEND.first_row(())
        link = connection.connection.pgconn
        # What libpq makes up when a server dies at work, while it still takes the connection for good.
        with pytest.raises(psycopg.OperationalError):
            statements._check(link, link.make_empty_result(pq.ExecStatus.FATAL_ERROR))

    def test_is_not_replaced_within_a_transaction(self):
        transaction.set_autocommit(False)
        connection.in_atomic_block = True  # as `atomic` would, which hides this error behind its own
        kill_backend()
        with pytest.raises(OperationalError, match="terminat"):
            NOTHING.first_row_read((True,))
        connection.in_atomic_block = False
        connection.close()
