"""Makes everything that `make run` and `make test` need, and nothing twice.

Usage: python -m scripts.prepare run|tools|test
"""

import sys
from pathlib import Path

from scripts import checks, page, programs
from scripts.checks import ROOT, Problem

_GROUPS = {
    # Without --inexact a `make run` would remove what `make test` has installed.
    "run": ["--inexact", "--no-default-groups", "--group", "embedded"],
    "tools": ["--inexact", "--no-default-groups", "--group", "embedded"],
    "test": [],
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
        environment = programs.environment()
        _python(purpose, environment)
        if purpose != "tools":
            page.build(environment)
    except Problem as problem:
        checks.fail(problem)
    except KeyboardInterrupt:
        sys.exit(130)


def _python(purpose: str, environment: dict[str, str]) -> None:
    """Bring the virtual environment to what uv.lock says."""
    uv = programs.uv(environment)
    if not (programs.VENV / "bin" / "python").exists():
        print("Setting up the Python environment; this happens once.", flush=True)
    command = [*uv, "sync", "--frozen", "--quiet", *_GROUPS[purpose]]
    if Path(sys.prefix).resolve() != programs.VENV.resolve():
        command += ["--python", sys.executable]
    programs.run(
        command, environment, failure="The Python packages could not be installed (uv's words are above)."
    )


if __name__ == "__main__":
    main()
