"""What import-linter cannot say: what the web process loads."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
