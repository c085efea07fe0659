"""The Django application of the people who play."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Identity, tokens, privacy."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"
