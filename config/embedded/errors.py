"""What can go wrong with the embedded services.

EmbeddedError           one plain sentence for the person at the terminal
└── FolderBusyError     another running process owns the services of this folder
"""


class EmbeddedError(Exception):
    """The embedded services cannot run; the message says why in one plain sentence."""


class FolderBusyError(EmbeddedError):
    """Another process of ours already runs the services of this folder."""
