"""Running PostgreSQL, which refuses to be root, for somebody who is root.

It becomes `nobody`, a user every machine has, so none is created. Root's folders are often
closed to others (/root), and opening them up would be rude: on Linux the process keeps the
one capability that lets it pass them, CAP_DAC_OVERRIDE, which ends with the process.
"""

import ctypes
import os
import pwd
import sys
from collections.abc import Callable
from pathlib import Path

_PR_SET_KEEPCAPS = 8
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAP_DAC_OVERRIDE = 1
_CAPABILITY_VERSION_3 = 0x20080522


class _CapHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapData(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def is_root() -> bool:
    """Return whether this process is root, so that PostgreSQL must become somebody else."""
    return os.geteuid() == 0


def give_away(path: Path) -> None:
    """Make *path*, and all in it, belong to the user that PostgreSQL becomes; nothing unless root."""
    if not is_root():
        return
    nobody = pwd.getpwnam("nobody")
    os.chown(path, nobody.pw_uid, nobody.pw_gid)
    for folder, folders, files in os.walk(path):
        for name in (*folders, *files):
            os.chown(os.path.join(folder, name), nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)


def before_exec() -> Callable[[], None] | None:
    """Return what a child must do between fork and exec to stop being root; None for ordinary users."""
    if not is_root():
        return None
    nobody = pwd.getpwnam("nobody")
    libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

    def become_nobody() -> None:
        if libc is not None:
            libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
        os.setgroups([])
        os.setgid(nobody.pw_gid)
        os.setuid(nobody.pw_uid)
        if libc is not None:
            # Where root itself lacks the capability these do nothing, and ordinary permissions decide.
            mask = 1 << _CAP_DAC_OVERRIDE
            data = (_CapData * 2)(_CapData(mask, mask, mask), _CapData(0, 0, 0))
            libc.capset(ctypes.byref(_CapHeader(_CAPABILITY_VERSION_3, 0)), ctypes.byref(data))
            libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE, 0, 0)

    return become_nobody
