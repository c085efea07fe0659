"""Who calls, and the game they play in, in one read: the path of a judged move.

Everywhere else the ORM reads games. Here a statement of our own, prepared by the driver,
costs a tenth of that, and finds the credential, its player and the game together.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from games.errors import GameNotFound
from games.statements import Statement
from players.credentials import SEEN_INTERVAL, SESSION_SCOPES, Credential, PresentedToken, digest_matches
from players.errors import Banned, InsufficientScope, Unauthenticated


class GameRow(NamedTuple):
    """What of a game's row a command is judged by. Secret: it holds the whole deal."""

    id: str
    variant: str
    deal: str
    position: str
    status: str
    seq: int
    version: int
    moves: int
    actions: int
    stock_deals: int
    undos: int
    hints: int
    time_ms: int
    request_seq: int | None
    request_hash: bytes | None
    tail_length: int
    created_at: datetime
    acted_at: datetime


class Caller(NamedTuple):
    """Who a request's credential speaks for."""

    credential: Credential
    player_id: int
    is_bot: bool
    """The account is a bot's, or the token is bot-scoped."""
    banned_at: datetime | None
    ban_reason: str
    is_use_outdated: bool
    """It is long enough since this use of the credential was last noted to note it again."""

    def check_may_play(self) -> None:
        """Check that the caller may play.

        Raises:
            InsufficientScope: the token was not given the scope.
            Banned: staff have shut the player out.
        """
        scopes = self.credential.scopes
        if "play" not in scopes and "bot" not in scopes:
            raise InsufficientScope(needed="play")
        if self.banned_at is not None:
            raise Banned(reason=self.ban_reason)


class Seat(NamedTuple):
    """A caller at a game: None where the caller has no such game."""

    caller: Caller
    row: GameRow | None

    def game(self) -> GameRow:
        """Return the game.

        Raises:
            GameNotFound: there is none of that id, or it is another player's.
        """
        if self.row is None:
            raise GameNotFound
        return self.row


_GAME = """
    g.id, g.variant, g.deal, g.position, g.status, g.seq, g.version, g.moves, g.actions, g.stock_deals,
    g.undos, g.hints, g.time_ms, g.request_seq, g.request_hash, length(g.log_tail), g.created_at,
    g.acted_at"""

_PLAYER = "p.id, p.is_bot, p.banned_at, p.ban_reason, p.last_seen_at"
_PLAYER_WIDTH = 5

BY_TOKEN = Statement(f"""
    SELECT t.digest, t.kind, t.scopes, t.expires_at, t.last_used_at, p.is_active, {_PLAYER}, {_GAME}
    FROM players_token t JOIN players_player p ON p.id = t.player_id
    LEFT JOIN games_game g ON g.id = %s AND g.player_id = p.id
    WHERE t.prefix = %s""")  # noqa: S608
_TOKEN_WIDTH = 6

_BY_SESSION = Statement(f"""
    SELECT {_PLAYER}, {_GAME}
    FROM players_session s JOIN players_player p ON p.id = s.player_id
    LEFT JOIN games_game g ON g.id = %s AND g.player_id = p.id
    WHERE s.session_key = %s AND s.expire_date > %s AND p.is_active""")  # noqa: S608

_WITH_LOG = Statement(f"SELECT g.log || g.log_tail, {_GAME} FROM games_game g WHERE g.id = %s")  # noqa: S608

_LOG_AT_SEQ = Statement("SELECT log || log_tail FROM games_game WHERE id = %s AND seq = %s")


def by_token(presented: PresentedToken, *, game_id: str, now: datetime) -> Seat:
    """Return the seat of the player whom the token speaks for.

    Raises:
        Unauthenticated: the token is unknown or has expired.
    """
    found = BY_TOKEN.first_row_read((_as_id(game_id), presented.prefix))
    if found is None:
        raise Unauthenticated("unknown_token")
    digest, kind, scopes, expires_at, last_used_at, is_active = found[:_TOKEN_WIDTH]
    if not digest_matches(digest, presented) or not is_active:
        raise Unauthenticated("unknown_token")
    if expires_at is not None and expires_at <= now:
        raise Unauthenticated("expired_token")
    credential = Credential(kind, presented.prefix, frozenset(scopes))
    is_outdated = last_used_at is None or now - last_used_at >= SEEN_INTERVAL
    return _seat(credential, found[_TOKEN_WIDTH:], is_outdated, now)


def by_session(session_key: str, *, game_id: str, now: datetime) -> Seat:
    """Return the seat of the player whose session it is. The CSRF token must have been checked.

    Raises:
        Unauthenticated: there is no such session.
    """
    found = _BY_SESSION.first_row_read((_as_id(game_id), session_key, now))
    if found is None:
        raise Unauthenticated
    return _seat(Credential("session", session_key, SESSION_SCOPES), found, False, now)


def with_log(game_id: str) -> tuple[str, GameRow]:
    """Return the log of a game, and its row at the same instant.

    Raises:
        GameNotFound: it was removed.
    """
    found = _WITH_LOG.first_row_read((game_id,))
    if found is None:
        raise GameNotFound
    return cast("str", found[0]), GameRow._make(found[1:])


def log_at(game_id: str, *, seq: int) -> str | None:
    """Return the log of a game that is still at *seq*; None when it has moved on."""
    found = _LOG_AT_SEQ.first_row_read((game_id, seq))
    return None if found is None else cast("str", found[0])


def _seat(credential: Credential, found: Sequence[Any], is_outdated: bool, now: datetime) -> Seat:
    player_id, is_bot, banned_at, ban_reason, last_seen_at = found[:_PLAYER_WIDTH]
    caller = Caller(
        credential,
        player_id,
        is_bot or "bot" in credential.scopes,
        banned_at,
        ban_reason,
        is_outdated or now - last_seen_at >= SEEN_INTERVAL,
    )
    game = found[_PLAYER_WIDTH:]
    return Seat(caller, None if game[0] is None else GameRow._make(game))


def _as_id(text: str) -> str:
    # What PostgreSQL could not even compare is the id of no game.
    return "" if "\0" in text or not text.isascii() else text
