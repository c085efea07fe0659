"""Starting games, and looking at one's own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games import engine
from games.models import Daily, Game
from games.selectors import solvable
from tests import playing
from tests.playing import Caller, new_caller, new_daily, new_player

pytestmark = pytest.mark.django_db


def move_daily(daily, *, days):
    shift = timedelta(days=days)
    Daily.objects.filter(pk=daily.pk).update(
        opens_at=daily.opens_at + shift, closes_at=daily.closes_at + shift, final_at=daily.final_at + shift
    )


class TestDailies:
    def test_begin_with_the_first_go(self, alice):
        daily = new_daily(variant="spider-2")
        answer = alice.start_daily(daily)
        assert answer.status == 201
        game = answer.body
        assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
        assert answer.headers["ETag"] == f'"{game["id"]}:0"'
        assert (game["status"], game["seq"], game["attempt"], game["ranked"]) == ("open", 0, 1, True)
        assert game["daily"] == f"{daily.date.isoformat()}/spider-2"
        assert game["commitment"] == daily.commitment
        assert game["counters"] == {
            "moves": 0, "actions": 0, "stock_deals": 0, "undos": 0, "hints": 0, "score": 500, "time_ms": 0
        }  # fmt: skip
        assert game["stock"] == {"cards": 50, "deals_left": 5, "can_deal": True}
        assert [column["down"] for column in game["columns"]] == [5] * 4 + [4] * 6
        assert [len(column["up"]) for column in game["columns"]] == [1] * 10
        assert (game["foundations"], game["notices"]) == ([], [])
        assert (game["number"], game["code"]) == (None, None)
        assert game["pools"] == ["ranked", "pure", "all"]

    def test_deal_everybody_the_same_cards_as_the_opening_shows(self, alice):
        daily = new_daily()
        opening = alice.get(f"/dailies/{daily.date.isoformat()}/{daily.variant}")["opening"]
        for caller in (alice, new_caller()):
            game = caller.start_daily(daily).body
            assert {name: game[name] for name in opening} == opening

    def test_return_the_open_game(self, alice):
        daily = new_daily()
        first = alice.start_daily(daily)
        again = alice.start_daily(daily)
        assert (again.status, again.body) == (200, first.body)

    def test_begin_an_unranked_attempt_once_the_first_has_ended(self, alice):
        daily = new_daily()
        first = alice.start_daily(daily)["id"]
        alice.play(first, 0, {"type": "give_up"})
        second = alice.start_daily(daily)
        assert (second.status, second["attempt"], second["ranked"], second["pools"]) == (201, 2, False, [])

    def test_are_each_players_own(self, alice):
        daily = new_daily()
        assert alice.start_daily(daily)["id"] != new_caller().start_daily(daily)["id"]

    def test_of_guests_count_too_but_stand_apart(self):
        guest = new_caller(is_guest=True)
        game = guest.start_daily(new_daily()).body
        assert (game["ranked"], game["pools"]) == (True, ["all"])
        assert Game.objects.get(pk=game["id"]).begun_as_guest

    def test_that_have_not_opened_are_refused(self, alice):
        daily = new_daily(opens_at=timezone.now() + timedelta(minutes=1))
        answer = alice.start_daily(daily)
        assert (answer.status, answer["code"]) == (409, "daily_not_open")

    def test_that_have_closed_are_refused_until_they_are_final(self, alice):
        daily = new_daily(opens_at=timezone.now() - timedelta(days=1, minutes=1))
        answer = alice.start_daily(daily)
        assert (answer.status, answer["code"]) == (409, "daily_closed")
        assert answer["available_at"] == daily.final_at.isoformat().replace("+00:00", "Z")

    def test_that_have_closed_still_return_the_open_game(self, alice):
        daily = new_daily()
        game = alice.start_daily(daily)["id"]
        Daily.objects.update(
            opens_at=timezone.now() - timedelta(hours=30), closes_at=timezone.now() - timedelta(hours=1)
        )
        again = alice.start_daily(daily)
        assert (again.status, again["id"]) == (200, game)

    def test_that_are_final_are_archive_play(self, alice):
        daily = new_daily(opens_at=timezone.now() - timedelta(days=3))
        answer = alice.start_daily(daily)
        assert (answer.status, answer["source"], answer["ranked"]) == (201, "archive", False)
        assert answer["attempt"] == 1

    def test_that_are_void_are_refused(self, alice):
        daily = new_daily()
        Daily.objects.update(voided_at=timezone.now(), void_reason="Dealt twice.")
        answer = alice.start_daily(daily)
        assert (answer.status, answer["code"], answer["params"]) == (
            409, "daily_void", {"reason": "Dealt twice."}
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("date", "status", "code"),
        [
            ("0001-01-01", 404, "not_found"),
            ("9999-12-31", 404, "not_found"),
            ("2026-02-30", 400, "invalid_input"),
            ("today", 400, "invalid_input"),
            ("20261129", 400, "invalid_input"),
            ("2026-11-29T00:00:00Z", 400, "invalid_input"),
            ("", 400, "invalid_input"),
            (None, 400, "invalid_input"),
            (20261129, 400, "invalid_input"),
            (["2026-11-29"], 400, "invalid_input"),
        ],
    )
    def test_have_a_date_of_the_calendar(self, alice, date, status, code):
        answer = alice.start(type="daily", date=date, variant="spider-1")
        assert (answer.status, answer["code"]) == (status, code)

    def test_missing_today_are_being_made(self, alice):
        today = datetime.now(UTC).date().isoformat()
        answer = alice.start(type="daily", date=today, variant="spider-1")
        assert (answer.status, answer["code"]) == (503, "daily_not_ready")
        assert int(answer.headers["Retry-After"]) > 0

    def test_need_a_known_variant(self, alice):
        today = datetime.now(UTC).date().isoformat()
        assert alice.start(type="daily", date=today, variant="spider-3").status in (400, 404)


class TestNumberedDeals:
    def test_show_number_and_code(self, alice):
        answer = alice.start(type="number", variant="spiderette-1", number=35)
        assert answer.status == 201
        assert (answer["number"], answer["code"]) == (35, "SD1-S1-AAAAABD")
        assert (answer["ranked"], answer["attempt"], answer["daily"]) == (False, None, None)
        assert answer["commitment"] is None
        deal = engine.Deal.from_number(engine.variant("spiderette-1"), 35)
        assert answer["columns"] == deal.opening().observation().as_json()["columns"]

    def test_are_found_by_code(self, alice):
        answer = alice.start(type="code", code=" sd1-s1-aaaaabd ")
        assert (answer.status, answer["number"], answer["source"]) == (201, 35, "code")

    def test_may_be_random(self, alice):
        numbers = {alice.start(type="random", variant="spider-4")["number"] for _ in range(5)}
        assert len(numbers) == 5

    @pytest.mark.parametrize("variant", ["spider-2", "spiderette-4"])
    def test_are_503_where_no_deal_is_known_to_be_won(self, alice, variant, tmp_path, monkeypatch, caplog):
        monkeypatch.setattr(solvable, "SURVEY_FOLDER", tmp_path)
        solvable.solvable_deals.cache_clear()
        answer = alice.start(type="solvable", variant=variant)
        solvable.solvable_deals.cache_clear()
        assert (answer.status, answer["code"]) == (503, "service_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert f"{variant}.bin" in caplog.text
        assert str(tmp_path) not in str(answer.body)

    def test_begin_anew_each_time(self, alice):
        first = alice.start(type="number", variant="spider-1", number=1)
        assert alice.start(type="number", variant="spider-1", number=1)["id"] != first["id"]

    @pytest.mark.parametrize("number", [-1, 2**32, 10**30, "35", 1.0, True, None, [], {}])
    def test_are_numbered_from_0_to_4294967295(self, alice, number):
        answer = alice.start(type="number", variant="spider-1", number=number)
        assert answer.status == 400

    @pytest.mark.parametrize("variant", ["spider-3", "Spider-1", "", None, 1, ["spider-1"]])
    def test_are_of_a_known_variant(self, alice, variant):
        assert alice.start(type="number", variant=variant, number=1).status == 400

    @pytest.mark.parametrize("code", ["", "SD1-S1-AAAAAB", "SD2-S1-AAAAABD", "SP1-S3-AAAAABD", "77", None, 7])
    def test_are_of_a_whole_code(self, alice, code):
        answer = alice.start(type="code", code=code)
        assert answer.status == 400


class TestStarting:
    @pytest.mark.parametrize(
        "body",
        [{}, {"source": None}, {"source": []}, {"source": "random"}, {"source": {}}, {"source": {"type": 1}},
         {"source": {"type": "archive"}}, {"source": {"type": ["daily"]}}],
    )  # fmt: skip
    def test_needs_a_source(self, alice, body):
        assert alice.post("/games", body)["code"] == "invalid_input"
        assert not Game.objects.exists()

    def test_is_for_known_callers_with_the_scope(self, alice):
        assert Caller().start(type="random", variant="spider-1").status == 401
        reader = new_caller(player=alice.player, scopes=("profile",))
        assert reader.start(type="random", variant="spider-1").status == 403

    def test_is_not_for_the_banned(self):
        banned = new_caller(player=new_player(banned_at=timezone.now(), ban_reason="Cheating."))
        assert banned.start(type="random", variant="spider-1")["code"] == "banned"

    def test_ignores_what_a_client_claims(self, alice):
        body = {"source": {"type": "number", "variant": "spider-1", "number": 1}, "score": 9, "ranked": True}
        answer = alice.post("/games", body | {"deal": "AS", "status": "won"})
        assert (answer["ranked"], answer["status"], answer["counters"]["score"]) == (False, "open", 500)

    def test_with_an_idempotency_key_is_answered_again(self, alice):
        body = {"source": {"type": "random", "variant": "spider-1"}}
        first = alice.post("/games", body, Idempotency_Key="one")
        again = alice.post("/games", body, Idempotency_Key="one")
        assert (again.status, again.body) == (201, first.body)
        assert again.headers["Idempotent-Replayed"] == "true"
        assert again.headers["Location"] == first.headers["Location"]
        other = {"source": {"type": "random", "variant": "spider-2"}}
        assert alice.post("/games", other, Idempotency_Key="one")["code"] == "idempotency_key_reused"
        assert Game.objects.count() == 1


class TestLooking:
    @pytest.fixture
    def game(self, alice):
        return alice.start(type="number", variant="spiderette-2", number=7).body

    def test_shows_what_the_start_answered(self, alice, game):
        answer = alice.get(f"/games/{game['id']}")
        assert (answer.status, answer.body) == (200, game)
        assert answer.headers["Cache-Control"] == "private, no-store"

    def test_tells_since_when_the_next_action_costs_time(self, alice, game):
        assert game["acted_at"] == game["created_at"]
        earlier = datetime.fromisoformat(game["created_at"]) - timedelta(seconds=10)
        Game.objects.filter(pk=game["id"]).update(created_at=earlier, acted_at=earlier)
        alice.play(game["id"], 0, "+")
        answer = alice.get(f"/games/{game['id']}")
        taken = datetime.fromisoformat(answer["acted_at"]) - earlier
        assert answer["counters"]["time_ms"] == taken // timedelta(milliseconds=1) >= 10_000

    def test_adds_the_legal_moves_when_asked(self, alice, game):
        answer = alice.get(f"/games/{game['id']}?include=legal_moves")
        position = engine.Deal.from_number(engine.variant("spiderette-2"), 7).opening()
        assert answer["legal_moves"] == [engine.move_text(move) for move in position.legal_moves()]
        assert answer.headers["ETag"] == f'"{game["id"]}:0:legal_moves"'
        assert alice.get(f"/games/{game['id']}?include=deal").status == 400

    def test_lists_no_legal_moves_of_a_game_that_is_over(self, alice, game):
        alice.play(game["id"], 0, {"type": "give_up"})
        answer = alice.get(f"/games/{game['id']}?include=legal_moves")
        assert (answer["legal_moves"], answer["status"]) == ([], "given_up")

    def test_costs_nothing_while_nothing_changes(self, alice, game):
        path = f"/games/{game['id']}"
        tag = alice.get(path).headers["ETag"]
        assert alice.get(path, If_None_Match=tag).status == 304
        assert alice.get(path + "?include=legal_moves", If_None_Match=tag).status == 200
        alice.play(game["id"], 0, "+")
        answer = alice.get(path, If_None_Match=tag)
        assert (answer.status, answer.headers["ETag"]) == (200, f'"{game["id"]}:1"')

    @pytest.mark.parametrize("game_id", ["g_1", "nowhere", "%00", "ü"])
    def test_finds_no_game_that_is_not_there(self, alice, game_id):
        assert alice.get(f"/games/{game_id}").status == 404

    def test_at_other_players_games_is_not_possible(self, game):
        for path in ("", "/result", "/replay", "?include=legal_moves"):
            assert new_caller().get(f"/games/{game['id']}{path}").status == 404
            assert Caller().get(f"/games/{game['id']}{path}").status in (401, 404)


class TestMyGames:
    def test_come_latest_first_page_by_page(self, alice):
        ids = [alice.start(type="number", variant="spider-1", number=n)["id"] for n in range(5)]
        alice.play(ids[1], 0, {"type": "give_up"})
        new_caller().start(type="number", variant="spider-1", number=9)
        first = alice.get("/me/games?limit=3")
        rest = alice.get(f"/me/games?limit=3&cursor={first['next_cursor']}")
        assert [game["id"] for game in first["items"] + rest["items"]] == ids[::-1]
        assert rest["next_cursor"] is None
        assert "columns" not in first["items"][0]

    def test_may_be_those_of_one_status(self, alice):
        ids = [alice.start(type="number", variant="spider-1", number=n)["id"] for n in range(3)]
        alice.play(ids[1], 0, {"type": "give_up"})
        assert [game["id"] for game in alice.get("/me/games?status=open")["items"]] == [ids[2], ids[0]]
        assert [game["id"] for game in alice.get("/me/games?status=given_up")["items"]] == [ids[1]]
        assert alice.get("/me/games?status=lost")["code"] == "invalid_input"

    def test_take_the_same_queries_however_many(self, alice, django_assert_max_num_queries):
        daily = new_daily()
        alice.start_daily(daily)
        for number in range(6):
            alice.start(type="number", variant="spider-1", number=number)
        with django_assert_max_num_queries(2):
            assert len(alice.get("/me/games")["items"]) == 7


class TestResults:
    def test_tell_how_a_game_ended(self, alice):
        won = playing.won_line()
        game = alice.start(type="number", variant="spiderette-1", number=1)["id"]
        playing.lay_out(game, won.deal)
        alice.play_all(game, 0, won.tokens)
        answer = alice.get(f"/games/{game}/result")
        assert (answer.status, answer["status"], answer["sequences"]) == (200, "won", 4)
        assert answer["player"] == {"name": alice.player.name, "bot": False}
        assert answer["counters"]["score"] == 900 - len(won.tokens)
        assert answer["time_s"] == answer["counters"]["time_ms"] // 1000
        assert "columns" not in answer.body

    def test_tell_how_an_open_game_stands(self, alice):
        game = alice.start(type="number", variant="spiderette-1", number=1)["id"]
        assert alice.get(f"/games/{game}/result")["status"] == "open"


class TestReplays:
    def test_show_every_action_of_a_practice_game(self, alice):
        won = playing.won_line()
        game = alice.start(type="number", variant="spiderette-1", number=1)["id"]
        playing.lay_out(game, won.deal)
        commands = [*won.tokens[:3], "-", *won.tokens[2:]]
        played = [alice.play(game, seq, command).body for seq, command in enumerate(commands)]
        replay = alice.get(f"/games/{game}/replay")
        assert replay["line"] == " ".join(commands)
        assert [step["effects"] for step in replay["steps"]] == [answer["effects"] for answer in played]
        instants = [step["at_ms"] for step in replay["steps"]]
        assert instants == sorted(instants)
        opening = won.deal.opening().observation().as_json()
        assert replay["opening"] == opening

    def test_of_a_daily_are_locked_until_it_is_final_for_its_player_too(self, alice):
        daily = new_daily()
        game = alice.start_daily(daily)["id"]
        alice.play(game, 0, {"type": "give_up"})
        answer = alice.get(f"/games/{game}/replay")
        assert (answer.status, answer["code"]) == (403, "replay_locked")
        assert answer["available_at"] == daily.final_at.isoformat().replace("+00:00", "Z")
