"""A database that changes under a running service: a 503, and soon all is well."""

import pytest
from django.db import connection, connections
from django.urls import include, path
from rest_framework.response import Response

from players.api.base import ApiView
from tests.playing import Caller

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]


class ChangedApi(ApiView):
    """Reads and writes a table."""

    def get(self, request):
        """Read."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT words FROM changed")
            return Response({"words": cursor.fetchone()[0]})

    def post(self, request):
        """Write."""
        with connection.cursor() as cursor:
            cursor.execute("UPDATE changed SET words = 'two'")
        return Response({})


urlpatterns = [path("api/v1/changed", ChangedApi.as_view()), path("", include("config.urls"))]


@pytest.fixture(autouse=True)
def table():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE changed AS SELECT 'one'::varchar(5) AS words")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE changed")


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_column_of_another_type_is_read_the_next_time():
    caller = Caller()
    assert [caller.get("/changed").status for _ in range(3)] == [200] * 3
    migration = connections.create_connection("default")  # psycopg knows what its own connection alters
    with migration.cursor() as cursor:
        cursor.execute("ALTER TABLE changed ALTER words TYPE varchar(50)")
    migration.close()
    answer = caller.get("/changed")
    assert (answer.status, answer["code"]) == (503, "service_unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert caller.get("/changed").body == {"words": "one"}


def test_a_replica_in_place_of_the_database_is_told_as_its_absence():
    caller = Caller()
    execute("SET default_transaction_read_only = on")
    answer = caller.post("/changed", {})
    execute("SET default_transaction_read_only = off")
    assert (answer.status, answer["code"]) == (503, "service_unavailable")
    assert caller.post("/changed", {}).status == 200
