"""GET /me/export."""

import pytest

from players import sections
from players.models import Player
from tests.players.callers import account_client, account_page, guest_client
from tests.playing import new_caller

pytestmark = pytest.mark.django_db


class TestExport:
    def test_has_profile_tokens_and_sessions_but_no_secret(self):
        page = account_page()
        page.post("/me/tokens", {"name": "my bot", "scopes": ["bot"]})
        answer = page.get("/me/export")
        assert answer.status == 200
        assert answer["player"]["name"] == "haneul"
        assert [token["name"] for token in answer["tokens"]] == ["my bot"]
        assert len(answer["sessions"]) == 1
        text = answer.response.content.decode()
        assert page.session_key not in text and Player.objects.get().password not in text
        assert "attachment" in answer.headers["Content-Disposition"]

    def test_has_the_sections_of_other_apps(self, monkeypatch):
        monkeypatch.setattr(sections.EXPORT, "_sections", {})
        sections.EXPORT.add("games", lambda player, now: [f"a game of {player.name}"])
        assert account_client().get("/me/export")["games"] == ["a game of haneul"]

    def test_has_nothing_of_others(self):
        account_client("mina", email="mina@example.org")
        text = account_client().get("/me/export").response.content.decode()
        assert "mina" not in text

    def test_needs_the_scope_profile(self):
        assert new_caller(scopes=("play",)).get("/me/export").status == 403
        assert guest_client().get("/me/export").status == 200
