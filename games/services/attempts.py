"""New games: a player's goes at a deal."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max

from games import engine
from games.errors import DailyClosed, DailyNotOpen, DailyVoid
from games.models import Daily, Game
from games.selectors import dailies
from players.models import Player

_TRIES = 5
"""A start loses a race only to a game that ends before it can be returned: hardly ever twice."""


class Start(NamedTuple):
    """A game to play, and whether it has just been made."""

    game: Game
    is_new: bool


def start_daily(*, player: Player, daily: Daily, now: datetime) -> Start:
    """Take up *player*'s open game at *daily*, or begin one: the first go, a later one, or archive play.

    Safe to call many times at once: constraints let one game be made, and everybody gets it.

    Raises:
        DailyVoid: it was withdrawn.
        DailyNotOpen, DailyClosed: not yet, or not now; there is no open game to take up.
    """
    if daily.voided_at is not None:
        raise DailyVoid(reason=daily.void_reason)
    for _try in range(_TRIES):
        open_game = _open_game(player, daily)
        if open_game is not None:
            return Start(open_game, is_new=False)
        source = _daily_source(daily, now)
        try:
            with transaction.atomic():
                return Start(_begin_daily(player, daily, source, now), is_new=True)
        except IntegrityError:
            continue  # another request made one
    raise RuntimeError("games at a daily were begun and ended faster than one could be returned")


def start_numbered(
    *, player: Player, variant: engine.Variant, number: int, source: Game.Source, now: datetime
) -> Game:
    """Begin a practice game of a numbered deal. The same number again is the same deal again."""
    deal = engine.Deal.from_number(variant, number)
    return _create(player, deal, source=source, number=number, now=now)


def _open_game(player: Player, daily: Daily) -> Game | None:
    return Game.objects.filter(player=player, daily=daily, status=Game.Status.OPEN).order_by("id").first()


def _daily_source(daily: Daily, now: datetime) -> Game.Source:
    if now < daily.opens_at:
        raise DailyNotOpen(opens_at=daily.opens_at)
    if now < daily.closes_at:
        return Game.Source.DAILY
    if now < daily.final_at:
        raise DailyClosed(available_at=daily.final_at)
    return Game.Source.ARCHIVE


def _begin_daily(player: Player, daily: Daily, source: Game.Source, now: datetime) -> Game:
    goes = Game.objects.filter(player=player, daily=daily)
    last_attempt: int = goes.aggregate(last=Max("attempt"))["last"] or 0
    return _create(
        player,
        dailies.deal_of(daily),
        source=source,
        daily=daily,
        attempt=last_attempt + 1,
        # Archive play begins after the standings are frozen: it is never the go that counts.
        is_first_go=source is Game.Source.DAILY and last_attempt == 0,
        now=now,
    )


def _create(
    player: Player,
    deal: engine.Deal,
    *,
    source: Game.Source,
    now: datetime,
    number: int | None = None,
    daily: Daily | None = None,
    attempt: int | None = None,
    is_first_go: bool = False,
) -> Game:
    return Game.objects.create(
        player=player,
        daily=daily,
        variant=deal.variant.name,
        source=source,
        number=number,
        attempt=attempt,
        is_first_go=is_first_go,
        begun_as_guest=player.is_guest,
        deal=deal.cards,
        position=deal.opening().text(),
        created_at=now,
        acted_at=now,
    )
