"""What import-linter cannot say: the engine's standard library, and what the web process loads."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def imported_names(path: Path) -> set[str]:
    """Return the top-level packages that a module imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("path", sorted((ROOT / "games" / "engine").glob("*.py")), ids=lambda path: path.name)
class TestEngine:
    def test_imports_the_standard_library_alone(self, path: Path):
        assert imported_names(path) - sys.stdlib_module_names - {"games"} == set()


class TestWebProcess:
    def test_never_loads_what_only_the_solver_needs(self):
        code = (
            "import sys, config.wsgi\n"
            "from django.urls import get_resolver\n"
            "assert get_resolver().reverse_dict\n"  # every view is imported
            "print(sorted({'numba', 'numpy', 'llvmlite', 'psutil'} & set(sys.modules)))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout == "[]\n"
