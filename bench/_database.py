"""What the benchmarks ask of PostgreSQL itself."""


def written_bytes() -> int:
    """Return how much the database has written to its log, since it was made."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0])
