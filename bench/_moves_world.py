"""What `bench.moves` plays: players, walks of random legal moves, games in the middle of them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from games.statements import Statement

CONNECTIONS = 8
GAMES_A_CONNECTION = 80
MOVES_A_GAME = 150
STARTS = (150, 4_000)  # actions played before the measured ones
VARIANT = "spider-2"
TAIL_ENTRIES = 35  # actions between two of the statements that move the log's tail


class Walk(NamedTuple):
    """A game of random legal moves that ends neither won nor stuck."""

    deal: Any
    tokens: list[str]


def walk(length: int, seed: int) -> Walk:
    """Return a walk of *length* actions."""
    from games import engine

    for number in range(seed * 1000, seed * 1000 + 1000):
        chance = random.Random(number)
        deal = engine.Deal.from_number(engine.variant(VARIANT), number)
        position = deal.opening()
        tokens: list[str] = []
        while len(tokens) < length:
            moves = [move for move in position.legal_moves() if move != engine.STOCK_DEAL]
            # The stock is kept for long, so that there are always moves.
            if not moves or (position.can_deal() and chance.random() < 0.005):
                moves = [engine.STOCK_DEAL] if position.can_deal() else []
            if not moves or position.is_won:
                break
            move = chance.choice(moves)
            position.push(move)
            tokens.append(engine.move_text(move))
        else:
            return Walk(deal, tokens)
    raise LookupError("no deal gives a walk of that length")


WALKS: dict[int, list[Walk]] = {}
"""The games of each start, one for each connection."""


def fill_database() -> list[str]:
    """Make players, tokens and the games of every phase; return the tokens' texts."""
    from games.models import Game
    from players.credentials import new_token
    from players.models import Player, Token

    now = datetime.now(UTC)
    texts = []
    players = []
    for number in range(CONNECTIONS):
        player = Player.objects.create(
            name=f"bench{number}", name_key=f"bench{number}", claimed_at=now, is_guest=False
        )
        token = new_token()
        Token.objects.create(
            player=player,
            prefix=token.prefix,
            digest=token.digest,
            kind="personal",
            scopes=["play"],
            last_used_at=now,
        )
        players.append(player)
        texts.append(token.text)
    for start in STARTS:
        WALKS[start] = [walk(start + MOVES_A_GAME, seed) for seed in range(1, CONNECTIONS + 1)]
        rows = []
        for connection, (player, path) in enumerate(zip(players, WALKS[start], strict=True)):
            counts = {
                f"game{start}": GAMES_A_CONNECTION,
                f"first{start}": GAMES_A_CONNECTION // 4,
                f"base{start}": GAMES_A_CONNECTION,
            }
            if start == STARTS[0]:
                counts["warm"] = 2
            example = row(path, start, player, now)
            for kind, count in counts.items():
                rows += [Game(**example | {"id": f"{kind}-{connection}-{index}"}) for index in range(count)]
        Game.objects.bulk_create(rows, batch_size=500)
    return texts


def row(path: Walk, start: int, player: Any, now: datetime) -> dict[str, Any]:
    """Return the fields of a game of *path* after *start* actions, one every second and a half."""
    from games.logs import Entry, log_text
    from games.services.games import TAIL_LIMIT
    from games.services.tables import Table

    entries = [Entry(token, 1_500 * (index + 1)) for index, token in enumerate(path.tokens[:start])]
    table = Table.from_log(path.deal, entries, hints=0, is_judged=True)
    begun = now - timedelta(milliseconds=table.last_ms + 60_000)
    tail = entries[len(entries) - TAIL_LIMIT // 30 :]
    return {
        "player": player,
        "variant": VARIANT,
        "source": "random",
        "number": 1,
        "deal": path.deal.cards,
        "position": table.position.text(),
        "log": log_text(entries[: len(entries) - len(tail)]),
        "log_tail": log_text(tail),
        "seq": start,
        "version": start,
        "moves": table.moves,
        "sequences": table.position.sequences,
        "actions": start,
        "stock_deals": table.stock_deals,
        "time_ms": table.time_ms,
        "created_at": begun,
        "begun_at": begun,
        "acted_at": begun + timedelta(milliseconds=table.last_ms),
    }


def requests(tokens: list[str], kind: str, start: int) -> list[list[bytes]]:
    """Return what each connection sends, one request after the other."""
    count = {"game": GAMES_A_CONNECTION, "firs": GAMES_A_CONNECTION // 4, "warm": 2}[kind[:4]]
    plans = []
    for connection, text in enumerate(tokens):
        moves = WALKS[start][connection].tokens
        plan = []
        for index in range(count):
            for seq in range(start, start + MOVES_A_GAME):
                body = f'{{"seq": {seq}, "command": "{moves[seq]}"}}'
                plan.append(
                    f"POST /api/v1/games/{kind}-{connection}-{index}/commands HTTP/1.1\r\nHost: localhost\r\n"
                    f"Authorization: Bearer {text}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
                )
        plans.append(plan)
    return plans


def pgbench_script(start: int) -> str:
    """Return the statements of a move with pgbench's variables in place of the driver's."""
    from games.selectors import seats
    from games.services import games
    from players.models import Token

    game = f"('base{start}-' || :client_id || '-' || :game)"
    added = "('ac2:' || :moves || '000 ')"
    values = [added, ":position{side}", ":seq", "1", ":moves", "0", ":moves", "0", "0", ":moves"]
    values += [":at", ":at", ":seq", ":hash{side}", "false", "'open'", "NULL", game, ":least"]

    def update(statement: Statement) -> list[str]:
        # The row is no further on than pgbench thinks: it always finds it, and does not ask what seq is.
        text = fill(statement.text, values).replace("seq = :least", "seq >= :least") + ";"
        before, after = (text.format(side=side) for side in ("_before", "_after"))
        # A move changes these values, and what is changed is what the write-ahead log is given.
        return ["\\if :turns % 2", after, "\\else", before, "\\endif"]

    # Each game is as long as those that are played: variables keep their values from turn to turn.
    lines = ["\\set turns :turns + 1", f"\\set game :turns / {MOVES_A_GAME} % {GAMES_A_CONNECTION}"]
    lines += ["\\set seq random(1000, 5000)", "\\set moves random(1000, 5000)", "\\set least 0"]
    lines += [f"\\set turn random(1, {TAIL_ENTRIES})"]
    for client, prefix in enumerate(Token.objects.order_by("id").values_list("prefix", flat=True)):
        lines += [f"\\{'elif' if client else 'if'} :client_id = {client}"]
        lines += [fill(seats.BY_TOKEN.text, [game, f"'{prefix}'"]) + ";"]
    lines += ["\\endif", "\\if :turn = 1", *update(games.UPDATE_LOG)]
    lines += ["\\else", *update(games.UPDATE_TAIL), "\\endif"]
    return "\n".join(lines) + "\n"


def pgbench_variables(start: int, turns: int) -> dict[str, str]:
    """Return the variables of the script that pgbench cannot make up; each client has had so many *turns*."""
    from games import engine

    path = WALKS[start][0]
    before, after = (engine.rebuild(path.deal, path.tokens[:count]).text() for count in (start, start + 1))
    return {
        "turns": str(turns),
        "position_before": before,
        "position_after": after,
        "hash_before": "\\x" + "ab" * 32,
        "hash_after": "\\x" + "cd" * 32,
        "at": datetime.now(UTC).isoformat(),
    }


def fill(statement: str, values: list[str]) -> str:
    """Return *statement* on one line, its placeholders filled in order."""
    parts = " ".join(statement.split()).split("%s")
    return "".join(part + value for part, value in zip(parts, [*values, ""], strict=True))
