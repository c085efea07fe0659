"""Publish the dailies of today and the days ahead."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.selectors import dailies
from games.services import publication


class Command(BaseCommand):
    """Make what is missing, now and in this process; `make run` does so before the web starts."""

    help = "Publish whatever is missing of today's dailies and those of the days ahead."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many days ahead to prepare."""
        parser.add_argument(
            "--days", type=int, default=dailies.PREPARED_DAYS, help="days beyond today (default: %(default)s)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Publish, and tell how many were missing."""
        days: int = options["days"]
        made = publication.prepare(now=timezone.now(), days=days)
        if options["verbosity"] > 0:
            self.stdout.write(f"{len(made)} dailies published, {days} days ahead are ready.")
