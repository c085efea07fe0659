"""Print what reading a board of a million costs: `python -m bench.leaderboards [entries]`.

Starts a PostgreSQL of its own, fills one daily with entries spread as players spread them, and
reads as the API reads: my rank, the top 50, and the 50 around me, at the top, in the middle and
near the end, by moves and by time. Each read is one statement. Its time in the database is what
PostgreSQL says of it (`EXPLAIN ANALYZE`, the median; it is planned once for a connection); the
round trip over a Unix socket stands beside it, to be compared with that of `SELECT 1`.
"""

from __future__ import annotations

import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench._database import written_bytes

if TYPE_CHECKING:
    from games.models import Game

ENTRIES = 1_000_000
RANKS = (1, 500_000, 990_000)
RUNS = 300
NEIGHBOURS = 50  # different entries that each figure is taken over
PAGE = 50
LIMIT_MS = 1.0
WINS_ALONE = 200
CONNECTIONS, WINS_AT_ONCE = 8, 250
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def main() -> None:
    """Measure and print."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES
    with tempfile.TemporaryDirectory(prefix="orbweaver-bench-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as a user of its own
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": folder}
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        from config.embedded.services import Services

        with Services(settings.EMBEDDED_DIR):
            call_command("migrate", verbosity=0)
            begun = time.perf_counter()
            daily_id = fill(entries)
            print(
                f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
                f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {entries:,} entries "
                f"(filled in {time.perf_counter() - begun:.0f} s)"
            )
            measure(daily_id, entries)
            measure_wins(daily_id)


def results(count: int) -> Iterator[tuple[int, int, int]]:
    """Yield moves, undos and seconds: few moves are rare, half undo nothing, quick hands move less."""
    chance = random.Random(1)
    for _ in range(count):
        moves = max(60, round(chance.gauss(140, 27)))
        undos = 0 if chance.random() < 0.5 else min(400, int(chance.expovariate(0.12)) + 1)
        seconds = round((moves + undos) * chance.lognormvariate(1.4, 0.45))
        yield moves, undos, seconds


def fill(count: int) -> int:
    """Fill one daily with *count* entries and their bars; return its key."""
    from django.db import connection

    from leaderboards.ranking import SECONDS_PER_BAR

    with connection.cursor() as cursor:
        # A game of each would be gigabytes that no read here looks at.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "INSERT INTO games_daily (date, variant, commitment, opens_at, closes_at, final_at, created_at,"
            " void_reason) VALUES ('2026-11-29', 'spider-2', 'sha256:', %s, %s, %s, %s, '') RETURNING id",
            [NOON - timedelta(hours=12), NOON + timedelta(hours=12), NOON + timedelta(hours=14), NOON],
        )
        daily_id = int(cursor.fetchone()[0])
        cursor.execute(
            "INSERT INTO players_player (id, password, is_superuser, name, name_key, email, locale,"
            " preferences, is_guest, is_bot, is_listed, is_in_statistics, is_active, is_staff, created_at,"
            " claimed_at, last_seen_at, ban_reason)"
            " SELECT n, '', false, 'player' || n, 'player' || n, '', '', '{}', false, false, n %% 20 > 0,"
            " true, true, false, %s, %s, %s, '' FROM generate_series(1, %s) AS n",
            [NOON, NOON, NOON, count],
        )
        # Built afterwards, in a fraction of the time.
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'board\\_%'")
        indexes = cursor.fetchall()
        for name, _definition in indexes:
            cursor.execute(f"DROP INDEX {name}")
        columns = (
            "id, daily_id, game_id, player_id, moves, undos, seconds, negated_score, is_ranked, is_pure,"
            " is_bot, is_in_statistics, is_counted, finished_at, created_at, disqualify_reason"
        )
        with cursor.copy(f"COPY leaderboards_entry ({columns}) FROM STDIN") as copy:
            for number, (moves, undos, seconds) in enumerate(results(count), start=1):
                finished_at = NOON + timedelta(milliseconds=number * 37 % 36_000_000)
                copy.write_row(
                    (
                        number, daily_id, f"g_{number}", number, moves, undos, seconds, moves - 1300, True,
                        undos == 0, False, True, True, finished_at, finished_at, "",
                    )
                )  # fmt: skip
        minute = f"seconds / {SECONDS_PER_BAR}"
        for _name, definition in indexes:
            cursor.execute(definition)
        for histogram, keys in (
            (1, "moves, 0, 0"),
            (2, f"moves, undos, {minute}"),
            (3, f"{minute}, 0, 0"),
            (4, "seconds, 0, 0"),
        ):
            cursor.execute(
                f"""
                INSERT INTO leaderboards_bar (daily_id, histogram, key_1, key_2, key_3, ranked_count,
                    pure_count, all_count, bot_count, finisher_count)
                SELECT %s, %s, {keys}, count(*), count(*) FILTER (WHERE is_pure), count(*), 0, count(*)
                FROM leaderboards_entry GROUP BY 3, 4, 5""",  # noqa: S608
                [daily_id, histogram],
            )
        cursor.execute("SELECT setval('leaderboards_entry_id_seq', %s)", [count])
        cursor.execute("SELECT setval('players_player_id_seq', %s)", [count])
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")
    return daily_id


def measure(daily_id: int, entries: int) -> None:
    """Print the median of each read at each rank."""
    from leaderboards.ranking import Order, Pool
    from leaderboards.selectors import standings
    from leaderboards.selectors.standings import Side

    print(f"{'':<40} {'in the database':>18} {'round trip':>14}")
    print(f"{'SELECT 1':<40} {'':>18} {round_trip(select_one):>11.3f} ms")
    for order in (Order.MOVES, Order.TIME):
        print(f"\nby {order}")
        for rank in RANKS:
            if rank > entries:
                continue
            players = neighbours(daily_id, order.keys, rank)
            for name, asked in (
                ("my rank", {"side": Side.TOP, "limit": 1}),
                ("top 50 and my rank", {"side": Side.TOP, "limit": PAGE}),
                ("around me", {"side": Side.AROUND, "limit": PAGE}),
            ):
                board = {"daily_id": daily_id, "order": order, "pool": Pool.RANKED, **asked}

                def read(run: int, board: dict[str, Any] = board, players: list[int] = players) -> None:
                    standings.page(**board, player_id=players[run % len(players)])

                report(f"{name}, rank {rank:,}", read)


def report(name: str, read: Callable[[int], object]) -> None:
    """Print what *read* takes."""
    print(
        f"{name:<40} {in_database(read):>15.3f} ms {round_trip(read):>11.3f} ms   "
        f"at most {LIMIT_MS:g} ms in the database"
    )


def neighbours(daily_id: int, keys: tuple[str, ...], rank: int) -> list[int]:
    """Return players whose entries follow *rank*: the slow way, once."""
    from leaderboards.models import Entry

    found = Entry.objects.filter(daily_id=daily_id).order_by(*keys, "finished_at", "id")
    return list(found.values_list("player_id", flat=True)[rank - 1 : rank - 1 + NEIGHBOURS])


def select_one(_run: int) -> None:
    """Ask for nothing."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def round_trip(read: Callable[[int], object]) -> float:
    """Return the median time in ms that the one statement of *read* takes, there and back."""
    from django.db import connection

    times: list[float] = []

    def timed(execute: Callable[..., Any], *arguments: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(*arguments)
        finally:
            times.append(time.perf_counter() - begun)

    for run in range(20):  # prepared, planned, read into memory
        read(run)
    with connection.execute_wrapper(timed):
        for run in range(RUNS):
            read(run)
    return 1000 * statistics.median(times)


def in_database(read: Callable[[int], object]) -> float:
    """Return the median time in ms that PostgreSQL spends on the one statement of *read*."""
    from django.db import connection

    times: list[float] = []
    statements: list[tuple[str, Any]] = []

    def noted(execute: Callable[..., Any], sql: str, params: Any, *more: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, *more)

    with connection.execute_wrapper(noted):
        for run in range(RUNS):
            read(run)
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF) {sql}", params)
            name, _, value = cursor.fetchall()[-1][0].partition(":")
            if name != "Execution Time":
                raise LookupError(f"not the time of a statement: {name}")
            times.append(float(value.removesuffix("ms")))
    return statistics.median(times)


def measure_wins(daily_id: int) -> None:
    """Print what keeping the board right costs a win: its entry, thirteen indexes and four bars.

    First one after the other, then of many players at once, who wait for each other's bars and share
    the commits' waits for the disk.
    """
    games = won_games(daily_id)
    times = [won(next(games)) for _ in range(WINS_ALONE)]
    print(f"\n{'standings of a win, whole transaction':<44} {1000 * statistics.median(times):>8.3f} ms")
    shares = [[next(games) for _ in range(WINS_AT_ONCE)] for _ in range(CONNECTIONS)]
    before = written_bytes()
    begun = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        list(threads.map(win_all, shares))
    took = time.perf_counter() - begun
    done = CONNECTIONS * WINS_AT_ONCE
    print(
        f"{f'wins a second, one process, {CONNECTIONS} threads':<44} {done / took:>8.0f}\n"
        f"{'write-ahead log a win':<44} {(written_bytes() - before) / done:>8,.0f} bytes"
    )


def won_games(daily_id: int) -> Iterator[Game]:
    """Make players who have just won, each in a game of their own, without its entry."""
    from games import engine
    from games.models import Game
    from players.models import Player

    deal = engine.Deal.from_number(engine.variant("spider-2"), 1)
    for number, (moves, undos, seconds) in enumerate(results(WINS_ALONE + CONNECTIONS * WINS_AT_ONCE)):
        name = f"new{number}"
        player = Player.objects.create(name=name, name_key=name, is_guest=False, claimed_at=NOON)
        yield Game.objects.create(
            player=player, daily_id=daily_id, variant="spider-2", source="daily", attempt=1, is_first_go=True,
            deal=deal.cards, position="", begun_at=NOON, status="won", moves=moves, undos=undos, sequences=8,
            time_ms=seconds * 1000, finished_at=NOON,
        )  # fmt: skip


def won(game: Game) -> float:
    """Make the standings of a won game; return what that took, in seconds."""
    from django.db import transaction

    from leaderboards.services import finishing

    begun = time.perf_counter()
    with transaction.atomic():
        finishing.finish(game=game, now=NOON)
    return time.perf_counter() - begun


def win_all(games: list[Game]) -> None:
    """Make the standings of *games*, on a connection of this thread."""
    from django.db import connection

    for game in games:
        won(game)
    connection.close()


if __name__ == "__main__":
    main()
