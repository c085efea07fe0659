"""The Django application of deals, dailies and games in play."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Dailies and games."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Export what operators watch, and tell of players' games."""
        from games import metrics, profiles

        metrics.register()
        profiles.register()
