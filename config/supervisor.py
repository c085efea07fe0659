"""Keeps a handful of processes running side by side, and leaves none behind.

A process that dies is started again; one that keeps dying ends everything, with a word about
which. If the supervisor itself is killed, a guard process (guard.py) ends what it started.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

GRACE_S = 8
"""How long a process may take to finish its work when asked to end."""

_TICK_S = 0.1
_PATIENCE = 5
"""So many deaths in the first seconds of life, one after the other, are too many."""
_INFANCY_S = 10


@dataclass
class Unit:
    """One process to keep running."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    """Starts it, in a session of its own; it may take a while and returns once it is of use."""
    end_signal: int = signal.SIGTERM
    is_server: bool = False
    """Whether the other units stand on it: it ends after them."""
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    started_at: float = field(default=0.0, init=False)
    early_deaths: int = field(default=0, init=False)


class GaveUp(Exception):
    """A process dies whenever it is started; the message names it."""


class Supervisor:
    """Starts units in their order; ends all at once those that stand on servers, then the servers."""

    def __init__(self, parent: int | None = None) -> None:
        """Watch *parent* (a process id; by default, whoever started us): its end is ours."""
        self._units: list[Unit] = []
        self._ending = False
        self._hurry = False
        self._parent = parent or os.getppid()
        self._guard = _start_guard()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked_to_end)

    @property
    def ending(self) -> bool:
        """Whether somebody asked for the end, or our parent (make, a terminal) is gone."""
        return self._ending or os.getppid() != self._parent

    def add(self, unit: Unit) -> None:
        """Start *unit* now and keep it running."""
        self._units.append(unit)
        self._start(unit)

    def tend(self) -> None:
        """Wait a moment and start again whatever has died.

        Raises:
            GaveUp: a process has died too often.
        """
        time.sleep(_TICK_S)
        for unit in self._units:
            if self.ending:
                return
            if unit.process is not None and unit.process.poll() is None:
                continue
            code = None if unit.process is None else unit.process.returncode
            self._count_death(unit, code)
            self._end_group(unit)
            print(
                f"{unit.name} ended ({_ending_text(code)}); it is started again.", file=sys.stderr, flush=True
            )
            self._start(unit)

    def run(self) -> None:
        """Tend until asked to end.

        Raises:
            GaveUp: a process has died too often.
        """
        while not self.ending:
            self.tend()

    def stop(self) -> None:
        """End every unit and wait for it."""
        for is_server in (False, True):
            units = [unit for unit in self._units if unit.is_server == is_server and unit.process is not None]
            for unit in units:
                with contextlib.suppress(ProcessLookupError):
                    unit.process.send_signal(unit.end_signal)  # type: ignore[union-attr]
            deadline = time.monotonic() + GRACE_S
            while any(unit.process.poll() is None for unit in units):  # type: ignore[union-attr]
                if time.monotonic() > deadline or self._hurry:
                    break
                time.sleep(0.02)
            for unit in units:
                self._end_group(unit)
        self._units.clear()
        self._guard.communicate()

    def _start(self, unit: Unit) -> None:
        unit.started_at = time.monotonic()
        unit.process = unit.start()
        self._tell_guard(f"started {unit.process.pid} {unit.end_signal} {unit.is_server:d}")

    def _end_group(self, unit: Unit) -> None:
        """Kill whatever is left of a unit's process group (a worker's children, say)."""
        if unit.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(unit.process.pid, signal.SIGKILL)
            unit.process.wait()
            self._tell_guard(f"ended {unit.process.pid}")

    def _tell_guard(self, line: str) -> None:
        if self._guard.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._guard.stdin.write(line.encode() + b"\n")
                self._guard.stdin.flush()

    def _count_death(self, unit: Unit, code: int | None) -> None:
        if time.monotonic() - unit.started_at > _INFANCY_S:
            unit.early_deaths = 0
        unit.early_deaths += 1
        if unit.early_deaths >= _PATIENCE:
            raise GaveUp(f"{unit.name} does not stay up ({_ending_text(code)}); everything is stopped.")
        time.sleep(0.2 * unit.early_deaths)

    def _asked_to_end(self, _number: int, _frame: object) -> None:
        # A second Ctrl-C does not wait for work in hand.
        self._hurry = self._ending
        self._ending = True


def spawn(command: list[str], *, folder: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start *command* in a session of its own, so that a terminal's Ctrl-C reaches the supervisor alone."""
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, start_new_session=True
    )


def _start_guard() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _ending_text(code: int | None) -> str:
    if code is None:
        return "never started"
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
