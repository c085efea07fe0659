"""Ends the supervisor's processes if it dies without doing so itself (`kill -9`).

It reads lines from the supervisor: `started PID SIGNAL` for each process, a session leader, and
`ended PID`. The pipe's end is the supervisor's: what has not ended by then is ended here.
"""

import contextlib
import os
import signal
import sys
import time

GRACE_S = 5


def main() -> None:
    """Listen, and clean up if need be."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    started: dict[int, int] = {}
    for line in sys.stdin:
        word, pid, *number = line.split()
        if word == "started":
            started[int(pid)] = int(number[0])
        else:
            started.pop(int(pid), None)
    # In the opposite order of their start: the web first, the database last.
    for pid, number in reversed(started.items()):
        _end(pid, number)


def _end(pid: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, number)
        deadline = time.monotonic() + GRACE_S
        while time.monotonic() < deadline:
            os.kill(pid, 0)
            time.sleep(0.05)
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
