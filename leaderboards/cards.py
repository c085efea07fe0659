"""The picture of a won game that goes with a shared link: what it came to, and no card of it.

Drawn in the language in force (`gettext`). The fonts hold the glyphs of our own words only
(`scripts/card_fonts.py`), so nothing that people wrote is drawn.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from django.utils.translation import get_language, gettext, ngettext
from PIL import Image, ImageDraw, ImageFont

from games import engine
from games.models import Game
from games.words import clock_text, variant_text

WIDTH, HEIGHT = 1200, 630

MESSAGES: Final = (
    "Spider",
    "Spiderette",
    "%(count)d suit",
    "Won in %(count)d move",
    "%(count)d undo",
    "time %(time)s",
    "score %(score)d",
)
"""The messages that stand in a picture, plural forms included."""

_FONTS: Final = Path(__file__).parent / "fonts"
_FONT_OF: Final = {"ja": "ja", "zh-hant": "zh-hant"}
_ANY_FONT: Final = "ko"  # for Korean, and for Latin and Cyrillic letters, which all have

_TABLE, _EDGE, _WHITE, _PALE, _GOLD = "#14532d", "#0f3f22", "#ffffff", "#bbf7d0", "#fde68a"
_MARGIN: Final = 80
_COLOURS: Final = 64


def png(game: Game) -> bytes:
    """Return the picture of a won *game*, whose daily is at hand, in the language in force."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _TABLE)
    draw = ImageDraw.Draw(image)
    _draw_web(draw)
    facts = engine.variant(game.variant)
    _write(draw, "Orbweaver", y=70, size=44, fill=_PALE)
    _write(draw, _deal_text(game, facts), y=70, size=44, fill=_PALE, is_right=True)
    _write(draw, variant_text(facts), y=175, size=60, fill=_WHITE)
    won = ngettext("Won in %(count)d move", "Won in %(count)d moves", game.moves) % {"count": game.moves}
    _write(draw, won, y=275, size=104, fill=_GOLD)
    undos = ngettext("%(count)d undo", "%(count)d undos", game.undos) % {"count": game.undos}
    time = gettext("time %(time)s") % {"time": clock_text(game.time_ms // 1000)}
    score = gettext("score %(score)d") % {"score": game.score}
    _write(draw, f"{time}  ·  {undos}  ·  {score}", y=470, size=50, fill=_WHITE)
    file = BytesIO()
    # Few colours and their blends: half the bytes, and quicker to pack.
    image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _deal_text(game: Game, facts: engine.Variant) -> str:
    """Return what says which deal it was, in signs that all languages read."""
    if game.daily is not None:
        return game.daily.date.isoformat()
    return "" if game.number is None else engine.game_code(facts, game.number)


@cache
def font(language: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font for *language*, of *size* pixels."""
    return ImageFont.truetype(_FONTS / f"{_FONT_OF.get(language, _ANY_FONT)}.otf", size)


def _write(
    draw: ImageDraw.ImageDraw, text: str, *, y: int, size: int, fill: str, is_right: bool = False
) -> None:
    """Write one line, smaller where it would not fit."""
    language = get_language() or "en"
    room = WIDTH - 2 * _MARGIN
    while draw.textlength(text, font=font(language, size)) > room:
        size -= 2
    x, anchor = (WIDTH - _MARGIN, "ra") if is_right else (_MARGIN, "la")
    draw.text((x, y), text, font=font(language, size), fill=fill, anchor=anchor)


def _draw_web(draw: ImageDraw.ImageDraw) -> None:
    """Draw an orb web into the lower right corner."""
    centre_x, centre_y = WIDTH - 40, HEIGHT - 30
    for radius in range(60, 660, 60):
        box = (centre_x - radius, centre_y - radius, centre_x + radius, centre_y + radius)
        draw.ellipse(box, outline=_EDGE, width=3)
    for step in range(9):
        # Straight threads between west and north, by slopes that need no trigonometry.
        x, y = (step, 8) if step <= 4 else (4, 8 - (step - 4) * 2)
        draw.line((centre_x, centre_y, centre_x - 160 * y, centre_y - 160 * x), fill=_EDGE, width=3)
