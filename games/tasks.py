"""What workers do for dailies: thin, safe to run twice, in any number of workers at once."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.services import hint_search, par, publication

PAR_SLICE_S = 10.0
"""Short enough that a worker which also has other work is soon free for it."""


@shared_task(acks_late=True, ignore_result=True)
def prepare_dailies(**_later: object) -> None:
    """Publish what is missing of today and the days ahead, and say so loudly if something stays missing."""
    publication.prepare(now=timezone.now())


@shared_task(acks_late=True, ignore_result=True)
def shorten_par(**_later: object) -> None:
    """Search a little for a shorter line of a daily that has not opened yet."""
    par.shorten_one(now=timezone.now(), seconds=PAR_SLICE_S)


@shared_task(acks_late=True, ignore_result=True)
def adopt_players_lines(**_later: object) -> None:
    """Take over what players of dailies that have become final found shorter."""
    par.adopt_players_lines(now=timezone.now())


@shared_task(acks_late=True, ignore_result=True)
def answer_hint(*, hint_id: int, **_later: object) -> None:
    """Search for the hint that a player waits for."""
    hint_search.answer(hint_id=hint_id, now=timezone.now())


@shared_task(acks_late=True, ignore_result=True)
def answer_overlooked_hints(**_later: object) -> None:
    """Answer the hints whose own task was lost with the queue."""
    hint_search.answer_overlooked(now=timezone.now())
