"""POST /auth/password, /auth/password/reset and /auth/password/reset/confirm."""

import re
import threading

import pytest
from django.core import mail
from django.db import connection
from django.test import override_settings

from players.models import Player, Session, Token
from players.services import password_resets
from players.tasks import send_password_reset
from tests.players.callers import NEW_PASSWORD, PASSWORD, Page, account_client, account_page, guest_client
from tests.playing import Caller

pytestmark = pytest.mark.django_db

CHANGE = {"current_password": PASSWORD, "password": NEW_PASSWORD}
EMAIL = "h@example.org"


def login(password, name="haneul"):
    return Caller().post("/auth/login", {"name": name, "password": password})


class TestChange:
    def test_takes_the_new_password_and_no_longer_the_old(self):
        assert account_page().post("/auth/password", CHANGE).status == 204
        assert login(NEW_PASSWORD).status == 200
        assert login(PASSWORD).status == 401

    def test_ends_every_other_session_and_keeps_the_callers(self):
        page = account_page()
        other = Page().open()
        other.post("/auth/login", {"name": "haneul", "password": PASSWORD, "session": True})
        assert page.post("/auth/password", CHANGE).status == 204
        assert other.get("/me").status == 401
        assert page.get("/me").status == 200

    def test_ends_all_sessions_when_a_token_calls_and_keeps_tokens(self):
        client = account_client()
        page = Page().open()
        page.post("/auth/login", {"name": "haneul", "password": PASSWORD, "session": True})
        assert client.post("/auth/password", CHANGE).status == 204
        assert page.get("/me").status == 401
        assert client.get("/me").status == 200

    def test_needs_the_current_password(self):
        answer = account_client().post("/auth/password", {**CHANGE, "current_password": "wrong"})
        assert answer.status == 400
        assert [(e["field"], e["code"]) for e in answer["errors"]] == [("current_password", "wrong_password")]
        assert login(PASSWORD).status == 200

    def test_counts_wrong_ones_as_those_of_a_login(self):
        client = account_client()
        for _ in range(10):
            assert client.post("/auth/password", {**CHANGE, "current_password": "wrong"}).status == 400
        assert client.post("/auth/password", CHANGE).status == 429
        assert login(PASSWORD).status == 429

    def test_refuses_a_weak_one(self):
        answer = account_client().post("/auth/password", {**CHANGE, "password": "haneul12"})
        assert (answer.status, answer["errors"][0]["code"]) == (400, "password_too_similar")

    def test_is_not_for_guests(self):
        answer = guest_client().post("/auth/password", CHANGE)
        assert (answer.status, answer["code"]) == (403, "account_needed")

    def test_needs_the_scope_profile(self):
        client = account_client()
        token = client.post("/me/tokens", {"name": "bot", "scopes": ["play"]})["token"]
        answer = Caller(token=token).post("/auth/password", CHANGE)
        assert (answer.status, answer["code"]) == (403, "insufficient_scope")
        assert answer["params"] == {"needed": "profile"}


class TestReset:
    @pytest.fixture
    def asked(self, monkeypatch):
        """What was handed to the workers."""
        tasks = []
        monkeypatch.setattr(
            "players.api.enqueue.current_app.send_task",
            lambda name, kwargs, **_: tasks.append((name, kwargs)),
        )
        return tasks

    @pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
    def test_answers_alike_whether_there_is_an_account_or_not(self, asked, email):
        account_client(email=EMAIL)
        answer = Caller().post("/auth/password/reset", {"email": email})
        assert (answer.status, answer.body) == (202, None)
        assert asked == [("players.tasks.send_password_reset", {"email": email})]

    def test_mails_an_address_only_so_often(self, asked):
        for _ in range(5):
            assert Caller().post("/auth/password/reset", {"email": EMAIL}).status == 202
        answer = Caller().post("/auth/password/reset", {"email": EMAIL.upper()})
        assert (answer.status, answer["params"]) == (429, {"policy": "resets"})

    def test_names_an_address_that_is_none(self, asked):
        answer = Caller().post("/auth/password/reset", {"email": "x"})
        assert (answer.status, answer["errors"][0]["field"], asked) == (400, "email", [])


class TestMail:
    def test_goes_to_each_account_of_the_address_in_its_language(self):
        account_client(email=EMAIL, locale="ko")
        account_client("mina", email=EMAIL.upper())
        account_client("other", email="other@example.org")
        send_password_reset(email=EMAIL)
        assert sorted(m.subject for m in mail.outbox) == [
            "A new password for Orbweaver",
            "Orbweaver 새 비밀번호",
        ]
        assert "haneul" in next(m.body for m in mail.outbox if "비밀번호" in m.subject)

    def test_goes_to_nobody_else(self):
        guest_client()
        account_client()
        send_password_reset(email="nobody@example.org")
        send_password_reset(email="")
        assert mail.outbox == []

    def test_has_a_link_that_sets_a_new_password(self):
        account_client(email=EMAIL)
        send_password_reset(email=EMAIL)
        (token,) = re.findall(r"/account/reset#token=(\S+)", str(mail.outbox[0].body))
        answer = Caller().post("/auth/password/reset/confirm", {"token": token, "password": NEW_PASSWORD})
        assert answer.status == 204
        assert login(NEW_PASSWORD).status == 200


class TestConfirm:
    @pytest.fixture
    def client(self):
        return account_client(email=EMAIL)

    @pytest.fixture
    def token(self, client):
        return password_resets.make_token(Player.objects.get())

    def confirm(self, token, password=NEW_PASSWORD):
        return Caller().post("/auth/password/reset/confirm", {"token": token, "password": password})

    def test_ends_all_sessions_and_tokens(self, client, token):
        page = Page().open()
        page.post("/auth/login", {"name": "haneul", "password": PASSWORD, "session": True})
        token = password_resets.make_token(Player.objects.get())
        assert self.confirm(token).status == 204
        assert not Session.objects.exists()
        assert not Token.objects.exists()
        assert (page.get("/me").status, client.get("/me").status) == (401, 401)

    def test_takes_a_token_once(self, token):
        assert self.confirm(token).status == 204
        again = self.confirm(token, "nine brown recluses")
        assert (again.status, again["code"]) == (400, "invalid_reset_token")
        assert login(NEW_PASSWORD).status == 200

    def test_keeps_the_token_when_the_password_is_weak(self, token):
        assert self.confirm(token, "short")["errors"][0]["code"] == "password_too_short"
        assert self.confirm(token).status == 204

    def test_takes_no_token_after_an_hour(self, token):
        with override_settings(PASSWORD_RESET_TIMEOUT=-1):
            assert self.confirm(token)["code"] == "invalid_reset_token"

    @pytest.mark.parametrize("wrong", ["", "x", "a:b:c", "é:é", "W10:1vXabc:abc"])
    def test_takes_no_other_token(self, client, wrong):
        answer = self.confirm(wrong)
        assert answer.status == 400
        assert answer["code"] == ("invalid_reset_token" if wrong else "invalid_input")

    def test_takes_no_token_that_was_changed(self, client, token):
        account_client("mina")
        other = password_resets.make_token(Player.objects.get(name="mina"))
        spliced = other.partition(":")[0] + ":" + token.partition(":")[2]
        assert self.confirm(spliced)["code"] == "invalid_reset_token"


@pytest.mark.django_db(transaction=True)
class TestConfirmAtOnce:
    def test_one_of_two_with_the_same_token_sets_the_password(self):
        account_client(email=EMAIL)
        token = password_resets.make_token(Player.objects.get())
        barrier = threading.Barrier(2)
        statuses = []

        def confirm(password):
            barrier.wait()
            answer = Caller().post("/auth/password/reset/confirm", {"token": token, "password": password})
            statuses.append(answer.status)
            connection.close()

        threads = [threading.Thread(target=confirm, args=(NEW_PASSWORD + end,)) for end in ("1", "2")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [204, 400]
