"""``manage.py reconcile``: prove standings from the games, and repair them."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leaderboards.services import reconciliation


class Command(BaseCommand):
    """Compare entries, histograms, records and streaks with the games; exit with 1 if any is wrong."""

    help = "Prove entries, histograms, records and streaks from the games; --repair makes them right."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command."""
        parser.add_argument("--repair", action="store_true", help="Make right what is wrong.")
        parser.add_argument(
            "--since",
            type=date.fromisoformat,
            help="Only dailies of this date (2026-11-29) and later, and the players at them.",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print each finding, and how many there were."""
        count = 0
        for finding in reconciliation.reconcile(
            now=timezone.now(), repair=options["repair"], since=options["since"]
        ):
            count += 1
            self.stdout.write(str(finding))
        if count and not options["repair"]:
            raise CommandError(f"{count} found; nothing was changed. Run again with --repair.")
        self.stdout.write(f"{count} found and repaired." if count else "All is as the games say.")
