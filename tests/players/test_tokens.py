"""GET and POST /me/tokens, DELETE /me/tokens/{id}, and what tokens may do."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from players import credentials
from players.models import Player, Token
from players.services.tokens import TOKEN_LIMIT
from tests.players.callers import account_page, guest_client
from tests.playing import Caller, new_caller, new_player

pytestmark = pytest.mark.django_db

WANTED = {"name": "my bot", "scopes": ["play", "bot"]}


class TestCreate:
    def test_shows_the_text_once(self):
        page = account_page()
        answer = page.post("/me/tokens", WANTED)
        assert answer.status == 201
        assert answer["token"].startswith(f"orb_{answer['id']}_")
        assert answer.headers["Location"] == f"/api/v1/me/tokens/{answer['id']}"
        listed = page.get("/me/tokens")["items"]
        assert listed == [{name: value for name, value in answer.body.items() if name != "token"}]
        assert Caller(token=answer["token"]).get("/me")["credential"]["scopes"] == ["play", "bot"]

    def test_expires_within_a_year_by_default(self):
        answer = account_page().post("/me/tokens", WANTED)
        token = Token.objects.get(prefix=answer["id"])
        assert token.expires_at is not None
        assert token.expires_at - token.created_at == timedelta(days=366)

    @pytest.mark.parametrize(
        ("change", "field", "code"),
        [
            ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at", "in_the_past"),
            ({"expires_at": "2999-01-01T00:00:00Z"}, "expires_at", "too_far_ahead"),
            ({"expires_at": "tomorrow"}, "expires_at", "not_an_instant"),
            ({"scopes": []}, "scopes", "empty"),
            ({"scopes": ["root"]}, "scopes.0", "invalid_choice"),
            ({"scopes": "play"}, "scopes", "not_a_list"),
            ({"name": ""}, "name", "blank"),
            ({"name": "x" * 61}, "name", "max_length"),
            ({"kind": "guest"}, "kind", "unknown_field"),
        ],
    )
    def test_names_the_field_that_cannot_be_accepted(self, change, field, code):
        answer = account_page().post("/me/tokens", WANTED | change)
        assert (answer.status, [(e["field"], e["code"]) for e in answer["errors"]]) == (400, [(field, code)])
        assert not Token.objects.exists()

    def test_cannot_make_a_token_mightier_than_itself(self):
        client = new_caller(scopes=("profile", "play"))
        answer = client.post("/me/tokens", {"name": "x", "scopes": ["play", "groups"]})
        assert (answer.status, answer["params"]) == (403, {"needed": "groups"})
        assert client.post("/me/tokens", {"name": "x", "scopes": ["play"]}).status == 201

    def test_stops_at_the_limit(self):
        page = account_page()
        for _ in range(TOKEN_LIMIT):
            assert page.post("/me/tokens", WANTED).status == 201
        answer = page.post("/me/tokens", WANTED)
        assert (answer.status, answer["code"]) == (409, "too_many_tokens")
        Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert page.post("/me/tokens", WANTED).status == 201

    def test_is_not_for_guests(self):
        answer = guest_client().post("/me/tokens", WANTED)
        assert (answer.status, answer["code"]) == (403, "account_needed")

    def test_needs_the_csrf_token(self):
        page = account_page()
        assert page.call("POST", "/me/tokens", WANTED, **{"X-CSRFToken": "y" * 32}).status == 403
        assert not Token.objects.exists()


class TestList:
    def test_pages_through_all_without_repeating_one(self, django_assert_max_num_queries):
        page = account_page()
        names = [page.post("/me/tokens", {**WANTED, "name": f"t{n}"})["name"] for n in range(5)]
        seen: list[str] = []
        cursor: str | None = ""
        while cursor is not None:
            with django_assert_max_num_queries(2):
                answer = page.get(f"/me/tokens?limit=2{cursor and f'&cursor={cursor}'}")
            seen += [item["name"] for item in answer["items"]]
            cursor = answer["next_cursor"]
        assert seen == names[::-1]

    @pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=x", "limit=1.5", "limit=", "limit=٣"])
    def test_refuses_a_limit_that_is_none(self, query):
        answer = account_page().get(f"/me/tokens?{query}")
        assert (answer.status, answer["errors"][0]["field"]) == (400, "limit")

    @pytest.mark.parametrize(
        "cursor", ["x", "!!", "W10", "WyJhIl0", "WzFlOTldW10", "a" * 500, "WzFd%00", "é"]
    )
    def test_refuses_a_cursor_that_is_none(self, cursor):
        assert account_page().get(f"/me/tokens?cursor={cursor}").status == 400

    def test_shows_nobody_elses(self):
        account_page("mina").post("/me/tokens", WANTED)
        assert account_page().get("/me/tokens").body == {"items": [], "next_cursor": None}


class TestDelete:
    def test_ends_the_token_at_once(self):
        page = account_page()
        made = page.post("/me/tokens", WANTED)
        assert page.call("DELETE", f"/me/tokens/{made['id']}").status == 204
        answer = Caller(token=made["token"]).get("/me")
        assert (answer.status, answer["params"]) == (401, {"reason": "unknown_token"})

    def test_twice_is_404(self):
        page = account_page()
        made = page.post("/me/tokens", WANTED)
        page.call("DELETE", f"/me/tokens/{made['id']}")
        assert page.call("DELETE", f"/me/tokens/{made['id']}").status == 404

    def test_of_somebody_else_is_404_and_leaves_it(self):
        made = account_page("mina").post("/me/tokens", WANTED)
        answer = account_page().call("DELETE", f"/me/tokens/{made['id']}")
        assert (answer.status, answer["code"]) == (404, "not_found")
        assert Caller(token=made["token"]).get("/me").status == 200


class TestUse:
    @pytest.mark.parametrize(
        "header",
        [
            "",
            "Bearer",
            "Bearer ",
            "Bearer x",
            "Basic aGFuZXVsOng=",
            "Bearer orb_short_x",
            "orb_" + "a" * 10 + "_" + "b" * 32,
            "Bearer orb_" + "a" * 10 + "_" + "b" * 32 + " more",
            "Bearer orb_" + "é" * 10 + "_" + "b" * 32,
        ],
    )
    def test_of_what_is_no_token_is_401_even_where_none_is_needed(self, header):
        answer = Caller().get("/time", Authorization=header)
        assert (answer.status, answer["params"]) == (401, {"reason": "malformed_token"})

    def test_needs_the_whole_secret(self):
        token = guest_client().token
        wrong = token[:-1] + ("a" if token[-1] != "a" else "b")
        answer = Caller(token=wrong).get("/me")
        assert (answer.status, answer["params"]) == (401, {"reason": "unknown_token"})

    def test_ends_when_the_token_expires(self):
        client = new_caller()
        Token.objects.update(expires_at=timezone.now())
        answer = client.get("/me")
        assert (answer.status, answer["params"]) == (401, {"reason": "expired_token"})

    def test_is_noted_at_most_hourly(self, django_assert_num_queries):
        client = guest_client()
        client.get("/me")
        first: Any = Token.objects.get().last_used_at
        with django_assert_num_queries(1):
            client.get("/me")
        Token.objects.update(last_used_at=first - timedelta(hours=1))
        Player.objects.update(last_seen_at=first - timedelta(hours=1))
        client.get("/me")
        later: Any = Token.objects.get().last_used_at
        assert later > first
        assert Player.objects.get().last_seen_at > first - timedelta(minutes=1)

    def test_of_a_banned_player_is_refused_for_play_with_the_reason(self):
        player = new_player(banned_at=timezone.now(), ban_reason="two hands, one brain")
        client = new_caller(player=player, scopes=("play", "profile"))
        answer = client.start(type="random", variant="spider-1")
        assert (answer.status, answer["code"]) == (403, "banned")
        assert answer["params"] == {"reason": "two hands, one brain"}
        assert client.get("/me")["banned"]["reason"] == "two hands, one brain"
        assert client.get("/me/export").status == 200

    def test_beats_the_cookie(self):
        page = account_page()
        other = new_caller()
        answer = page.get("/me", **other.headers)
        assert other.player is not None
        assert answer["name"] == other.player.name

    def test_is_told_apart_by_prefixes_that_nobody_can_choose(self):
        texts = {credentials.new_token().prefix for _ in range(1000)}
        assert len(texts) == 1000
