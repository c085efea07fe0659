"""All pages: reachable by their addresses, in five languages, and without a fault that axe can find."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from playwright.sync_api import Locator, Page, Route, expect

from games import engine
from leaderboards.services import sanctions
from tests import playing
from tests.browser.conftest import DESKTOP
from tests.browser.lines import SPIDERETTE
from tests.browser.table import PATIENCE_MS, Table
from tests.leaderboards import boards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE = Path(settings.BASE_DIR) / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = [(1280, 800), (390, 844)]
LANGUAGES = {"en": "Rules", "ko": "규칙", "zh-Hant": "規則", "ja": "ルール", "ru": "Правила"}
PAGES = [
    "/",
    "/archive",
    "/practice",
    "/leaderboard",
    "/me",
    "/settings",
    "/rules",
    "/fairness",
    "/p/nobody",
    "/g/SD1-S4-AAAAABD",
    "/nowhere",
]


@pytest.fixture
def daily():
    return playing.new_daily(variant="spider-1", seed=bytes(range(32)))


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with the page as it stands."""
    if not page.evaluate("'axe' in window"):
        # By the debugger's own way in: the page's policy allows no script but its own.
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]


class TestEveryPage:
    def test_has_no_violation_and_nothing_sticks_out(self, page, daily, watch):
        watch.allow("status of 404")
        found, widths = {}, {}
        for path in PAGES:
            page.set_viewport_size(DESKTOP["viewport"])
            page.goto(path)
            expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE_MS)
            page.wait_for_load_state("networkidle")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                found[path, width] = violations(page)
            page.set_viewport_size({"width": 360, "height": 640})
            widths[path] = page.evaluate("document.documentElement.scrollWidth")
        assert {where: faults for where, faults in found.items() if faults} == {}
        assert max(widths.values()) <= 360, widths

    @pytest.mark.parametrize(("width", "height"), SIZES)
    def test_has_none_in_its_panels(self, visit, daily, width, height):
        page = visit(viewport={"width": width, "height": height}).new_page()
        table = Table(page)
        table.open("/")
        for name in ("Moves", "Menu"):
            page.get_by_role("button", name=name).click()
            expect(page.get_by_role("dialog")).to_be_visible()
            page.wait_for_timeout(300)
            assert violations(page) == []
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Spider, 1 suit").click()
        expect(page.get_by_role("dialog")).to_contain_text("Not begun")
        page.wait_for_timeout(300)
        assert violations(page) == []


class TestLanguages:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_follow_the_browser(self, visit, language):
        page = visit(locale={"zh-Hant": "zh-TW"}.get(language, language)).new_page()
        page.goto("/rules")
        expect(page.get_by_role("heading", level=1)).to_have_text(LANGUAGES[language])
        assert page.evaluate("document.documentElement.lang") == language

    def test_are_switched_at_once_and_stay(self, page, daily):
        page.goto("/settings")
        page.get_by_role("radio", name="한국어").check()
        expect(page.get_by_role("heading", level=1)).to_have_text("설정")
        page.goto("/rules")
        expect(page.get_by_role("heading", level=1)).to_have_text("규칙")

    def test_are_those_of_the_server_s_messages_too(self, page, daily, watch):
        watch.allow("status of 4")
        page.add_init_script("localStorage.setItem('orbweaver.locale', 'ru')")
        page.goto("/practice")
        page.get_by_label("Код расклада").fill("SX1-S1-AAAAABD")
        page.get_by_role("button", name="Играть").last.click()
        fault = page.locator("#code-note.fault")
        expect(fault).to_be_visible()
        assert any("а" <= letter <= "я" for letter in fault.inner_text())


class TestLinks:
    def test_to_a_code_opens_exactly_that_deal(self, table, daily):
        table.open("/g/SD1-S4-AAAAABD")
        opening = engine.Deal.from_number(engine.variant("spiderette-4"), 35).opening()
        names = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
        for column, seen in enumerate(opening.observation().as_json()["columns"]):
            (card,) = seen["up"]
            assert table.cards(column)[0].endswith(f"of {names[card[1]]}")
        move = next(iter(opening.legal_moves()))
        if move == engine.STOCK_DEAL:
            table.deal()
        else:
            table.drag(move)
        table.expect_status("Moves", "1")

    def test_that_lead_nowhere_say_so_and_lead_on(self, table, daily, watch):
        watch.allow("status of 404")
        page = table.page
        page.goto("/d/2020-01-01/spider-1")
        expect(page.get_by_text("There is no deal at this address.")).to_be_visible(timeout=PATIENCE_MS)
        page.goto("/d/2020-01-01/spider-3")
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
        page.get_by_role("main").get_by_role("link", name="Today’s deals").click()
        table.wait()

    def test_to_a_past_daily_opens_it(self, table):
        yesterday = datetime.now(UTC).date() - timedelta(days=2)
        playing.new_daily(on=yesterday, variant=SPIDERETTE.variant, seed=SPIDERETTE.seed)
        table.open(f"/d/{yesterday}/{SPIDERETTE.variant}")
        table.deal()
        table.expect_known()

    def test_to_a_closed_daily_is_verified_in_the_browser(self, page):
        day = datetime.now(UTC).date() - timedelta(days=2)
        playing.new_daily(on=day, variant=SPIDERETTE.variant, seed=SPIDERETTE.seed)
        page.goto(f"/fairness/{day}/{SPIDERETTE.variant}")
        page.get_by_role("button", name="Get and check").click()
        expect(page.get_by_text("The commitment holds")).to_be_visible(timeout=PATIENCE_MS)
        expect(page.get_by_text("The cards follow from the seed")).to_be_visible()
        seed = page.get_by_label("Seed, published after")
        seed.fill("00" * 32)
        page.get_by_role("button", name="Check again").click()
        expect(page.get_by_text("does not belong to this seed")).to_be_visible()


class TestChoosing:
    def test_shows_the_day_s_dailies_and_lays_out_the_one_picked(self, table, daily):
        playing.new_daily(variant="spiderette-2", seed=bytes(32))
        table.open("/")
        table.page.get_by_role("button", name="Spider, 1 suit").click()
        table.page.get_by_role("dialog").get_by_role("button", name="Spiderette").click()
        heading: Any = table.page.get_by_role("heading", level=1)
        expect(heading).to_have_text("Spiderette, 2 suits")
        expect(table.lane(6)).to_be_attached()
        expect(table.lane(7)).to_have_count(0)


class TestBoards:
    """Sixty players, the first five of them without an undo; the fifth looks. One more was disqualified."""

    WIDE, NARROW = SIZES

    @pytest.fixture
    def board(self, visit, daily, live_server):
        players = [boards.player(name=f"Player{number}") for number in range(1, 61)]
        with transaction.atomic():
            for number, player in enumerate(players, 1):
                undos = 0 if number <= 5 else number
                boards.enter(player, daily, moves=100 + number, undos=undos, finished_at=daily.opens_at)
            cheat = boards.enter(boards.player(name="Cheat"), daily, moves=1, finished_at=daily.opens_at)
        sanctions.disqualify(entry_id=cheat.pk, reason="Used two hands.", by="carol", now=daily.opens_at)
        client = Client()
        client.force_login(players[4])
        session = client.cookies[settings.SESSION_COOKIE_NAME].value

        def open_board(size: tuple[int, int], query: str = "") -> Page:
            context = visit(viewport={"width": size[0], "height": size[1]})
            cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}
            context.add_cookies([cookie])
            page: Page = context.new_page()
            page.goto(f"/leaderboard/{daily.date}/{daily.variant}{query}")
            return page

        return open_board

    @staticmethod
    def region(page: Page, name: str) -> Locator:
        return page.get_by_role("region", name=name, exact=True)

    def test_ranked_and_no_undo_stand_side_by_side_where_there_is_room(self, board):
        page = board(self.WIDE)
        ranked, pure = self.region(page, "Ranked"), self.region(page, "No undo, no hint")
        expect(ranked.get_by_role("row")).to_have_count(51, timeout=PATIENCE_MS)
        expect(pure.get_by_role("row")).to_have_count(6)
        expect(ranked.get_by_role("list", name="Disqualified")).to_have_text("Cheat: Used two hands.")
        left, right = ranked.get_by_role("table").bounding_box(), pure.get_by_role("table").bounding_box()
        assert left
        assert right
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] < right["x"]
        assert violations(page) == []
        ranked.get_by_role("button", name="Next page").click()
        expect(ranked.get_by_role("row")).to_have_count(11)
        expect(pure.get_by_role("row")).to_have_count(6)
        pure.get_by_role("link", name="Around me").click()
        expect(pure.get_by_role("link", name="From the top")).to_be_visible()
        expect(ranked.get_by_role("link", name="Around me")).to_be_visible()
        expect(ranked.get_by_role("row")).to_have_count(11)
        page.get_by_role("link", name="Bots").click()
        expect(self.region(page, "Bots")).to_contain_text("Nobody is on this board")
        expect(ranked).to_have_count(0)
        page.get_by_role("link", name="Ranked and no undo").click()
        expect(ranked.get_by_role("row")).to_have_count(51)
        expect(pure.get_by_role("row")).to_have_count(6)

    def test_one_is_shown_and_asked_for_where_there_is_none(self, board):
        asked: list[str] = []
        page = board(self.NARROW)
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        ranked, pure = self.region(page, "Ranked"), self.region(page, "No undo, no hint")
        expect(ranked.get_by_role("row")).to_have_count(51, timeout=PATIENCE_MS)
        expect(pure).to_have_count(0)
        page.wait_for_load_state("networkidle")
        # The page that is loaded again may have been asking still.
        assert {url.partition("?")[2] for url in asked if "/leaderboard?" in url} == {
            "by=moves&pool=ranked&limit=50"
        }
        assert violations(page) == []
        page.get_by_role("navigation", name="Pool").get_by_role("link", name="No undo, no hint").click()
        expect(pure.get_by_role("row")).to_have_count(6)
        expect(ranked).to_have_count(0)
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(ranked.get_by_role("row")).to_have_count(51)
        expect(pure.get_by_role("row")).to_have_count(6)

    @pytest.mark.parametrize("around", ["me", "pure"])
    def test_are_opened_by_a_link_that_names_a_pool(self, board, around):
        page = board(self.WIDE, f"?by=time&pool=pure&around={around}")
        ranked, pure = self.region(page, "Ranked"), self.region(page, "No undo, no hint")
        expect(pure.get_by_role("link", name="From the top")).to_be_visible(timeout=PATIENCE_MS)
        expect(ranked.get_by_role("link", name="Around me")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 844})
        expect(ranked).to_have_count(0)
        expect(pure.get_by_role("link", name="From the top")).to_be_visible()

    def test_one_that_fails_leaves_the_other_alone(self, board, watch):
        watch.allow("net::ERR_FAILED")
        page = board(self.NARROW, "?pool=ranked")
        page.route("**/leaderboard?*pool=pure*", lambda route: route.abort())
        page.set_viewport_size({"width": 1280, "height": 800})
        ranked, pure = self.region(page, "Ranked"), self.region(page, "No undo, no hint")
        expect(pure.get_by_role("alert")).to_have_text("No connection.", timeout=PATIENCE_MS)
        expect(ranked.get_by_role("row")).to_have_count(51)
        page.unroute("**/leaderboard?*pool=pure*")
        pure.get_by_role("button", name="Try again").click()
        expect(pure.get_by_role("row")).to_have_count(6)


class TestADialog:
    def test_that_the_browser_closes_of_its_own_is_gone_for_the_page_too(self, table, daily):
        table.open("/")
        for _ in range(2):
            table.page.get_by_role("button", name="Menu").click()
            expect(table.page.get_by_role("dialog")).to_be_visible()
            table.page.evaluate("document.querySelector('dialog').close()")
            expect(table.page.locator("dialog")).to_have_count(0)
        table.page.keyboard.press("d")
        table.expect_status("Moves", "1")


class TestAnAccount:
    def test_is_claimed_by_a_guest_and_keeps_the_game(self, table, daily):
        table.open("/")
        table.deal()
        table.expect_known()
        page = table.page
        page.goto("/me")
        form = page.locator("form", has_text="Keep your games under a name")
        form.get_by_label("Name").fill("Haneul")
        form.get_by_label("Password", exact=True).fill("a long enough secret")
        form.get_by_role("button", name="Choose a name").click()
        expect(page.get_by_text("Signed in as Haneul")).to_be_visible(timeout=PATIENCE_MS)
        page.get_by_role("link", name="Back to the table").click()
        expect(page.get_by_role("button", name="Spider, 1 suit")).to_be_focused()
        table.expect_status("Moves", "1")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/me/games?limit=8", hold)
        page.goto("/me")
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_text("You have not played yet")).to_be_visible()
        assert held
        for route in held:  # what the one who has left was asking is no error now
            route.continue_()
        page.unroute("**/me/games?limit=8")
        page.get_by_label("Name").fill("Haneul")
        page.get_by_label("Password", exact=True).fill("a long enough secret")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_text("Signed in as Haneul")).to_be_visible(timeout=PATIENCE_MS)
