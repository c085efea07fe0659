"""The Django application of entries, standings and records."""

from importlib import import_module

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    """Entries and standings."""

    name = "leaderboards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Begin to hear of games that end, and tell of their players."""
        import_module("leaderboards.receivers")
        import_module("leaderboards.profiles").register()
