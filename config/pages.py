"""The page: one built HTML file for every address that a person may open.

The build leaves ``frontend/dist/index.html``. What differs from address to address is the
language and the words that other sites show for a shared link; both are put in here, since
the programs that read them run no script.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import engine

INDEX = Path(settings.PAGE_DIR) / "index.html"
HEAD_MARK = "<!-- head -->"
"""Where the built file wants the words of a shared link."""


@dataclass(frozen=True)
class Card:
    """What other sites show for a link."""

    title: str
    description: str
    image_path: str | None = None
    """A 1200x630 picture, as a path of this service."""

    def head(self, *, url: str) -> str:
        """Return the elements of the head, for the page at *url* (absolute)."""
        image = settings.PUBLIC_URL + (self.image_path or "/static/card.png")
        return format_html(
            "<title>{title}</title>"
            '<meta name="description" content="{description}">'
            '<meta property="og:site_name" content="Orbweaver">'
            '<meta property="og:type" content="website">'
            '<meta property="og:title" content="{title}">'
            '<meta property="og:description" content="{description}">'
            '<meta property="og:url" content="{url}">'
            '<meta property="og:image" content="{image}">'
            '<meta property="og:image:width" content="1200">'
            '<meta property="og:image:height" content="630">'
            '<meta name="twitter:card" content="summary_large_image">',
            title=self.title,
            description=self.description,
            url=url,
            image=image,
        )


@functools.lru_cache(maxsize=2)
def _index(_modified_ns: int) -> str:
    """Return the built file; read again when it has changed."""
    return INDEX.read_text(encoding="utf-8")


def page_language() -> str:
    """Return the language of this request as HTML names it (``zh-Hant``)."""
    language = get_language() or settings.LANGUAGE_CODE
    head, _, script = language.partition("-")
    return f"{head}-{script.title()}" if script else head


def render(request: HttpRequest, card: Card) -> HttpResponse:
    """Return the page with *card* in its head."""
    try:
        html = _index(INDEX.stat().st_mtime_ns)
    except FileNotFoundError:
        return HttpResponse(
            "The page is not built. Run `make run`, or `npm ci && npm run build` in frontend/.\n",
            status=503,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": "60"},
        )
    head = card.head(url=settings.PUBLIC_URL + request.path)
    html = html.replace('<html lang="en"', f'<html lang="{page_language()}"', 1).replace(HEAD_MARK, head, 1)
    return HttpResponse(html)


def _in_link_language(request: HttpRequest, make: Callable[[], Card]) -> HttpResponse:
    """Return the page in the language that the link asks for (``?lang=ko``), else the visitor's."""
    asked = request.GET.get("lang", "").lower()
    if asked not in dict(settings.LANGUAGES):
        return render(request, make())
    with translation.override(asked):
        return render(request, make())


def _public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let caches keep the page, one copy a language, but ask each time whether it is still the same."""
    return require_safe(cache_control(public=True, no_cache=True)(vary_on_headers("Accept-Language")(view)))


def _about() -> Card:
    return Card(
        title=gettext("Orbweaver: the daily Spider"),
        description=gettext(
            "The same Spider and Spiderette deal for everyone, every day. Play at once, no sign-up."
        ),
    )


@_public
def home(request: HttpRequest, **_path: object) -> HttpResponse:
    """Answer for every page whose link needs no words of its own."""
    return _in_link_language(request, _about)


@_public
def daily(request: HttpRequest, day: str, variant: str) -> HttpResponse:
    """Answer for the link to one daily."""

    def card() -> Card:
        try:
            shown = date.fromisoformat(day)
            facts = engine.variant(variant)
        except (ValueError, engine.UnknownVariantError):
            return _about()
        return Card(
            title=f"{variant_title(facts)}, {date_format(shown)}",
            description=gettext("Everyone plays this deal. How many moves do you need?"),
        )

    return _in_link_language(request, card)


@_public
def code(request: HttpRequest, code: str) -> HttpResponse:
    """Answer for the link to a numbered deal."""

    def card() -> Card:
        try:
            facts, number = engine.parse_game_code(code)
        except engine.InvalidGameCodeError:
            return _about()
        return Card(
            title=f"{variant_title(facts)}, {engine.game_code(facts, number)}",
            description=gettext("Play exactly this deal."),
        )

    return _in_link_language(request, card)


def variant_title(facts: engine.Variant) -> str:
    """Return a variant as people call it in the language in force: ``Spider, 2 suits``."""
    name = gettext("Spider") if facts.game == "spider" else gettext("Spiderette")
    suits = ngettext("%(count)d suit", "%(count)d suits", facts.suits) % {"count": facts.suits}
    return f"{name}, {suits}"
