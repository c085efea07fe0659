"""GET /players/{name}."""

from urllib.parse import quote

import pytest
from django.utils import timezone

from players import sections
from players.models import Player
from players.services import profiles
from tests.players.callers import account_client, guest_client
from tests.playing import Caller

pytestmark = pytest.mark.django_db


class TestProfile:
    def test_shows_what_everyone_may_see(self):
        account_client(email="h@example.org")
        answer = Caller().get("/players/haneul")
        assert answer.status == 200
        assert {"name", "guest", "bot", "since", "banned"} <= set(answer.body)
        assert not {"email", "locale", "preferences", "is_listed", "is_staff", "id"} & set(answer.body)

    @pytest.mark.parametrize("name", ["haneul", "HANEUL", "Haneul"])
    def test_is_found_in_any_case(self, name):
        account_client()
        assert Caller().get(f"/players/{name}")["name"] == "haneul"

    @pytest.mark.parametrize("name", ["하늘이", "Вова Паук", "王小芳", "a.b"])
    def test_is_found_by_any_name(self, name):
        account_client(name)
        assert Caller().get(f"/players/{quote(name)}")["name"] == name

    def test_is_not_found_by_a_look_alike(self):
        account_client()
        assert Caller().get("/players/haneuI").status == 404

    def test_of_nobody_and_of_the_unlisted_are_alike(self):
        client = account_client()
        client.call("PATCH", "/me", {"is_listed": False})
        hidden, nobody = Caller().get("/players/haneul"), Caller().get("/players/nobody")
        assert hidden.status == nobody.status == 404
        assert hidden.body | {"instance": ""} == nobody.body | {"instance": ""}
        assert client.get("/players/haneul").status == 404

    def test_of_a_guest_is_shown(self):
        guest_client()
        name = Player.objects.get().name
        assert Caller().get(f"/players/{name}")["guest"] is True

    def test_of_the_erased_is_not_found(self):
        account_client().call("DELETE", "/me")
        assert Caller().get(f"/players/{Player.objects.get().name}").status == 404

    def test_tells_why_somebody_is_banned(self):
        account_client()
        profiles.ban(player=Player.objects.get(), reason="two hands, one brain", now=timezone.now())
        assert Caller().get("/players/haneul")["banned"]["reason"] == "two hands, one brain"

    def test_has_the_sections_of_other_apps(self, monkeypatch):
        monkeypatch.setattr(sections.PROFILE, "_sections", {})
        sections.PROFILE.add("records", lambda _player, _now: {"won": 3})
        account_client()
        assert Caller().get("/players/haneul")["records"] == {"won": 3}

    @pytest.mark.parametrize("name", ["%00", "a%00b", "%FF%FE", "x" * 2000, "%F0%9F%91%91", "..", "%2e%2e"])
    def test_of_no_name_at_all_is_not_found(self, name):
        answer = Caller().get(f"/players/{name}")
        assert (answer.status, answer["code"]) == (404, "not_found")
