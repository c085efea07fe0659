"""Compiles the translations without the gettext programs, which a bare machine has not.

Usage: python -m config.messages FOLDER
"""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_messages(folder: Path) -> int:
    """Compile every catalogue below *folder* that is newer than its compiled form; return how many were."""
    done = 0
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
        fresh = target.with_suffix(".mo.new")
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.replace(target)
        done += 1
    return done


if __name__ == "__main__":
    compile_messages(Path(sys.argv[1]))
