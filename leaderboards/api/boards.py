"""The boards and the statistics of a daily."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.caching import private_answer
from games.api.dailies import DATE, VARIANT, DailiesView, find_daily
from games.models import Daily
from leaderboards.api import examples, serializers
from leaderboards.ranking import SECONDS_PER_BAR, Order, Pool
from leaderboards.selectors import exclusions, standings, statistics
from leaderboards.selectors.standings import Page, Row, Side
from players.api.auth import raw
from players.api.paging import LARGEST_LIMIT, decode_cursor, encode_cursor
from players.errors import FieldError, InvalidCursor, InvalidInput
from players.models import Player

_OPEN_S, _FINAL_S = 2, 30
"""How long caches may keep what everybody sees; entries still join, or only staff change anything."""


class LeaderboardApi(DailiesView):
    """A board of a daily."""

    @extend_schema(
        operation_id="get_leaderboard",
        tags=["leaderboards"],
        summary="A leaderboard of a daily",
        description="The won first goes at a daily, ranked. Equals in all of `order` share a rank. A player "
        "who is not listed holds a rank and shows as hidden. Entries join until `final_at`; after that only "
        "staff can take one off, with a public reason. A withdrawn daily has an empty board. Callers who are "
        "signed in find their own place in `me`.",
        parameters=[DATE, VARIANT, serializers.BoardQuerySerializer],
        responses=serializers.BoardSerializer,
        examples=[examples.BOARD],
    )
    def get(self, request: Request, date: str, variant: str) -> HttpResponseBase:
        """Show a page of a board."""
        now = timezone.now()
        daily = find_daily(date, variant, now=now)
        asked = _read_query(request)
        order, pool = Order(asked["by"]), Pool(asked["pool"])
        player = request.user if isinstance(request.user, Player) else None
        is_void = daily.voided_at is not None
        page = standings.EMPTY if is_void else _read_page(daily, order, pool, asked, player)
        body = {
            "by": order,
            "order": order.public_keys,
            "pool": pool,
            "final": now >= daily.final_at,
            "as_of": now,
            **_page_json(page, pool, player, has_replays=now >= daily.final_at),
            "disqualified": [] if is_void or "cursor" in asked else _exclusions_json(daily, pool, player),
        }
        return _answer(request, body, player=player, daily=daily, now=now)


class StatisticsApi(DailiesView):
    """What everybody made of a daily."""

    @extend_schema(
        operation_id="get_statistics",
        tags=["leaderboards"],
        summary="Statistics of a daily",
        description="Who tried and who won, people only: guests and assisted games included, bots and "
        "players who are out of statistics left out. Below `shown_from` finishers only the counts are told. "
        "Callers who are signed in and won in time find their own percentiles in `me`.",
        parameters=[DATE, VARIANT],
        responses=serializers.StatisticsSerializer,
        examples=[examples.STATISTICS],
    )
    def get(self, request: Request, date: str, variant: str) -> HttpResponseBase:
        """Show the statistics of a daily."""
        now = timezone.now()
        daily = find_daily(date, variant, now=now)
        player = request.user if isinstance(request.user, Player) else None
        found = statistics.of_daily(daily, player=player, now=now)
        body = {"final": now >= daily.final_at, "as_of": now, **_statistics_json(found)}
        return _answer(request, body, player=player, daily=daily, now=now)


def _read_query(request: Request) -> Mapping[str, Any]:
    """Read which part of which board is asked for.

    Raises:
        ValidationError: a parameter cannot be read.
        InvalidInput: the page would begin in two places.
    """
    query = serializers.BoardQuerySerializer(data=request.query_params)
    query.is_valid(raise_exception=True)
    asked: Mapping[str, Any] = query.validated_data
    if "around" in asked and "cursor" in asked:
        raise InvalidInput(FieldError("around", "excludes_cursor"))
    return asked


def _read_page(
    daily: Daily, order: Order, pool: Pool, asked: Mapping[str, Any], player: Player | None
) -> Page:
    side, entry_id = Side.TOP, None
    if "cursor" in asked:
        side, entry_id = _read_cursor(asked["cursor"])
    elif "around" in asked and player is not None:
        side = Side.AROUND
    limit = min(asked["limit"], LARGEST_LIMIT)
    player_id = None if player is None else player.pk
    board = {"daily_id": daily.pk, "order": order, "pool": pool, "limit": limit, "player_id": player_id}
    page = standings.page(**board, side=side, entry_id=entry_id)
    if page.is_anchored or side is Side.TOP:
        return page
    if side is Side.AROUND:  # The caller has no entry here.
        return standings.page(**board)
    raise InvalidCursor


def _read_cursor(text: str) -> tuple[Side, int]:
    side, entry_id = decode_cursor(text, types=(str, int))
    if side not in (Side.BEFORE, Side.AFTER):
        raise InvalidCursor
    return Side(side), entry_id


def _page_json(page: Page, pool: Pool, player: Player | None, *, has_replays: bool) -> dict[str, Any]:
    rows = page.rows
    return {
        "total": page.total,
        "me": None if page.me is None else {"rank": page.me.rank, "top_percent": page.me.top_percent},
        "items": [_row_json(row, pool, player, has_replays=has_replays) for row in rows],
        "next_cursor": encode_cursor([Side.AFTER, rows[-1].entry_id]) if page.has_after else None,
        "prev_cursor": encode_cursor([Side.BEFORE, rows[0].entry_id]) if page.has_before else None,
    }


def _row_json(row: Row, pool: Pool, player: Player | None, *, has_replays: bool) -> dict[str, Any]:
    is_open_to_see = has_replays and row.is_listed
    return {
        "rank": row.rank,
        "player": _player_json(row.player_name if row.is_listed else None, pool),
        "is_me": player is not None and row.player_id == player.pk,
        "moves": row.moves,
        "score": -row.negated_score,
        "undos": row.undos,
        "time_s": row.seconds,
        "replay": f"/api/v1/games/{row.game_id}/replay" if is_open_to_see else None,
    }


def _player_json(name: str | None, pool: Pool) -> dict[str, Any]:
    return {"name": name, "bot": pool is Pool.BOT, "hidden": name is None}


def _exclusions_json(daily: Daily, pool: Pool, player: Player | None) -> list[dict[str, Any]]:
    return [
        {
            "player": _player_json(found.player_name, pool),
            "is_me": player is not None and found.player_id == player.pk,
            "reason": found.reason,
        }
        for found in exclusions.latest(daily_id=daily.pk, pool=pool)
    ]


def _statistics_json(found: statistics.Statistics) -> dict[str, Any]:
    histograms = {
        "moves": [{"moves": moves, "count": count} for moves, count in found.moves],
        "time": [
            {"from_s": minute * SECONDS_PER_BAR, "to_s": (minute + 1) * SECONDS_PER_BAR, "count": count}
            for minute, count in found.minutes
        ],
    }
    me = None
    if found.me is not None:
        top = {"moves": found.me.top_by_moves, "time": found.me.top_by_time}
        me = {
            "moves": found.me.moves,
            "time_s": found.me.seconds,
            "top_percent": top if found.is_shown else None,
        }
    return {
        "challengers": found.challengers,
        "finishers": found.finishers,
        "share": round(found.finishers / found.challengers, 4) if found.is_shown else None,
        "histograms": histograms if found.is_shown else None,
        "me": me,
        "shown_from": statistics.SHOWN_FROM,
    }


def _answer(
    request: Request, body: Mapping[str, Any], *, player: Player | None, daily: Daily, now: datetime
) -> HttpResponseBase:
    """Answer a caller for themselves; strangers alike, with an ETag that the clock alone does not change."""
    if player is not None:
        return private_answer(body)
    lasting = {name: value for name, value in body.items() if name != "as_of"}
    etag = f'W/"{hashlib.sha256(JSONRenderer().render(lasting)).hexdigest()[:32]}"'
    kept_s = _OPEN_S if now < daily.final_at else _FINAL_S
    response = Response(body, headers={"Cache-Control": f"public, max-age={kept_s}", "ETag": etag})
    return cast("HttpResponseBase", get_conditional_response(raw(request), etag=etag, response=response))
