"""Where the embedded services keep their data and their sockets."""

import hashlib
import os
import re
import stat
from pathlib import Path

from config.embedded.errors import EmbeddedError

POSTGRES_USER = "postgres"
DATABASE = "orbweaver"

POSTGRES_PORT = 5432
"""Only names the socket file: PostgreSQL listens on no network address."""

SOCKET_PATH_LIMIT = 100
"""Bytes; the kernel takes 107 (Linux) or 103 (macOS) with the file's name."""

_PLAIN_PATH = re.compile(r"[A-Za-z0-9_./+@-]+")
_LONGEST_SOCKET_NAME = f"/.s.PGSQL.{POSTGRES_PORT}.lock"


class Places:
    """The files and folders of one data folder's services."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.postgres = self.folder / "postgres-18"
        self.valkey = self.folder / "valkey"
        self.lock = self.folder / "services.lock"
        self.postgres_log = self.folder / "postgres.log"
        self.valkey_log = self.folder / "valkey.log"

    @property
    def sockets(self) -> Path:
        """The folder of both sockets: beside the data, or in /tmp where that path is too long or odd.

        It is a function of the data folder alone, so that every process computes the same.
        """
        beside = self.folder / "run"
        text = str(beside)
        if len(os.fsencode(text)) + len(_LONGEST_SOCKET_NAME) <= SOCKET_PATH_LIMIT and _PLAIN_PATH.fullmatch(
            text
        ):
            return beside
        digest = hashlib.sha256(os.fsencode(text)).hexdigest()[:16]
        return Path("/tmp") / f"orbweaver-{os.getuid()}-{digest}"  # noqa: S108  (made private below)

    @property
    def postgres_socket(self) -> Path:
        """The socket file that PostgreSQL makes."""
        return self.sockets / f".s.PGSQL.{POSTGRES_PORT}"

    @property
    def valkey_socket(self) -> Path:
        """The socket file that Valkey makes."""
        return self.sockets / "valkey.sock"

    def database(self) -> dict[str, object]:
        """Return Django's settings for the database."""
        return {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": str(self.sockets),
            "PORT": str(POSTGRES_PORT),
            "USER": POSTGRES_USER,
            "NAME": DATABASE,
        }

    def redis_url(self, database: int = 0) -> str:
        """Return the address of Valkey for the redis client."""
        return f"unix://{self.valkey_socket}?db={database}"

    def make_folders(self) -> None:
        """Make the data folder and a private folder for the sockets.

        Raises:
            EmbeddedError: a folder cannot be made, or somebody else made the one in /tmp.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.sockets.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise EmbeddedError(
                f"The folder {error.filename} cannot be written: {error.strerror}."
            ) from error
        found = self.sockets.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise EmbeddedError(f"{self.sockets} belongs to somebody else; remove it first.")
        self.sockets.chmod(0o700)
