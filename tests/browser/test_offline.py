"""The page without a server: installed, practice goes on, and dailies say what they need."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import engine
from games.models import Game
from games.selectors import games
from tests import playing
from tests.browser.conftest import Watch
from tests.browser.table import PATIENCE_MS, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CODE = "SD1-S1-AAAAABD"
NUMBER = 35
AT_ONCE_S = 6
"""Sooner than the page tries again by the clock."""
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def server(transactional_db: None, settings: Any) -> Iterator[str]:
    """Serve page and files as in production, by the middleware, whose headers the worker needs."""
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    middleware_serves: Any = lambda application: application
    thread = LiveServerThread("localhost", middleware_serves)
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    if thread.error:
        raise thread.error
    url = f"http://localhost:{thread.port}"
    settings.CSRF_TRUSTED_ORIGINS = [url]
    yield url
    thread.terminate()


@pytest.fixture
def context(chromium: Browser, server: str, watch: Watch) -> Iterator[BrowserContext]:
    """A browser in which the page may install its worker."""
    opened = chromium.new_context(base_url=server, locale="en-GB", reduced_motion="reduce")
    opened.on("page", lambda page: watch.over(page, urlsplit(server).netloc))
    for text in ("net::ERR", "Failed to load resource"):
        watch.allow(text)
    yield opened
    opened.close()


@pytest.fixture
def installed(context: BrowserContext) -> Page:
    """A page that has been here once, and is now without a network."""
    page = context.new_page()
    page.goto("/rules")
    page.wait_for_function(READY, timeout=2 * PATIENCE_MS)
    context.set_offline(True)
    return page


def wait_for(seq: int) -> Game:
    """Return the one game once the server has taken so many commands of it."""
    for _ in range(150):
        game = Game.objects.filter(seq=seq).first()
        if game is not None:
            return game
        time.sleep(0.1)
    raise AssertionError(f"no game with {seq} commands among {list(Game.objects.values_list('seq'))}")


class TestThePage:
    def test_can_be_installed(self, context):
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function(READY, timeout=2 * PATIENCE_MS)
        inspector = context.new_cdp_session(page)
        manifest = inspector.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert urlsplit(manifest["url"]).path == "/static/manifest.webmanifest"
        found = inspector.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # The one thing in the way is the test's own browser, which keeps nothing.
        assert {fault["errorId"] for fault in found} <= {"in-incognito"}

    def test_keeps_nothing_that_the_api_answers(self, context):
        playing.new_daily(variant="spider-1")
        page = context.new_page()
        table = Table(page)
        table.open("/")
        page.wait_for_function(READY, timeout=2 * PATIENCE_MS)
        table.open("/")
        table.deal()
        table.expect_known()
        every = "caches.keys().then(n => Promise.all(n.map(k => caches.open(k).then(c => c.keys()))))"
        kept = page.evaluate(f"{every}.then(all => all.flat().map(request => new URL(request.url).pathname))")
        assert "/" in kept
        assert [path for path in kept if path != "/" and not path.startswith("/static/")] == []

    def test_opens_at_any_address_under_the_same_policy(self, installed, watch):
        for path in ("/rules", "/settings", "/practice"):
            answer = installed.goto(path)
            assert answer is not None
            assert answer.from_service_worker
            assert "script-src 'self'" in answer.headers["content-security-policy"]
            expect(installed.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE_MS)
        assert [fault for fault in watch.faults if "Content Security" in fault] == []


class TestPractice:
    def test_on_a_number_is_played_offline_and_sent_when_the_network_is_back(self, installed):
        table = Table(installed)
        table.open(f"/g/{CODE}")
        position = engine.Deal.from_number(engine.variant("spiderette-1"), NUMBER).opening()
        table.drag(next(iter(position.legal_moves())))
        table.expect_status("Moves", "1")
        installed.get_by_role("button", name="Undo").click()
        table.expect_status("Undos", "1")
        table.deal()
        table.expect_status("Moves", "1")
        expect(installed.get_by_text("moves wait")).to_be_visible(timeout=PATIENCE_MS)
        assert Game.objects.count() == 0
        installed.context.set_offline(False)
        game = wait_for(3)
        assert (game.number, game.moves, game.undos, game.stock_deals) == (NUMBER, 1, 1, 1)
        table.expect_status("Moves", "1")

    def test_survives_a_reload_before_the_server_knows_of_it_and_is_sent_once(self, installed):
        table = Table(installed)
        table.open(f"/g/{CODE}")
        position = engine.Deal.from_number(engine.variant("spiderette-1"), NUMBER).opening()
        for _ in range(2):
            move = next(move for move in position.legal_moves() if move != engine.STOCK_DEAL)
            table.drag(move)
            position.play(move)
        table.deal()
        position.play(engine.STOCK_DEAL)
        table.expect_status("Moves", "3")
        installed.reload()
        table.wait()
        table.expect_status("Moves", "3")
        installed.get_by_role("button", name="Undo").click()
        table.deal()
        installed.reload()
        table.expect_status("Undos", "1")
        table.expect_status("Moves", "3")
        installed.context.set_offline(False)
        game = wait_for(5)
        assert (game.moves, game.undos, game.stock_deals) == (3, 1, 1)
        assert games.position(game).text() == position.text()
        installed.reload()
        table.expect_status("Moves", "3")
        installed.wait_for_timeout(500)
        assert list(Game.objects.values_list("seq", flat=True)) == [5]

    def test_that_the_server_knows_of_goes_on_after_a_reload_without_it(self, context):
        page = context.new_page()
        table = Table(page)
        table.open(f"/g/{CODE}")
        page.wait_for_function(READY, timeout=2 * PATIENCE_MS)
        table.deal()
        table.expect_known()
        wait_for(1)
        context.set_offline(True)
        page.reload()
        table.expect_status("Moves", "1")
        page.get_by_role("button", name="Undo").click()
        table.expect_status("Moves", "0")
        table.deal()
        table.expect_status("Moves", "1")
        page.reload()
        table.expect_status("Undos", "1")
        context.set_offline(False)
        game = wait_for(3)
        assert (game.moves, game.undos, Game.objects.count()) == (1, 1, 1)

    def test_whose_beginning_was_answered_to_nobody_is_begun_once(self, installed):
        lost: list[int] = []

        def lose_first(route: Any) -> None:
            if lost:
                route.continue_()
                return
            lost.append(route.fetch().status)
            route.abort()

        table = Table(installed)
        table.open(f"/g/{CODE}")
        table.deal()
        table.expect_status("Moves", "1")
        installed.route("**/api/v1/games", lose_first)
        installed.context.set_offline(False)
        for _ in range(PATIENCE_MS // 100):
            installed.wait_for_timeout(100)
            if lost:
                break
        installed.reload()
        table.expect_status("Moves", "1")
        for _ in range(PATIENCE_MS // 100):
            installed.wait_for_timeout(100)
            if Game.objects.filter(seq=1).exists():
                break
        assert (lost, list(Game.objects.values_list("seq", flat=True))) == ([201], [1])

    def test_picks_a_random_deal_itself(self, installed):
        installed.goto("/practice")
        installed.get_by_role("button", name="Random deal").click()
        Table(installed).wait()
        assert re.fullmatch(r"/g/SP1-S1-[A-Z2-7]{7}", urlsplit(installed.url).path)

    def test_says_that_a_solvable_deal_needs_the_server(self, installed):
        installed.goto("/practice")
        installed.get_by_role("button", name="Solvable deal").click()
        expect(installed.get_by_role("alert")).to_contain_text("Only the server can pick a solvable deal")


class TestADaily:
    def test_says_that_it_needs_the_server_and_comes_by_itself(self, installed):
        playing.new_daily(variant="spider-1")
        installed.goto("/")
        said = installed.get_by_text("Today’s deals come from the server")
        expect(said).to_be_visible(timeout=PATIENCE_MS)
        # Trying again by itself leaves in place what it says.
        watching = "window.gone = 0; new MutationObserver(() => {"
        watching += " if (!document.querySelector('.blank .button')) window.gone += 1;"
        watching += "}).observe(document.body, {childList: true, subtree: true})"
        installed.evaluate(watching)
        installed.get_by_role("button", name="Try again").click()
        installed.wait_for_timeout(300)
        assert installed.evaluate("window.gone") == 0
        started = time.monotonic()
        installed.context.set_offline(False)
        Table(installed).wait()
        assert time.monotonic() - started < AT_ONCE_S

    @pytest.mark.parametrize("path", ["/", "/d/2026-11-29/spider-1"])
    def test_leads_to_practice_where_it_can_not_be_had(self, installed, path):
        installed.goto(path)
        expect(installed.get_by_text("come from the server")).to_be_visible(timeout=PATIENCE_MS)
        installed.get_by_role("link", name="Practice").click()
        installed.get_by_role("button", name="Random deal").click()
        Table(installed).wait()
