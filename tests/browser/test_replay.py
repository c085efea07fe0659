"""Replays: found on a board, watched by mouse and by keyboard, locked while the daily can be played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games import engine
from games.models import Daily, Game
from players.models import Player
from players.names import name_key
from tests import playing
from tests.browser.lines import SPIDERETTE
from tests.browser.table import PATIENCE_MS, Table
from tests.browser.test_axe import sign_in
from tests.browser.test_pages import SIZES, violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINE = [SPIDERETTE.line[0], "-", *SPIDERETTE.line]
LAST = len(LINE)


class Finished(NamedTuple):
    """A daily that somebody has won."""

    daily: Daily
    game: Game
    winner: playing.Caller


def win(*, is_final: bool) -> Finished:
    """Have a daily won, with one move taken back, that is *final* or in play."""
    daily = playing.new_daily(variant=SPIDERETTE.variant, seed=SPIDERETTE.seed)
    winner = playing.new_caller()
    Player.objects.update(name="Haneul", name_key=name_key("Haneul"))
    game_id = winner.start_daily(daily)["id"]
    assert winner.play_all(game_id, 0, LINE)["results"][-1]["status"] == "won"
    if is_final:
        ago = timedelta(days=3)
        daily.date -= ago
        daily.opens_at, daily.closes_at, daily.final_at = (
            each - ago for each in (daily.opens_at, daily.closes_at, daily.final_at)
        )
        daily.save()
        game = Game.objects.get()
        for name in ("created_at", "begun_at", "finished_at"):
            setattr(game, name, getattr(game, name) - ago)
        game.save()
    return Finished(daily, Game.objects.get(), winner)


@pytest.fixture
def final() -> Finished:
    """A daily that was won, and is final."""
    return win(is_final=True)


def slider(page: Page) -> Any:
    """Return where in the game the replay is."""
    return page.get_by_role("slider", name="Place in the game")


def open_replay(page: Page, final: Finished) -> Table:
    """Go there and wait for the cards."""
    page.goto(f"/replay/{final.game.pk}")
    table = Table(page)
    table.wait()
    return table


def expect_at(page: Page, place: int) -> None:
    """Wait until the replay is so far."""
    expect(slider(page)).to_have_value(str(place), timeout=PATIENCE_MS)


def expect_beyond(page: Page, place: int) -> None:
    """Wait until the replay has gone further by itself."""
    further = f"() => document.querySelector('input[type=range]').valueAsNumber > {place}"
    page.wait_for_function(further, timeout=PATIENCE_MS)


def shown(page: Page) -> list[list[str]]:
    """Return the names of all face-up cards, column by column."""
    Table(page).expect_drawn()
    script = "lanes => lanes.map(lane => [...lane.querySelectorAll('button[aria-pressed]:not([hidden])')]"
    found: list[list[str]] = page.locator(".lane").evaluate_all(script + ".map(spot => spot.ariaLabel))")
    return found


class TestAReplay:
    def test_is_found_on_the_board_of_a_closed_daily_and_watched(self, page, final):
        page.goto(f"/leaderboard/{final.daily}?pool=all")
        page.get_by_role("link", name="Replay: Haneul").click()
        table = Table(page)
        table.wait()
        expect(page.get_by_role("heading", level=1)).to_have_text("Replay: Haneul")
        expect_at(page, 0)
        page.get_by_role("combobox", name="Speed").select_option("4×")
        page.get_by_role("button", name="Play", exact=True).click()
        expect_beyond(page, 3)
        page.get_by_role("button", name="Pause").click()
        stopped = slider(page).input_value()
        page.wait_for_timeout(800)
        expect(slider(page)).to_have_value(stopped)
        page.get_by_role("button", name="To the end").click()
        expect(page.get_by_text("4/4")).to_be_visible()
        expect(page.get_by_text(f"{LAST} of {LAST}")).to_be_visible()

    def test_shows_each_table_that_there_was(self, page, final):
        open_replay(page, final)
        position = engine.Deal.from_seed(engine.variant(SPIDERETTE.variant), SPIDERETTE.seed).opening()
        opening = shown(page)
        page.keyboard.press("ArrowRight")
        expect_at(page, 1)
        first = shown(page)
        page.keyboard.press("ArrowRight")
        expect_at(page, 2)
        assert shown(page) == opening != first
        expect(page.get_by_text("Move undone").first).to_be_attached()
        page.keyboard.press("ArrowRight")
        expect_at(page, 3)
        assert shown(page) == first
        for place, token in enumerate(SPIDERETTE.line[:12], 3):
            position.play(engine.parse_move(token))
            expect_at(page, place)
            counts = [len(column["up"]) for column in position.observation().as_json()["columns"]]
            assert [len(column) for column in shown(page)] == counts, place
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        expect_at(page, 0)
        assert shown(page) == opening

    def test_is_watched_by_keyboard(self, page, final):
        open_replay(page, final)
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        expect_beyond(page, 1)
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.keyboard.press("End")
        expect_at(page, LAST)
        page.keyboard.press("ArrowLeft")
        expect_at(page, LAST - 1)
        slider(page).focus()
        page.keyboard.press("ArrowLeft")
        expect_at(page, LAST - 2)
        # The cards can be looked at, and nothing can be taken.
        lane = page.locator(".lane[data-column='0'] button.spot").last
        page.keyboard.press("Home")
        lane.focus()
        page.keyboard.press("Enter")
        assert page.locator("[aria-pressed=true]").count() == 0
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.closest('.lane').dataset.column") == "1"

    def test_of_a_daily_in_play_says_from_when_it_can_be_watched(self, visit, live_server, watch):
        watch.allow("status of 403")
        watch.allow("status of 404")
        world = win(is_final=False)
        context: BrowserContext = visit()
        sign_in(context, world, live_server.url)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"/replay/{world.game.pk}")
        expect(page.get_by_text("This replay can be watched from")).to_be_visible(timeout=PATIENCE_MS)
        stranger = visit().new_page()
        stranger.goto(f"/replay/{world.game.pk}")
        expect(stranger.get_by_text("There is no such game")).to_be_visible(timeout=PATIENCE_MS)

    def test_of_one_s_own_practice_is_reached_from_the_account(
        self, visit: Callable[..., BrowserContext], live_server: Any
    ):
        player = playing.new_caller()
        game = player.start(type="number", variant="spiderette-1", number=35)
        player.play(game["id"], 0, "+")
        player.play(game["id"], 1, {"type": "give_up"})
        playing.new_daily()
        context = visit()
        sign_in(context, Finished(None, None, player), live_server.url)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto("/me")
        page.get_by_role("link", name="Watch the replay").click()
        Table(page).wait()
        page.get_by_role("button", name="One move on").click()
        expect(page.get_by_text("1 of 1")).to_be_visible(timeout=PATIENCE_MS)


@pytest.mark.parametrize(("width", "height"), [*SIZES, (844, 390)])
class TestThePage:
    def test_has_no_violation_and_fits(self, visit, final, width, height):
        page = visit(viewport={"width": width, "height": height}).new_page()
        open_replay(page, final)
        page.keyboard.press("ArrowRight")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.scrollHeight") <= height


class TestAPlayer:
    def test_shows_records_and_results_that_lead_to_the_replay(self, page, final):
        page.goto("/p/Haneul")
        expect(page.get_by_role("heading", name="Records")).to_be_visible(timeout=PATIENCE_MS)
        row = page.get_by_role("row", name="Fewest moves")
        expect(row).to_contain_text(str(len(SPIDERETTE.line)))
        expect(page.get_by_text(f"Won in {len(SPIDERETTE.line)} moves")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("link", name="Watch the replay").click()
        Table(page).wait()
