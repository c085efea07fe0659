"""The archive in pages, and dates that are none."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Daily
from tests.games.publishing import NOON, TODAY, play, publish, publish_day
from tests.playing import Caller

pytestmark = pytest.mark.django_db


class TestArchive:
    @pytest.fixture
    def five_days(self, at: object) -> list[str]:
        """The names of the dailies of five days, the latest first."""
        days = [TODAY - timedelta(days=back) for back in range(5)]
        return [str(daily) for day in days for daily in publish_day(day, now=NOON)]

    @staticmethod
    def walk(caller: Caller, query: str) -> list[list[str]]:
        pages, cursor = [], ""
        while True:
            answer = caller.get(f"/dailies?{query}{cursor}")
            assert answer.status == 200, answer.body
            pages.append([f"{item['date']}/{item['variant']}" for item in answer.body["items"]])
            if answer.body["next_cursor"] is None:
                return pages
            cursor = f"&cursor={answer['next_cursor']}"

    @pytest.mark.parametrize("limit", [1, 4, 6, 7, 30, 31])
    def test_comes_in_pages_that_neither_repeat_nor_skip(self, five_days, stranger, limit):
        pages = self.walk(stranger, f"from=2026-01-01&limit={limit}")
        assert [name for page in pages for name in page] == five_days
        assert all(len(page) == limit for page in pages[:-1])

    def test_holds_the_span_with_both_its_ends(self, five_days, stranger):
        [page] = self.walk(stranger, "from=2026-11-26&to=2026-11-27")
        assert page == five_days[12:24]

    def test_can_be_open_at_either_end(self, five_days, stranger):
        assert [name for page in self.walk(stranger, "to=2026-11-26") for name in page] == five_days[18:]
        assert [name for page in self.walk(stranger, "from=2026-11-29") for name in page] == five_days[:6]

    def test_is_empty_without_error(self, five_days, stranger):
        assert stranger.get("/dailies?from=1999-01-01&to=1999-12-31").body == {
            "items": [],
            "next_cursor": None,
        }

    def test_has_pages_of_at_most_200(self, at, stranger):
        for back in range(35):
            publish_day(TODAY - timedelta(days=back), now=NOON)
        assert len(stranger.get("/dailies?from=2026-01-01&limit=999999")["items"]) == 200
        assert len(stranger.get("/dailies?from=2026-01-01")["items"]) == 50

    @pytest.mark.parametrize(
        "cursor",
        ["x", "%00", "W10", "WyIyMDI2LTExLTI5Il0", "WyJ0b21vcnJvdyIsInNwaWRlci0yIl0", "WzEsMl0", "A" * 500],
    )
    def test_refuses_cursors_that_it_never_gave(self, five_days, stranger, cursor):
        answer = stranger.get(f"/dailies?from=2026-01-01&cursor={cursor}")
        assert (answer.status, answer["code"]) in {(400, "invalid_cursor"), (400, "malformed_body")}

    @pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5", "", "٣"])
    def test_refuses_limits_that_are_none(self, five_days, stranger, limit):
        answer = stranger.get(f"/dailies?from=2026-01-01&limit={limit}")
        assert (answer.status, answer["errors"][0]["field"]) == (400, "limit")

    def test_tells_an_account_what_became_of_each_in_few_queries(self, five_days, alice):
        for daily in Daily.objects.all():
            play(alice, daily, status="won", moves=80)
        alice.get("/time")
        with CaptureQueriesContext(connection) as queries:
            answer = alice.get("/dailies?from=2026-01-01")
        assert {item["me"]["state"] for item in answer["items"]} == {"won"}
        assert len(queries) <= 4


class TestBadDates:
    @pytest.mark.parametrize(
        "text",
        [
            "2026-02-30",
            "tomorrow",
            "",
            "2026-1-1",
            "20261129",
            "2026-W48-7",
            "0000-01-01",
            "２０２６-11-29",
            "2026-11-29T00:00",
        ],
    )
    def test_are_refused_by_name(self, at, stranger, text):
        for name in ("date", "from", "to"):
            answer = stranger.get(f"/dailies?{name}={text}")
            assert (answer.status, answer["code"]) == (400, "invalid_input")
            assert [(error["field"], error["code"]) for error in answer["errors"]] == [(name, "invalid_date")]

    @pytest.mark.parametrize("suffix", ["", "/reveal"])
    @pytest.mark.parametrize("text", ["2026-02-30", "tomorrow", "20261129", "-1", "1e9", "2026-11-31"])
    def test_are_refused_in_a_path(self, at, stranger, text, suffix):
        answer = stranger.get(f"/dailies/{text}/spider-2{suffix}")
        assert (answer.status, answer["code"]) == (400, "invalid_input")
        assert answer["errors"][0]["field"] == "date"

    @pytest.mark.parametrize("suffix", ["", "/reveal"])
    @pytest.mark.parametrize("text", ["0001-01-01", "9999-12-31", "2026-11-28", "2026-12-25"])
    def test_that_are_dates_without_a_daily_are_not_found(self, at, stranger, text, suffix):
        answer = stranger.get(f"/dailies/{text}/spider-2{suffix}")
        assert (answer.status, answer["code"]) == (404, "not_found")
        assert answer["params"] == {"date": text, "variant": "spider-2"}

    @pytest.mark.parametrize("variant", ["spider-3", "SPIDER-2", "klondike", "spider-2%00", "%F0%9F%95%B7"])
    def test_and_unknown_variants_are_not_found(self, at, stranger, variant):
        publish(TODAY, now=NOON)
        for suffix in ("", "/reveal"):
            answer = stranger.get(f"/dailies/2026-11-29/{variant}{suffix}")
            assert (answer.status, answer["code"]) == (404, "not_found")

    def test_and_spans_that_end_before_they_begin_are_refused(self, at, stranger):
        answer = stranger.get("/dailies?from=2026-11-29&to=2026-11-28")
        assert (answer.status, answer["errors"][0]["field"], answer["errors"][0]["code"]) == (
            400,
            "to",
            "before_from",
        )

    def test_and_a_date_together_with_a_span_is_refused(self, at, stranger):
        answer = stranger.get("/dailies?date=2026-11-29&to=2026-11-28")
        assert (answer.status, answer["errors"][0]["field"]) == (400, "date")
