"""The Django application of entries, standings and records."""

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    """Entries and standings."""

    name = "leaderboards"
    default_auto_field = "django.db.models.BigAutoField"
