"""The examples that the API's description shows for players."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

_GUEST: Final[dict[str, Any]] = {
    "name": "Guest-4821",
    "guest": True,
    "bot": False,
    "since": "2026-11-29T20:15:03.250000Z",
    "banned": None,
    "locale": "",
    "email": "",
    "preferences": {},
    "is_listed": True,
    "is_in_statistics": True,
    "is_staff": False,
    "created_at": "2026-11-29T20:15:03.250000Z",
    "claimed_at": None,
}
_ACCOUNT: Final[dict[str, Any]] = {
    **_GUEST,
    "name": "haneul",
    "guest": False,
    "since": "2026-11-29T20:21:44.010000Z",
    "locale": "ko",
    "preferences": {"theme": "dark", "four_colors": True},
    "claimed_at": "2026-11-29T20:21:44.010000Z",
}
_BY_SESSION: Final = {"kind": "session", "scopes": ["play", "profile", "groups"]}
_TOKEN_TEXT: Final = "orb_k3Vd09QmZx_5yqH1oXbLrT8cWn2PvJf6AsGu4EzKd7M"  # noqa: S105  (an example)
_TOKEN: Final[dict[str, Any]] = {
    "id": "k3Vd09QmZx",
    "name": "my solver on the old laptop",
    "kind": "personal",
    "scopes": ["play", "bot"],
    "created_at": "2026-11-29T20:30:00Z",
    "expires_at": "2027-02-27T20:30:00Z",
    "last_used_at": None,
}


def _sent(name: str, value: object) -> OpenApiExample:
    return OpenApiExample(name, request_only=True, value=value)


def _answered(name: str, value: object, *, status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, response_only=True, value=value, status_codes=[status])


GUEST: Final = [
    _sent("A client", {}),
    _sent("The web page", {"session": True, "locale": "ko"}),
    _answered("A client's guest", {"player": _GUEST, "token": _TOKEN_TEXT}, status="201"),
    _answered("The page was signed in already", {"player": _GUEST, "token": None}),
]
CLAIM: Final = [
    _sent("A name and a password", {"name": "haneul", "password": "seven quiet spiders"}),
    _answered("Called with a guest token", {"player": _ACCOUNT, "token": _TOKEN_TEXT}),
]
REGISTER: Final = [
    _sent("A client", {"name": "haneul", "password": "seven quiet spiders", "email": "haneul@example.org"}),
    _answered("A new account", {"player": _ACCOUNT, "token": _TOKEN_TEXT}, status="201"),
]
LOGIN: Final = [
    _sent("The web page", {"name": "haneul", "password": "seven quiet spiders", "session": True}),
    _sent("A client", {"name": "haneul", "password": "seven quiet spiders", "token_name": "terminal"}),
    _answered("A client", {"player": _ACCOUNT, "token": _TOKEN_TEXT}),
    _answered("The web page: the session cookie is set", {"player": _ACCOUNT, "token": None}),
]
PASSWORD: Final = [
    _sent("A change", {"current_password": "seven quiet spiders", "password": "eight quiet spiders"})
]
RESET: Final = [_sent("An address", {"email": "haneul@example.org"})]
RESET_CONFIRM: Final = [
    _sent("The token of the mail's link", {"token": "WyJo…:1vX…", "password": "eight quiet spiders"})
]
ME: Final = [
    _answered(
        "An account, by its session",
        _ACCOUNT | {"credential": _BY_SESSION},
    )
]
ME_CHANGE: Final = [
    _sent("Privacy and a preference", {"is_listed": False, "preferences": {"theme": "light"}}),
    _sent(
        "An address for lost passwords", {"email": "h@example.org", "current_password": "seven quiet spiders"}
    ),
    _answered("Afterwards", _ACCOUNT | {"is_listed": False, "credential": _BY_SESSION}),
]
EXPORT: Final = [
    _answered(
        "A young account",
        {
            "exported_at": "2026-11-29T21:00:00Z",
            "player": _ACCOUNT,
            "tokens": [_TOKEN],
            "sessions": [{"expires_at": "2028-01-03T20:21:44Z"}],
            "games": [],
        },
    )
]
TOKENS: Final = [_answered("One token", {"items": [_TOKEN], "next_cursor": None})]
NEW_TOKEN: Final = [
    _sent("For a bot", {"name": "my solver on the old laptop", "scopes": ["play", "bot"]}),
    _answered("Its text is shown once", _TOKEN | {"token": _TOKEN_TEXT}, status="201"),
]
_TALLY: Final = {
    "played": 0,
    "won": 0,
    "streak": 0,
    "best_streak": 0,
    "best_time_s": None,
    "fewest_moves": None,
}
_WON_ONCE: Final = {
    "played": 1,
    "won": 1,
    "streak": 1,
    "best_streak": 1,
    "best_time_s": 522,
    "fewest_moves": 131,
}
PROFILE: Final = [
    _answered(
        "An account that has won one daily",
        {
            **{name: _ACCOUNT[name] for name in ("name", "guest", "bot", "since", "banned")},
            "records": [
                {"variant": "spider-2", "daily": _WON_ONCE, "practice": _TALLY},
            ],
            "streaks": [{"variant": None, "current": 1, "best": 1, "last_date": "2026-11-29"}],
            "results": [
                {
                    "daily": "2026-11-29/spider-2",
                    "moves": 131,
                    "score": 1169,
                    "undos": 0,
                    "time_s": 522,
                    "ranked": True,
                    "replay": "/api/v1/games/g_06F7M2T7S0W3Q4H8Z1V5K9N2B3/replay",
                }
            ],
        },
    )
]
