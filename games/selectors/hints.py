"""Reads of hints."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from games.errors import NotFound
from games.models import DailySecret, Game, Hint
from players.models import Player


def find(game: Game, *, seq: int, mode: str) -> Hint | None:
    """Return the hint of one version and mode, if one was asked for."""
    return Hint.objects.filter(game=game, seq=seq, mode=mode).first()


def latest(game: Game, *, seq: int | None = None) -> Hint:
    """Return the hint of *game* that was asked for last, or last at version *seq*.

    Raises:
        NotFound: none was.
    """
    asked = Hint.objects.filter(game=game).order_by("-created_at", "-id")
    hint = (asked if seq is None else asked.filter(seq=seq)).first()
    if hint is None:
        raise NotFound
    return hint


def state(hint: Hint, *, now: datetime) -> str:
    """Return how far the hint is: one that nobody came to answer by its deadline was not found."""
    if hint.state == Hint.State.PENDING and now >= hint.deadline_at:
        return Hint.State.NOT_FOUND.value
    return str(hint.state)


def waiting(*, now: datetime, player: Player | None = None) -> int:
    """Return how many hints wait for the solver, all or those of one player.

    Not those whose game has moved on: they cost no search.
    """
    pending = Hint.objects.filter(state=Hint.State.PENDING, deadline_at__gt=now, game__seq=F("seq"))
    return (pending if player is None else pending.filter(game__player=player)).count()


def overlooked(*, before: datetime, now: datetime) -> list[int]:
    """Return the hints that still wait and were asked for before *before*: their task may be lost."""
    waiting_ones = Hint.objects.filter(state=Hint.State.PENDING, deadline_at__gt=now, created_at__lt=before)
    return list(waiting_ones.order_by("created_at", "id").values_list("pk", flat=True))


def is_known_winnable(game: Game) -> bool:
    """Tell whether a win of the deal of *game* is on record."""
    if game.source == Game.Source.SOLVABLE:
        return True
    return (
        game.daily_id is not None
        and DailySecret.objects.filter(daily_id=game.daily_id).exclude(line="").exists()
    )
