"""Argon2 at a cost that a test can afford."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2PasswordHasher(Argon2PasswordHasher):
    """The real thing, with little memory and one pass."""

    time_cost = 1
    memory_cost = 256
    parallelism = 1
