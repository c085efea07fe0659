"""Whole dailies, from the first look to the win, each in another way of playing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games import engine
from games.models import Game
from leaderboards.models import Entry
from players.models import Player
from tests import playing
from tests.browser.conftest import PHONE
from tests.browser.lines import SPIDER, SPIDERETTE, Won
from tests.browser.table import PATIENCE_MS, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]


def open_daily(table: Table, won: Won) -> None:
    """Publish today's daily of that deal and look at it."""
    daily = playing.new_daily(variant=won.variant, seed=won.seed)
    table.open(f"/d/{daily.date}/{daily.variant}")


def play(
    table: Table, line: list[str], make: Callable[[engine.Move], None], deal: Callable[[], None]
) -> None:
    """Play a line, each move as soon as the one before it shows."""
    for number, token in enumerate(line, 1):
        move = engine.parse_move(token)
        if move == engine.STOCK_DEAL:
            deal()
        else:
            make(move)
        table.expect_status("Moves", str(number))
        table.expect_known()


def expect_win(table: Table, won: Won) -> None:
    """See the result, and find it on the server."""
    expect(table.result).to_be_visible(timeout=PATIENCE_MS)
    sequences = engine.variant(won.variant).sequences_to_win
    moves = len(won.line)
    formula = f"500 − {moves} (moves) + 100 × {sequences} (sequences) = {500 - moves + 100 * sequences:,}"
    expect(table.result).to_contain_text(formula)
    game = Game.objects.get()
    assert (game.status, game.moves, game.undos) == ("won", moves, 0)
    assert Entry.objects.get().game == game


class TestADaily:
    def test_is_looked_at_without_anything_being_made(self, table):
        open_daily(table, SPIDER)
        expect(table.page.get_by_role("heading", name="Spider, 1 suit")).to_be_visible()
        assert table.page.get_by_role("dialog").count() == 0
        assert (Player.objects.count(), Game.objects.count()) == (0, 0)

    def test_is_won_by_drag(self, table):
        open_daily(table, SPIDER)
        play(table, SPIDER.line, table.drag, table.deal)
        expect_win(table, SPIDER)

    def test_is_won_by_tap_on_a_phone(self, visit):
        table = Table(visit(**PHONE).new_page())
        open_daily(table, SPIDERETTE)
        play(table, SPIDERETTE.line, table.tap, table.deal)
        expect_win(table, SPIDERETTE)

    def test_is_won_by_keyboard_alone(self, table):
        open_daily(table, SPIDERETTE)
        table.page.keyboard.press("ArrowDown")
        play(table, SPIDERETTE.line, table.type, lambda: table.page.keyboard.press("d"))
        expect_win(table, SPIDERETTE)

    def test_is_won_from_the_list_of_moves(self, table):
        open_daily(table, SPIDERETTE)
        position = engine.Deal.from_seed(engine.variant(SPIDERETTE.variant), SPIDERETTE.seed).opening()
        table.page.get_by_role("button", name="Moves").click()
        panel = table.page.get_by_role("dialog", name="Legal moves")

        def press(move: engine.Move) -> None:
            moves = [legal for legal in position.legal_moves() if legal != engine.STOCK_DEAL]
            panel.locator("button.move").nth(moves.index(move)).click()

        for number, token in enumerate(SPIDERETTE.line, 1):
            move = engine.parse_move(token)
            if move == engine.STOCK_DEAL:
                panel.get_by_role("button", name="Deal a row from the stock").click()
            else:
                press(move)
            table.expect_status("Moves", str(number))
            position.play(move)
            seen = [column["up"] for column in position.observation().as_json()["columns"]]
            if number < len(SPIDERETTE.line):
                table.expect_known()
                for column, up in enumerate(seen):
                    expect(table.lane(column).locator("button[aria-pressed]:not([hidden])")).to_have_count(
                        len(up)
                    )
        table.page.keyboard.press("Escape")
        expect_win(table, SPIDERETTE)
