"""Runs Django's deployment checks as production would see the settings; any warning is a failure."""

import os
import secrets
import subprocess
import sys

from scripts.checks import ROOT

_PRODUCTION = {
    "ORBWEAVER_ENV": "production",
    "PUBLIC_URL": "https://orbweaver.invalid",
    "DATABASE_URL": "postgres://orbweaver@localhost/orbweaver",
    "REDIS_URL": "redis://localhost/0",
    "DEBUG": "false",
}


def main() -> None:
    """Check, and end with Django's exit code."""
    environment = {**os.environ, **_PRODUCTION, "SECRET_KEY": secrets.token_urlsafe(60)}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
