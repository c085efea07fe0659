"""What happens on the table: picking, refusing, undoing, dealing, hints, and columns that get long."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Route, expect

from games import engine
from games.models import Game
from tests import playing
from tests.browser.lines import SPIDERETTE, Won
from tests.browser.table import PATIENCE_MS, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# As laid out by that seed: 3, Q, 3, 10, 8, 2 and K of spades lie open, in columns 1 to 7.
FIRST = engine.parse_move(SPIDERETTE.line[0])


@pytest.fixture
def daily():
    return playing.new_daily(variant=SPIDERETTE.variant, seed=SPIDERETTE.seed)


@pytest.fixture
def opened(table, daily):
    """The table with that daily on it."""
    table.open(f"/d/{daily.date}/{daily.variant}")
    return table


def opening(won: Won) -> engine.Position:
    """Return the first position of a deal."""
    return engine.Deal.from_seed(engine.variant(won.variant), won.seed).opening()


def illegal_move(position: engine.Position) -> engine.Move:
    """Return some move of one card that no rule allows."""
    legal = set(position.legal_moves())
    columns = range(position.variant.columns)
    moves = (engine.Move(source, target, 1) for source in columns for target in columns if source != target)
    return next(move for move in moves if move not in legal)


class TestPicking:
    def test_lights_up_the_columns_that_take_the_run(self, opened):
        takers = {move.target for move in opening(SPIDERETTE).legal_moves() if move.source == FIRST.source}
        opened.spot(FIRST.source).click()
        for column in range(7):
            lane = expect(opened.lane(column))
            if column in takers:
                lane.to_have_class(re.compile("taker"))
            else:
                lane.not_to_have_class(re.compile("taker"))

    def test_is_taken_back_by_a_second_tap(self, opened):
        opened.spot(FIRST.source).click()
        expect(opened.page.locator(".card.held")).to_have_count(1)
        opened.page.wait_for_timeout(400)  # longer than a double tap
        opened.spot(FIRST.source).click()
        expect(opened.page.locator(".card.held")).to_have_count(0)
        opened.expect_status("Moves", "0")

    def test_ends_when_cards_are_dealt_onto_it(self, opened):
        opened.spot(FIRST.source).click()
        expect(opened.page.locator(".card.held")).to_have_count(1)
        opened.page.keyboard.press("d")
        opened.expect_status("Moves", "1")
        opened.page.wait_for_timeout(500)  # until the last card has been dealt
        assert opened.page.locator(".card.held").count() == 0

    def test_by_double_tap_sends_the_run_to_its_best_column(self, opened):
        best, _preference = opening(SPIDERETTE).best_column(FIRST.source, 1)
        before = len(opened.cards(best))
        opened.spot(FIRST.source).dblclick(position={"x": 20, "y": 20})
        opened.expect_status("Moves", "1")
        assert len(opened.cards(best)) == before + 1


class TestRefusal:
    def test_names_the_rule_and_changes_nothing(self, opened):
        move = illegal_move(opening(SPIDERETTE))
        with pytest.raises(engine.IllegalMoveError):
            opening(SPIDERETTE).play(move)
        opened.drag(move)
        expect(opened.note).to_contain_text("one rank higher")
        opened.expect_status("Moves", "0")
        assert Game.objects.count() == 0
        opened.drag(FIRST)
        opened.expect_status("Moves", "1")
        assert opened.note.count() == 0  # it is not about this table any more

    def test_by_the_server_takes_the_move_back_and_says_why(self, opened):
        def refuse(route: Any) -> None:
            problem = {"status": 422, "code": "onto_ace", "title": "", "detail": "", "params": {}, "seq": 0}
            route.fulfill(status=422, content_type="application/problem+json", json=problem)

        opened.page.route("**/commands", refuse)
        cards = [opened.cards(column) for column in range(7)]
        opened.drag(FIRST)
        expect(opened.note).to_have_text("Taken back: Nothing goes on an ace.", timeout=PATIENCE_MS)
        opened.expect_status("Moves", "0")
        assert [opened.cards(column) for column in range(7)] == cards

    @pytest.fixture(autouse=True)
    def allowed(self, watch):
        watch.allow("status of 422")


class TestUndo:
    def test_covers_the_card_again_and_is_counted(self, opened):
        cards = [opened.cards(column) for column in range(7)]
        opened.drag(FIRST)
        opened.expect_known()
        opened.page.get_by_role("button", name="Undo").click()
        opened.expect_status("Moves", "0")
        opened.expect_status("Undos", "1")
        assert [opened.cards(column) for column in range(7)] == cards
        expect(opened.page.get_by_text("Connected again")).to_have_count(0)

    def test_reaches_back_past_a_reload(self, opened):
        cards = [opened.cards(column) for column in range(7)]
        opened.drag(FIRST)
        opened.expect_known()
        opened.page.reload()
        opened.expect_status("Moves", "1")
        opened.page.keyboard.press("u")
        opened.expect_status("Undos", "1")
        opened.expect_known()
        assert [opened.cards(column) for column in range(7)] == cards


class TestGivingUp:
    def test_is_asked_about_and_shows_the_result(self, opened):
        opened.deal()
        opened.expect_known()
        page = opened.page
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(page.get_by_role("dialog")).to_contain_text("It counts as played and not won.")
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(page.get_by_role("dialog", name="Given up")).to_be_visible(timeout=PATIENCE_MS)
        assert Game.objects.get().status == "given_up"


class TestClock:
    def test_goes_on_through_a_reload(self, opened):
        opened.drag(FIRST)
        opened.expect_known()
        Game.objects.update(acted_at=F("acted_at") - timedelta(seconds=40))
        opened.page.reload()
        opened.wait()
        opened.expect_status("Moves", "1")
        minutes, seconds = opened.status("Time").split(":")
        # The page knows to half a second when the server has answered.
        assert 39 <= int(minutes) * 60 + int(seconds) < 60


class TestStock:
    def test_deals_one_card_to_each_column(self, opened):
        opened.deal()
        opened.expect_status("Moves", "1")
        opened.expect_known()
        position = opening(SPIDERETTE)
        position.play(engine.STOCK_DEAL)
        seen = position.observation().as_json()["columns"]
        assert [len(opened.cards(column)) for column in range(7)] == [len(column["up"]) for column in seen]

    def test_lets_the_cards_leave_one_by_one(self, visit, daily):
        page = visit(reduced_motion="no-preference").new_page()
        Table(page).open(f"/d/{daily.date}/{daily.variant}")
        waits = page.evaluate(
            """async () => {
              const painted = document.querySelector('.painted');
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
              do await new Promise((done) => setTimeout(done)); while (painted.ariaBusy === 'true');
              const cards = [...document.querySelectorAll('.card')];
              return cards.map((card) => card.style.transitionDelay).filter(Boolean);
            }"""
        )
        assert sorted(waits, key=lambda wait: int(wait.removesuffix("ms"))) == [
            f"{column * 48}ms" for column in range(1, 7)
        ]


HURRY = """
  const press = (key, on = document.body) =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const tap = (clientX, clientY) => {
    const where = { bubbles: true, pointerId: 1, isPrimary: true, clientX, clientY };
    for (const kind of ['pointerdown', 'pointerup'])
      document.elementFromPoint(clientX, clientY).dispatchEvent(new PointerEvent(kind, where));
  };
  // The cards are drawn in this task, after its events; the columns in a later one.
  const undo = async () => {
    press('u');
    for (let turn = 0; turn < 9; turn += 1) await null;
    const isDue = document.querySelector('.painted').ariaBusy === 'true';
    if (!isDue) throw new Error('the columns are drawn already');
  };
"""


class TestHurry:
    """A hand that is there before the columns of the last command are drawn."""

    @pytest.fixture
    def moved(self, opened):
        """The same table after its first move."""
        opened.drag(FIRST)
        opened.expect_known()
        opened.settle()
        return opened

    def test_takes_the_card_that_lies_there_now(self, moved):
        box = moved.spot(FIRST.target, 2).bounding_box()
        assert box is not None
        # Where the card that was moved lay on the one that it left bare.
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 5
        moved.page.evaluate(f"async ([x, y]) => {{ {HURRY} await undo(); tap(x, y); }}", [x, y])
        expect(moved.page.locator(".card.held")).to_have_count(1)
        assert moved.spot(FIRST.target).get_attribute("aria-pressed") == "true"

    def test_walks_to_the_card_that_lies_there_now(self, moved):
        moved.page.keyboard.press("ArrowDown")
        label = moved.page.evaluate(
            f"""async () => {{ {HURRY}
              await undo();
              press('Home', document.activeElement);
              press('ArrowRight', document.activeElement);
              return document.activeElement.ariaLabel;
            }}"""
        )
        assert FIRST.source == 1
        assert label == "queen of spades"


class TestLeaving:
    def test_keeps_a_command_that_was_made_in_the_same_instant(self, opened):
        kept = opened.page.evaluate(
            """() => {
              dispatchEvent(new PageTransitionEvent('pagehide'));
              const before = Object.keys(localStorage).length;
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
              dispatchEvent(new PageTransitionEvent('pagehide'));
              return Object.keys(localStorage).length - before;
            }"""
        )
        assert kept == 1


class TestHint:
    def test_by_the_solver_is_refused_where_it_was_asked_for(self, opened, watch):
        watch.allow("status of 403")
        opened.page.get_by_role("button", name="Moves").click()
        panel = opened.page.get_by_role("dialog", name="Legal moves")
        panel.get_by_role("button", name="solver").click()
        expect(panel.locator("p.hint")).to_contain_text("for accounts only", timeout=PATIENCE_MS)

    def test_names_a_legal_move_and_is_counted(self, opened):
        opened.page.keyboard.press("h")
        expect(opened.note).to_contain_text("to column", timeout=PATIENCE_MS)
        expect(opened.page.locator(".card.glow")).not_to_have_count(0)
        assert Game.objects.get().hints == 1
        opened.drag(illegal_move(opening(SPIDERETTE)))
        expect(opened.note).to_contain_text("one rank higher")  # a refusal is no less heard for it


class TestKeyboard:
    def test_never_loses_the_focus(self, opened):
        opened.page.keyboard.press("ArrowDown")
        opened.type(FIRST)
        opened.expect_known()
        focused = "document.activeElement?.closest('.lane')?.dataset.column"
        assert opened.page.evaluate(focused) == str(FIRST.target)
        opened.page.keyboard.press("u")
        opened.expect_status("Undos", "1")
        opened.expect_known()
        assert opened.page.evaluate(focused) == str(FIRST.target)

    def test_says_every_event(self, opened):
        said = opened.page.locator("[role=status][aria-live=polite]")
        opened.page.keyboard.press("ArrowDown")
        opened.type(FIRST)
        expect(said).to_contain_text("turned up in column 2", timeout=PATIENCE_MS)
        opened.page.keyboard.press("?")
        expect(opened.page.get_by_role("dialog", name="Keyboard")).to_be_visible()


class TestPerspective:
    def test_is_played_by_mouse_all_the_same(self, opened):
        opened.page.get_by_role("button", name="Menu").click()
        opened.page.get_by_role("switch", name="Table in perspective").click()
        opened.page.keyboard.press("Escape")
        opened.drag(FIRST)
        opened.expect_status("Moves", "1")
        opened.expect_known()
        opened.spot(engine.parse_move(SPIDERETTE.line[1]).source).dblclick()
        opened.expect_status("Moves", "2")


WATCH_SHIFTS = """
  window.shifted = [];
  new PerformanceObserver((list) => list.getEntries().filter((entry) => !entry.hadRecentInput)
    .forEach((entry) => shifted.push([entry.value, entry.sources.map(({ node }) => node?.outerHTML)])))
    .observe({ type: 'layout-shift', buffered: true });
"""


class TestArrival:
    @pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
    def test_pushes_nothing_aside_that_was_painted(self, visit, daily, width, height):
        page = visit(viewport={"width": width, "height": height}).new_page()
        table = Table(page)
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/api/v1/dailies/**", hold)
        page.add_init_script(WATCH_SHIFTS)
        page.goto(f"/d/{daily.date}/{daily.variant}", wait_until="commit")
        # The game comes after the page has been seen without it.
        expect(page.get_by_text("Laying out the cards")).to_be_visible(timeout=PATIENCE_MS)
        page.wait_for_function("performance.getEntriesByType('paint').length > 0")
        page.wait_for_timeout(100)
        assert held
        for route in held:
            route.continue_()
        page.unroute("**/api/v1/dailies/**")
        table.wait()
        # From the first, and not once the day has been asked for.
        assert page.get_by_role("button", name="Today · ").count() == 1
        table.expect_status("Score", "500")
        page.wait_for_timeout(300)
        assert page.evaluate("shifted") == []


SIZES = [(360, 640), (640, 360), (1280, 720)]


def with_tall_column(position: str) -> str:
    """Lay the same cards out again: five face down and fifteen face up in column 1, the rest elsewhere."""
    columns, stock = position.split(" #")
    text = columns.replace("|", "").upper()
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    tall = [card.lower() for card in cards[:5]] + cards[5:20]
    others = [cards[at : at + 5] for at in range(20, len(cards), 5)][:9]
    others[-1] += cards[65:]
    return "|".join("".join(column) for column in [tall, *others]) + f" #{stock}"


class TestTallColumns:
    """Twenty cards in a column, fifteen of them face up."""

    @pytest.mark.parametrize(("width", "height"), SIZES)
    def test_show_rank_and_suit_of_every_card(self, visit, width, height):
        page = visit(viewport={"width": width, "height": height}).new_page()
        table = Table(page)
        daily = playing.new_daily(variant="spider-1", seed=bytes(range(32)))
        table.open(f"/d/{daily.date}/{daily.variant}")
        table.deal()
        table.expect_known()
        game = Game.objects.get()
        game.position = with_tall_column(game.position)
        game.save(update_fields=["position"])
        page.reload()
        table.wait()
        spots = table.lane(0).locator("button[aria-pressed]:not([hidden])")
        expect(spots).to_have_count(15)
        boxes = [spot.bounding_box() for spot in spots.all()]
        size = page.evaluate("getComputedStyle(document.querySelector('.plane')).getPropertyValue('--index')")
        bottom = page.locator("main").bounding_box()
        assert bottom is not None
        for box in boxes:
            assert box is not None
            assert box["height"] >= float(size.removesuffix("px"))
            assert box["y"] + float(size.removesuffix("px")) <= bottom["y"] + bottom["height"]
