"""Starting and stopping both services together, and making sure that one process owns them."""

import fcntl
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from config.embedded import postgres, valkey
from config.embedded.errors import EmbeddedError, FolderBusyError
from config.embedded.paths import Places


class Services:
    """The embedded services of one data folder, owned by this process between `start` and `stop`.

    The lock is the kernel's and dies with its process, so a `kill -9` leaves no stale lock; servers
    that such a death left running are stopped by the next `start`.
    """

    def __init__(
        self, folder: Path, *, with_postgres: bool, with_valkey: bool, throwaway: bool = False
    ) -> None:
        self.places = Places(folder)
        self._with_postgres = with_postgres
        self._with_valkey = with_valkey
        self._throwaway = throwaway
        self._lock: IO[str] | None = None
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Take the folder and start what is asked for; returns when everything answers.

        Raises:
            FolderBusyError: another process owns this folder's services; nothing was started.
            EmbeddedError: a folder cannot be written, or a server does not start; nothing is left running.
        """
        self.places.make_folders()
        self._take_lock()
        try:
            if self._with_postgres:
                self._processes.append(postgres.start(self.places, throwaway=self._throwaway))
            if self._with_valkey:
                self._processes.append(valkey.start(self.places))
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop both servers, wait for their end and give the folder back. Safe to call twice."""
        if self._lock is None:
            return
        valkey.stop(self.places)
        postgres.stop(self.places)
        while self._processes:
            self._processes.pop().wait()
        shutil.rmtree(self.places.sockets, ignore_errors=True)
        self._lock.close()
        self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _take_lock(self) -> None:
        try:
            lock = self.places.lock.open("a+")
        except OSError as error:
            raise EmbeddedError(
                f"The file {self.places.lock} cannot be written: {error.strerror}."
            ) from error
        try:
            # A record lock: unlike flock's, children do not inherit it.
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            owner = lock.read().strip()
            lock.close()
            raise FolderBusyError(
                f"The services in {self.places.folder} are in use by process {owner}."
            ) from error
        with suppress(OSError):
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n")
            lock.flush()
        self._lock = lock
