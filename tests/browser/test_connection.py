"""When things go wrong: no network, lost answers, another device, an ended session."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.models import Game
from players.models import Session
from tests import playing
from tests.browser.lines import SPIDERETTE
from tests.browser.table import PATIENCE_MS, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def opened(table, watch):
    """The table with a daily that has just been begun."""
    watch.allow("net::ERR")
    watch.allow("Failed to load resource")
    daily = playing.new_daily(variant=SPIDERETTE.variant, seed=SPIDERETTE.seed)
    table.open(f"/d/{daily.date}/{daily.variant}")
    table.deal()
    table.expect_known()
    table.page.get_by_role("button", name="Undo").click()
    table.expect_status("Undos", "1")
    wait_for_seq(table, 2)
    return table


def wait_for_seq(table: Table, seq: int) -> None:
    """Wait until the server has taken so many commands; the page works meanwhile."""
    for _ in range(PATIENCE_MS // 100):
        if Game.objects.filter(seq=seq).exists():
            return
        table.page.wait_for_timeout(100)
    raise AssertionError(f"the game stands at {Game.objects.get().seq}, not at {seq}")


class TestOffline:
    def test_moves_wait_and_are_sent_once_when_the_network_is_back(self, opened):
        context = opened.page.context
        context.set_offline(True)
        opened.deal()  # seen before the undo, so its cards are known
        opened.expect_status("Moves", "1")
        opened.page.keyboard.press("u")
        opened.expect_status("Undos", "2")
        opened.deal()
        expect(opened.note).to_have_text("No connection. 3 moves wait and will be sent.", timeout=PATIENCE_MS)
        assert Game.objects.get().seq == 2
        context.set_offline(False)
        wait_for_seq(opened, 5)
        opened.expect_status("Moves", "1")
        game = Game.objects.get()
        assert (game.moves, game.undos, game.actions) == (1, 2, 5)

    def test_a_closed_page_loses_no_move(self, opened):
        context = opened.page.context
        context.set_offline(True)
        opened.deal()
        expect(opened.note).to_contain_text("1 move waits", timeout=PATIENCE_MS)
        opened.page.evaluate("window.stop()")
        context.set_offline(False)
        opened.page.reload()
        opened.wait()
        wait_for_seq(opened, 3)
        opened.expect_status("Moves", "1")


class TestLostAnswer:
    def test_is_asked_for_again_and_done_once(self, opened):
        lost: list[str] = []

        def lose_first(route: Any) -> None:
            if lost:
                route.continue_()
                return
            lost.append(route.request.post_data)
            route.fetch()
            route.abort()

        opened.page.route("**/commands", lose_first)
        opened.deal()
        wait_for_seq(opened, 3)
        expect(opened.note).to_have_text("Connected again.", timeout=PATIENCE_MS)
        assert json.loads(lost[0]) == {"seq": 2, "command": "+"}
        assert Game.objects.get().stock_deals == 1
        opened.expect_status("Moves", "1")


class TestAnotherDevice:
    def test_that_played_on_is_shown_and_believed(self, opened, live_server):
        other = Client()
        for cookie in opened.page.context.cookies():
            other.cookies[cookie["name"]] = cookie["value"]
        game = Game.objects.get()
        token = next(c["value"] for c in opened.page.context.cookies() if c["name"] == "csrftoken")
        answer = other.post(
            f"/api/v1/games/{game.pk}/commands",
            json.dumps({"seq": 2, "command": SPIDERETTE.line[0]}),
            content_type="application/json",
            headers={"X-CSRFToken": token, "Host": live_server.url.removeprefix("http://")},
        )
        assert answer.status_code == 200, answer.content
        opened.deal()
        expect(opened.note).to_contain_text("went on on another device", timeout=PATIENCE_MS)
        opened.expect_status("Moves", "1")
        assert Game.objects.get().seq == 3


class TestEndedSession:
    def test_of_a_guest_on_a_daily_says_so_and_begins_it_again(self, opened):
        Session.objects.all().delete()
        opened.deal()
        expect(opened.note).to_contain_text("The session of this guest has ended", timeout=PATIENCE_MS)
        opened.expect_status("Moves", "1")
        assert opened.page.get_by_role("link", name="Log in").count() == 0
        opened.page.reload()
        opened.wait()
        opened.expect_status("Moves", "1")
        opened.page.get_by_role("button", name="Begin again").click()
        opened.expect_status("Moves", "0")
        opened.deal()
        opened.expect_known()
        wait_for_seq(opened, 1)
        assert Game.objects.count() == 2
        assert opened.note.count() == 0

    def test_of_a_guest_at_practice_goes_on_with_all_moves(self, table, watch):
        watch.allow("Failed to load resource")
        table.open("/g/SD1-S1-AAAAABD")
        table.deal()
        table.expect_status("Moves", "1")
        wait_for_seq(table, 1)
        table.page.get_by_role("button", name="Undo").click()
        wait_for_seq(table, 2)
        Session.objects.all().delete()
        table.deal()
        expect(table.note).to_contain_text("As a new guest you go on from here", timeout=PATIENCE_MS)
        table.page.get_by_role("button", name="Go on").click()
        wait_for_seq(table, 3)
        table.expect_status("Moves", "1")
        table.expect_status("Undos", "1")
        begun, gone_on = Game.objects.order_by("seq")
        assert (begun.number, begun.seq) == (gone_on.number, 2)
        assert begun.player_id != gone_on.player_id

    def test_of_an_account_is_said_and_its_moves_come_with_the_log_in(self, opened):
        page = opened.page
        address = page.url
        page.goto("/me")
        claim = page.locator("form", has=page.get_by_role("heading", name="Keep your games"))
        claim.get_by_label("Name").fill("mara")
        claim.get_by_label("Password", exact=True).fill("a long enough one")
        claim.get_by_role("button").click()
        expect(page.get_by_text("Signed in as mara")).to_be_visible(timeout=PATIENCE_MS)
        opened.open(address)
        Session.objects.all().delete()
        opened.deal()
        expect(opened.note).to_contain_text("You have been signed out", timeout=PATIENCE_MS)
        opened.expect_status("Moves", "1")
        page.get_by_role("link", name="Log in").click()
        page.get_by_label("Name").fill("mara")
        page.get_by_label("Password", exact=True).fill("a long enough one")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_text("Signed in as mara")).to_be_visible(timeout=PATIENCE_MS)
        page.get_by_role("link", name="Back to the table").click()
        wait_for_seq(opened, 3)
        opened.expect_status("Moves", "1")


class TestRateLimit:
    def test_is_waited_for(self, opened):
        answers: list[int] = []

        def limit_once(route: Any) -> None:
            answers.append(1)
            if len(answers) > 1:
                route.continue_()
                return
            problem = {"status": 429, "code": "rate_limited", "title": "", "detail": "", "params": {}}
            headers = {"Retry-After": "1", "Content-Type": "application/problem+json"}
            route.fulfill(status=429, headers=headers, body=json.dumps(problem))

        opened.page.route("**/commands", limit_once)
        opened.deal()
        wait_for_seq(opened, 3)
        assert len(answers) == 2
