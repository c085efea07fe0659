"""The card table as a person uses it: by pointer, by touch, by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from games import engine

PATIENCE_MS = 15_000
"""Longer than any answer takes on a busy machine; a test that passes never waits so long."""


class Table:
    """One table on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, path: str) -> None:
        """Go there and wait for the cards."""
        self.page.goto(path)
        self.wait()

    def wait(self) -> None:
        """Wait for the cards."""
        expect(self.lane(0)).to_be_attached(timeout=PATIENCE_MS)

    def lane(self, column: int) -> Locator:
        """Return a column, counted from 0."""
        return self.page.locator(f'.lane[data-column="{column}"]')

    def cards(self, column: int) -> list[str]:
        """Return the names of a column's face-up cards."""
        self.expect_drawn()
        spots = self.lane(column).locator("button[aria-pressed]:not([hidden])")
        return [spot.get_attribute("aria-label") or "" for spot in spots.all()]

    def spot(self, column: int, count: int = 1) -> Locator:
        """Return the card with which the last *count* of a column begin, or the empty column's place."""
        self.expect_drawn()
        spots = self.lane(column).locator("button.spot:not([hidden])")
        return spots.nth(max(0, spots.count() - count))

    def status(self, label: str) -> str:
        """Return what stands under *label* in the status line."""
        return self._value(label).inner_text()

    def expect_status(self, label: str, value: str) -> None:
        """Wait until *value* stands under *label*."""
        expect(self._value(label)).to_have_text(value, timeout=PATIENCE_MS)

    def _value(self, label: str) -> Locator:
        return self.page.locator("dl.status > div", has=self.page.get_by_text(label, exact=True)).locator(
            "dd"
        )

    @property
    def note(self) -> Locator:
        """The short message over the table."""
        return self.page.locator(".note")

    @property
    def result(self) -> Locator:
        """The panel that opens after a win."""
        return self.page.get_by_role("dialog", name="Won!")

    def drag(self, move: engine.Move) -> None:
        """Drag a run with the mouse."""
        (x, y), (to_x, to_y) = (
            self._grip(self.spot(move.source, move.count)),
            self._grip(self.spot(move.target)),
        )
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2 + 12)
        mouse.move(to_x, to_y)
        mouse.up()

    def tap(self, move: engine.Move) -> None:
        """Tap the run, then its target."""
        for spot in (self.spot(move.source, move.count), self.spot(move.target)):
            self.page.touchscreen.tap(*self._grip(spot))

    def type(self, move: engine.Move) -> None:
        """Walk there with the arrow keys, pick up, walk on, put down."""
        keyboard = self.page.keyboard
        self._walk(move.source)
        for _ in range(move.count - 1):
            keyboard.press("ArrowUp")
        keyboard.press("Enter")
        self._walk(move.target)
        keyboard.press("Enter")

    def _walk(self, column: int) -> None:
        self.page.keyboard.press("Home")
        for _ in range(column):
            self.page.keyboard.press("ArrowRight")

    @staticmethod
    def _grip(spot: Locator) -> tuple[float, float]:
        """Return a point in the corner of a card, where its strip shows however low that is."""
        box = spot.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * 0.3, box["y"] + min(7, box["height"] / 2)

    def deal(self) -> None:
        """Deal a row from the stock by the button."""
        self.page.get_by_role("button", name=re.compile("^Deal")).click()

    def expect_known(self) -> None:
        """Wait until the server has told every card that must be turned up."""
        self.expect_drawn()
        expect(self.page.get_by_label("a card being turned up")).to_have_count(0, timeout=PATIENCE_MS)

    def expect_drawn(self) -> None:
        """Wait until the columns are drawn, which they are a task after their cards."""
        expect(self.page.locator('.painted[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE_MS)

    def settle(self) -> None:
        """Wait until nothing is on its way."""
        flying = "[...document.querySelectorAll('.card')].some(c => c.getAnimations().length > 0)"
        self.page.wait_for_function(f"() => !{flying}", timeout=PATIENCE_MS)
