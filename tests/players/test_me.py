"""GET, PATCH and DELETE /me."""

import json

import pytest
from django.conf import settings
from django.utils import timezone

from players.errors import Unauthenticated
from players.models import IdempotencyKey, Player, Session, Token
from players.services import profiles
from tests.players.callers import PASSWORD, Page, account_client, account_page, guest_client, guest_page
from tests.playing import Caller, new_caller

pytestmark = pytest.mark.django_db


class TestGet:
    def test_before_any_sign_in_is_401_and_gives_the_page_its_csrf_cookie(self):
        answer = Page().get("/me")
        assert (answer.status, answer["code"]) == (401, "unauthenticated")
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert settings.CSRF_COOKIE_NAME in answer.response.cookies

    def test_gives_clients_no_cookie(self):
        answer = account_client().get("/me")
        assert (answer.status, len(answer.response.cookies)) == (200, 0)

    def test_shows_what_only_the_player_sees(self):
        me = account_client(email="h@example.org", locale="ja").get("/me").body
        assert me["email"] == "h@example.org"
        assert (me["locale"], me["preferences"], me["is_listed"], me["is_in_statistics"]) == (
            "ja",
            {},
            True,
            True,
        )
        assert "id" not in me
        assert "pk" not in me
        assert "password" not in me

    def test_is_kept_out_of_caches(self):
        answer = account_client().get("/me")
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert {"Accept-Language", "Authorization", "Cookie"} <= set(answer.headers["Vary"].split(", "))

    def test_reads_the_caller_in_one_query(self, django_assert_num_queries):
        client, page = account_client(), guest_page()
        client.get("/me")
        with django_assert_num_queries(1):
            assert client.get("/me").status == 200
        with django_assert_num_queries(1):
            assert page.get("/me").status == 200

    @pytest.mark.parametrize("scope", ["play", "profile", "groups", "bot"])
    def test_is_open_to_every_scope(self, scope):
        answer = new_caller(scopes=(scope,), email="h@example.org").get("/me")
        assert answer.status == 200
        assert answer["email"] == ("h@example.org" if scope == "profile" else "")

    def test_has_a_head_for_the_same_callers(self):
        assert new_caller(scopes=("play",)).call("HEAD", "/me").status == 200


class TestPatch:
    def test_changes_what_is_sent_and_leaves_the_rest(self):
        client = account_client(locale="ja")
        answer = client.call("PATCH", "/me", {"is_listed": False})
        assert (answer.status, answer["is_listed"], answer["locale"]) == (200, False, "ja")
        answer = client.call("PATCH", "/me", {"is_in_statistics": False, "locale": "zh-Hant"})
        assert (answer["is_listed"], answer["is_in_statistics"], answer["locale"]) == (
            False,
            False,
            "zh-Hant",
        )
        assert client.get("/me").body == answer.body

    def test_merges_preferences_and_removes_with_null(self):
        client = guest_client()
        client.call("PATCH", "/me", {"preferences": {"theme": "dark", "four_colors": True, "speed": 1.5}})
        answer = client.call("PATCH", "/me", {"preferences": {"theme": "light", "speed": None}})
        assert answer["preferences"] == {"theme": "light", "four_colors": True}

    @pytest.mark.parametrize(
        ("preferences", "code"),
        [
            ({"Theme": 1}, "bad_preference_name"),
            ({"__proto__": 1}, "bad_preference_name"),
            ({"x" * 41: 1}, "bad_preference_name"),
            ({"theme": []}, "bad_preference"),
            ({"theme": {"a": 1}}, "bad_preference"),
            ({"theme": "x" * 201}, "bad_preference"),
            ({f"p{n}": "x" * 200 for n in range(30)}, "preferences_too_large"),
            ([1], "not_a_dict"),
            ("dark", "not_a_dict"),
        ],
    )
    def test_refuses_preferences_that_cannot_be_kept(self, preferences, code):
        client = guest_client()
        answer = client.call("PATCH", "/me", {"preferences": preferences})
        assert (answer.status, answer["errors"][0]["code"]) == (400, code)
        assert client.get("/me")["preferences"] == {}

    @pytest.mark.parametrize(
        "body",
        [
            {"name": "other"},
            {"is_staff": True},
            {"is_guest": False},
            {"banned": None},
            {"is_listed": "false"},
            {"is_listed": 0},
            {"is_listed": None},
            {"locale": "fr"},
            {"locale": None},
        ],
    )
    def test_names_the_field_that_cannot_be_accepted(self, body):
        client = account_client()
        before = client.get("/me").body
        answer = client.call("PATCH", "/me", body)
        assert (answer.status, [e["field"] for e in answer["errors"]]) == (400, list(body))
        assert client.get("/me").body == before

    def test_of_an_address_needs_the_password(self):
        client = account_client()
        refused = client.call("PATCH", "/me", {"email": "h@example.org"})
        assert refused["errors"][0]["code"] == "wrong_password"
        changed = client.call("PATCH", "/me", {"email": "h@example.org", "current_password": PASSWORD})
        assert (changed.status, changed["email"]) == (200, "h@example.org")

    def test_of_an_address_is_not_for_guests(self):
        answer = guest_client().call("PATCH", "/me", {"email": "h@example.org"})
        assert (answer.status, answer["code"]) == (403, "account_needed")

    def test_makes_a_bot_but_no_longer_a_person(self):
        client = account_client()
        assert client.call("PATCH", "/me", {"bot": True})["bot"] is True
        assert client.call("PATCH", "/me", {"bot": False})["bot"] is True

    def test_needs_the_scope_profile(self):
        answer = new_caller(scopes=("play",)).call("PATCH", "/me", {"is_listed": False})
        assert (answer.status, answer["code"]) == (403, "insufficient_scope")

    def test_needs_the_csrf_token(self):
        page = guest_page()
        answer = page.call("PATCH", "/me", {"is_listed": False}, **{"X-CSRFToken": "y" * 32})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")

    def test_brings_nothing_back_to_somebody_erased_meanwhile(self):
        account_client()
        seen_before = Player.objects.get()
        profiles.erase(player=seen_before, now=timezone.now())
        with pytest.raises(Unauthenticated):
            profiles.update(player=seen_before, email="h@example.org", preferences={"theme": "dark"})
        left = Player.objects.get()
        assert (left.email, left.preferences, left.is_listed) == ("", {}, False)

    def test_changes_nobody_else(self):
        other = account_client("mina")
        account_client().call("PATCH", "/me", {"is_listed": False})
        assert other.get("/me")["is_listed"] is True


class TestDelete:
    def test_forgets_who_it_was(self):
        client = account_client(email="h@example.org", locale="ko")
        client.call("PATCH", "/me", {"preferences": {"theme": "dark"}})
        assert client.call("DELETE", "/me").status == 204
        player = Player.objects.get()
        assert player.name.startswith("Erased-")
        assert player.name_key.startswith("erased-")
        assert (player.email, player.locale, player.preferences) == ("", "", {})
        assert not player.is_active
        assert not player.is_listed
        assert player.erased_at is not None
        assert not player.has_usable_password()
        rest = json.dumps(list(Player.objects.values()), default=str)
        assert "haneul" not in rest
        assert "h@example.org" not in rest

    def test_ends_tokens_sessions_and_kept_answers(self):
        client = account_client()
        page = Page().open()
        page.post("/auth/login", {"name": "haneul", "password": PASSWORD, "session": True})
        key = IdempotencyKey(
            player=Player.objects.get(), path="/x", key="k", request_hash=b"", created_at=timezone.now()
        )
        key.save()
        assert page.call("DELETE", "/me").status == 204
        assert not (Token.objects.exists())
        assert not (Session.objects.exists())
        assert not (IdempotencyKey.objects.exists())
        assert (client.get("/me").status, page.get("/me").status) == (401, 401)

    def test_twice_is_401(self):
        client = account_client()
        client.call("DELETE", "/me")
        assert client.call("DELETE", "/me").status == 401

    def test_frees_the_name(self):
        account_client().call("DELETE", "/me")
        assert Caller().post("/auth/register", {"name": "haneul", "password": PASSWORD}).status == 201

    def test_needs_the_scope_profile_and_the_csrf_token(self):
        assert new_caller(scopes=("play", "groups", "bot")).call("DELETE", "/me").status == 403
        page = account_page()
        assert page.call("DELETE", "/me", **{"X-CSRFToken": "y" * 32}).status == 403
        assert not Player.objects.exclude(erased_at=None).exists()

    def test_leaves_others_alone(self):
        other = account_client("mina")
        account_client().call("DELETE", "/me")
        assert other.get("/me").status == 200

    def test_is_for_guests_too(self):
        assert guest_page().call("DELETE", "/me").status == 204
