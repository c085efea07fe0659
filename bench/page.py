"""Print what the page costs a browser: `python -m bench.page`.

Starts a PostgreSQL, a Valkey and the web of its own, and plays a daily of 104 cards in Chromium.
The script of a command is what runs from the pointer's release, or the key, until the page shows
the command: rules, state and what is seen of the DOM. It is timed by the page's clock on a
processor that Chromium slows down, so the machine must be quiet. Tasks are processor time of the
page's main thread, multiplied by the same factor.
"""

from __future__ import annotations

import gzip
import json
import os
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from scripts import browser as finder

PORT = 18_741
ADDRESS = f"http://localhost:{PORT}"
PATIENCE_S = 60
SETTLED_MS = 700
"""Longer than the flight of a card, so that a move's frames are all its own."""
MOVES, TRACED_MOVES, UNDO_EVERY, SLOWDOWN = 24, 12, 3, 4
SIZES = {"1280x800": (1280, 800), "390x844": (390, 844), "844x390": (844, 390)}
SCRIPT_BUDGET_KB, MOVE_BUDGET_MS, TASK_BUDGET_MS = 60, 4, 50


def main() -> None:
    """Measure and print."""
    path = finder.find_or_install()
    if path is None:
        print("No Chromium was found, so the page was not measured.", file=sys.stderr)
        return
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
    with (
        tempfile.TemporaryDirectory(prefix="orbweaver-bench-") as folder,
        served(Path(folder)) as daily,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        print(
            f"{platform.machine()}, {os.cpu_count()} cores, Chromium {browser.version}, "
            f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, load {os.getloadavg()[0]:.1f}\n"
        )
        measure(browser, daily)
        browser.close()


def measure(browser: Browser, daily: str) -> None:
    """Print every figure."""
    report("script of the first visit, gzip", first_load_kb(browser), "kB", f"at most {SCRIPT_BUDGET_KB}")
    page = new_page(browser, "390x844")
    page.add_init_script(STOPWATCH)
    page.goto(f"{ADDRESS}{daily}")
    note = f"at most {MOVE_BUDGET_MS}, on a processor {SLOWDOWN} times slower, 104 cards"
    for name, costs in command_ms(page).items():
        report(f"script of {name}, median of {len(costs)}", statistics.median(costs), "ms", note, digits=2)
    page.close()
    page = new_page(browser, "390x844")
    note = f"at most {TASK_BUDGET_MS}, {SLOWDOWN} times the time of a whole processor, 104 cards"
    report("longest task while playing", longest_task_ms(browser, page, daily) * SLOWDOWN, "ms", note)
    page.close()
    for size in SIZES:
        shift, moved = layout_shift(browser, size, daily)
        report(f"layout shift at {size}", shift, "", f"at most 0 {moved}", digits=4)


def report(name: str, value: float, unit: str, note: str = "", *, digits: int = 1) -> None:
    """Print one figure."""
    print(f"{name:<34} {value:>10,.{digits}f} {unit:<4} {note}".rstrip(), flush=True)


# --- The figures ----------------------------------------------------------------------------


def first_load_kb(browser: Browser) -> float:
    """Return what of script the first visit loads until the table stands, in kB after gzip."""
    page = new_page(browser, "1280x800")
    sizes: list[int] = []

    def weigh(response: Any) -> None:
        if response.request.resource_type == "script":
            sizes.append(len(gzip.compress(response.body(), compresslevel=9)))

    page.on("response", weigh)
    page.goto(ADDRESS)
    wait_for_table(page)
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sizes) / 1000


STOPWATCH = """
  window.spans = [];
  let start = 0;
  const kinds = ['pointerup', 'keydown'];
  for (const kind of kinds) addEventListener(kind, () => (start = performance.now()), true);
  window.watch = () => {
    for (const kind of kinds) addEventListener(kind, () => spans.push(performance.now() - start));
  };
"""
"""The window hears first and last of an event; what its listeners have queued has run in between."""


def command_ms(page: Page) -> dict[str, list[float]]:
    """Return the time that script ran for each move, undo and stock deal until the page showed it."""
    wait_for_table(page)
    page.evaluate("watch()")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    costs: dict[str, list[float]] = {"a move": [], "an undo": [], "a stock deal": []}

    def time_of(make: Callable[[], None]) -> float:
        make()
        page.wait_for_timeout(SETTLED_MS)
        return float(page.evaluate("spans.splice(0).at(-1)"))

    for count, (is_deal, make) in enumerate(commands(page, MOVES), start=1):
        name = "a stock deal" if is_deal else "a move"
        costs[name].append(time_of(make))
        if is_deal or count % UNDO_EVERY == 0:
            costs["an undo"].append(time_of(lambda: page.keyboard.press("u")))
            costs[name].append(time_of(make))
    return costs


def longest_task_ms(browser: Browser, page: Page, daily: str) -> float:
    """Return the processor time of the longest task of the main thread while moves are made."""
    page.goto(f"{ADDRESS}{daily}")
    wait_for_table(page)
    longest = 0.0
    for _, make in commands(page, TRACED_MOVES):
        # What this program itself asks of the page is not the page's; only the move is traced.
        browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
        make()
        page.wait_for_timeout(SETTLED_MS)
        longest = max([longest, *main_thread_tasks(json.loads(browser.stop_tracing()))])
    return longest


def main_thread_tasks(trace: dict[str, Any]) -> list[float]:
    """Return the processor times, in ms, of the tasks of the renderers' main threads."""
    events = trace["traceEvents"]
    names = [event for event in events if event["name"] == "thread_name"]
    mains = {(each["pid"], each["tid"]) for each in names if each["args"]["name"] == "CrRendererMain"}
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"].endswith("RunTask") and "tdur" in event and (event["pid"], event["tid"]) in mains
    ]


def layout_shift(browser: Browser, size: str, daily: str) -> tuple[float, str]:
    """Return the sum of layout shifts from the first paint until all stands still, and what moved."""
    page = new_page(browser, size)
    page.add_init_script(
        "window.shifts = []; new PerformanceObserver((list) => list.getEntries().forEach((each) => "
        "window.shifts.push([each.value, each.sources.map((source) => source.node?.className ?? '')])"
        ")).observe({type: 'layout-shift', buffered: true});"
    )
    page.goto(f"{ADDRESS}{daily}")
    wait_for_table(page)
    page.wait_for_timeout(3 * SETTLED_MS)
    shifts = page.evaluate("window.shifts")
    page.close()
    moved = sorted({str(name) for _, names in shifts for name in names})
    return sum(value for value, _ in shifts), f"({', '.join(moved)})" if moved else ""


# --- The browser ----------------------------------------------------------------------------


def new_page(browser: Browser, size: str) -> Page:
    """Open a page of a visitor who was never here."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", service_workers="block"
    )
    return context.new_page()


def wait_for_table(page: Page) -> None:
    """Wait for the cards."""
    page.locator('.lane[data-column="0"]').wait_for(state="attached", timeout=PATIENCE_S * 1000)
    page.wait_for_timeout(SETTLED_MS)


def commands(page: Page, count: int) -> Iterator[tuple[bool, Callable[[], None]]]:
    """Yield the daily's first commands: whether it deals the stock, and what makes it by hand."""
    from games import engine
    from tests.browser.lines import SPIDER
    from tests.browser.table import Table

    table = Table(page)
    for token in SPIDER.line[:count]:
        move = engine.parse_move(token)
        if move == engine.STOCK_DEAL:
            yield True, lambda: page.keyboard.press("d")
        else:
            spots = table.spot(move.source, move.count), table.spot(move.target)
            boxes = [spot.bounding_box() for spot in spots]
            points = [(box["x"] + box["width"] * 0.3, box["y"] + 5) for box in boxes if box]

            def click(points: list[tuple[float, float]] = points) -> None:
                for x, y in points:
                    page.mouse.click(x, y)

            yield False, click
        table.expect_known()


# --- The server -----------------------------------------------------------------------------


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the built page and one daily of 104 cards; give the daily's address."""
    folder.chmod(0o755)  # PostgreSQL may run as a user of its own
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder), "PORT": str(PORT)}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from config.embedded.services import Services
    from tests.browser.lines import SPIDER
    from tests.playing import new_daily

    with Services(settings.EMBEDDED_DIR):
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        daily = new_daily(variant=SPIDER.variant, seed=SPIDER.seed)
        server = "-m granian --interface wsgi --no-ws --workers 1 --log-level error config.wsgi:application"
        web = subprocess.Popen([sys.executable, *server.split(), "--port", str(PORT)])
        try:
            wait_for_web()
            yield f"/d/{daily}"
        finally:
            web.terminate()
            web.wait()


def wait_for_web() -> None:
    """Return once the web answers."""
    patience = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("localhost", PORT), timeout=2).close()
            return
        except OSError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.2)


if __name__ == "__main__":
    main()
