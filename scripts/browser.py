"""Finds the Chromium that tests and benchmarks drive, or gets it where that is possible.

Prints its path, or nothing when there is none; then a line on stderr says what is not tested.
With CI=true that is an error.
"""

import os
import shutil
import sys
from pathlib import Path

from scripts import checks, programs

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    """Print where it is, or say that it is missing."""
    found = find_or_install()
    if found is not None:
        print(found)
        return
    print("No Chromium was found, so the browser tests were not run.", file=sys.stderr)
    sys.exit(1 if os.environ.get("CI") == "true" else 0)


def find_or_install() -> str | None:
    """Return the path of a Chromium, which is installed first where that is possible and needed."""
    found = find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium, which runs the page; this happens once.", file=sys.stderr, flush=True)
        variables = {**programs.environment(), "DEBIAN_FRONTEND": "noninteractive"}
        try:
            programs.run(["apt-get", "update", "-q"], variables, failure="apt-get update failed.")
            command = ["apt-get", "install", "-qy", "--no-install-recommends", "chromium"]
            programs.run(command, variables, failure="Chromium could not be installed.")
        except checks.Problem as problem:
            print(problem, file=sys.stderr)
        found = find()
    return found


def find() -> str | None:
    """Return the path of a Chromium: the one named by CHROMIUM, the machine's, or Playwright's."""
    for name in (os.environ.get("CHROMIUM"), *_NAMES):
        if name and (path := shutil.which(name)):
            return path
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    downloaded = sorted(cache.glob("chromium-*/chrome-linux*/chrome"))
    return str(downloaded[-1]) if downloaded else None


if __name__ == "__main__":
    main()
