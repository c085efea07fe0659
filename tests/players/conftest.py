"""What tests of players stand on besides the common ground."""

import pytest
from django.conf import settings

from config.messages import compile_messages
from players import throttling


@pytest.fixture(scope="session", autouse=True)
def compiled_messages():
    """Compile the translations, as `make run` does at its start."""
    for folder in settings.LOCALE_PATHS:
        compile_messages(folder)


@pytest.fixture(autouse=True)
def cheap_passwords(settings):
    """Hash with little memory: these tests make hundreds of accounts."""
    settings.PASSWORD_HASHERS = ["tests.players.hashers.CheapArgon2PasswordHasher"]


@pytest.fixture(autouse=True)
def fresh_buckets():
    """Forget what this process remembers of quotas, and that Redis may have been away."""
    throttling.MOVES.clear()
    throttling._buckets.cache_clear()
    throttling.policy.cache_clear()
    yield
    throttling._buckets.cache_clear()
    throttling.policy.cache_clear()
