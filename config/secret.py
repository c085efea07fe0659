"""The secret that signs sessions and tokens."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHORTEST = 50
_PLACEHOLDERS = ("change", "insecure", "secret", "example", "default", "password", "your")


def check(value: str) -> str:
    """Return *value* if it can be a production secret.

    Raises:
        ImproperlyConfigured: it is short, repetitive, or reads like an example.
    """
    if len(value) < SHORTEST or len(set(value)) < 10 or any(word in value.lower() for word in _PLACEHOLDERS):
        raise ImproperlyConfigured(
            f"SECRET_KEY must be at least {SHORTEST} random characters and not an example; make one with "
            """python3 -c 'import secrets; print(secrets.token_urlsafe(50))'."""
        )
    return value


def local(folder: Path, given: str) -> str:
    """Return the *given* secret, or else the one kept in *folder*, made at the first call.

    Raises:
        ImproperlyConfigured: the folder cannot be written.
    """
    if given:
        return given
    path = folder / "secret-key"
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            fresh = folder / f"secret-key.{os.getpid()}"
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(50))
            # A link is made by one process only; the others read that one's.
            with suppress(FileExistsError):
                os.link(fresh, path)
            fresh.unlink()
        return path.read_text()
    except OSError as error:
        raise ImproperlyConfigured(f"The folder {folder} cannot be written: {error.strerror}.") from error
