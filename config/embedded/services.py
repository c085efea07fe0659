"""Both services together, for whoever wants them up and nothing more (tests, one-off commands)."""

import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from config.embedded import postgres, valkey
from config.embedded.lock import FolderLock
from config.embedded.paths import Places


class Services:
    """The embedded services of one data folder, owned by this process between `start` and `stop`."""

    def __init__(
        self, folder: Path, *, with_postgres: bool = True, with_valkey: bool = True, throwaway: bool = False
    ) -> None:
        self.places = Places(folder)
        self._with_postgres = with_postgres
        self._with_valkey = with_valkey
        self._throwaway = throwaway
        self._lock = FolderLock(self.places)
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Take the folder and start what is asked for; returns when everything answers.

        Raises:
            FolderBusyError: another process owns this folder; nothing was started.
            EmbeddedError: a folder cannot be written, or a server does not start; nothing is left running.
        """
        self._lock.take()
        try:
            if self._with_postgres:
                self._processes.append(postgres.start(self.places, throwaway=self._throwaway))
            if self._with_valkey:
                self._processes.append(valkey.start(self.places))
        except BaseException:
            self._stop_servers()
            raise

    def stop(self) -> None:
        """Stop what was started, wait for its end and give the folder back."""
        if self._processes:
            self._stop_servers()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _stop_servers(self) -> None:
        valkey.stop(self.places)
        postgres.stop(self.places)
        while self._processes:
            self._processes.pop().wait()
        shutil.rmtree(self.places.sockets, ignore_errors=True)
        self._lock.give_back()
