"""The examples that the API's description shows for standings."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from games import engine

_AS_OF: Final = "2026-11-29T20:15:03.250000Z"
_HANEUL: Final = {"name": "haneul", "bot": False, "hidden": False}
_HIDDEN: Final = {"name": None, "bot": False, "hidden": True}


def _item(
    rank: int, player: dict[str, Any], moves: int, time_s: int, *, is_me: bool = False
) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": player,
        "is_me": is_me,
        "moves": moves,
        "score": 1300 - moves,
        "undos": 0,
        "time_s": time_s,
        "replay": None,
    }


BOARD: Final = OpenApiExample(
    "Around the caller",
    value={
        "by": "moves",
        "order": ["moves", "undos", "time_s"],
        "pool": "ranked",
        "final": False,
        "as_of": _AS_OF,
        "total": 1904,
        "me": {"rank": 212, "top_percent": 11.1},
        "items": [
            _item(211, _HIDDEN, 131, 522),
            _item(212, _HANEUL, 131, 530, is_me=True),
        ],
        "next_cursor": "WyJhZnRlciIsMjEyXQ",
        "prev_cursor": "WyJiZWZvcmUiLDIxMV0",
        "disqualified": [],
    },
    response_only=True,
)

STATISTICS: Final = OpenApiExample(
    "A daily in play",
    value={
        "final": False,
        "as_of": _AS_OF,
        "challengers": 2512,
        "finishers": 1904,
        "share": 0.758,
        "histograms": {
            "moves": [{"moves": 130, "count": 31}, {"moves": 131, "count": 28}],
            "time": [{"from_s": 480, "to_s": 540, "count": 96}],
        },
        "me": {"moves": 131, "time_s": 522, "top_percent": {"moves": 11.1, "time": 30.2}},
        "shown_from": 20,
    },
    response_only=True,
)

_NOTHING: Final = {
    "played": 0,
    "won": 0,
    "streak": 0,
    "best_streak": 0,
    "best_time_s": None,
    "fewest_moves": None,
}
_SOMETHING: Final = {
    "played": 12,
    "won": 9,
    "streak": 2,
    "best_streak": 5,
    "best_time_s": 522,
    "fewest_moves": 131,
}

RECORDS: Final = OpenApiExample(
    "Of a player of one variant",
    value={
        "as_of": _AS_OF,
        "items": [
            {"variant": name, "daily": _SOMETHING if name == "spider-2" else _NOTHING, "practice": _NOTHING}
            for name in engine.VARIANTS
        ],
    },
    response_only=True,
)

STREAKS: Final = OpenApiExample(
    "Four days in a row",
    value={
        "as_of": _AS_OF,
        "items": [
            {"variant": None, "current": 4, "best": 9, "last_date": "2026-11-29"},
            *(
                {"variant": name, "current": 4, "best": 4, "last_date": "2026-11-29"}
                if name == "spider-2"
                else {"variant": name, "current": 0, "best": 0, "last_date": None}
                for name in engine.VARIANTS
            ),
        ],
    },
    response_only=True,
)
