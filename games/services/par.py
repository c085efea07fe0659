"""Par: the fewest moves known to win a daily. It only ever falls, and each fall is replayed first.

While a daily waits for its day, idle workers search for shorter lines; once it is final, what
players found counts too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db.models import QuerySet

from games import engine, solver
from games.logs import parse_log
from games.models import DailySecret, Game
from games.services.seeds import check_line

logger = structlog.get_logger(__name__)

FRUITLESS_SLICES = 8
"""So many searches in a row without a shorter line, and a daily is left alone."""

PLAYERS_WINDOW = timedelta(days=7)
"""How long after `final_at` the wins of a daily's players are still looked through, once."""


def shorten_one(*, now: datetime, seconds: float) -> DailySecret | None:
    """Search for *seconds* for a shorter line of a daily that has not opened; return which, if any is left.

    Takes one that was searched least, by lot, so that workers at the same moment seldom take the same.
    """
    waiting = [secret for secret in _scheduled(now) if _count(secret, "fruitless") < FRUITLESS_SLICES]
    if not waiting:
        return None
    least = min(_count(secret, "slices") for secret in waiting)
    secret = random.choice([each for each in waiting if _count(each, "slices") == least])  # noqa: S311
    deal = _deal(secret)
    line = secret.line.split()
    limits = solver.Limits(examined=10_000_000, seconds=seconds)
    slices = _count(secret, "slices") + 1
    found = solver.shorten(deal.opening(), line, limits, seed=slices)
    is_shorter = found.line is not None and improve(secret, found.line)
    secret.refresh_from_db()
    secret.solve_statistics |= {
        "slices": slices,
        "fruitless": 0 if is_shorter else _count(secret, "fruitless") + 1,
        "shortening_seconds": round(_count(secret, "shortening_seconds") + found.seconds, 3),
    }
    secret.save(update_fields=["solve_statistics"])
    return secret


def adopt_players_lines(*, now: datetime) -> int:
    """Take over the shortest wins of the players of dailies that have become final; return how many.

    Each daily is looked through once. Nothing tells whose line it was.
    """
    adopted = 0
    fresh = DailySecret.objects.select_related("daily").filter(
        daily__final_at__lte=now,
        daily__final_at__gt=now - PLAYERS_WINDOW,
        solve_statistics__players_counted__isnull=True,
    )
    for secret in fresh.order_by("daily__final_at", "pk"):
        best = _best_win(secret)
        if best is not None:
            tokens = [entry.token for entry in parse_log(best.log + best.log_tail)]
            adopted += improve(secret, engine.surviving(tokens))
        secret.refresh_from_db()
        secret.solve_statistics |= {"players_counted": True}
        secret.save(update_fields=["solve_statistics"])
    return adopted


def improve(secret: DailySecret, line: Sequence[str]) -> bool:
    """Keep *line* if it wins and nothing as short is known by now; return whether it was kept.

    Raises:
        SolverError: it does not win.
    """
    if secret.par is not None and len(line) >= secret.par:
        return False
    check_line(_deal(secret), line)
    longer = DailySecret.objects.filter(pk=secret.pk).exclude(par__lte=len(line))
    return bool(longer.update(line=" ".join(line), par=len(line)))


def _scheduled(now: datetime) -> QuerySet[DailySecret]:
    scheduled = DailySecret.objects.filter(daily__opens_at__gt=now, daily__voided_at__isnull=True).exclude(
        line=""
    )
    return scheduled.select_related("daily").order_by("pk")


def _best_win(secret: DailySecret) -> Game | None:
    wins = Game.objects.filter(
        daily_id=secret.pk,
        is_first_go=True,
        status=Game.Status.WON,
        player__is_in_statistics=True,
        finished_at__lt=secret.daily.final_at,
    )
    if secret.par is not None:
        wins = wins.filter(moves__lt=secret.par)
    return wins.order_by("moves", "finished_at", "id").first()


def _deal(secret: DailySecret) -> engine.Deal:
    return engine.Deal.from_seed(engine.variant(secret.daily.variant), bytes(secret.seed))


def _count(secret: DailySecret, name: str) -> Any:
    return secret.solve_statistics.get(name, 0)
