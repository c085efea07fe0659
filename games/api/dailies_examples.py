"""The examples that the API's description shows for dailies."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

_COMMITMENT: Final = "sha256:8dc72593bfc1a270709073539c74600f395d0adf80e44b1325582142d7563592"

_DAILY: Final[dict[str, Any]] = {
    "date": "2026-11-29",
    "variant": "spiderette-1",
    "status": "open",
    "rules_version": 1,
    "commitment": _COMMITMENT,
    "opens_at": "2026-11-29T00:00:00Z",
    "closes_at": "2026-11-30T00:00:00Z",
    "final_at": "2026-11-30T02:00:00Z",
    "void_reason": None,
    "me": {"state": "won", "game": "g_06F7M2T7S0W3Q4", "first_go": True, "moves": 58, "open_game": None},
}

VARIANTS: Final = OpenApiExample(
    "Spiderette with one suit, of the six",
    response_only=True,
    value={
        "rules_version": 1,
        "shuffle_version": 1,
        "items": [
            {
                "name": "spiderette-1",
                "game": "spiderette",
                "suits": 1,
                "cards": 52,
                "columns": 7,
                "column_sizes": [1, 2, 3, 4, 5, 6, 7],
                "stock": 24,
                "sequences_to_win": 4,
                "empty_column_takes_any_run": True,
                "deals_onto_empty_columns": "never",
            }
        ],
    },
)

TIME: Final = OpenApiExample(
    "A Sunday evening",
    response_only=True,
    value={
        "now": "2026-11-29T20:15:03.250000Z",
        "date": "2026-11-29",
        "next_switch_at": "2026-11-30T00:00:00Z",
        "time_zone": "UTC",
    },
)

DAILIES: Final = OpenApiExample(
    "One of the day's six, for a player who has won it",
    response_only=True,
    value={"items": [_DAILY], "next_cursor": None},
)

DAILY: Final = OpenApiExample(
    "An open daily, for a caller who is not signed in",
    response_only=True,
    value={
        **_DAILY,
        "me": None,
        "opening": {
            "stock": {"cards": 24, "deals_left": 4, "can_deal": True},
            "columns": [
                {"down": down, "up": [card]}
                for down, card in enumerate(["7S", "9S", "6S", "8S", "2S", "KS", "6S"])
            ],
            "foundations": [],
        },
    },
)

REVEAL: Final = OpenApiExample(
    "A final daily (order and line cut short)",
    response_only=True,
    value={
        "date": "2026-11-29",
        "variant": "spiderette-1",
        "status": "final",
        "final_at": "2026-11-30T02:00:00Z",
        "shuffle_version": 1,
        "seed": "00" * 32,
        "commitment": _COMMITMENT,
        "order": ["7S", "9S", "6S", "8S"],
        "line": "ad1 cf1 + gb2",
        "par": 47,
    },
)

CODE: Final = OpenApiExample(
    "Spiderette with one suit, number 35",
    response_only=True,
    value={"code": "SD1-S1-AAAAABD", "variant": "spiderette-1", "number": 35},
)
