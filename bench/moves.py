"""Print what a judged move over HTTP costs: `python -m bench.moves [seconds a phase]`.

Starts a PostgreSQL and a Valkey of its own and the web as production runs it, then plays real
legal moves over 8 kept connections. In turns with that `pgbench -M prepared` sends the same two
statements from 8 clients: what the database alone would do is the measure of everything else, and
it drifts by a sixth within a minute, so the two alternate in short phases whose totals count.
"""

from __future__ import annotations

import os
import platform
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, cast

from bench._database import written_bytes
from bench._moves_world import (
    CONNECTIONS,
    STARTS,
    VARIANT,
    fill_database,
    pgbench_script,
    pgbench_variables,
    requests,
)

PORT = 18_731
PATIENCE_S = 20
ROUNDS = 5
RATIO_FLOOR, CPU_LIMIT_MS, MEMORY_LIMIT_MB = 0.40, 1.2, 130


class Phase(NamedTuple):
    """What one phase, or several together, came to."""

    done: int
    took_s: float
    web_s: float
    """Processor time, as the next two."""
    database_s: float
    client_s: float

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.done / self.took_s

    def each_ms(self, seconds: float) -> float:
        """Return what one took of *seconds*, in milliseconds."""
        return 1000 * seconds / self.done


def total(phases: Iterable[Phase]) -> Phase:
    """Return what the phases came to together."""
    return Phase(*map(sum, zip(*phases, strict=True)))


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    with tempfile.TemporaryDirectory(prefix="orbweaver-bench-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as a user of its own
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VAR_DIR": folder,
            "RATE_LIMIT_QUOTAS": "moves=1000000000",
        }
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        from config.embedded.services import Services

        services = Services(settings.EMBEDDED_DIR)
        services.start()
        try:
            call_command("migrate", verbosity=0)
            settings.STATIC_ROOT.mkdir()  # empty, but the web asks for it
            tokens = fill_database()
            with web() as pids:
                measure(tokens, pids, seconds)
        finally:
            services.stop()


def measure(tokens: list[str], pids: list[int], seconds: float) -> None:
    """Run every phase and print its figures."""
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {CONNECTIONS} connections, {VARIANT}"
    )
    trips = round_trips(requests(tokens, "warm", STARTS[0]))
    for start in STARTS:
        play(runs(tokens, "first", start), 2.0, pids)
        print(f"\nfrom action {start}")
        games = runs(tokens, "game", start)
        floors: list[Phase] = []
        figures: list[Phase] = []
        written = 0
        for number in range(1, ROUNDS + 1):
            floors.append(
                pgbench(start, max(1, round(seconds)), sum(each.done for each in floors) // CONNECTIONS)
            )
            before = written_bytes()
            figures.append(play(games, seconds, pids))
            written += written_bytes() - before
            database_rate, rate = floors[-1].rate, figures[-1].rate
            share = rate / database_rate
            print(f"round {number}: pgbench {database_rate:,.0f}/s, moves {rate:,.0f}/s, {share:.2f}")
        floor, moves = total(floors), total(figures)
        report("pgbench -M prepared, the same SQL", floor.rate, "/s")
        report("judged moves over HTTP", moves.rate, "/s")
        report("ratio", moves.rate / floor.rate, "", f"at least {RATIO_FLOOR}", digits=2)
        report("server CPU a move", moves.each_ms(moves.web_s), "ms", f"at most {CPU_LIMIT_MS}", digits=2)
        note = f"{floor.each_ms(floor.database_s):.2f} under pgbench"
        report("database CPU a move", moves.each_ms(moves.database_s), "ms", note, digits=2)
        note = f"{floor.each_ms(floor.client_s):.2f} of pgbench"
        report("client CPU a move", moves.each_ms(moves.client_s), "ms", note, digits=2)
        note = f"{row_bytes(start):,.0f} a game's row"
        report("write-ahead log a move", written / moves.done, "bytes", note)
    print()
    report("database round trips a move", trips, "", "at most 2", digits=2)
    for pid in pids[1:]:
        pss, rss = memory_mb(pid)
        report("memory of a web process", pss, "MB PSS", f"{rss:,.0f} RSS; at most {MEMORY_LIMIT_MB}")


def report(name: str, value: float, unit: str, note: str = "", *, digits: int = 0) -> None:
    """Print one figure."""
    print(f"{name:<40} {value:>10,.{digits}f} {unit:<7} {note}".rstrip())


# --- The phases -----------------------------------------------------------------------------


@contextmanager
def web() -> Iterator[list[int]]:
    """Run the web and yield the process ids of granian and of its workers."""
    import psutil

    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--workers", "2"]
    command += [
        "--blocking-threads",
        "4",
        "--log-level",
        "warning",
        "--host",
        "127.0.0.1",
        "--port",
        str(PORT),
    ]
    process = subprocess.Popen([*command, "config.wsgi:application"])
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", PORT), timeout=1).close()
                break
            except OSError:
                time.sleep(0.2)
        workers = [
            child
            for child in psutil.Process(process.pid).children()
            if "tracker" not in " ".join(child.cmdline())
        ]
        yield [process.pid, *(child.pid for child in workers)]
    finally:
        process.terminate()
        process.wait(30)


def runs(tokens: list[str], kind: str, start: int) -> list[Iterator[bytes]]:
    """Return what each connection sends, to be gone on with phase after phase."""
    return [iter(plan) for plan in requests(tokens, f"{kind}{start}", start)]


def play(plans: Sequence[Iterable[bytes]], seconds: float, pids: list[int]) -> Phase:
    """Play the plans over kept connections for some seconds, and return what that cost."""
    web_before, database_before, own_before = cpu_s(pids), cpu_s(database_pids()), time.process_time()
    began = time.monotonic()
    done = exchange(plans, until=began + seconds)
    took = time.monotonic() - began
    if took < seconds:
        raise SystemExit(f"the moves ran out after {took:.1f} s: ask for shorter phases")
    web_s, database_s = cpu_s(pids) - web_before, cpu_s(database_pids()) - database_before
    return Phase(done, took, web_s, database_s, time.process_time() - own_before)


def exchange(plans: Sequence[Iterable[bytes]], *, until: float) -> int:
    """Send each connection's requests, the next when the last is answered; return how many were."""
    done = 0
    with selectors.DefaultSelector() as selector:
        for plan in plans:
            todo = iter(plan)
            first = next(todo, None)
            if first is None:
                continue
            connection = socket.create_connection(("127.0.0.1", PORT))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(first)
            selector.register(connection, selectors.EVENT_READ, [todo, b""])
        while selector.get_map():
            ready = selector.select(PATIENCE_S)
            if not ready:
                raise SystemExit(f"no answer within {PATIENCE_S} s")
            for key, _events in ready:
                connection = cast("socket.socket", key.fileobj)
                received = connection.recv(65_536)
                if not received:
                    raise SystemExit(f"the server hung up after {done} moves: {key.data[1]!r}")
                key.data[1] += received
                if not is_whole(key.data[1]):
                    continue
                if not key.data[1].startswith(b"HTTP/1.1 200"):
                    raise SystemExit(f"a move was not accepted: {key.data[1]!r}")
                done += 1
                key.data[1] = b""
                following = next(key.data[0], None) if time.monotonic() < until else None
                if following is None:
                    selector.unregister(connection)
                    connection.close()
                else:
                    connection.sendall(following)
    return done


# The client has a part of the machine that pgbench leaves to the database: no case to be ignored here.
_LENGTH = re.compile(rb"\r\n[Cc]ontent-[Ll]ength: *([0-9]+)\r\n")


def is_whole(data: bytes) -> bool:
    """Tell whether *data* is a whole answer."""
    end = data.find(b"\r\n\r\n")
    length = _LENGTH.search(data, 0, end + 2)
    return end >= 0 and length is not None and len(data) >= end + 4 + int(length[1])


def pgbench(start: int, seconds: int, turns: int) -> Phase:
    """Return how often pgbench gets the two statements of a move through, and what that costs.

    Each of its clients goes on with its games after so many *turns*.
    """
    from django.conf import settings

    from config.embedded import postgres

    database = settings.DATABASES["default"]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(pgbench_script(start))
        script.flush()
        command = [
            str(postgres.program("pgbench")),
            "-n",
            "-M",
            "prepared",
            "-c",
            str(CONNECTIONS),
            "-j",
            "2",
        ]
        command += ["-T", str(seconds), "-f", script.name]
        for name, value in pgbench_variables(start, turns).items():
            command += ["-D", f"{name}={value}"]
        command += ["-h", database["HOST"], "-p", database["PORT"], "-U", database["USER"], database["NAME"]]
        before, used_before = cpu_s(database_pids()), os.times()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        time.sleep(seconds - 0.3)
        # The server's processes for these clients are gone when pgbench is.
        server_s = cpu_s(database_pids()) - before
        printed, _errors = process.communicate()
    used = os.times()
    client_s = (
        used.children_user + used.children_system - used_before.children_user - used_before.children_system
    )
    rate, count = re.search(r"tps = ([0-9.]+)", printed), re.search(r"processed: ([0-9]+)", printed)
    if rate is None or count is None or "number of failed transactions: 0 " not in printed:
        raise SystemExit(printed)
    done = int(count[1])
    return Phase(done, done / float(rate[1]), 0.0, server_s * seconds / (seconds - 0.3), client_s)


def round_trips(plans: list[list[bytes]]) -> float:
    """Return how many statements the database is sent for a move, by its own log."""
    from django.db import connection

    from config.embedded.paths import Places

    log = Places(Path(os.environ["VAR_DIR"])).postgres_log
    exchange([plan[:20] for plan in plans], until=time.monotonic() + 60)  # connections and plans are made
    with connection.cursor() as cursor:
        cursor.execute("ALTER SYSTEM SET log_statement = 'all'")
        cursor.execute("SELECT pg_reload_conf()")
    time.sleep(1)
    size = log.stat().st_size
    done = exchange([plan[20:70] for plan in plans], until=time.monotonic() + 60)
    with log.open() as lines:
        lines.seek(size)
        sent = sum("LOG:  execute" in line or "LOG:  statement:" in line for line in lines)
    with connection.cursor() as cursor:
        cursor.execute("ALTER SYSTEM RESET log_statement")
        cursor.execute("SELECT pg_reload_conf()")
    time.sleep(1)
    return sent / done


# --- What it costs --------------------------------------------------------------------------


def cpu_s(pids: list[int]) -> float:
    """Return the processor time that the processes have used."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def database_pids() -> list[int]:
    """Return the process ids of the database server."""
    import psutil
    from django.conf import settings

    from config.embedded.paths import Places
    from config.embedded.postgres import running_pid

    pid = running_pid(Places(settings.EMBEDDED_DIR))
    return [] if pid is None else [pid, *(child.pid for child in psutil.Process(pid).children())]


def row_bytes(start: int) -> float:
    """Return the mean size of the rows of the games that were played from action *start* on."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT avg(pg_column_size(game.*)) FROM games_game AS game WHERE id LIKE %s AND actions > %s",
            [f"game{start}-%", start],
        )
        return float(cursor.fetchone()[0])


def memory_mb(pid: int) -> tuple[float, float]:
    """Return the proportional and the resident memory of a process."""
    found = dict(re.findall(r"(?m)^(Pss|Rss): *([0-9]+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text()))
    return int(found["Pss"]) / 1000, int(found["Rss"]) / 1000


if __name__ == "__main__":
    main()
