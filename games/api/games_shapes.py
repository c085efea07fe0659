"""How games become the answers that `games_serializers` describes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games import engine
from games.api.dailies_serializers import RULES_VERSION
from games.models import Game
from games.notices import notices
from games.selectors import games

GAME_ID = OpenApiParameter(
    "game_id",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="A game's opaque id, such as g_06F7M2T7S0W3Q4.",
)


def etag(game_id: str, version: int, *, with_legal_moves: bool = False) -> str:
    """Return the ETag of a game: its row's version and what was asked to be included, nothing hidden."""
    return f'"{game_id}:{version}:legal_moves"' if with_legal_moves else f'"{game_id}:{version}"'


def game_json(game: Game, *, with_legal_moves: bool = False) -> dict[str, Any]:
    """Return what its player sees of a game."""
    position = games.position(game)
    is_open = game.status == Game.Status.OPEN
    body = {
        **summary_json(game),
        "rules_version": RULES_VERSION,
        "commitment": None if game.daily is None else game.daily.commitment,
        "acted_at": game.acted_at,
        **position.observation().as_json(),
        "notices": notices(position) if is_open else [],
    }
    if with_legal_moves:
        body["legal_moves"] = [engine.move_text(move) for move in position.legal_moves()] if is_open else []
    return body


def summary_json(game: Game) -> dict[str, Any]:
    """Return the facts of a game that tell nothing of its cards."""
    variant = engine.variant(game.variant)
    return {
        "id": game.id,
        "status": game.status,
        "seq": game.seq,
        "attempt": game.attempt,
        "ranked": game.is_first_go,
        "pools": pools(game),
        "assisted": game.is_assisted,
        "variant": game.variant,
        "source": game.source,
        "daily": None if game.daily is None else str(game.daily),
        "number": game.number,
        "code": None if game.number is None else engine.game_code(variant, game.number),
        "counters": counters_json(game),
        "created_at": game.created_at,
        "finished_at": game.finished_at,
    }


def pools(game: Game) -> list[str]:
    """Return the pools that a win of *game* stands in, as far as it has been played."""
    if not game.is_first_go:
        return []
    if game.is_bot:
        return ["bot"]
    if game.begun_as_guest or game.is_assisted:
        return ["all"]
    is_pure = not game.undos and not game.hints
    return ["ranked", "pure", "all"] if is_pure else ["ranked", "all"]


def counters_json(game: Game) -> dict[str, int]:
    """Return the counters of a game."""
    return {
        "moves": game.moves,
        "actions": game.actions,
        "stock_deals": game.stock_deals,
        "undos": game.undos,
        "hints": game.hints,
        "score": game.score,
        "time_ms": game.time_ms,
    }


def result_json(game: Game) -> dict[str, Any]:
    """Return how a game ended, or how it stands."""
    return {
        **summary_json(game),
        "player": player_json(game),
        "sequences": game.sequences,
        "time_s": game.time_ms // 1000,
    }


def player_json(game: Game) -> dict[str, Any]:
    """Return whose game it is, by name."""
    return {"name": game.player.name, "bot": game.is_bot}


def replay_json(game: Game) -> dict[str, Any]:
    """Return a game from its opening on, every action with its instant and effects."""
    steps = games.replay_steps(game)
    return {
        **result_json(game),
        "rules_version": RULES_VERSION,
        "opening": games.deal_of(game).opening().observation().as_json(),
        "line": " ".join(step["token"] for step in steps),
        "steps": steps,
    }
