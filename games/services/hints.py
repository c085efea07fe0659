"""Hints: asking for one. What the solver makes of it is `hint_search`, which only workers import."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from games import visible_hints
from games.errors import GameOver, HintRefused, SeqConflict, SolverBusy
from games.models import Game, Hint
from games.selectors import games, hints

PATIENCE = timedelta(seconds=30)
"""From the asking to the end of the search, the wait in the queue included."""

QUEUE_LIMIT = 20
"""Hints that may wait at once. Of its 30 seconds a hint may wait 20, to be left the 10 that a search may
take; most searches take far less than a second, but one searcher should keep up at a second each."""

PLAYER_LIMIT = 3
"""Of them one player's: nobody plays more tables at once, and nobody shall fill the queue alone."""

BUSY_RETRY_S = 5

OPEN_DAILY_LIMIT = 10
"""Solver hints in a game at a daily that is not final yet."""


class Asked(NamedTuple):
    """A hint, and whether this call is the first that asked for it."""

    hint: Hint
    is_new: bool


def ask(*, game: Game, seq: int, mode: Hint.Mode, now: datetime) -> Asked:
    """Count a hint at version *seq* of *game* and return it, visible ones with their answer.

    Asking again at the same version is free, and returns the same hint.

    Raises:
        SeqConflict: the game has moved on; nothing is counted.
        GameOver: it is won or given up.
        HintRefused: the solver does not help this player in an open daily, or not any more.
        SolverBusy: too many wait already, or too many of this player's.
    """
    if seq != game.seq:
        raise SeqConflict(sent=seq, current=game.seq)
    if game.status != Game.Status.OPEN:
        raise GameOver(status=game.status, seq=game.seq)
    asked_before = hints.find(game, seq=seq, mode=mode)
    if asked_before is not None:
        return Asked(asked_before, is_new=False)
    if mode is Hint.Mode.SOLVER:
        _check_solver(game, now)
    answer = _answer_at_once(game, mode)
    answer |= {"created_at": now, "deadline_at": now + PATIENCE}
    if answer["state"] != Hint.State.PENDING:
        answer["finished_at"] = now
    with transaction.atomic():
        # Of two calls at once, one makes the hint and counts it.
        hint, is_new = Hint.objects.get_or_create(game=game, seq=seq, mode=mode, defaults=answer)
        if is_new:
            _count(game, hint)
    return Asked(hint, is_new)


def _check_solver(game: Game, now: datetime) -> None:
    daily = game.daily
    if daily is not None and now < daily.final_at:
        claimed_at = game.player.claimed_at
        if game.player.is_guest or claimed_at is None:
            raise HintRefused("guest")
        if claimed_at >= daily.opens_at:
            raise HintRefused("account_too_new")
        if Hint.objects.filter(game=game, mode=Hint.Mode.SOLVER).count() >= OPEN_DAILY_LIMIT:
            raise HintRefused("limit", limit=OPEN_DAILY_LIMIT)
    of_player = hints.waiting(now=now, player=game.player)
    if of_player >= PLAYER_LIMIT or hints.waiting(now=now) >= QUEUE_LIMIT:
        raise SolverBusy(retry_after=BUSY_RETRY_S)


def _answer_at_once(game: Game, mode: Hint.Mode) -> dict[str, Any]:
    """Return what can be told from what the player sees: all of a visible hint."""
    reference = visible_hints.best_move(games.position(game).observation())
    if reference is None:
        # No move is legal, and the game is not won.
        return {"state": Hint.State.LOST}
    if mode is Hint.Mode.VISIBLE:
        return {"state": Hint.State.FOUND, "reference": reference, "token": reference}
    return {"state": Hint.State.PENDING, "reference": reference}


def _count(game: Game, hint: Hint) -> None:
    changes: dict[str, Any] = {"hints": F("hints") + 1, "version": F("version") + 1}
    if hint.mode == Hint.Mode.SOLVER:
        changes["is_assisted"] = True
    counted = Game.objects.filter(pk=game.pk, seq=hint.seq, status=Game.Status.OPEN).update(**changes)
    if not counted:
        game.refresh_from_db(fields=["seq"])
        raise SeqConflict(sent=hint.seq, current=game.seq)
