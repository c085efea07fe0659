"""Make guests."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from players.models import Player
from players.names import name_key

_TRIES: Final = 12


def create(*, now: datetime, locale: str = "") -> Player:
    """Make a guest with a name like Guest-4821 that nobody has.

    Four digits at first; the more of them are taken, the more digits a try has.
    """
    for attempt in range(_TRIES):
        lowest = 10 ** (3 + attempt // 2)
        name = f"Guest-{lowest + secrets.randbelow(9 * lowest)}"
        player = Player(
            name=name, name_key=name_key(name), locale=locale, is_guest=True, created_at=now, last_seen_at=now
        )
        player.set_unusable_password()
        try:
            with transaction.atomic():
                player.save(force_insert=True)
        except IntegrityError:
            continue
        return player
    raise RuntimeError("no free name for a guest")
