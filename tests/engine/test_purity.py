"""The engine stands on the standard library alone, and asks nobody for the time or for luck."""

import ast
import subprocess
import sys
from pathlib import Path

import games.engine

PACKAGE = Path(games.engine.__file__).parent
ROOT = PACKAGE.parents[1]


def test_loads_nothing_but_itself_and_the_standard_library():
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules); import games.engine; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    command = [sys.executable, "-I", "-c", program]
    loaded = set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    assert "games" in loaded
    assert loaded - {"games"} <= sys.stdlib_module_names


def test_uses_no_clock_no_chance_and_no_files():
    imported: set[str] = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    outside = {name for name in imported if not name.startswith("games.engine")}
    assert outside <= {
        *("__future__", "collections.abc", "dataclasses", "hashlib", "itertools"),
        *("re", "struct", "types", "typing"),
    }
