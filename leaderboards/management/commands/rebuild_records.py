"""``manage.py rebuild_records``: compute records and streaks anew from the games."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leaderboards.services import records
from players.models import Player
from players.names import name_key


class Command(BaseCommand):
    """Compute the records and streaks of one player, or of all, from nothing but the games."""

    help = "Compute records and streaks anew from the games. Safe at any time, and to be stopped at any time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command."""
        parser.add_argument("--player", help="The name of one player; default: everybody who ever played.")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Rebuild player by player, each in a transaction of its own."""
        players = Player.objects.order_by("pk").values_list("pk", flat=True)
        if options["player"] is not None:
            players = players.filter(name_key=name_key(options["player"]))
            if not players:
                raise CommandError(f"nobody is called {options['player']}")
        count = 0
        for player_id in players.iterator():
            records.rebuild_alone(player_id=player_id, now=timezone.now())
            count += 1
        self.stdout.write(f"Records and streaks of {count} players were computed anew.")
