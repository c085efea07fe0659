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
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.encoding import iri_to_uri
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import engine
from games.errors import GameNotFound
from games.models import Game
from games.selectors import games
from games.words import clock_text, variant_text

HEAD_MARK = "<!-- head -->"
"""Where the built file wants the words of a shared link."""


@dataclass(frozen=True)
class Card:
    """What other sites show for a link."""

    title: str
    description: str
    image_path: str = "/static/card.png"
    """A 1200x630 picture, as a path of this service."""
    deal_path: str | None = None
    """Where the deal lies that the link tells of, if that is another page."""

    def head(self, *, url: str) -> str:
        """Return the elements of the head, for the page at *url* (absolute)."""
        elements = format_html(
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
            image=settings.PUBLIC_URL + self.image_path,
        )
        if self.deal_path is None:
            return elements
        # The page reads it too: a visitor may not see the result itself, but may play the deal.
        deal_url = settings.PUBLIC_URL + self.deal_path
        return elements + format_html('<meta property="og:see_also" content="{}">', deal_url)


@functools.lru_cache(maxsize=2)
def _built(index: Path, _modified_ns: int) -> str:
    """Return the built file; read again when it has changed."""
    return index.read_text(encoding="utf-8")


def page_language() -> str:
    """Return the language of this request as HTML names it (``zh-Hant``)."""
    language = get_language() or settings.LANGUAGE_CODE
    head, _, script = language.partition("-")
    return f"{head}-{script.title()}" if script else head


def _render(request: HttpRequest, card: Card, *, query: str = "") -> HttpResponse:
    """Return the page with *card* in its head."""
    index = Path(settings.PAGE_DIR) / "index.html"
    try:
        html = _built(index, index.stat().st_mtime_ns)
    except FileNotFoundError:
        return HttpResponse(
            "The page is not built. Run `make run`, or `npm ci && npm run build` in frontend/.\n",
            status=503,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": "60"},
        )
    head = card.head(url=settings.PUBLIC_URL + iri_to_uri(request.path) + query)
    html = html.replace('<html lang="en"', f'<html lang="{page_language()}"', 1).replace(HEAD_MARK, head, 1)
    return HttpResponse(html)


def _in_link_language(request: HttpRequest, make: Callable[[], Card]) -> HttpResponse:
    """Return the page in the language that the link asks for (``?lang=ko``), else the visitor's."""
    asked = request.GET.get("lang", "").lower()
    if asked not in dict(settings.LANGUAGES):
        return _render(request, make())
    with translation.override(asked):
        # Sites that fetch this address again shall be answered in the same language.
        return _render(request, make(), query=f"?lang={page_language()}")


def _kept(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let caches keep the page, one copy a language, but ask each time whether it is still the same."""
    return cache_control(public=True, no_cache=True)(vary_on_headers("Accept-Language")(view))


def _public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let everybody look at the page, and caches keep it."""
    return require_safe(_kept(view))


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


@_kept
def missing(request: HttpRequest) -> HttpResponse:
    """Answer 404 with the page, which says so itself in the visitor's language."""
    response = _in_link_language(request, _about)
    response.status_code = 404
    return response


@_public
def daily(request: HttpRequest, day: str, variant: str) -> HttpResponse:
    """Answer for the link to one daily."""
    try:
        shown = date.fromisoformat(day)
        facts = engine.variant(variant)
    except (ValueError, engine.UnknownVariantError):
        return missing(request)

    def card() -> Card:
        return Card(
            title=f"{variant_text(facts)}, {date_format(shown)}",
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
            title=f"{variant_text(facts)}, {engine.game_code(facts, number)}",
            description=gettext("Play exactly this deal."),
        )

    return _in_link_language(request, card)


@_public
def result(request: HttpRequest, game_id: str) -> HttpResponse:
    """Answer for the link to a won game: how it was won, and where to try the same deal."""

    def card() -> Card:
        try:
            game = games.won(game_id)
        except GameNotFound:
            return _about()
        return _result_card(game)

    return _in_link_language(request, card)


def _result_card(game: Game) -> Card:
    facts = engine.variant(game.variant)
    if game.daily is not None:
        deal, deal_path = date_format(game.daily.date), f"/d/{game.daily}"
        invitation = gettext("Everyone plays this deal. How many moves do you need?")
    else:
        deal = engine.game_code(facts, cast("int", game.number))  # a game is at a daily or at a number
        deal_path = f"/g/{deal}"
        invitation = gettext("Play exactly this deal.")
    won = ngettext("Won in %(count)d move", "Won in %(count)d moves", game.moves) % {"count": game.moves}
    undos = ngettext("%(count)d undo", "%(count)d undos", game.undos) % {"count": game.undos}
    time = gettext("time %(time)s") % {"time": clock_text(game.time_ms // 1000)}
    score = gettext("score %(score)d") % {"score": game.score}
    return Card(
        title=f"{won}: {variant_text(facts)}, {deal}",
        description=f"{invitation} ({undos}, {time}, {score})",
        image_path=f"/api/v1/games/{game.id}/card.png?lang={page_language()}",
        deal_path=deal_path,
    )
