"""The statements of the hot path keep to Django's connections, transactions and errors."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction

from games.statements import Statement
from players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

ECHO = Statement("SELECT %s::int, %s::text, %s::bytea, %s::timestamptz, %s::bool, %s::text")
NOTHING = Statement("SELECT 1 WHERE %s::bool")
BACKEND = Statement("SELECT pg_backend_pid()")
RENAME = Statement("UPDATE players_player SET name = %s WHERE name = %s RETURNING id")
NO_NAME = Statement("UPDATE players_player SET name = NULL WHERE name = %s RETURNING id")


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


class TestFirstRow:
    def test_takes_and_returns_values_as_django_does(self):
        values = (7, "ж\n'", b"\0\xff", datetime(2026, 11, 29, 23, 59, tzinfo=UTC), True, None)
        assert ECHO.first_row(values) == values

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

    def test_raises_what_django_raises(self, anna):
        with pytest.raises(IntegrityError, match="not-null"):
            NO_NAME.first_row(("anna",))
        assert RENAME.first_row(("bert", "anna")) is not None

    def test_raises_it_in_a_transaction_too(self, anna):
        with pytest.raises(IntegrityError, match="not-null"), transaction.atomic():
            NO_NAME.first_row(("anna",))
        assert RENAME.first_row(("bert", "anna")) is not None


class TestALostConnection:
    def test_is_replaced_for_a_read(self):
        kill_backend()
        assert NOTHING.first_row_read((True,)) == (1,)

    def test_fails_a_write_and_is_replaced_afterwards(self, anna):
        kill_backend()
        with pytest.raises(OperationalError):
            RENAME.first_row(("bert", "anna"))
        connection.close_if_unusable_or_obsolete()
        assert RENAME.first_row(("bert", "anna")) == (anna.pk,)

    def test_is_not_replaced_within_a_transaction(self):
        transaction.set_autocommit(False)
        connection.in_atomic_block = True  # as `atomic` would, which hides this error behind its own
        kill_backend()
        with pytest.raises(OperationalError, match="terminat"):
            NOTHING.first_row_read((True,))
        connection.in_atomic_block = False
        connection.close()
