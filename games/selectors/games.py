"""Reads of games: whose they are to see, and what is to be seen of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games import engine
from games.errors import GameNotFound, ReplayLocked
from games.logs import Entry, parse_log
from games.models import Game
from players.models import Player


def of_player(player: Player, *, status: str | None = None) -> QuerySet[Game]:
    """Return the games of *player*, those of one *status* or all, the latest first."""
    games = Game.objects.filter(player=player).select_related("daily").order_by("-created_at", "id")
    return games if status is None else games.filter(status=status)


def own(player: Player, game_id: str) -> Game:
    """Return a game of *player*.

    Raises:
        GameNotFound: there is none of that id, or it is another player's.
    """
    game = _find(game_id)
    if game is None or game.player_id != player.pk:
        raise GameNotFound
    return game


def visible(viewer: Player | None, game_id: str, *, now: datetime) -> Game:
    """Return a game whose result *viewer* may see: one's own, or a public one.

    Raises:
        GameNotFound: there is no such game, or it is not the viewer's to see.
    """
    game = _find(game_id)
    if game is None or not ((viewer is not None and game.player_id == viewer.pk) or is_public(game, now=now)):
        raise GameNotFound
    return game


def is_public(game: Game, *, now: datetime) -> bool:
    """Tell whether anybody may see result and replay of *game*.

    From the daily's `final_at` on they may: of the go that counts, if it had ended by then and
    the player is listed.
    """
    daily = game.daily
    return (
        daily is not None
        and now >= daily.final_at
        and game.is_first_go
        and game.finished_at is not None
        and game.finished_at < daily.final_at
        and game.player.is_listed
        and game.player.is_active
        and game.player.banned_at is None
    )


def won(game_id: str) -> Game:
    """Return a game that was won, whoever asks: for its card, which shows no cards and names nobody.

    Whoever has the id was given it by the winner: it is long and random, and stands in no list
    before the result is public.

    Raises:
        GameNotFound: there is no such game, or it was not won.
    """
    game = _find(game_id)
    if game is None or game.status != Game.Status.WON:
        raise GameNotFound
    return game


def check_replay(game: Game, *, now: datetime) -> None:
    """Check that the replay of a visible *game* may be shown.

    Raises:
        ReplayLocked: it is a game at a daily whose `final_at` is still ahead.
    """
    if game.daily is not None and now < game.daily.final_at:
        raise ReplayLocked(available_at=game.daily.final_at)


def position(game: Game) -> engine.Position:
    """Return the position of *game*. Secret: only its observation may be shown."""
    deal = deal_of(game)
    return engine.Position.parse(deal.variant, game.position, deal.stock)


def deal_of(game: Game) -> engine.Deal:
    """Return the deal of *game*. Secret."""
    return engine.Deal(engine.variant(game.variant), game.deal)


def log_of(game: Game) -> list[Entry]:
    """Return what was done in *game*, in order."""
    return parse_log(game.log + game.log_tail)


def replay_steps(game: Game) -> list[dict[str, Any]]:
    """Return every action of *game* with its instant and effects, for a viewer without the deal."""
    position = deal_of(game).opening()
    steps: list[dict[str, Any]] = []
    for token, at_ms in log_of(game):
        if token == engine.UNDO_TOKEN:
            taken_back = engine.move_text(engine.undo(position))
            effects: list[dict[str, Any]] = [{"kind": "undone", "token": taken_back}]
        else:
            effects = [effect.as_json() for effect in position.play(engine.parse_move(token))]
        steps.append({"token": token, "at_ms": at_ms, "effects": effects})
    return steps


def _find(game_id: str) -> Game | None:
    if "\0" in game_id:
        return None
    return Game.objects.select_related("daily", "player").filter(pk=game_id).first()
