"""How passwords are hashed."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id at the cost that OWASP's Password Storage Cheat Sheet names first.

    Django's own takes 100 MiB for each sign-in at a time: eight at once, in a process that should
    do with 130, would be a way to fell it.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
