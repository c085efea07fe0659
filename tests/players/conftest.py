"""What tests of players stand on besides the common ground."""

import pytest

from players import throttling


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
