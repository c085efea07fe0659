"""What can go wrong with the embedded services.

EmbeddedError           one plain sentence for the person at the terminal
└── FolderBusyError     another running process owns the services of this folder
"""

from collections.abc import Sequence
from pathlib import Path


class EmbeddedError(Exception):
    """The embedded services cannot run; the message says why in one plain sentence."""


class FolderBusyError(EmbeddedError):
    """Another process of ours already runs on this folder.

    `owner` holds the words of the lock file: the process id, and perhaps the address it serves.
    """

    def __init__(self, folder: Path, owner: Sequence[str]) -> None:
        super().__init__(f"The folder {folder} is in use by process {' '.join(owner[:1]) or 'unknown'}.")
        self.owner = list(owner)
