"""What the end of a game does to standings, in the transaction that ends it."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from leaderboards.services import entries, locks, records


def finish(*, game: Game, now: datetime) -> None:
    """Count *game*, which was just won or given up, in records, streaks and its daily's board.

    The board comes last: the bars of a histogram are the only rows that players share, and so
    are locked only from the last statement to the commit.
    """
    player = locks.lock_player(game.player_id)
    records.count(game=game, now=now)
    entries.record(game=game, player=player, now=now)
