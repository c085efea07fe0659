"""Players, dailies and won lines for tests that play: everything goes over HTTP but the set-up."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from django.http import HttpResponse

from games import engine
from games.models import Daily, DailySecret, Game
from players import credentials
from players.models import Player, Token
from players.names import name_key
from tests.engine.recordings import recorded_games
from tests.lane import LaneClient

_numbers = itertools.count(1)

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the decoded body, and all of it for a closer look."""

    status: int
    body: Any
    response: HttpResponse

    @property
    def headers(self) -> Any:
        return self.response.headers

    def __getitem__(self, member: Any) -> Any:
        return self.body[member]


class Caller:
    """Somebody with a token who calls the API, or a stranger without one."""

    def __init__(self, player: Player | None = None, token: str = "") -> None:
        self.player = player
        self.token = token
        self.client = LaneClient(
            raise_request_exception=False, enforce_csrf_checks=True, SERVER_NAME="localhost"
        )
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send *body* as JSON, or as it is when it is bytes."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        response: Any = self.client.generic(
            method, f"/api/v1{path}", data, content_type="application/json", headers=sent
        )
        content = response.content
        return Answer(response.status_code, json.loads(content) if content else None, response)

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)

    def start(self, **source: Any) -> Answer:
        return self.post("/games", {"source": source})

    def start_daily(self, daily: Daily) -> Answer:
        return self.start(type="daily", date=daily.date.isoformat(), variant=daily.variant)

    def play(self, game_id: str, seq: int, command: Any) -> Answer:
        return self.post(f"/games/{game_id}/commands", {"seq": seq, "command": command})

    def play_all(self, game_id: str, seq: int, commands: list[Any], *, atomic: bool = False) -> Answer:
        body = {"seq": seq, "commands": commands, "atomic": atomic}
        return self.post(f"/games/{game_id}/commands", body)


def new_player(**fields: Any) -> Player:
    """Make an account, or with ``is_guest=True`` a guest."""
    number = next(_numbers)
    is_guest = fields.setdefault("is_guest", False)
    if not is_guest:
        fields.setdefault("claimed_at", NOON - timedelta(days=30))
    name = f"player{number}"
    return Player.objects.create(name=name, name_key=name_key(name), **fields)


def new_caller(*, scopes: tuple[str, ...] = ("play",), player: Player | None = None, **fields: Any) -> Caller:
    """Make a player with a token, or another token for *player*."""
    player = player or new_player(**fields)
    token = credentials.new_token()
    kind = "guest" if player.is_guest else "personal"
    Token.objects.create(
        player=player, prefix=token.prefix, digest=token.digest, kind=kind, scopes=list(scopes)
    )
    return Caller(player, token.text)


def new_daily(
    *,
    on: date | None = None,
    variant: str = "spiderette-1",
    opens_at: datetime | None = None,
    seed: bytes = bytes(32),
) -> Daily:
    """Publish a daily that is open today by the real clock, or that of another day."""
    if opens_at is None:
        on = on or datetime.now(UTC).date()
        opens_at = datetime(on.year, on.month, on.day, tzinfo=UTC)
    on = on or opens_at.date()
    closes_at = opens_at + timedelta(days=1)
    daily = Daily.objects.create(
        date=on,
        variant=variant,
        commitment=engine.commitment(on.isoformat(), variant, seed),
        opens_at=opens_at,
        closes_at=closes_at,
        final_at=closes_at + timedelta(hours=2),
    )
    DailySecret.objects.create(daily=daily, seed=seed)
    return daily


class Line(NamedTuple):
    """A deal and a line of play from it, recorded from another program."""

    deal: engine.Deal
    tokens: list[str]


def won_line(variant: str = "spiderette-1", *, kind: str = "planned") -> Line:
    """Return the first recorded win of that variant and kind whose layout is one of our deals."""
    return _line(variant, kind, "won")


def dead_line(variant: str = "spiderette-1") -> Line:
    """Return the first recorded game of that variant that ended with no legal action left."""
    return _line(variant, "random", "dead")


def _line(variant: str, kind: str, end: str) -> Line:
    for recorded in recorded_games():
        if (recorded["variant"], recorded["kind"], recorded["end"]) == (variant, kind, end):
            deal = _deal_of(recorded)
            if deal is not None:
                return Line(deal, [step["do"] for step in recorded["steps"]])
    raise LookupError(f"no recorded game of {variant}, {kind}, {end}")


def _deal_of(recorded: dict[str, Any]) -> engine.Deal | None:
    """Return the deal that a recorded start comes of; None for a layout that is not ours."""
    variant = engine.variant(recorded["variant"])
    columns = recorded["start"].partition(" #")[0].upper().split("|")
    if tuple(len(column) // 2 for column in columns) != tuple(variant.column_sizes):
        return None
    rows = range(max(variant.column_sizes))
    dealt = "".join(column[2 * row : 2 * row + 2] for row in rows for column in columns)
    stock = recorded["stock"]
    return engine.Deal.from_text(variant, dealt + (stock if isinstance(stock, str) else "".join(stock)))


def lay_out(game_id: str, deal: engine.Deal) -> None:
    """Put *deal* under a game that has just been started."""
    Game.objects.filter(pk=game_id, seq=0).update(
        variant=deal.variant.name, deal=deal.cards, position=deal.opening().text()
    )


def begin(caller: Caller, deal: engine.Deal) -> str:
    """Start a practice game of *deal* and return its id."""
    started = caller.start(type="number", variant=deal.variant.name, number=1)
    lay_out(started["id"], deal)
    return str(started["id"])


def counters(answer: Answer) -> dict[str, int]:
    """Return the counters of an answer but the time, which is the clock's to say."""
    return {name: value for name, value in answer["counters"].items() if name != "time_ms"}


def illegal_token(position: engine.Position) -> str:
    """Return a move between two columns that a rule forbids in *position*."""
    legal = {engine.move_text(move) for move in position.legal_moves()}
    tokens = (f"{source}{target}1" for source in "abcdefg" for target in "abcdefg" if source != target)
    return next(token for token in tokens if token not in legal)
