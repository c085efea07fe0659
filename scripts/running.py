"""Ends with 0, and a word about it, if Orbweaver is running on the data folder; otherwise with 1."""

import sys

from scripts import checks

if __name__ == "__main__":
    try:
        checks.check_not_running()
    except checks.Problem as problem:
        print(problem, file=sys.stderr)
        sys.exit(0)
    sys.exit(1)
