"""The anticipated errors of standings.

::

    LeaderboardsError
    └── NoResult            a game that is not won, or is none
"""

from __future__ import annotations

from players.errors import DomainError


class LeaderboardsError(DomainError):
    """What the services of this app may refuse, with a stable code."""


class NoResult(LeaderboardsError):
    """There is no such game, or it is not won: it has no result to show."""

    code = "not_found"
