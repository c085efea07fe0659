"""What drf-spectacular is told about the API; plain data, since settings import it."""

from __future__ import annotations

from typing import Any, Final

DESCRIPTION: Final = """\
The same Spider and Spiderette deal for everyone, every day, judged by the server.

The web page, custom clients and bots all use this API. Guests are welcome: `POST /guests` needs
no sign-up. Clients send `Authorization: Bearer orb_…`; the page uses a session cookie, and sends
the value of the `csrftoken` cookie back in the `X-CSRFToken` header of every call that may change
something.

Errors are problems (RFC 9457) of the media type `application/problem+json`. `code` is the
contract; `title` and `detail` are in the language of `Accept-Language` (en, ko, zh-Hant, ja, ru).

Every answer says how the caller's quotas stand in the `RateLimit` and `RateLimit-Policy` fields;
an answer 429 says in `Retry-After` when to come back.
"""

SPECTACULAR: Final[dict[str, Any]] = {
    "TITLE": "Orbweaver",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATIONS": True,
    "POSTPROCESSING_HOOKS": ["config.openapi.postprocess"],
    "TAGS": [
        {"name": "players", "description": "Guests, accounts, tokens and profiles."},
        {"name": "dailies", "description": "Variants, the clock, the deals of the day and their archive."},
        {"name": "games", "description": "Playing: commands, hints, results and replays."},
        {"name": "leaderboards", "description": "Standings, statistics and records."},
    ],
}
