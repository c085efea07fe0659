"""Where numba keeps compiled code. Imported before numba, which reads the variable only once."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

HERE = Path(__file__).parent


def choose_cache_folder() -> None:
    """Point numba at a lasting folder of this version's own, in the one that the operator chose if any.

    numba tells by the file of a compiled function whether it is still the same, but what the function
    calls is compiled into it too: a change of another file alone would go unnoticed.

    Without a `NUMBA_CACHE_DIR` or `VAR_DIR`, or when it cannot be written, numba's own choice stands:
    beside the source, or else in the user's cache folder.
    """
    version = _version_of(HERE)
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(chosen) if chosen else Path(os.environ.get("VAR_DIR") or HERE.parents[1] / "var") / "numba"
    if home.name == version:  # a child process has its parent's variables
        return
    folder = home / version
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    if os.access(folder, os.W_OK):
        os.environ["NUMBA_CACHE_DIR"] = str(folder)


def _version_of(folder: Path) -> str:
    """Return a name for what the sources in *folder* say."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
