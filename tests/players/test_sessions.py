"""Sessions of pages."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from players.models import Player, Session
from tests.players.callers import Page, guest_page

pytestmark = pytest.mark.django_db


class TestSession:
    def test_ends_by_the_clock(self):
        page = guest_page()
        Session.objects.update(expire_date=timezone.now())
        assert page.get("/me").status == 401

    def test_lasts_as_long_as_a_guest(self):
        guest_page()
        left = Session.objects.get().expire_date - timezone.now()
        assert timedelta(days=399) < left <= timedelta(days=400)

    def test_is_prolonged_by_use_once_a_day(self, django_assert_num_queries):
        page = guest_page()
        with django_assert_num_queries(1):
            assert settings.SESSION_COOKIE_NAME not in page.get("/me").response.cookies
        worn = timezone.now() + timedelta(days=398)
        Session.objects.update(expire_date=worn)
        answer = page.get("/me")
        assert settings.SESSION_COOKIE_NAME in answer.response.cookies
        assert Session.objects.get().expire_date > worn + timedelta(days=1)
        assert Session.objects.get().player == Player.objects.get()

    @pytest.mark.parametrize("key", ["", "x", "../../etc", "a" * 41, "é" * 20, "a" * 32])
    def test_that_is_none_is_like_no_session(self, key):
        page = Page().open()
        page.client.cookies[settings.SESSION_COOKIE_NAME] = key
        assert page.get("/me").status == 401
        assert page.get("/players/nobody").status == 404

    def test_of_an_erased_player_is_none(self):
        page = guest_page()
        Player.objects.update(is_active=False)
        assert page.get("/me").status == 401

    def test_needs_the_csrf_token_even_where_nobody_need_be_known(self):
        page = guest_page()
        answer = page.call("POST", "/guests", {}, **{"X-CSRFToken": "q" * 32})
        assert (answer.status, answer["code"]) == (403, "csrf_failed")

    def test_is_refused_from_another_origin(self):
        page = guest_page()
        answer = page.call("PATCH", "/me", {"is_listed": False}, Origin="https://evil.example")
        assert (answer.status, answer["code"]) == (403, "csrf_failed")
        own = page.call("PATCH", "/me", {"is_listed": False}, Origin="http://testserver")
        assert own.status == 200

    def test_that_is_worn_does_not_stop_a_move(self):
        page = guest_page()
        game = page.start(type="number", variant="spider-1", number=7)["id"]
        Session.objects.update(expire_date=timezone.now() + timedelta(days=300))
        seen = timezone.now() - timedelta(hours=2)
        Player.objects.update(last_seen_at=seen)
        token = page.get(f"/games/{game}?include=legal_moves")["legal_moves"][0]
        Session.objects.update(expire_date=timezone.now() + timedelta(days=300))
        Player.objects.update(last_seen_at=seen)
        assert page.play(game, 0, token).status == 200
        assert Player.objects.get().last_seen_at > seen
