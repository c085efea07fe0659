"""What must be done before the web starts: tables, files, words, today's dailies."""

import io
import os

import django
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from config.messages import compile_messages


def main() -> None:
    """Do all of it; a second run finds little to do."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for folder in settings.LOCALE_PATHS:
        compile_messages(folder)
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    _deal_today()


def _deal_today() -> None:
    from games.selectors import dailies

    if dailies.missing(timezone.now(), days=0):
        print("Dealing today's six games, all winnable; this happens once a day.", flush=True)
        call_command("prepare_dailies", days=0, stdout=io.StringIO())


if __name__ == "__main__":
    main()
