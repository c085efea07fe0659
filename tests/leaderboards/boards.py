"""Dailies, games and wins for tests of standings: rows made directly, ended through the signal."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import transaction

from games import engine
from games.models import Daily, Game
from games.signals import game_finished
from leaderboards.models import Entry
from leaderboards.services import entries
from players.models import Player
from players.names import name_key

_numbers = itertools.count(1)

DATE = date(2026, 11, 29)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def player(**fields: Any) -> Player:
    """Make an account, or with ``is_guest=True`` a guest."""
    name = fields.pop("name", f"somebody{next(_numbers)}")
    if not fields.setdefault("is_guest", False):
        fields.setdefault("claimed_at", NOON - timedelta(days=30))
    return Player.objects.create(name=name, name_key=name_key(name), **fields)


def daily(on: date = DATE, variant: str = "spider-2", **fields: Any) -> Daily:
    """Publish a daily of *on*, from midnight to midnight in UTC."""
    opens_at = datetime(on.year, on.month, on.day, tzinfo=UTC)
    values: dict[str, Any] = {
        "opens_at": opens_at,
        "closes_at": opens_at + timedelta(days=1),
        "final_at": opens_at + timedelta(days=1, hours=2),
    }
    return Daily.objects.create(
        date=on, variant=variant, commitment="sha256:" + "0" * 64, **(values | fields)
    )


def begin(by: Player, at: Daily | None, *, when: datetime | None = None, **fields: Any) -> Game:
    """Begin a game, at a daily its player's next go there, with one command accepted a second later."""
    attempt = None if at is None else by.games.filter(daily=at).count() + 1
    values: dict[str, Any] = {
        "variant": "spider-2" if at is None else at.variant,
        "source": "random" if at is None else "daily",
        "attempt": attempt,
        "is_first_go": attempt == 1,
        "begun_as_guest": by.is_guest,
        "is_bot": by.is_bot,
        "seq": 1,
        "actions": 1,
        "moves": 1,
    } | fields
    if when is None:
        when = NOON if at is None else at.opens_at + timedelta(hours=12)
    values.setdefault("begun_at", when + timedelta(seconds=1))
    deal = engine.Deal.from_number(engine.variant(values["variant"]), 1)
    return Game.objects.create(
        player=by,
        daily=at,
        deal=deal.cards,
        position=deal.opening().text(),
        created_at=when,
        acted_at=when,
        **values,
    )


def end(
    game: Game,
    *,
    moves: int = 120,
    undos: int = 0,
    seconds: int = 600,
    hints: int = 0,
    when: datetime | None = None,
    is_won: bool = True,
    **fields: Any,
) -> Game:
    """End *game* as its winning command, or its giving up, would."""
    with transaction.atomic():
        ended = mark_ended(
            game, moves=moves, undos=undos, seconds=seconds, hints=hints, when=when, is_won=is_won, **fields
        )
        game_finished.send(sender=Game, game=ended, now=ended.finished_at)
    return ended


def mark_ended(
    game: Game,
    *,
    moves: int = 120,
    undos: int = 0,
    seconds: int = 600,
    hints: int = 0,
    when: datetime | None = None,
    is_won: bool = True,
    **fields: Any,
) -> Game:
    """End *game* and tell nobody; return it as the signal would carry it."""
    when = when or game.created_at + timedelta(seconds=seconds)
    values = {
        "status": Game.Status.WON if is_won else Game.Status.GIVEN_UP,
        "moves": moves,
        "undos": undos,
        "hints": hints,
        "time_ms": seconds * 1000 + 250,
        "sequences": engine.variant(game.variant).sequences_to_win if is_won else 0,
        "acted_at": when,
        "finished_at": when,
        **fields,
    }
    Game.objects.filter(pk=game.pk, status=Game.Status.OPEN).update(**values)
    return Game.objects.select_related("daily", "player").get(pk=game.pk)


def win(by: Player, at: Daily, *, begun: dict[str, Any] | None = None, **result: Any) -> Entry:
    """Let a player win a daily at the first go, and return the entry."""
    return Entry.objects.get(game=end(begin(by, at, **(begun or {})), **result))


def enter(by: Player, at: Daily, *, moves: int, undos: int = 0, seconds: int = 600, **fields: Any) -> Entry:
    """Make a won first go and its entry, without records and streaks: for full boards."""
    values: dict[str, Any] = {
        "finished_at": NOON,
        "time_ms": seconds * 1000,
        "sequences": 8,
        "status": Game.Status.WON,
    }
    game = begin(by, at, moves=moves, undos=undos, **(values | fields))
    entry = entries.record(game=game, player=by, now=NOON)
    assert entry is not None
    return entry
