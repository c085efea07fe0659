"""The Django application of the people who play."""

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class PlayersConfig(AppConfig):
    """Identity, tokens, privacy."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Look whether all quotas that were set are of something.

        Raises:
            ImproperlyConfigured: one is not.
        """
        from players.throttling import POLICIES

        unknown = settings.RATE_LIMIT_QUOTAS.keys() - POLICIES.keys()
        if unknown:
            name = min(unknown)
            raise ImproperlyConfigured(f"RATE_LIMIT_QUOTAS names {name!r}; there are {', '.join(POLICIES)}.")
