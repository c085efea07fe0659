"""The lock that makes one process the owner of a data folder."""

import fcntl
import os
from types import TracebackType
from typing import IO, Self

from config.embedded.errors import EmbeddedError, FolderBusyError
from config.embedded.paths import Places


class FolderLock:
    """Held by the one process that runs things on a data folder.

    The lock is the kernel's and dies with its process, so a `kill -9` leaves no stale one. The
    file tells others who holds it: the process id, then *note* (an address, say).
    """

    def __init__(self, places: Places, note: str = "") -> None:
        self._places = places
        self._note = note
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Make the folder and take its lock.

        Raises:
            FolderBusyError: another process holds it.
            EmbeddedError: the folder cannot be written.
        """
        self._places.make_folders()
        try:
            file = self._places.lock.open("a+")
        except OSError as error:
            message = f"The file {self._places.lock} cannot be written: {error.strerror}."
            raise EmbeddedError(message) from error
        try:
            # A record lock: unlike flock's, children do not inherit it.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            owner = file.read().split()
            file.close()
            raise FolderBusyError(self._places.folder, owner) from error
        file.truncate(0)
        file.write(f"{os.getpid()} {self._note}\n")
        file.flush()
        self._file = file

    def give_back(self) -> None:
        """Let others have the folder. Safe to call twice."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give_back()
