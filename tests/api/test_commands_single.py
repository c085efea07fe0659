"""One command after the other, over HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import engine
from games.models import Game
from games.statements import Statement
from players import throttling
from players.models import Player, Session, Token
from players.sessions import SessionStore
from tests import playing
from tests.playing import Caller, begin, counters, illegal_token, new_caller

pytestmark = pytest.mark.django_db

START = {"moves": 0, "actions": 0, "stock_deals": 0, "undos": 0, "hints": 0, "score": 500}


class TestSubmit:
    def test_answers_with_what_the_move_did(self, alice, game, won):
        position = won.deal.opening()
        effects = [effect.as_json() for effect in position.play(engine.parse_move(won.tokens[0]))]
        answer = alice.play(game, 0, won.tokens[0])
        assert answer.status == 200
        assert (answer["seq"], answer["token"], answer["status"]) == (1, won.tokens[0], "open")
        assert answer["effects"] == effects
        assert counters(answer) == START | {"moves": 1, "actions": 1, "score": 499}
        assert answer.headers["ETag"] == f'"{game}:1"'
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert "Authorization" in answer.headers["Vary"]
        assert answer.headers["RateLimit"].startswith('"moves"')
        assert "Idempotent-Replayed" not in answer.headers

    def test_plays_a_whole_game_to_the_win(self, alice, game, won):
        for seq, token in enumerate(won.tokens):
            answer = alice.play(game, seq, token)
            assert answer.status == 200, answer.body
        assert answer["status"] == "won"
        assert answer["notices"] == []
        assert answer["counters"]["score"] == 500 - len(won.tokens) + 400
        stored = Game.objects.get(pk=game)
        assert (stored.status, stored.seq, stored.sequences) == ("won", len(won.tokens), 4)
        assert stored.finished_at == stored.acted_at
        assert alice.play(game, stored.seq, "+")["code"] == "game_over"

    @pytest.mark.parametrize(
        ("variant", "kind"),
        [
            ("spider-1", "few_cards_exception"),
            ("spider-1", "deal_completes_2"),
            ("spider-4", "planned"),
            ("spiderette-4", "last_deal_of_3_completes"),
        ],
    )
    def test_plays_every_kind_of_game(self, alice, variant, kind):
        won = playing.won_line(variant, kind=kind)
        game = begin(alice, won.deal)
        for seq in range(0, len(won.tokens), 50):
            answer = alice.play_all(game, seq, won.tokens[seq : seq + 50], atomic=True)
            assert answer.status == 200, answer.body
        assert answer["results"][-1]["status"] == "won"

    def test_takes_tokens_and_objects_alike(self, alice, game, won):
        move = engine.parse_move(won.tokens[0])
        command = {"type": "move", "from": move.source + 1, "to": move.target + 1, "count": move.count}
        answer = alice.play(game, 0, command)
        assert (answer.status, answer["token"]) == (200, won.tokens[0])

    def test_refuses_a_move_and_changes_nothing(self, alice, game, won):
        before = Game.objects.values().get(pk=game)
        answer = alice.play(game, 0, illegal_token(won.deal.opening()))
        assert answer.status == 422
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer["seq"] == 0
        assert answer["title"] == "Illegal move"
        assert Game.objects.values().get(pk=game) == before

    def test_ignores_what_a_client_claims(self, alice, game, won):
        claims = {"score": 9999, "moves": -5, "state": "won", "counters": {"score": 1}, "time_ms": 0}
        answer = alice.post(f"/games/{game}/commands", {"seq": 0, "command": won.tokens[0], **claims})
        assert counters(answer) == START | {"moves": 1, "actions": 1, "score": 499}

    def test_speaks_the_callers_language(self, alice, game, won):
        token = illegal_token(won.deal.opening())
        answer = alice.call(
            "POST", f"/games/{game}/commands", {"seq": 0, "command": token}, Accept_Language="ru"
        )
        assert answer["code"] in ("rank_mismatch", "onto_ace", "king_needs_empty_column", "not_a_run")
        assert answer.headers["Content-Language"] == "ru"

    def test_marks_the_game_of_a_bot_from_its_first_command(self, alice, game, won):
        bot = new_caller(player=alice.player, scopes=("bot",))
        assert bot.play(game, 0, won.tokens[0]).status == 200
        assert alice.play(game, 1, won.tokens[1]).status == 200
        assert Game.objects.get(pk=game).is_bot

    def test_marks_the_game_of_a_bot_account(self, game, alice, won):
        Player.objects.filter(pk=alice.player.pk).update(is_bot=True)
        alice.play(game, 0, won.tokens[0])
        assert Game.objects.get(pk=game).is_bot

    def test_does_not_mark_anybody_elses(self, alice, game, won):
        alice.play(game, 0, won.tokens[0])
        assert not Game.objects.get(pk=game).is_bot

    def test_notes_when_the_game_was_begun_once(self, alice, game, won):
        assert Game.objects.get(pk=game).begun_at is None
        alice.play(game, 0, won.tokens[0])
        begun_at = Game.objects.get(pk=game).begun_at
        alice.play(game, 1, won.tokens[1])
        stored = Game.objects.get(pk=game)
        assert begun_at is not None
        assert stored.begun_at == begun_at < stored.acted_at

    def test_takes_two_statements_and_none_by_the_orm(self, alice, game, won, monkeypatch):
        sent = []
        first_row = Statement.first_row

        def note(statement, values):
            sent.append(statement.text)
            return first_row(statement, values)

        monkeypatch.setattr(Statement, "first_row", note)
        with CaptureQueriesContext(connection) as queries:
            alice.play(game, 0, won.tokens[0])
        assert len(queries) == 0
        assert [statement.split()[0] for statement in sent] == ["SELECT", "UPDATE"]


class TestJudgement:
    """The first failure in the documented order is the one that is named."""

    def test_asks_first_who_calls(self, game):
        answer = Caller().post("/games/nowhere/commands", b"{")
        assert (answer.status, answer["code"]) == (401, "unauthenticated")
        assert "Bearer" in answer.headers["WWW-Authenticate"]

    @pytest.mark.parametrize("text", ["orb_x", "", "Basic abc", "orb_" + "a" * 10 + "_" + "b" * 32])
    def test_believes_no_unknown_token(self, game, text):
        assert Caller(token=text or "x").play(game, 0, "+")["code"] == "unauthenticated"

    def test_believes_no_token_for_its_prefix_alone(self, alice, game, won):
        prefix = alice.token.rpartition("_")[0]
        forged = Caller(token=f"{prefix}_{'A' * 32}")
        assert forged.play(game, 0, won.tokens[0])["code"] == "unauthenticated"

    def test_believes_no_expired_token(self, alice, game):
        Token.objects.filter(player=alice.player).update(expires_at=timezone.now() - timedelta(seconds=1))
        assert alice.play(game, 0, "+")["code"] == "unauthenticated"

    def test_believes_no_token_of_an_erased_player(self, alice, game):
        Player.objects.filter(pk=alice.player.pk).update(is_active=False)
        assert alice.play(game, 0, "+")["code"] == "unauthenticated"

    def test_then_for_the_scope(self, alice):
        reader = new_caller(player=alice.player, scopes=("profile",))
        answer = reader.post("/games/nowhere/commands", b"{")
        assert (answer.status, answer["code"]) == (403, "insufficient_scope")

    def test_refuses_the_banned(self, alice, game):
        Player.objects.filter(pk=alice.player.pk).update(banned_at=timezone.now(), ban_reason="Cheating.")
        answer = alice.play(game, 0, "+")
        assert (answer.status, answer["code"], answer["params"]) == (403, "banned", {"reason": "Cheating."})

    def test_then_for_the_quota(self, alice, settings):
        settings.RATE_LIMIT_QUOTAS = {"moves": 1}
        throttling.policy.cache_clear()
        try:
            alice.post("/games/nowhere/commands", b"{")
            answer = alice.post("/games/nowhere/commands", b"{")
        finally:
            throttling.policy.cache_clear()
            throttling.MOVES.clear()
        assert (answer.status, answer["code"]) == (429, "rate_limited")
        assert int(answer.headers["Retry-After"]) > 0
        assert answer.headers["RateLimit"].startswith('"moves";r=0')

    @pytest.mark.parametrize("game_id", ["nowhere", "g_1", "g_%00", "ü", "'; --"])
    def test_then_for_the_game(self, alice, game_id):
        answer = alice.post(f"/games/{game_id}/commands", b"{")
        assert (answer.status, answer["code"]) == (404, "not_found")

    def test_knows_no_game_of_another_player(self, game):
        bob = new_caller()
        assert bob.play(game, 0, "+")["code"] == "not_found"

    @pytest.mark.parametrize(
        "body",
        [b" ", b"{", b"[]", b"null", b'"ab1"', b"\xff", b'{"seq": NaN, "command": "+"}', b"{" * 5000,
         b'{"seq": 0, "command": "\\u0000"}', b'{"seq": 0, "seq": 0, "command": "+"}',
         b'{"seq": 1e9, "command": "+"}', b'{"seq": 0, "command": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"],
    )  # fmt: skip
    def test_then_whether_the_body_can_be_read(self, alice, game, body):
        answer = alice.post(f"/games/{game}/commands", body)
        assert (answer.status, answer["code"]) == (400, "malformed_command")

    def test_refuses_five_megabytes(self, alice, game):
        answer = alice.post(f"/games/{game}/commands", b'{"seq": 0, "command": "' + b"a" * 5_000_000 + b'"}')
        assert (answer.status, answer["code"]) == (413, "body_too_large")

    def test_reads_json_only(self, alice, game):
        response = alice.client.post(
            f"/api/v1/games/{game}/commands", {"seq": 0, "command": "+"}, headers=alice.headers
        )
        assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")

    def test_then_columns_before_counts_before_the_seq(self, alice, game):
        assert alice.play(game, 7, "ha14")["code"] == "unknown_column"
        assert alice.play(game, 7, "ab14")["code"] == "bad_count"
        assert alice.play(game, 7, "aa1")["code"] == "seq_conflict"

    def test_then_the_seq_before_the_end(self, alice, game):
        alice.play(game, 0, {"type": "give_up"})
        assert alice.play(game, 0, "aa1")["code"] == "seq_conflict"
        assert alice.play(game, 1, "aa1")["code"] == "game_over"

    def test_then_the_rules(self, alice, game):
        answer = alice.play(game, 0, "aa1")
        assert (answer.status, answer["code"]) == (422, "same_column")

    def test_answers_405_for_other_methods(self, alice, game):
        answer = alice.get(f"/games/{game}/commands")
        assert (answer.status, answer["code"]) == (405, "method_not_allowed")


class TestSessions:
    @pytest.fixture
    def page(self, alice):
        """A browser with alice's session, and the CSRF token that her page sends."""
        key = "k" * 32
        expires = timezone.now() + timedelta(days=400)
        data = SessionStore().encode({})
        Session.objects.create(session_key=key, session_data=data, expire_date=expires, player=alice.player)
        page = Caller(alice.player)
        secret = "c" * 32
        page.client.cookies["sessionid"] = key
        page.client.cookies["csrftoken"] = secret
        page.headers["X-CSRFToken"] = secret
        return page

    def test_play_too(self, page, game, won):
        assert page.play(game, 0, won.tokens[0]).status == 200

    def test_prove_their_csrf_token(self, page, game, won):
        del page.headers["X-CSRFToken"]
        answer = page.play(game, 0, won.tokens[0])
        assert (answer.status, answer["code"]) == (403, "csrf_failed")

    def test_are_noted_as_in_use_once_an_hour(self, page, game, won):
        long_ago = timezone.now() - timedelta(hours=2)
        Player.objects.update(last_seen_at=long_ago)
        Session.objects.update(expire_date=timezone.now() + timedelta(days=200))
        assert page.play(game, 0, won.tokens[0]).status == 200
        assert Player.objects.get(pk=page.player.pk).last_seen_at > long_ago

    def test_end(self, page, game, won):
        Session.objects.update(expire_date=timezone.now())
        assert page.play(game, 0, won.tokens[0])["code"] == "unauthenticated"


class TestUse:
    def test_of_a_token_is_noted_once_an_hour(self, alice, game, won):
        long_ago = timezone.now() - timedelta(hours=2)
        Token.objects.filter(player=alice.player).update(last_used_at=long_ago)
        Player.objects.filter(pk=alice.player.pk).update(last_seen_at=long_ago)
        alice.play(game, 0, won.tokens[0])
        first = Token.objects.get(player=alice.player).last_used_at
        assert first is not None
        assert first > long_ago
        assert Player.objects.get(pk=alice.player.pk).last_seen_at > long_ago
        alice.play(game, 1, won.tokens[1])
        assert Token.objects.get(player=alice.player).last_used_at == first
