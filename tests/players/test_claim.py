"""POST /auth/claim."""

import threading

import pytest
from django.db import connection

from players.models import Player, Session, Token
from tests.players.callers import PASSWORD, Page, account_client, guest_client, guest_page
from tests.playing import Caller

pytestmark = pytest.mark.django_db

CLAIM = {"name": "haneul", "password": PASSWORD}


class TestByToken:
    def test_makes_the_guest_an_account_that_stays_the_same_player(self):
        guest = guest_client()
        player = Player.objects.get()
        answer = guest.post("/auth/claim", {**CLAIM, "email": "h@example.org"})
        assert (answer.status, answer["player"]["name"], answer["player"]["guest"]) == (200, "haneul", False)
        player.refresh_from_db()
        assert (player.name, player.is_guest, player.email) == ("haneul", False, "h@example.org")
        assert player.claimed_at is not None

    def test_ends_the_guest_token_and_gives_a_personal_one(self):
        guest = guest_client()
        answer = guest.post("/auth/claim", CLAIM)
        assert guest.get("/me").status == 401
        me = Caller(token=answer["token"]).get("/me")
        assert me["credential"] == {"kind": "personal", "scopes": ["play", "profile", "groups"]}

    def test_lets_the_account_sign_in_with_its_password(self):
        guest_client().post("/auth/claim", CLAIM)
        assert Caller().post("/auth/login", CLAIM).status == 200

    def test_twice_is_refused(self):
        guest = guest_client()
        token = guest.post("/auth/claim", CLAIM)["token"]
        again = Caller(token=token).post("/auth/claim", {**CLAIM, "name": "other"})
        assert (again.status, again["code"]) == (409, "not_a_guest")
        assert guest.post("/auth/claim", CLAIM).status == 401

    def test_is_for_accounts_no_more(self):
        answer = account_client().post("/auth/claim", {**CLAIM, "name": "other"})
        assert (answer.status, answer["code"]) == (409, "not_a_guest")

    def test_needs_somebody(self):
        answer = Caller().post("/auth/claim", CLAIM)
        assert (answer.status, answer["code"]) == (401, "unauthenticated")


class TestByThePage:
    def test_rotates_the_session_and_the_csrf_token(self):
        page = guest_page()
        before, csrf = page.session_key, page.csrf_token
        answer = page.post("/auth/claim", CLAIM)
        assert (answer.status, answer["token"]) == (200, None)
        assert page.session_key != before
        assert page.csrf_token != csrf
        assert page.get("/me")["name"] == "haneul"
        assert not Session.objects.filter(session_key=before).exists()

    def test_leaves_the_old_cookie_worthless(self):
        page = guest_page()
        thief = Page()
        thief.client.cookies["sessionid"] = str(page.session_key)
        page.post("/auth/claim", CLAIM)
        assert thief.get("/me").status == 401

    def test_needs_the_csrf_token(self):
        page = guest_page()
        answer = page.call("POST", "/auth/claim", CLAIM, **{"X-CSRFToken": "x" * 32})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")
        assert not Player.objects.filter(name="haneul").exists()


class TestNames:
    @pytest.mark.parametrize("name", ["haneul", "HANEUL", "haneuI", "ｈａｎｅｕｌ"])
    def test_that_look_taken_are_refused(self, name):
        account_client("haneul")
        answer = guest_client().post("/auth/claim", {**CLAIM, "name": name})
        assert (answer.status, answer["code"]) == (409, "name_taken")
        assert [(e["field"], e["code"]) for e in answer["errors"]] == [("name", "name_taken")]

    @pytest.mark.parametrize("name", ["ab", "admin", "a\u200bbc", "king👑", "аlice", "Guest-1234"])
    def test_that_are_not_good_are_refused_with_the_field(self, name):
        answer = guest_client().post("/auth/claim", {**CLAIM, "name": name})
        assert (answer.status, answer["code"]) == (400, "invalid_input")
        assert [e["field"] for e in answer["errors"]] == ["name"]
        assert Player.objects.get().is_guest

    @pytest.mark.parametrize("name", [None, 3, True, [], {}])
    def test_that_are_no_text_are_refused(self, name):
        answer = guest_client().post("/auth/claim", {**CLAIM, "name": name})
        assert (answer.status, answer["errors"][0]["field"]) == (400, "name")


class TestPasswords:
    @pytest.mark.parametrize(
        ("password", "code"),
        [
            ("short", "password_too_short"),
            ("password1", "password_too_common"),
            ("haneul12", "password_too_similar"),
            ("x" * 129, "max_length"),
        ],
    )
    def test_that_are_weak_are_refused_with_the_field(self, password, code):
        answer = guest_client().post("/auth/claim", {"name": "haneul", "password": password})
        assert answer.status == 400
        assert ("password", code) in [(e["field"], e["code"]) for e in answer["errors"]]

    def test_are_kept_as_argon2(self, settings):
        settings.PASSWORD_HASHERS = ["players.hashers.ModestArgon2PasswordHasher"]
        guest_client().post("/auth/claim", CLAIM)
        assert Player.objects.get().password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_of_two_guests_one_gets_the_name(self):
        guests = [guest_client(), guest_client()]
        barrier = threading.Barrier(2)
        statuses = []

        def claim(guest):
            barrier.wait()
            statuses.append(guest.post("/auth/claim", CLAIM).status)
            connection.close()

        threads = [threading.Thread(target=claim, args=(guest,)) for guest in guests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409]
        assert Player.objects.filter(is_guest=False).count() == 1
        assert Token.objects.filter(kind="guest").count() == 1
