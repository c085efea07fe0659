"""Where numba keeps compiled code. Imported before numba, which reads the variable only once."""

from __future__ import annotations

import os
from pathlib import Path


def choose_cache_folder() -> None:
    """Point numba at a lasting folder, unless the operator chose one.

    Without a `VAR_DIR`, or when it cannot be written, numba's own choice stands: beside the
    source, or else in the user's cache folder.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    home = Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parents[2] / "var")
    folder = home / "numba"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    if os.access(folder, os.W_OK):
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
