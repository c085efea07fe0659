"""Draws the page's pictures that must be PNG: the installed page's icons, and what a shared link shows.

Usage: python -m scripts.pictures

Writes into frontend/public/, whose files are committed: run it again when the mark or the cards change.
Chromium draws, so that type and art are the page's own.
"""

import base64
import io
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from scripts import browser as finder
from scripts import checks
from scripts.checks import ROOT

_PUBLIC = ROOT / "frontend" / "public"
_ASSETS = ROOT / "frontend" / "src" / "assets"
_INK, _FELT, _SILK, _RED, _BLACK = "#0e3234", "#14443f", "#eef4ec", "#f0705f", "#16201f"
_CARD_SIZE = (1200, 630)
"""What sites that show links ask for."""


def main() -> None:
    """Draw them all."""
    path = finder.find()
    if path is None:
        checks.fail(
            checks.Problem("There is no Chromium; `python -m scripts.browser` finds or installs one.")
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        mark = (_PUBLIC / "icon.svg").read_text()
        for size in (192, 512):
            _draw(browser, _icon(mark, size), (size, size), f"icon-{size}.png", is_clear=True)
        # Systems cut a maskable icon to their own shape: the mark keeps to the middle four fifths.
        _draw(browser, _icon(_unframed(mark), 512), (512, 512), "icon-maskable-512.png")
        _draw(browser, _icon(_unframed(mark), 180), (180, 180), "apple-touch-icon.png")
        _draw(browser, _card(), _CARD_SIZE, "card.png")
        browser.close()


def _draw(browser: Browser, html: str, size: tuple[int, int], name: str, *, is_clear: bool = False) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_content(html, wait_until="load")
    page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=is_clear)))
    page.close()
    if is_clear:
        few = picture.convert("RGBA").quantize(colors=128, method=Image.Quantize.FASTOCTREE)
    else:
        few = picture.convert("RGB").quantize(colors=200, kmeans=1, dither=Image.Dither.FLOYDSTEINBERG)
    few.save(_PUBLIC / name, optimize=True)
    print(f"{(_PUBLIC / name).stat().st_size:7} {name}")


def _icon(mark: str, size: int) -> str:
    return f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{mark}"


def _unframed(mark: str) -> str:
    """Return the mark on a ground without corners, smaller."""
    body = re.sub(r'<rect [^>]*rx="15"[^>]*/>', "", mark.partition(">")[2].rpartition("</svg>")[0])
    ground = f'<rect width="64" height="64" fill="{_INK}"/>'
    middle = f'<g transform="translate(32 32) scale(0.86) translate(-32 -32)">{body}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{ground}{middle}</svg>'


def _card() -> str:
    """Return the picture for links: the mark, the name, and a run of spades. No words of any language."""
    cards = "".join(_face(rank, at) for at, rank in enumerate(("K", "Q", "J", "10")))
    colours = (_SILK, _RED, _RED, _SILK)
    suits = "".join(_suit(suit, colour) for suit, colour in zip("SHDC", colours, strict=True))
    return f"""
      <style>
        @font-face {{
          font-family: Orb;
          src: url({_data(_ASSETS / "fonts" / "fraunces.woff2", "font/woff2")});
        }}
        body {{
          margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; color: {_SILK};
          background: radial-gradient(120% 120% at 70% 20%, #1a554e, {_FELT} 45%, #0a2a2b);
        }}
        .web {{
          position: absolute; width: 1240px; height: 1240px; right: -420px; top: -520px; opacity: 0.2;
          mask-image: radial-gradient(closest-side, #000 20%, transparent);
        }}
        h1 {{ position: absolute; left: 70px; top: 266px; margin: 0; font: 620 82px/1 Orb; }}
        .mark {{ position: absolute; left: 72px; top: 110px; width: 118px; }}
        .suits {{ position: absolute; left: 76px; top: 398px; display: flex; gap: 26px; }}
        .suits svg {{ width: 46px; height: 48px; }}
        .card {{
          position: absolute; width: 262px; height: 366px; border-radius: 17px; color: {_BLACK};
          background: #fbf7ec; transform-origin: 50% 130%; scale: 0.86;
          box-shadow: 0 12px 34px rgb(0 0 0 / 0.42), inset 0 0 0 1px #d9d0bb;
        }}
        .card b {{ position: absolute; left: 16px; top: 8px; font: 620 58px/1.1 Orb; }}
        .card > svg {{ position: absolute; left: 74px; top: 20px; width: 42px; height: 44px; }}
        .card.ten b {{ letter-spacing: -4px; }}
        .card.ten > svg {{ left: 94px; }}
        .card img, .card svg.body {{
          position: absolute; left: 22px; top: 82px; width: 218px; height: 262px;
        }}
        .card img {{
          object-fit: cover; object-position: top; border-radius: 8px; box-shadow: 0 0 0 1px #16201f55;
        }}
      </style>
      <img class="web" src="{_data(_ASSETS / "web.svg", "image/svg+xml")}">
      <img class="mark" src="{_data(_PUBLIC / "icon.svg", "image/svg+xml")}">
      <h1>Orbweaver</h1>
      <div class="suits">{suits}</div>
      {cards}"""


def _face(rank: str, at: int) -> str:
    turn, left, top = (at - 1.5) * 8, 590 + at * 108, 112 + abs(at - 1.5) * 8
    if rank == "10":
        body = f'<svg class="body" viewBox="-62 -62 124 124"><path d="{_paths()["S"]}"/></svg>'
    else:
        body = f'<img src="{_data(_ASSETS / "courts" / f"{rank}S.svg", "image/svg+xml")}">'
    kind = "card ten" if rank == "10" else "card"
    place = f"left:{left}px;top:{top}px;transform:rotate({turn}deg)"
    return f'<div class="{kind}" style="{place}"><b>{rank}</b>{_suit("S", _BLACK)}{body}</div>'


def _suit(suit: str, colour: str) -> str:
    return f'<svg viewBox="-50 -52 100 104"><path fill="{colour}" d="{_paths()[suit]}"/></svg>'


def _paths() -> dict[str, str]:
    """Return the outlines of the suits as the page draws them."""
    text = (ROOT / "frontend" / "src" / "board" / "art.ts").read_text()
    return dict(re.findall(r"^  ([SHDC]): '(M[^']+)'", text, re.MULTILINE))


def _data(path: Path, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


if __name__ == "__main__":
    main()
