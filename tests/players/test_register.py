"""POST /auth/register."""

import pytest

from players.models import Player, Token
from tests.players.callers import PASSWORD, Page, account_page, guest_client, guest_page
from tests.playing import Caller

pytestmark = pytest.mark.django_db

ACCOUNT = {"name": "haneul", "password": PASSWORD}


class TestRegister:
    def test_makes_an_account_and_a_token(self):
        answer = Caller().post("/auth/register", {**ACCOUNT, "locale": "ko", "email": "h@example.org"})
        assert answer.status == 201
        player = answer["player"]
        assert (player["name"], player["guest"], player["locale"]) == ("haneul", False, "ko")
        assert Caller(token=answer["token"]).get("/me")["email"] == "h@example.org"

    def test_sets_a_session_for_the_page(self):
        page = account_page()
        assert page.get("/me")["credential"]["kind"] == "session"
        assert not Token.objects.exists()

    def test_needs_the_csrf_token_to_set_a_session(self):
        answer = Page().post("/auth/register", {**ACCOUNT, "session": True})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")
        assert not Player.objects.exists()

    def test_keeps_a_guest_apart(self):
        guest = guest_client()
        guest.post("/auth/register", ACCOUNT)
        assert guest.get("/me")["guest"] is True
        assert Player.objects.count() == 2

    def test_ends_the_session_of_the_pages_guest(self):
        page = guest_page()
        old = page.session_key
        page.post("/auth/register", {**ACCOUNT, "session": True})
        assert page.session_key != old
        assert page.get("/me")["name"] == "haneul"

    def test_twice_is_refused(self):
        Caller().post("/auth/register", ACCOUNT)
        answer = Caller().post("/auth/register", ACCOUNT)
        assert (answer.status, answer["code"]) == (409, "name_taken")
        assert Player.objects.count() == 1

    def test_can_say_that_it_is_a_bot(self):
        assert Caller().post("/auth/register", {**ACCOUNT, "bot": True})["player"]["bot"] is True

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"email": "nonsense"}, "email"),
            ({"locale": "de"}, "locale"),
            ({"bot": 1}, "bot"),
            ({"is_staff": True}, "is_staff"),
            ({"is_guest": False}, "is_guest"),
        ],
    )
    def test_names_the_field_that_cannot_be_accepted(self, change, field):
        answer = Caller().post("/auth/register", ACCOUNT | change)
        assert (answer.status, [e["field"] for e in answer["errors"]]) == (400, [field])
        assert not Player.objects.exists()

    @pytest.mark.parametrize("missing", ["name", "password"])
    def test_needs_both(self, missing):
        body = {name: value for name, value in ACCOUNT.items() if name != missing}
        answer = Caller().post("/auth/register", body)
        assert (answer.status, [(e["field"], e["code"]) for e in answer["errors"]]) == (
            400,
            [(missing, "required")],
        )
