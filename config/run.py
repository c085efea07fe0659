"""`make run`: everything on one machine, until Ctrl-C. Not for production (docs/operations.md).

Starts PostgreSQL and Valkey unless their addresses are given, brings the data up to date, then
runs web, workers and beat under one supervisor and says where to play.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.embedded import postgres, valkey
from config.embedded.errors import EmbeddedError, FolderBusyError
from config.embedded.lock import FolderLock
from config.embedded.paths import Places
from config.supervisor import GaveUp, Supervisor, Unit, spawn
from scripts import checks

_PYTHON = sys.executable
_CELERY = "-m celery --app config.celery --quiet"
_WORKER = "worker --loglevel WARNING --without-gossip --without-mingle --without-heartbeat"

_READY_LIMIT_S = 60


def main() -> None:
    """Run until asked to end; ends with 1 and one plain line if that is not possible."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.chdir(checks.ROOT)
    try:
        checks.check_port()
        places = Places(settings.EMBEDDED_DIR)
        with FolderLock(places, note=_address()):
            _run(places)
    except FolderBusyError as error:
        checks.fail(checks.Problem(checks.running_message(error.owner)))
    except (checks.Problem, EmbeddedError, GaveUp, ImproperlyConfigured) as error:
        checks.fail(error)


def _run(places: Places) -> None:
    # Make's recipe hands down its process id: make may be killed before we start.
    supervisor = Supervisor(parent=int(sys.argv[1]) if len(sys.argv) > 1 else None)
    try:
        if "DATABASE_URL" not in os.environ:
            start = lambda: postgres.start(places, throwaway=False)  # noqa: E731
            supervisor.add(Unit("PostgreSQL", start, end_signal=signal.SIGINT, is_server=True))
        if "REDIS_URL" not in os.environ:
            supervisor.add(Unit("Valkey", lambda: valkey.start(places), is_server=True))
        if not supervisor.ending:
            _bring_up_to_date(supervisor)
        web, *others = _commands().items()
        if not supervisor.ending:
            supervisor.add(_unit(*web))
            _wait_for_web(supervisor)
        for name, command in others:
            if not supervisor.ending:
                supervisor.add(_unit(name, command))
        supervisor.run()
    finally:
        supervisor.stop()
        shutil.rmtree(places.sockets, ignore_errors=True)


def _commands() -> dict[str, list[str]]:
    """Return the processes beside the two servers, in the order of their start."""
    # Celery's advice against root is for servers; here it would be the only noise.
    quietly = [_PYTHON, "-W", "ignore:You're running the worker with superuser privileges"]
    worker = f"{_CELERY} {_WORKER} --concurrency 2 --queues solver,celery --hostname worker@%h"
    searcher = f"{_CELERY} {_WORKER} --concurrency 1 --queues par --hostname searcher@%h"
    beat = f"{_CELERY} beat --loglevel WARNING --pidfile= --scheduler celery.beat:Scheduler"
    web = "-m granian --interface wsgi --no-ws --workers 2 --blocking-threads 4 --respawn-failed-workers"
    web += (
        f" --log-level warning --host {checks.bind_address()} --port {checks.port()} config.wsgi:application"
    )
    return {
        "The web": [_PYTHON, *web.split()],
        "The worker": [*quietly, *worker.split()],
        "The searcher": ["nice", *quietly, *searcher.split()],
        "Beat": [*quietly, *beat.split()],
    }


def _unit(name: str, command: list[str]) -> Unit:
    return Unit(name, lambda: _spawn(command))


def _wait_for_web(supervisor: Supervisor) -> None:
    """Wait until the web answers, and say where.

    Raises:
        Problem: it does not; its own words are on the terminal.
    """
    patience = time.monotonic() + _READY_LIMIT_S
    while not _answers():
        if time.monotonic() > patience:
            raise checks.Problem("The web does not get ready (its words are above).")
        supervisor.tend()
        if supervisor.ending:
            return
    print(f"Orbweaver is ready: {_address()}", flush=True)


def _spawn(command: list[str]) -> subprocess.Popen[bytes]:
    return spawn(command, folder=checks.ROOT, environment=dict(os.environ))


def _bring_up_to_date(supervisor: Supervisor) -> None:
    """Run what must be done before the web may start.

    Raises:
        Problem: it failed; its own words are on the terminal.
    """
    process = _spawn([_PYTHON, "-m", "config.first_steps"])
    while process.poll() is None:
        if supervisor.ending:
            process.terminate()
        supervisor.tend()
    if process.returncode != 0 and not supervisor.ending:
        raise checks.Problem("Orbweaver could not bring its data up to date (the words are above).")


def _answers() -> bool:
    host = "127.0.0.1" if checks.bind_address() in ("0.0.0.0", "localhost") else checks.bind_address()  # noqa: S104
    host = f"[{host}]" if ":" in host else host
    request = urllib.request.Request(f"http://{host}:{checks.port()}/readyz", headers={"Host": "localhost"})
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with directly.open(request, timeout=2):
            return True
    except OSError:
        return False


def _address() -> str:
    return f"http://localhost:{checks.port()}"


if __name__ == "__main__":
    main()
