"""The examples that the API's description shows for games."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

_ID: Final = "g_06F7M2T7S0W3Q4H8Z1V5K9N2B3"

_COUNTERS: Final = {
    "moves": 0,
    "actions": 0,
    "stock_deals": 0,
    "undos": 0,
    "hints": 0,
    "score": 500,
    "time_ms": 0,
}
_PLAYED: Final = {
    "moves": 40,
    "actions": 42,
    "stock_deals": 2,
    "undos": 1,
    "hints": 0,
    "score": 560,
    "time_ms": 181_400,
}

_SUMMARY: Final[dict[str, Any]] = {
    "id": _ID,
    "status": "open",
    "seq": 0,
    "attempt": 1,
    "ranked": True,
    "pools": ["ranked", "pure", "all"],
    "assisted": False,
    "variant": "spiderette-1",
    "source": "daily",
    "daily": "2026-11-29/spiderette-1",
    "number": None,
    "code": None,
    "counters": _COUNTERS,
    "created_at": "2026-11-29T20:15:03.250000Z",
    "finished_at": None,
}
_WON: Final[dict[str, Any]] = {
    **_SUMMARY,
    "status": "won",
    "seq": 58,
    "counters": {**_COUNTERS, "moves": 58, "actions": 58, "stock_deals": 4, "score": 842, "time_ms": 263_900},
    "finished_at": "2026-11-29T20:19:27.150000Z",
}
_OPENING: Final[dict[str, Any]] = {
    "stock": {"cards": 24, "deals_left": 4, "can_deal": True},
    "columns": [
        {"down": down, "up": [card]} for down, card in enumerate(["4S", "JS", "2S", "9S", "TS", "KS", "5S"])
    ],
    "foundations": [],
}

_AT_THE_TABLE: Final[dict[str, Any]] = {
    "rules_version": 1,
    "commitment": "sha256:9f2b…",
    "acted_at": _SUMMARY["created_at"],
    "notices": [],
}


def _request(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, request_only=True, value=value)


def _answer(name: str, value: dict[str, Any], status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, response_only=True, status_codes=[status], value=value)


START_DAILY: Final = _request(
    "Today's deal", {"source": {"type": "daily", "date": "2026-11-29", "variant": "spiderette-1"}}
)
START_NUMBER: Final = _request(
    "A numbered deal", {"source": {"type": "number", "variant": "spider-2", "number": 35}}
)
START_CODE: Final = _request("A game code", {"source": {"type": "code", "code": "SD1-S1-AAAAABD"}})
START_RANDOM: Final = _request("Any deal", {"source": {"type": "random", "variant": "spider-4"}})
GAME: Final = _answer("A game that has just begun", {**_SUMMARY, **_AT_THE_TABLE, **_OPENING})
STARTED: Final = _answer("A game that has just begun", {**_SUMMARY, **_AT_THE_TABLE, **_OPENING}, "201")
GAMES: Final = _answer("The only page", {"items": [_SUMMARY], "next_cursor": None})

MOVE_REQUEST: Final = _request(
    "Three cards from column 3 to column 8",
    {"seq": 41, "command": {"type": "move", "from": 3, "count": 3, "to": 8}},
)
TOKEN_REQUEST: Final = _request("The same as a token", {"seq": 41, "command": "ch3"})
BATCH_REQUEST: Final = _request("A batch", {"seq": 41, "commands": ["ch3", "fb1", "+"], "atomic": False})

_MOVED: Final[dict[str, Any]] = {
    "seq": 42,
    "token": "ch3",
    "effects": [
        {"kind": "moved", "from": 3, "to": 8, "cards": ["3S", "2S", "AS"]},
        {"kind": "turned_up", "column": 3, "card": "9D"},
        {"kind": "sequence_removed", "column": 8, "suit": "S"},
        {"kind": "turned_up", "column": 8, "card": "QH"},
    ],
    "counters": _PLAYED,
    "status": "open",
    "notices": [],
}
MOVE_ANSWER: Final = _answer("A move that completes a sequence", _MOVED)
UNDO_ANSWER: Final = _answer(
    "An undo",
    {
        "seq": 1,
        "token": "-",
        **_OPENING,
        "effects": [{"kind": "undone", "token": "ab1"}],
        "counters": {**_COUNTERS, "actions": 2, "undos": 1, "time_ms": 5_300},
        "status": "open",
        "notices": [],
    },
)
BATCH_ANSWER: Final = _answer(
    "A batch that stopped at its second command",
    {
        "seq": 42,
        "applied": 1,
        "results": [_MOVED],
        "stopped": {
            "index": 1,
            "problem": {
                "type": "/api/v1/problems/rank_mismatch",
                "title": "Illegal move",
                "status": 422,
                "detail": "A card goes only on a card one rank higher.",
                "instance": f"/api/v1/games/{_ID}/commands",
                "code": "rank_mismatch",
                "params": {"from": 6, "to": 2, "count": 1, "card": "7H", "onto": "TS"},
                "seq": 42,
            },
        },
    },
)

_RESULT: Final[dict[str, Any]] = {
    **_WON,
    "player": {"name": "haneul", "bot": False},
    "sequences": 4,
    "time_s": 263,
}
RESULT: Final = _answer("A win", _RESULT)
REPLAY: Final = _answer(
    "The first action of a win",
    {
        **_RESULT,
        "rules_version": 1,
        "opening": _OPENING,
        "line": "ge1",
        "steps": [
            {
                "token": "ge1",
                "at_ms": 5_300,
                "effects": [
                    {"kind": "moved", "from": 7, "to": 5, "cards": ["5S"]},
                    {"kind": "turned_up", "column": 7, "card": "8S"},
                ],
            }
        ],
    },
)

_HINT: Final[dict[str, Any]] = {
    "seq": 41,
    "mode": "visible",
    "state": "found",
    "token": "ab1",
    "reference": "ab1",
    "known_winnable": True,
    "hints": 1,
}
HINT_REQUEST: Final = _request("What looks best", {"seq": 41, "mode": "visible"})
SOLVER_REQUEST: Final = _request("What the solver finds", {"seq": 41, "mode": "solver"})
VISIBLE_HINT: Final = _answer("What looks best", _HINT)
FOUND_HINT: Final = _answer("The solver found a win", {**_HINT, "mode": "solver", "token": "ch3", "hints": 2})
PENDING_HINT: Final = _answer(
    "The solver searches", {**_HINT, "mode": "solver", "state": "pending", "token": None, "hints": 2}, "202"
)
