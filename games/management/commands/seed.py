"""Fill a service that runs on this machine with demo data."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services import demo


class Command(BaseCommand):
    """Make the named players and their games; safe to run again."""

    help = "Make demo players, closed dailies that they won, and games in play. Not for production."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, and tell how to sign in.

        Raises:
            CommandError: in production, where accounts with a known password have no place.
        """
        if settings.PRODUCTION:
            raise CommandError("Demo accounts have a password that everybody knows: not in production.")
        cast = demo.make(now=timezone.now())
        names = ", ".join(player.name for player in (cast.alice, cast.bob, cast.dorothea, cast.weaverbot))
        self.stdout.write(
            f"Demo data is ready. Players: {names}; staff: {cast.carol.name}. "
            f"Their password is {demo.PASSWORD}."
        )
