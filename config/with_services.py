"""Runs a command while PostgreSQL and Valkey are up, with the tables up to date.

Usage: python -m config.with_services COMMAND ARGUMENT...

Uses those of a running `make run`, or starts the embedded ones for as long as the command takes.
"""

import os
import subprocess
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.embedded.errors import EmbeddedError, FolderBusyError
from config.embedded.services import Services
from scripts import checks


def main() -> None:
    """Run the command line's command and end with its exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = sys.argv[1:] or sys.exit(__doc__)
    try:
        services = Services(
            settings.EMBEDDED_DIR,
            with_postgres="DATABASE_URL" not in os.environ,
            with_valkey="REDIS_URL" not in os.environ,
        )
        try:
            with services:
                migrate = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
                subprocess.run(migrate, cwd=checks.ROOT, check=True)
                code = subprocess.run(command, check=False).returncode
        except FolderBusyError:
            code = subprocess.run(command, check=False).returncode
    except (EmbeddedError, ImproperlyConfigured) as error:
        checks.fail(error)
    except (KeyboardInterrupt, subprocess.CalledProcessError):
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    main()
