"""What could keep Orbweaver from starting, each said in one plain sentence."""

import errno
import fcntl
import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent


class Problem(Exception):
    """Something that the person at the terminal can put right; the message is all that is shown."""


def fail(problem: Exception) -> NoReturn:
    """Say what is wrong, and end."""
    print(problem, file=sys.stderr)
    sys.exit(1)


def var_dir() -> Path:
    """Return the data folder, as config/settings.py does."""
    return Path(os.environ.get("VAR_DIR") or ROOT / "var").absolute()


def port() -> int:
    """Return the port of the web.

    Raises:
        Problem: PORT is not a port.
    """
    text = os.environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= 65535:
        raise Problem(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def bind_address() -> str:
    """Return the address that the web listens on."""
    return os.environ.get("BIND") or "127.0.0.1"


def check_folder(folder: Path) -> None:
    """Make sure that *folder* exists and can be written.

    Raises:
        Problem: it cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Asking for permissions is not enough: root has them on a read-only disk too.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Problem(f"Orbweaver cannot write to the folder {folder}: {error.strerror}.") from error


def check_not_running() -> None:
    """Make sure that no other Orbweaver runs on this data folder.

    Raises:
        Problem: one does; the message says where.
    """
    try:
        lock = (var_dir() / "services.lock").open("r+")
    except OSError:
        return
    with lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = lock.read().split()
            raise Problem(running_message(owner)) from None


def running_message(owner: list[str]) -> str:
    """Return what to say of the process that owns the data folder, from its lock file's words."""
    where = f" at {owner[1]}" if len(owner) > 1 else ""
    by = f" (process {owner[0]})" if owner else ""
    advice = "Stop it first, or give this one another VAR_DIR."
    return f"Orbweaver is already running in this folder{where}{by}. {advice}"


def check_port() -> None:
    """Make sure that the web can listen.

    Raises:
        Problem: the port is taken, or not ours to take.
    """
    number, address = port(), bind_address()
    try:
        family, *_, place = socket.getaddrinfo(address, number, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            message = f"Port {number} is already taken by another program. Choose another: PORT=8001 make run"
        elif error.errno == errno.EACCES:
            message = f"Port {number} is reserved for root. Choose another: PORT=8001 make run"
        else:
            message = f"Orbweaver cannot listen on {address} port {number}: {error.strerror}."
        raise Problem(message) from error
