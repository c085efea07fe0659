"""Pages as they are once people have played: won games, boards with entries, an account that is signed in.

The same pages with nothing in them, and the panels, are in test_pages.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games import engine
from games.models import Daily, Game
from players.models import Player
from players.names import name_key
from tests import playing
from tests.browser.lines import SPIDERETTE
from tests.browser.table import PATIENCE_MS, Table
from tests.browser.test_pages import SIZES, violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]


class World(NamedTuple):
    """A daily that somebody has won."""

    daily: Daily
    game: Game
    winner: playing.Caller


@pytest.fixture
def world() -> World:
    """Have a daily won by an account, with one move taken back, and one of the day before."""
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    playing.new_daily(on=yesterday, variant=SPIDERETTE.variant)
    daily = playing.new_daily(variant=SPIDERETTE.variant, seed=SPIDERETTE.seed)
    winner = playing.new_caller()
    Player.objects.update(name="Haneul", name_key=name_key("Haneul"))
    game_id = winner.start_daily(daily)["id"]
    answer = winner.play_all(game_id, 0, [SPIDERETTE.line[0], "-", *SPIDERETTE.line])
    assert answer["results"][-1]["status"] == "won", answer.body
    return World(daily, Game.objects.get(pk=game_id), winner)


def sign_in(context: BrowserContext, world: World, url: str) -> None:
    """Let *context* be the winner's browser."""
    client = Client()
    assert world.winner.player is not None
    client.force_login(world.winner.player)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}])


def look(page: Page, path: str) -> None:
    """Go there and wait until it stands."""
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE_MS)
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("width", "height"), SIZES)
class TestPagesWithPeopleInThem:
    def test_have_no_violation(self, visit, live_server, world, width, height):
        context = visit(viewport={"width": width, "height": height})
        sign_in(context, world, live_server.url)
        page = context.new_page()
        shown = {
            "/me": "Fewest moves",
            "/archive": "Not begun",
            f"/leaderboard/{world.daily.date}/{world.daily.variant}": world.game.player.name,
            "/p/Haneul": "Since",
            f"/r/{world.game.id}": "Play this deal",
            "/account/reset": "E-mail address",
        }
        found = {}
        for path, words in shown.items():
            look(page, path)
            expect(page.get_by_text(words).first).to_be_visible(timeout=PATIENCE_MS)
            found[path] = violations(page)
        assert {path: faults for path, faults in found.items() if faults} == {}

    def test_have_none_after_a_win(self, visit, live_server, world, width, height):
        context = visit(viewport={"width": width, "height": height})
        sign_in(context, world, live_server.url)
        table = Table(context.new_page())
        table.open(f"/d/{world.daily}")
        expect(table.result).to_be_visible(timeout=PATIENCE_MS)
        table.page.wait_for_load_state("networkidle")
        expect(table.result).to_contain_text(re.compile(r"Records: Daily deals\s*Played\s*1\s*Won\s*1"))
        assert violations(table.page) == []

    def test_have_none_in_play(self, visit, live_server, world, width, height):
        table = Table(visit(viewport={"width": width, "height": height}).new_page())
        table.open(f"/d/{world.daily}")
        move = engine.parse_move(SPIDERETTE.line[0])
        table.spot(move.source, move.count).click(position={"x": 8, "y": 6})
        assert violations(table.page) == []
        table.page.keyboard.press("Escape")
        table.page.get_by_role("button", name="Hint").click()
        expect(table.page.locator(".note.hint")).to_be_visible(timeout=PATIENCE_MS)
        assert violations(table.page) == []


class TestASharedResult:
    def test_leads_a_stranger_to_the_same_deal_and_names_nobody(
        self, visit: Callable[..., BrowserContext], world: World, watch: Any
    ):
        watch.allow("status of 404")  # the result itself is not yet for all to see
        page = visit().new_page()
        look(page, f"/r/{world.game.id}?lang=en")
        expect(page.get_by_text(f"Won in {len(SPIDERETTE.line)} moves")).to_be_visible(timeout=PATIENCE_MS)
        assert world.game.player.name not in page.content()
        assert violations(page) == []
        page.get_by_role("link", name="Play this deal").click()
        Table(page).wait()
        expect(page).to_have_url(f"{page.url.split('/d/')[0]}/d/{world.daily}")


class TestTheLinkOfAMail:
    def test_lets_somebody_choose_a_new_password(self, page: Page, world: World):
        from players.services import password_resets

        assert world.winner.player is not None
        world.winner.player.refresh_from_db()
        token = password_resets.make_token(world.winner.player)
        look(page, f"/account/reset#token={token}")
        page.get_by_label("Password").fill("eight louder beetles")
        page.get_by_role("button", name="Set password").click()
        expect(page.get_by_text("The new password is set")).to_be_visible(timeout=PATIENCE_MS)
        world.winner.player.refresh_from_db()
        assert world.winner.player.check_password("eight louder beetles")
