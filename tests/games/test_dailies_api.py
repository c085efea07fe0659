"""Variants, the clock and dailies as clients get them."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.api import dailies_serializers
from games.models import Game
from games.services import dailies as daily_services
from tests.games.publishing import CLOSES, FINAL, NOON, OPENS, SEED, TICK, TODAY, play, publish, publish_day
from tests.playing import Caller, new_caller

pytestmark = pytest.mark.django_db


class TestVariants:
    def test_are_six_with_their_rules(self, stranger):
        answer = stranger.get("/variants")
        assert answer.status == 200
        assert [item["name"] for item in answer["items"]] == list(engine.VARIANTS)
        spider, spiderette = answer["items"][2], answer["items"][5]
        assert (spider["columns"], spider["cards"], spider["stock"], spider["suits"]) == (10, 104, 50, 4)
        assert (spiderette["columns"], spiderette["cards"], spiderette["stock"]) == (7, 52, 24)
        assert spider["deals_onto_empty_columns"] == "when_short"
        assert spiderette["deals_onto_empty_columns"] == "never"
        assert answer["rules_version"] == 1


class TestTime:
    @pytest.mark.parametrize(
        ("zone", "now", "day", "switch"),
        [
            ("UTC", "2026-11-29T23:59:59.999999Z", "2026-11-29", "2026-11-30T00:00:00Z"),
            ("UTC", "2026-11-30T00:00:00Z", "2026-11-30", "2026-12-01T00:00:00Z"),
            ("Pacific/Auckland", "2026-11-29T11:00:00Z", "2026-11-30", "2026-11-30T11:00:00Z"),
            ("America/Los_Angeles", "2026-11-01T06:59:59Z", "2026-10-31", "2026-11-01T07:00:00Z"),
            ("America/Los_Angeles", "2026-11-01T07:00:00Z", "2026-11-01", "2026-11-02T08:00:00Z"),
        ],
    )
    def test_tells_the_day_and_when_it_ends(self, at, settings, stranger, zone, now, day, switch):
        settings.DAILY_TIME_ZONE = zone
        at(datetime.fromisoformat(now))
        answer = stranger.get("/time")
        assert answer.body == {"now": now, "date": day, "next_switch_at": switch, "time_zone": zone}
        assert answer.headers["Cache-Control"] == "private, no-store"


class TestDailiesOfADate:
    def test_are_todays_six_by_default(self, at, stranger):
        publish_day(TODAY, now=NOON)
        publish_day(TODAY + timedelta(days=1), now=NOON)
        answer = stranger.get("/dailies")
        assert [item["variant"] for item in answer["items"]] == list(engine.VARIANTS)
        assert {item["date"] for item in answer["items"]} == {"2026-11-29"}
        assert {item["status"] for item in answer["items"]} == {"open"}
        assert answer["next_cursor"] is None
        at(CLOSES)
        assert {item["date"] for item in stranger.get("/dailies")["items"]} == {"2026-11-30"}

    def test_tell_everything_that_is_public(self, at, stranger):
        daily = publish(TODAY, now=NOON, seed=SEED)
        [item] = stranger.get("/dailies?date=2026-11-29")["items"]
        assert item == {
            "date": "2026-11-29",
            "variant": "spider-2",
            "status": "open",
            "rules_version": 1,
            "commitment": daily.commitment,
            "opens_at": "2026-11-29T00:00:00Z",
            "closes_at": "2026-11-30T00:00:00Z",
            "final_at": "2026-11-30T02:00:00Z",
            "void_reason": None,
            "me": None,
        }

    @pytest.mark.parametrize(
        ("now", "status"),
        [
            (OPENS - TICK, "scheduled"),
            (OPENS, "open"),
            (CLOSES - TICK, "open"),
            (CLOSES, "closed"),
            (FINAL - TICK, "closed"),
            (FINAL, "final"),
        ],
    )
    def test_change_their_status_by_the_clock(self, at, stranger, now, status):
        publish(TODAY, now=NOON)
        at(now)
        [item] = stranger.get("/dailies?date=2026-11-29")["items"]
        assert item["status"] == status
        assert stranger.get("/dailies/2026-11-29/spider-2")["status"] == status

    def test_that_are_not_published_are_not_found(self, at, stranger, sent):
        publish_day(TODAY, now=NOON)
        for day in ("2026-11-30", "2026-11-28", "0001-01-01", "9999-12-31"):
            answer = stranger.get(f"/dailies?date={day}")
            assert (answer.status, answer["code"], answer["params"]) == (404, "not_found", {"date": day})
        assert sent == []

    def test_of_an_account_tell_what_became_of_each(self, at, alice):
        spiders = publish_day(TODAY, now=NOON)
        open_game = play(alice, spiders[0], moves=7)
        won = play(alice, spiders[1], status="won", moves=101)
        again = play(alice, spiders[1], moves=2, attempt=2)
        lost = play(alice, spiders[2], status="given_up", moves=40)
        play(alice, spiders[2], status="won", moves=30, attempt=2)
        other = new_caller()
        play(other, spiders[3], status="won", moves=9)
        mine = {item["variant"]: item["me"] for item in alice.get("/dailies")["items"]}
        assert mine == {
            "spider-1": self.state("open", open_game, 7, open_game),
            "spider-2": self.state("won", won, 101, again),
            "spider-4": self.state("given_up", lost, 40, None),
            "spiderette-1": self.state("not_begun", None, None, None),
            "spiderette-2": self.state("not_begun", None, None, None),
            "spiderette-4": self.state("not_begun", None, None, None),
        }

    def test_tell_the_best_later_go_where_there_was_no_first(self, at, alice):
        daily = publish(TODAY, now=NOON)
        play(alice, daily, status="given_up", moves=3, attempt=2)
        play(alice, daily, status="won", moves=150, attempt=3)
        best = play(alice, daily, status="won", moves=120, attempt=4)
        [item] = alice.get("/dailies")["items"]
        assert item["me"] == self.state("won", best, 120, None) | {"first_go": False}

    @staticmethod
    def state(state: str, game: Game | None, moves: int | None, open_game: Game | None) -> dict[str, object]:
        return {
            "state": state,
            "game": game and game.id,
            "first_go": game is not None,
            "moves": moves,
            "open_game": open_game and open_game.id,
        }

    def test_cost_as_many_queries_for_six_as_for_one(self, at, alice):
        publish(TODAY, "spider-1", now=NOON)
        alice.get("/time")  # notes the use of the token, once an hour
        with CaptureQueriesContext(connection) as for_one:
            alice.get("/dailies")
        for daily in publish_day(TODAY, now=NOON):
            play(alice, daily, status="won")
            play(alice, daily, attempt=2)
        with CaptureQueriesContext(connection) as for_six:
            assert len(alice.get("/dailies")["items"]) == 6
        assert len(for_six) == len(for_one) <= 4

    def test_cost_a_stranger_one_query(self, at, stranger, django_assert_num_queries):
        publish_day(TODAY, now=NOON)
        with django_assert_num_queries(1):
            stranger.get("/dailies")


class TestDaily:
    def test_shows_no_card_before_it_opens(self, at, stranger):
        publish(TODAY, now=NOON, seed=SEED)
        at(OPENS - TICK)
        answer = stranger.get("/dailies/2026-11-29/spider-2")
        assert answer["opening"] is None
        assert answer["commitment"].startswith("sha256:")
        at(OPENS)
        assert stranger.get("/dailies/2026-11-29/spider-2")["opening"] is not None

    @pytest.mark.parametrize("variant", list(engine.VARIANTS))
    def test_shows_what_everybody_sees_before_the_first_move(self, at, stranger, variant):
        publish(TODAY, variant, now=NOON, seed=SEED)
        observation = engine.Deal.from_seed(engine.variant(variant), SEED).opening().observation()
        answer = stranger.get(f"/dailies/2026-11-29/{variant}")
        assert answer["opening"] == observation.as_json()
        assert [len(column["up"]) for column in answer.body["opening"]["columns"]] == [1] * engine.variant(
            variant
        ).columns

    def test_begins_no_game_when_looked_at(self, at, alice):
        publish(TODAY, now=NOON)
        assert alice.get("/dailies/2026-11-29/spider-2")["me"]["state"] == "not_begun"
        assert not Game.objects.exists()

    def test_tells_the_caller_and_nobody_else_of_his_game(self, at, alice):
        game = play(alice, publish(TODAY, now=NOON), moves=12)
        assert alice.get("/dailies/2026-11-29/spider-2")["me"]["game"] == game.id
        assert new_caller().get("/dailies/2026-11-29/spider-2").body["me"]["state"] == "not_begun"
        assert Caller().get("/dailies/2026-11-29/spider-2")["me"] is None

    def test_shows_why_it_was_withdrawn(self, at, stranger):
        daily = publish(TODAY, now=NOON)
        daily_services.void(daily_id=daily.pk, reason="The deal was leaked.", by="carol", now=NOON)
        answer = stranger.get("/dailies/2026-11-29/spider-2")
        assert (answer["status"], answer["void_reason"]) == ("void", "The deal was leaked.")


class TestAnswersAreAsDescribed:
    def test_with_the_members_of_the_serializers_and_no_others(self, at, stranger):
        publish_day(TODAY, now=NOON)
        daily = stranger.get("/dailies/2026-11-29/spider-2").body
        assert set(daily) == set(dailies_serializers.DailyDetailSerializer().fields)
        assert set(daily["opening"]) == set(dailies_serializers.OpeningSerializer().fields)
        [first, *_others] = stranger.get("/dailies")["items"]
        assert set(first) == set(dailies_serializers.DailySerializer().fields)
        [variant, *_others] = stranger.get("/variants")["items"]
        assert set(variant) == set(dailies_serializers.VariantSerializer().fields)
        at(FINAL)
        reveal = stranger.get("/dailies/2026-11-29/spider-2/reveal").body
        assert set(reveal) == set(dailies_serializers.RevealSerializer().fields)
