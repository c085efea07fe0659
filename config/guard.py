"""Ends the supervisor's processes if it dies without doing so itself (`kill -9`).

It reads lines from the supervisor: `started PID SIGNAL IS_SERVER` for each process, a session
leader, and `ended PID`. The pipe's end is the supervisor's: what has not ended by then is ended
here, servers last.
"""

import contextlib
import os
import signal
import sys
import time

GRACE_S = 8


def main() -> None:
    """Listen, and clean up if need be."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    started: dict[int, tuple[int, bool]] = {}
    for line in sys.stdin:
        word, pid, *rest = line.split()
        if word == "started":
            started[int(pid)] = (int(rest[0]), rest[1] == "1")
        else:
            started.pop(int(pid), None)
    for servers in (False, True):
        _end({pid: number for pid, (number, is_server) in started.items() if is_server == servers})


def _end(processes: dict[int, int]) -> None:
    """Send each process its signal, wait, and kill what is left of their groups."""
    for pid, number in processes.items():
        with contextlib.suppress(OSError):
            os.kill(pid, number)
    deadline = time.monotonic() + GRACE_S
    while any(_is_there(pid) for pid in processes) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in processes:
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
