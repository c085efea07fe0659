"""GET /me/export."""

import re

import pytest

from games.models import Game
from players import sections
from players.models import Player
from tests.players.callers import account_client, account_page, guest_client
from tests.playing import Caller, new_caller, new_daily

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
        assert str(page.session_key) not in text
        assert Player.objects.get().password not in text
        assert "attachment" in answer.headers["Content-Disposition"]

    def test_has_the_sections_of_other_apps(self, monkeypatch):
        monkeypatch.setattr(sections.EXPORT, "_sections", {})
        sections.EXPORT.add("games", lambda player, _now: [f"a game of {player.name}"])
        assert account_client().get("/me/export")["games"] == ["a game of haneul"]

    def test_has_nothing_of_others(self):
        account_client("mina", email="mina@example.org")
        text = account_client().get("/me/export").response.content.decode()
        assert "mina" not in text

    def test_needs_the_scope_profile(self):
        assert new_caller(scopes=("play",)).get("/me/export").status == 403
        assert guest_client().get("/me/export").status == 200


class TestGames:
    def test_are_there_as_the_player_saw_them(self):
        client = account_client()
        token = client.post("/me/tokens", {"name": "t", "scopes": ["play", "profile"]})["token"]
        daily = new_daily(variant="spider-2")
        client = Caller(token=token)
        started = client.start_daily(daily)
        move = client.get(f"/games/{started['id']}?include=legal_moves")["legal_moves"][0]
        client.play(started["id"], 0, move)
        (game,) = client.get("/me/export")["games"]
        shown = client.get(f"/games/{started['id']}").body
        assert game == shown | {"line": move}

    def test_tell_nothing_that_is_face_down(self):
        client = account_client()
        client.start_daily(new_daily(variant="spider-2"))
        game = Game.objects.get()
        answer = client.get("/me/export")
        faces = [card for column in answer["games"][0]["columns"] for card in column["up"]]
        text = answer.response.content.decode()
        assert len(faces) == 10
        assert game.deal not in text
        assert game.position not in text
        assert text.count('"up"') == 10
        cards = re.findall(r'"([A23456789TJQK][SHDC])"', text)
        assert sorted(cards) == sorted(faces)
