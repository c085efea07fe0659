"""What the API says of a board."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from freezegun import freeze_time
from redis.exceptions import RedisError

from leaderboards.services import sanctions
from players.models import Player
from players.services import profiles
from tests import playing
from tests.leaderboards import boards

pytestmark = pytest.mark.django_db

PATH = "/dailies/2026-11-29/spider-2/leaderboard"
STRANGER = playing.Caller()


@pytest.fixture(autouse=True)
def in_the_afternoon():
    with freeze_time(boards.NOON + timedelta(hours=3)):
        yield


def names(answer: playing.Answer) -> list[Any]:
    return [item["player"]["name"] for item in answer["items"]]


class TestBoard:
    def test_lists_the_best_first_with_shared_ranks(self):
        daily = boards.daily()
        for name, moves, undos, seconds in [
            ("dan", 120, 0, 500),
            ("ann", 110, 0, 700),
            ("bob", 110, 1, 300),
            ("cat", 110, 1, 300),
        ]:
            boards.win(boards.player(name=name), daily, moves=moves, undos=undos, seconds=seconds)
        by_moves = STRANGER.get(PATH)
        assert [(item["rank"], item["player"]["name"]) for item in by_moves["items"]] == [
            (1, "ann"), (2, "bob"), (2, "cat"), (4, "dan"),
        ]  # fmt: skip
        assert by_moves["order"] == ["moves", "undos", "time_s"]
        assert by_moves["items"][0] == {
            "rank": 1,
            "player": {"name": "ann", "bot": False, "hidden": False},
            "is_me": False,
            "moves": 110,
            "score": 1190,
            "undos": 0,
            "time_s": 700,
            "replay": None,
        }
        by_score = STRANGER.get(f"{PATH}?by=score")
        assert (names(by_score), by_score["order"]) == (names(by_moves), ["score", "undos", "time_s"])
        by_time = STRANGER.get(f"{PATH}?by=time")
        assert (names(by_time), by_time["order"]) == (["bob", "cat", "dan", "ann"], ["time_s", "moves"])

    def test_tells_the_caller_their_place(self):
        daily = boards.daily()
        players = [boards.player() for _ in range(9)]
        for place, player in enumerate(players):
            boards.win(player, daily, moves=100 + place)
        answer = playing.new_caller(player=players[4]).get(f"{PATH}?around=me&limit=3")
        assert answer["me"] == {"rank": 5, "top_percent": 50.0}
        assert [(item["rank"], item["is_me"]) for item in answer["items"]] == [
            (4, False),
            (5, True),
            (6, False),
        ]
        assert answer["total"] == 9

    def test_around_a_caller_without_an_entry_begins_at_the_top(self):
        boards.win(boards.player(name="ann"), boards.daily())
        for caller in (playing.new_caller(), STRANGER):
            answer = caller.get(f"{PATH}?around=me")
            assert (answer["me"], names(answer)) == (None, ["ann"])

    def test_walks_by_cursor_both_ways(self):
        daily = boards.daily()
        for name in "abcdefg":
            boards.win(boards.player(name=name), daily)
        pages = []
        query: str | None = ""
        while query is not None:
            page = STRANGER.get(f"{PATH}?limit=3{query}")
            pages.append((names(page), {item["rank"] for item in page["items"]}))
            query = f"&cursor={page['next_cursor']}" if page["next_cursor"] else None
        assert pages == [(["a", "b", "c"], {1}), (["d", "e", "f"], {1}), (["g"], {1})]
        back = STRANGER.get(f"{PATH}?limit=3&cursor={page['prev_cursor']}")
        assert names(back) == ["d", "e", "f"]
        first = STRANGER.get(f"{PATH}?limit=3&cursor={back['prev_cursor']}")
        assert (names(first), first["prev_cursor"]) == (["a", "b", "c"], None)

    def test_caps_a_page_at_200(self):
        daily = boards.daily()
        for _ in range(3):
            boards.win(boards.player(), daily)
        assert len(STRANGER.get(f"{PATH}?limit=100000")["items"]) == 3

    def test_of_an_empty_daily_is_empty(self):
        boards.daily()
        answer = STRANGER.get(PATH)
        assert (answer.status, answer["total"], answer["items"], answer["me"]) == (200, 0, [], None)
        assert (answer["next_cursor"], answer["prev_cursor"]) == (None, None)

    def test_of_a_void_daily_is_empty(self):
        daily = boards.daily()
        player = boards.player()
        boards.win(player, daily)
        daily.voided_at, daily.void_reason = boards.NOON, "A mistake."
        daily.save()
        answer = playing.new_caller(player=player).get(f"{PATH}?around=me")
        assert (answer["total"], answer["items"], answer["me"]) == (0, [], None)

    def test_is_open_until_final_at(self):
        daily = boards.daily()
        boards.win(boards.player(), daily)
        with freeze_time(daily.final_at - timedelta(seconds=1)):
            assert STRANGER.get(PATH)["final"] is False
        with freeze_time(daily.final_at):
            assert STRANGER.get(PATH)["final"] is True

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("by=luck", "by"),
            ("pool=everybody", "pool"),
            ("around=you", "around"),
            ("limit=0", "limit"),
            ("limit=many", "limit"),
            ("around=me&cursor=x", "around"),
        ],
    )
    def test_refuses_what_it_cannot_read(self, query, field):
        boards.daily()
        answer = STRANGER.get(f"{PATH}?{query}")
        assert (answer.status, answer["code"]) == (400, "invalid_input")
        assert [error["field"] for error in answer["errors"]] == [field]

    @pytest.mark.parametrize("cursor", ["x", "WzFd", "WyJhcm91bmQiLDFd", "WyJhZnRlciIsOTk5OTk5XQ"])
    def test_refuses_a_cursor_that_it_never_gave(self, cursor):
        boards.win(boards.player(), boards.daily())
        answer = STRANGER.get(f"{PATH}?cursor={cursor}")
        assert (answer.status, answer["code"]) == (400, "invalid_cursor")

    def test_refuses_a_cursor_of_another_daily(self):
        boards.daily()
        other = boards.daily(variant="spider-4")
        for _ in range(2):
            boards.win(boards.player(), other)
        cursor = STRANGER.get("/dailies/2026-11-29/spider-4/leaderboard?limit=1")["next_cursor"]
        assert STRANGER.get(f"{PATH}?cursor={cursor}")["code"] == "invalid_cursor"

    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("/dailies/2026-02-30/spider-2/leaderboard", 400),
            ("/dailies/0001-01-01/spider-2/leaderboard", 404),
            ("/dailies/soon/spider-2/leaderboard", 400),
            ("/dailies/2026-11-29/spider-3/leaderboard", 404),
            ("/dailies/2026-11-29/spider-2/leaderboards", 404),
        ],
    )
    def test_of_no_daily_is_a_problem(self, path, status):
        boards.daily()
        assert STRANGER.get(path).status == status


class TestPools:
    def test_nest_and_keep_bots_apart(self):
        daily = boards.daily()
        boards.win(boards.player(name="pure"), daily)
        boards.win(boards.player(name="undid"), daily, undos=1)
        boards.win(boards.player(name="guest", is_guest=True), daily)
        boards.win(boards.player(name="helped"), daily, begun={"is_assisted": True})
        boards.win(boards.player(name="bot", is_bot=True), daily)
        expected = {
            "pure": {"pure"},
            "ranked": {"pure", "undid"},
            "all": {"pure", "undid", "guest", "helped"},
            "bot": {"bot"},
        }
        for pool, members in expected.items():
            answer = STRANGER.get(f"{PATH}?pool={pool}")
            assert (set(names(answer)), answer["total"]) == (members, len(members))
        assert STRANGER.get(PATH)["pool"] == "ranked"


class TestHiddenPlayer:
    def test_holds_a_rank_without_a_name(self):
        daily = boards.daily()
        shy, loud = boards.player(name="shy", is_listed=False), boards.player(name="loud")
        boards.win(shy, daily, moves=100)
        boards.win(loud, daily, moves=110)
        with freeze_time(daily.final_at):
            answer = STRANGER.get(PATH)
        assert [(item["rank"], item["player"]) for item in answer["items"]] == [
            (1, {"name": None, "bot": False, "hidden": True}),
            (2, {"name": "loud", "bot": False, "hidden": False}),
        ]
        assert [item["replay"] is None for item in answer["items"]] == [True, False]
        assert b"shy" not in answer.response.content
        with freeze_time(daily.final_at):
            assert playing.new_caller(player=shy).get(PATH)["items"][0]["is_me"] is True

    def test_is_everybody_who_was_erased_and_no_rank_moves(self):
        daily = boards.daily()
        gone, stays = boards.player(), boards.player(name="stays")
        boards.win(gone, daily, moves=100)
        boards.win(stays, daily, moves=110)
        profiles.erase(player=gone, now=boards.NOON)
        answer = STRANGER.get(PATH)
        assert [(item["rank"], item["player"]["name"]) for item in answer["items"]] == [
            (1, None),
            (2, "stays"),
        ]

    def test_may_be_renamed_and_listed_again_in_one_place(self):
        player = boards.player(name="before", is_listed=False)
        boards.win(player, boards.daily())
        Player.objects.filter(pk=player.pk).update(name="after", is_listed=True)
        assert names(STRANGER.get(PATH)) == ["after"]


class TestReplayLink:
    def test_appears_at_final_at_and_leads_somewhere(self):
        daily = boards.daily()
        boards.win(boards.player(), daily)
        with freeze_time(daily.final_at - timedelta(seconds=1)):
            assert STRANGER.get(PATH)["items"][0]["replay"] is None
        with freeze_time(daily.final_at):
            link = STRANGER.get(PATH)["items"][0]["replay"]
            assert STRANGER.get(link.removeprefix("/api/v1").replace("/replay", "/result")).status == 200


class TestDisqualified:
    def test_are_named_with_their_reason(self):
        daily = boards.daily()
        cheat, shy, fair = (
            boards.player(name="cheat"),
            boards.player(is_listed=False),
            boards.player(name="fair"),
        )
        for player in (cheat, shy):
            entry = boards.win(player, daily, moves=60)
            sanctions.disqualify(entry_id=entry.pk, reason="Too good.", by="carol", now=boards.NOON)
        boards.win(fair, daily)
        answer = STRANGER.get(PATH)
        assert (names(answer), answer["items"][0]["rank"], answer["total"]) == (["fair"], 1, 1)
        assert [(row["player"]["name"], row["reason"]) for row in answer["disqualified"]] == [
            (None, "Too good."), ("cheat", "Too good."),
        ]  # fmt: skip
        own = playing.new_caller(player=cheat).get(f"{PATH}?around=me")
        assert (own["me"], [row["is_me"] for row in own["disqualified"]]) == (None, [False, True])


class TestCaching:
    def test_lets_strangers_share_an_answer_until_something_changes(self):
        daily = boards.daily()
        boards.win(boards.player(), daily)
        first = STRANGER.get(PATH)
        assert first.headers["Cache-Control"] == "public, max-age=2"
        with freeze_time(boards.NOON + timedelta(hours=4)):
            assert STRANGER.get(PATH, If_None_Match=first.headers["ETag"]).status == 304
            boards.win(boards.player(), daily)
            assert STRANGER.get(PATH, If_None_Match=first.headers["ETag"]).status == 200

    def test_keeps_what_names_the_caller_to_the_caller(self):
        boards.daily()
        answer = playing.new_caller().get(PATH)
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert "ETag" not in answer.headers
        assert {"Authorization", "Cookie"} <= set(answer.headers["Vary"].replace(" ", "").split(","))

    def test_goes_on_without_redis(self, settings):
        nowhere = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}
        settings.CACHES = {"default": nowhere}
        with pytest.raises(RedisError):
            cache.get("anything")
        boards.win(boards.player(), boards.daily())
        assert STRANGER.get(PATH).status == 200
        assert STRANGER.get("/dailies/2026-11-29/spider-2/stats")["challengers"] == 1


class TestQueries:
    def test_do_not_grow_with_the_page(self, django_assert_num_queries):
        daily = boards.daily()
        for _ in range(6):
            boards.win(boards.player(), daily)
        for limit in (1, 6):
            with django_assert_num_queries(3):  # the daily, the page, the exclusions
                STRANGER.get(f"{PATH}?limit={limit}")
