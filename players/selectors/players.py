"""Find players."""

from __future__ import annotations

from players.errors import PlayerNotFound
from players.models import Player
from players.names import name_key


def listed(name: str) -> Player:
    """Return the player of that name, in any case, as far as everyone may see them.

    Raises:
        PlayerNotFound: nobody has it, or whoever has it is not listed.
    """
    player = Player.objects.filter(name_key=name_key(name), is_listed=True, is_active=True).first()
    # A look-alike of the name has the same key, but is not the same name.
    if player is None or player.name.casefold() != name.casefold():
        raise PlayerNotFound
    return player
