"""Running other people's programs: uv, npm, apt-get."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts import checks
from scripts.checks import ROOT, Problem

VENV = ROOT / ".venv"
UV_VERSION = "uv>=0.9,<1"


def environment() -> dict[str, str]:
    """Return the environment for uv and npm; their caches go to the data folder for who has no home."""
    variables = {**os.environ, "UV_PROJECT_ENVIRONMENT": str(VENV), "UV_PYTHON_DOWNLOADS": "never"}
    variables.pop("VIRTUAL_ENV", None)
    if not os.access(Path.home(), os.W_OK):
        variables.setdefault("UV_CACHE_DIR", str(checks.var_dir() / "cache" / "uv"))
        variables.setdefault("npm_config_cache", str(checks.var_dir() / "cache" / "npm"))
    return variables


def run(command: list[str], variables: dict[str, str], *, folder: Path = ROOT, failure: str) -> None:
    """Run *command* without a word, unless it fails: then with its last ones.

    Raises:
        Problem: it fails; the message is *failure*.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(*done.stdout.splitlines()[-20:], sep="\n", file=sys.stderr)
        raise Problem(failure)


def answer(command: list[str]) -> str | None:
    """Return what *command* prints, or None if it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def uv(variables: dict[str, str]) -> list[str]:
    """Return how to call uv, which pip fetches if the machine has none.

    Raises:
        Problem: neither uv nor a way to get it.
    """
    # A shim may be on the PATH without the program behind it: only an answer counts.
    if answer(["uv", "--version"]):
        return ["uv"]
    folder = checks.var_dir() / "uv"
    own = [str(folder / "bin" / "uv")]
    if answer([*own, "--version"]):
        return own
    print("Fetching uv, which installs the Python packages; this happens once.", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    run(
        [sys.executable, "-m", "venv", str(folder)],
        variables,
        failure="Python's venv module does not work here; on Debian and Ubuntu: apt-get install python3-venv",
    )
    run(
        [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", UV_VERSION],
        variables,
        failure="uv could not be fetched from the package index (pip's words are above).",
    )
    return own
