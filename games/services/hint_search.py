"""What a worker does about a hint that waits for the solver."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games import solver
from games.models import Game, Hint
from games.selectors import games, hints

SEARCH_SECONDS = 10.0
EXAMINED_LIMIT = 5_000_000

OVERLOOKED_AFTER = timedelta(seconds=5)
"""Younger ones are most likely in the queue."""

_STATES = {
    solver.Verdict.WINNABLE: Hint.State.FOUND,
    solver.Verdict.UNWINNABLE: Hint.State.LOST,
}


def answer(*, hint_id: int, now: datetime) -> None:
    """Search for the first move of a win where the hint was asked, and store what comes of it.

    Safe to run twice: a hint that is answered, outdated or gone is left alone.
    """
    hint = Hint.objects.select_related("game").filter(pk=hint_id, state=Hint.State.PENDING).first()
    if hint is None:
        return
    seconds = min(SEARCH_SECONDS, (hint.deadline_at - now).total_seconds())
    if seconds <= 0 or hint.game.seq != hint.seq:
        _store(hint, Hint.State.NOT_FOUND)
        return
    limits = solver.Limits(examined=EXAMINED_LIMIT, seconds=seconds)
    result = solver.hint(games.position(hint.game), limits, seed=hint.pk, cancel=lambda: _is_outdated(hint))
    _store(hint, _STATES.get(result.verdict, Hint.State.NOT_FOUND), result.first_move or "")


def answer_overlooked(*, now: datetime) -> None:
    """Answer every hint that has waited for longer than its own task takes to come up."""
    for hint_id in hints.overlooked(before=now - OVERLOOKED_AFTER, now=now):
        answer(hint_id=hint_id, now=timezone.now())


def _is_outdated(hint: Hint) -> bool:
    """Tell whether the game has moved on: nobody waits for the answer any more."""
    return not Game.objects.filter(pk=hint.game_id, seq=hint.seq, status=Game.Status.OPEN).exists()


def _store(hint: Hint, state: Hint.State, token: str = "") -> None:
    Hint.objects.filter(pk=hint.pk, state=Hint.State.PENDING).update(
        state=state, token=token, finished_at=timezone.now()
    )
