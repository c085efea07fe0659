"""What must be done before the web starts: tables, files, words, today's dailies."""

import os

import django
from django.conf import settings
from django.core.management import call_command, get_commands

from config.messages import compile_messages


def main() -> None:
    """Do all of it; a second run finds little to do."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for folder in settings.LOCALE_PATHS:
        compile_messages(folder)
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if "warm_solver" in get_commands():
        call_command("warm_solver")
    call_command("prepare_dailies", days=0, verbosity=0)


if __name__ == "__main__":
    main()
