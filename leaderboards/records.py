"""Records and streaks as folds over what a player did: pure, no database.

Records count ended games in the order in which they ended. A first go at a daily ends when it
is won or given up, or at the daily's `final_at` if that comes first: then it is lost, whatever
becomes of it. Streaks of dates count the dates of dailies won in time; a date breaks one when
it could be played and was not won.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import NamedTuple


class Ended(NamedTuple):
    """A game that is over, as records count it. Sorts by when it ended."""

    ended_at: datetime
    game_id: str
    is_won: bool
    moves: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What ended games amount to; the default is that of no game."""

    played: int = 0
    won: int = 0
    streak: int = 0
    best_streak: int = 0
    best_seconds: int | None = None
    fewest_moves: int | None = None
    last_ended_at: datetime | None = None

    def after(self, game: Ended) -> Tally:
        """Return the tally with *game*, which ended last of all."""
        played, last = self.played + 1, game.ended_at
        if not game.is_won:
            return replace(self, played=played, streak=0, last_ended_at=last)
        streak = self.streak + 1
        return Tally(
            played=played,
            won=self.won + 1,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            best_seconds=_least(self.best_seconds, game.seconds),
            fewest_moves=_least(self.fewest_moves, game.moves),
            last_ended_at=last,
        )


def _least(known: int | None, new: int) -> int:
    return new if known is None else min(known, new)


def tally(games: Iterable[Ended]) -> Tally:
    """Return what *games*, in any order, amount to."""
    found = Tally()
    for game in sorted(games):
        found = found.after(game)
    return found


@dataclass(frozen=True, slots=True)
class Run:
    """The latest run of won dates, and the length of the longest ever."""

    length: int = 0
    best: int = 0
    last_date: date | None = None

    def after(self, won: date, *, is_broken: bool) -> Run:
        """Return the run with *won*, a date after all others; *is_broken* tells of the dates between."""
        length = 1 if is_broken else self.length + 1
        return Run(length, max(self.best, length), won)


def run(won: Iterable[date], *, playable: Iterable[date]) -> Run:
    """Return the latest run of *won* dates, which no *playable* date without a win interrupts."""
    dates = sorted(set(won))
    breaking = sorted(set(playable) - set(dates))
    found = Run()
    for on in dates:
        is_broken = found.last_date is not None and has_between(breaking, found.last_date, on)
        found = found.after(on, is_broken=is_broken)
    return found


def has_between(dates: Sequence[date], first: date, last: date) -> bool:
    """Whether one of the ascending *dates* lies strictly between *first* and *last*.

    >>> has_between([date(2026, 11, 29)], date(2026, 11, 28), date(2026, 11, 30))
    True
    """
    place = bisect_right(dates, first)
    return place < len(dates) and dates[place] < last
