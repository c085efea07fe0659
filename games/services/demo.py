"""Demo data: a few named players, closed dailies that they won, and today's in play.

Everything goes through the services that real players' calls go through, at instants that lie
behind, so that boards, streaks and records come about as they always do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count

from games import engine, solver
from games.models import Daily, DailySecret, Game
from games.selectors import dailies, seats
from games.services import games, publication
from games.services.attempts import start_daily
from games.services.commands import parse_submission
from games.services.seeds import ChosenSeed, check_line
from players.models import Player
from players.names import name_key
from players.services import accounts

PASSWORD = "orbweaver-demo"  # noqa: S105  (printed by the command, refused in production)

EASIEST = ("spider-1", "spiderette-1")
PAST_DAYS = 3
PACE = timedelta(seconds=4)
LONGEST_NAME = "dorothea-of-the-loom"  # 20 characters, the most a name may have

SEARCH_LIMITS = solver.Limits(examined=200_000)
"""Without a time limit, so that every machine chooses the same seeds and lines."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays."""

    alice: Player
    bob: Player
    dorothea: Player
    weaverbot: Player
    carol: Player
    """Staff, for the admin; does not play."""


def make(*, now: datetime) -> Cast:
    """Make what is missing of the demo; a second call on the same day finds nothing to do."""
    cast = _cast(now)
    today = dailies.today(now)
    for back in range(PAST_DAYS, 0, -1):
        on = today - timedelta(days=back)
        for variant in engine.VARIANTS:
            publish_past(on, variant)
        _play_past(cast, on, is_yesterday=back == 1)
    publication.prepare(now=now, days=0)
    _play_today(cast, today, now)
    return cast


def publish_past(on: date, variant: str) -> Daily:
    """Publish a daily of a day that is over, from a seed that follows from its name alone."""
    published_at = dailies.day_bounds(on).opens_at - timedelta(days=dailies.PREPARED_DAYS)

    def choose(of: engine.Variant) -> ChosenSeed:
        return next(_winnable(on, of))

    return publication.publish(on=on, variant=variant, now=published_at, choose=choose)


def _winnable(on: date, variant: engine.Variant) -> Iterator[ChosenSeed]:
    for attempt in count():
        seed = hashlib.sha256(f"demo/{on}/{variant.name}/{attempt}".encode()).digest()
        deal = engine.Deal.from_seed(variant, seed)
        found = solver.solve(deal.opening(), SEARCH_LIMITS)
        if found.line is not None:
            check_line(deal, found.line)
            yield ChosenSeed(seed, found.line, {"draws": attempt + 1})


def _cast(now: datetime) -> Cast:
    joined = now - timedelta(days=60)
    return Cast(
        alice=_player("alice", joined),
        bob=_player("bob", joined),
        dorothea=_player(LONGEST_NAME, joined),
        weaverbot=_player("weaverbot", joined, is_bot=True),
        carol=_staff("carol"),
    )


def _player(name: str, joined: datetime, *, is_bot: bool = False) -> Player:
    existing = Player.objects.filter(name_key=name_key(name)).first()
    return existing or accounts.register(name=name, password=PASSWORD, is_bot=is_bot, now=joined)


def _staff(name: str) -> Player:
    existing = Player.objects.filter(name_key=name_key(name)).first()
    return existing or Player.objects.create_superuser(name, PASSWORD)


def _play_past(cast: Cast, on: date, *, is_yesterday: bool) -> None:
    """Alice wins every day. Yesterday Bob ties with her; Dorothea and the bot need an undo."""
    for variant in EASIEST:
        daily = Daily.objects.get(date=on, variant=variant)
        line = _line(daily)
        noon = daily.opens_at + timedelta(hours=12)
        _play(cast.alice, daily, line, begun_at=noon)
        if is_yesterday:
            _play(cast.bob, daily, line, begun_at=noon)
            _play(cast.weaverbot, daily, line, begun_at=noon, pace=timedelta(seconds=1))
            if line:
                _play(cast.dorothea, daily, [line[0], "-", *line], begun_at=noon)


def _play_today(cast: Cast, today: date, now: datetime) -> None:
    """Bob has won today's two easiest, Dorothea the first of them with an undo; Alice has begun the other."""
    for variant in EASIEST:
        daily = Daily.objects.get(date=today, variant=variant)
        line = _line(daily)
        begun_at = max(daily.opens_at, now - timedelta(minutes=30))
        pace = min(PACE, (now - begun_at) / (len(line) + 3))
        _play(cast.bob, daily, line, begun_at=begun_at, pace=pace)
        if variant == "spider-1":
            _play(cast.dorothea, daily, [line[0], "-", *line], begun_at=begun_at, pace=pace)
        else:
            _play(cast.alice, daily, line[:12], begun_at=begun_at, pace=pace)


def _line(daily: Daily) -> list[str]:
    return DailySecret.objects.get(pk=daily.pk).line.split()


def _play(
    player: Player, daily: Daily, tokens: Sequence[str], *, begun_at: datetime, pace: timedelta = PACE
) -> None:
    """Have *player* play *tokens* as a first go, unless there is one."""
    if Game.objects.filter(player=player, daily=daily).exists():
        return
    game = start_daily(player=player, daily=daily, now=begun_at).game
    columns = engine.variant(daily.variant).columns
    for seq, token in enumerate(tokens):
        _log, row = seats.with_log(game.id)
        submission = parse_submission({"seq": seq, "command": token}, columns=columns)
        games.submit(row=row, submission=submission, is_bot=player.is_bot, now=begun_at + (seq + 1) * pace)
