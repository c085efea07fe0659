"""POST /auth/login and /auth/logout."""

from collections import Counter

import pytest
from django.conf import settings

from players.models import Player, Session, Token
from players.services import accounts, profiles
from players.services.tokens import TOKEN_LIMIT
from tests.players.callers import PASSWORD, Page, account_client, account_page, guest_client, guest_page
from tests.playing import NOON, Answer, Caller

pytestmark = pytest.mark.django_db

LOGIN = {"name": "haneul", "password": PASSWORD}


@pytest.fixture(autouse=True)
def haneul():
    account_client()


class TestLogin:
    @pytest.mark.parametrize("name", ["haneul", "HANEUL", "Haneul"])
    def test_gives_a_client_a_personal_token(self, name):
        answer = Caller().post("/auth/login", {**LOGIN, "name": name, "token_name": "terminal"})
        assert (answer.status, answer["player"]["name"]) == (200, "haneul")
        assert Caller(token=answer["token"]).get("/me").status == 200
        assert Token.objects.order_by("-pk")[0].name == "terminal"
        assert not answer.response.cookies

    def test_sets_a_session_for_the_page(self):
        page = Page().open()
        answer = page.post("/auth/login", {**LOGIN, "session": True})
        assert (answer.status, answer["token"]) == (200, None)
        assert page.get("/me")["name"] == "haneul"

    def test_needs_the_csrf_token_to_set_a_session(self):
        page = Page().open()
        answer = page.call("POST", "/auth/login", {**LOGIN, "session": True}, **{"X-CSRFToken": ""})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")
        assert not Session.objects.exists()

    def test_never_merges_a_guest(self):
        page = guest_page()
        old = page.session_key
        page.post("/auth/login", {**LOGIN, "session": True})
        assert page.get("/me")["name"] == "haneul"
        assert Player.objects.filter(is_guest=True).count() == 1
        assert not Session.objects.filter(session_key=old).exists()

    @pytest.mark.parametrize(
        ("name", "password"),
        [("haneul", "wrong"), ("nobody-here", PASSWORD), ("haneuI ", "x"), ("", "x"), ("a" * 400, "x")],
    )
    def test_says_the_same_of_a_wrong_name_and_a_wrong_password(self, name, password):
        answer = Caller().post("/auth/login", {"name": name or " ", "password": password})
        if answer.status == 400:
            assert answer["errors"][0]["code"] == "blank"
            return
        assert (answer.status, answer["code"], answer["params"]) == (401, "invalid_credentials", {})
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")

    def test_is_closed_to_guests_and_erased_players(self):
        guest_client()
        guest = Player.objects.get(is_guest=True)
        assert Caller().post("/auth/login", {"name": guest.name, "password": PASSWORD}).status == 401
        profiles.erase(player=Player.objects.get(name="haneul"), now=NOON)
        assert Caller().post("/auth/login", LOGIN).status == 401

    def test_past_the_limit_ends_the_token_that_was_used_least_lately(self):
        tokens = [Caller().post("/auth/login", LOGIN)["token"] for _ in range(TOKEN_LIMIT)]
        assert Token.objects.count() == TOKEN_LIMIT
        Caller().post("/auth/login", LOGIN)
        assert Token.objects.count() == TOKEN_LIMIT
        assert Caller(token=tokens[0]).get("/me").status == 401
        assert Caller(token=tokens[1]).get("/me").status == 200


class TestTooManyWrongPasswords:
    def test_close_the_name_from_everywhere(self):
        for number in range(10):
            assert Caller().post("/auth/login", {**LOGIN, "password": f"wrong {number}"}).status == 401
        answer = Caller().post("/auth/login", LOGIN)
        assert (answer.status, answer["code"]) == (429, "rate_limited")
        assert answer["params"] == {"policy": "wrong-passwords"}
        assert 1 <= int(answer.headers["Retry-After"]) <= 60

    def test_leave_other_names_open(self):
        account_client("mina")
        for _ in range(11):
            Caller().post("/auth/login", {**LOGIN, "password": "wrong"})
        assert Caller().post("/auth/login", {**LOGIN, "name": "mina"}).status == 200

    def test_are_as_many_when_they_come_all_at_once(self, monkeypatch):
        tried = []
        sign_in = accounts.sign_in

        def slowly(**credentials):
            # While this try is being judged, another one comes.
            tried.append(credentials)
            if len(tried) < 30:
                answers.append(Caller().post("/auth/login", {**LOGIN, "password": "wrong"}))
            return sign_in(**credentials)

        answers: list[Answer] = []
        monkeypatch.setattr(accounts, "sign_in", slowly)
        Caller().post("/auth/login", {**LOGIN, "password": "wrong"})
        assert len(tried) == 10
        assert Counter(answer.status for answer in answers) == {401: 9, 429: 1}

    def test_are_not_made_of_right_ones(self):
        for _ in range(15):
            assert Caller().post("/auth/login", LOGIN).status == 200


class TestLogout:
    def test_ends_the_session(self):
        page = account_page("mina")
        old = page.session_key
        answer = page.post("/auth/logout", {})
        assert (answer.status, answer.body) == (204, None)
        assert page.get("/me").status == 401
        assert not Session.objects.filter(session_key=old).exists()

    def test_needs_the_csrf_token(self):
        page = account_page("mina")
        assert page.call("POST", "/auth/logout", {}, **{"X-CSRFToken": "z" * 32}).status == 403
        assert page.get("/me").status == 200

    def test_ends_the_token_that_it_is_called_with(self):
        token = Caller().post("/auth/login", LOGIN)["token"]
        other = Caller().post("/auth/login", LOGIN)["token"]
        assert Caller(token=token).post("/auth/logout", {}).status == 204
        assert Caller(token=token).get("/me").status == 401
        assert Caller(token=other).get("/me").status == 200

    def test_twice_is_refused(self):
        page = account_page("mina")
        page.post("/auth/logout", {})
        assert page.post("/auth/logout", {}).status == 401

    def test_takes_the_cookie_away(self):
        page = account_page("mina")
        answer = page.post("/auth/logout", {})
        assert answer.response.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 0
