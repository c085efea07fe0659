"""POST /guests."""

import re

import pytest
from django.conf import settings

from players.models import Player, Session, Token
from tests.players.callers import Page, account_page, guest_client, guest_page
from tests.playing import Caller

pytestmark = pytest.mark.django_db


class TestAClient:
    def test_gets_a_guest_and_a_token_that_works(self):
        answer = Caller().post("/guests", {})
        assert answer.status == 201
        assert re.fullmatch(r"Guest-[0-9]{4}", answer["player"]["name"])
        assert (answer["player"]["guest"], answer["player"]["bot"]) == (True, False)
        me = Caller(token=answer["token"]).get("/me")
        assert (me.status, me["name"]) == (200, answer["player"]["name"])
        assert me["credential"] == {"kind": "guest", "scopes": ["play", "profile"]}

    def test_needs_no_body(self):
        assert Caller().call("POST", "/guests").status == 201

    def test_gets_no_cookie(self):
        answer = Caller().post("/guests", {})
        assert not answer.response.cookies

    def test_gets_another_guest_when_it_asks_again(self):
        names = {Caller().post("/guests", {})["player"]["name"] for _ in range(3)}
        assert len(names) == 3

    def test_is_never_answered_from_a_stored_credential(self):
        caller = guest_client()
        first = caller.post("/guests", {}, **{"Idempotency-Key": "k1"})
        second = caller.post("/guests", {}, **{"Idempotency-Key": "k1"})
        assert first["token"] != second["token"]

    def test_has_only_the_digest_of_its_token_stored(self):
        answer = Caller().post("/guests", {})
        row = Token.objects.get()
        secret = answer["token"].rpartition("_")[2]
        stored = [str(getattr(row, field.attname)) for field in Token._meta.concrete_fields]
        assert not any(secret in text for text in stored)
        assert len(bytes(row.digest)) == 32

    def test_can_say_its_language(self):
        assert Caller().post("/guests", {"locale": "zh-Hant"})["player"]["locale"] == "zh-Hant"

    @pytest.mark.parametrize("body", [{"session": "true"}, {"session": 1}, {"locale": "xx"}, {"name": "bob"}])
    def test_is_told_which_field_cannot_be_accepted(self, body):
        answer = Caller().post("/guests", body)
        assert (answer.status, answer["code"]) == (400, "invalid_input")
        assert [error["field"] for error in answer["errors"]] == list(body)
        assert not Player.objects.exists()


class TestThePage:
    def test_gets_an_http_only_session_cookie_and_no_token(self):
        page = Page().open()
        answer = page.post("/guests", {"session": True})
        assert (answer.status, answer["token"]) == (201, None)
        cookie = answer.response.cookies[settings.SESSION_COOKIE_NAME]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert page.get("/me")["credential"]["kind"] == "session"
        assert not Token.objects.exists()

    def test_has_its_player_in_a_column_of_the_session(self):
        page = guest_page()
        session = Session.objects.select_related("player").get(session_key=page.session_key)
        assert session.player is not None
        assert session.player.name == page.get("/me")["name"]

    def test_needs_its_csrf_token(self):
        page = Page().open()
        answer = page.call("POST", "/guests", {"session": True}, **{"X-CSRFToken": "a" * 32})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")
        assert not Player.objects.exists()

    def test_needs_a_csrf_cookie_at_all(self):
        answer = Page().post("/guests", {"session": True})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")

    def test_stays_who_it_is_when_it_asks_again(self):
        page = guest_page()
        name = page.get("/me")["name"]
        again = page.post("/guests", {"session": True})
        assert (again.status, again["player"]["name"]) == (200, name)
        assert Player.objects.count() == 1

    def test_stays_in_its_account(self):
        page = account_page()
        assert page.post("/guests", {"session": True})["player"]["name"] == "haneul"


class TestNames:
    def test_get_longer_when_the_short_ones_are_taken(self, monkeypatch):
        draws = iter([0, 0, 0, 7])
        monkeypatch.setattr("players.services.guests.secrets.randbelow", lambda _limit: next(draws))
        assert Caller().post("/guests", {})["player"]["name"] == "Guest-1000"
        assert Caller().post("/guests", {})["player"]["name"] == "Guest-10007"
