"""The picture of a won game."""

from io import BytesIO

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from PIL import Image

from games import engine, words
from games.models import Game
from leaderboards import cards
from tests.leaderboards import boards

STRANGER = Client()
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def fetch(game: Game, query: str = "", **headers: str):
    return STRANGER.get(f"/api/v1/games/{game.pk}/card.png{query}", headers=headers)


@pytest.fixture
def won() -> Game:
    return boards.win(boards.player(name="haneul"), boards.daily(), moves=131, undos=2, seconds=522).game


@pytest.mark.django_db
class TestCard:
    def test_is_a_picture_for_shared_links(self, won):
        answer = fetch(won)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        image = Image.open(BytesIO(answer.content))
        assert (image.size, image.format) == ((1200, 630), "PNG")
        assert len(answer.content) < 100_000
        assert answer["Cache-Control"] == "public, max-age=86400"

    def test_speaks_the_language_of_the_link(self, won):
        pictures = {language: fetch(won, f"?lang={language}").content for language in LANGUAGES}
        assert len(set(pictures.values())) == len(LANGUAGES)
        assert fetch(won, "?lang=zh-Hant").content == pictures["zh-hant"]
        assert fetch(won, **{"Accept-Language": "ko"}).content == pictures["ko"]
        assert fetch(won, "?lang=ja", **{"Accept-Language": "ko"}).content == pictures["ja"]
        assert fetch(won, "?lang=tlh").content == pictures["en"]

    def test_is_there_for_who_has_the_link_before_final_at(self, won):
        """A result is shared on the day; it tells nothing of the cards."""
        assert fetch(won).status_code == 200

    def test_is_there_for_practice(self):
        game = boards.end(boards.begin(boards.player(), None, number=35, source="number"))
        assert fetch(game).status_code == 200

    @pytest.mark.parametrize("query", ["", "?lang=ko"])
    def test_of_a_game_that_is_not_won_is_not_there(self, query):
        begun = boards.begin(boards.player(), boards.daily())
        lost = boards.end(boards.begin(boards.player(), boards.daily(variant="spider-4")), is_won=False)
        for game in (begun, lost, Game(id="g_none")):
            answer = fetch(game, query)
            assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")

    def test_does_not_depend_on_the_player_or_the_deal(self, won):
        """What it shows are counters: another player's equal result at another deal looks the same."""
        before = fetch(won).content
        Game.objects.filter(pk=won.pk).update(deal="", position="", log="")
        won.player.name = "somebody else"
        won.player.save()
        cache.clear()
        assert fetch(won).content == before

    def test_is_not_sent_twice(self, won):
        etag = fetch(won, "?lang=ko")["ETag"]
        assert fetch(won, "?lang=ko", **{"If-None-Match": etag}).status_code == 304
        assert fetch(won, "?lang=ja", **{"If-None-Match": etag}).status_code == 200

    @pytest.mark.parametrize("accept", ["image/png", "image/avif,image/webp,*/*;q=0.8", "application/json"])
    def test_comes_whatever_is_accepted(self, won, accept):
        assert fetch(won, Accept=accept)["Content-Type"] == "image/png"

    def test_is_drawn_without_redis_too(self, won, settings):
        settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}
        assert fetch(won).status_code == 200


class TestFonts:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_have_every_glyph_of_the_words(self, language):
        """A missing glyph is drawn as a box: run scripts/card_fonts.py for new words."""
        font = cards.font(language, 40)
        box = font.getmask("\uffff")
        missing = {letter for letter in texts(language) if letter.strip() and same(font.getmask(letter), box)}
        assert missing == set()

    @pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
    def test_are_for_words_that_are_translated(self, language):
        with translation.override(language):
            names = {words.variant_text(variant) for variant in engine.VARIANTS.values()}
        assert len(names) == 6
        assert not any("suit" in name for name in names)


def same(one, other) -> bool:
    return one.size == other.size and bytes(one) == bytes(other)


def texts(language: str) -> str:
    """Return all that a picture in *language* may say."""
    signs = "Orbweaver 0123456789:-·, ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "".join(cards.MESSAGES)
    if language == "en":
        return signs
    folder = language.replace("zh-hant", "zh_Hant")
    with (settings.BASE_DIR / "locale" / folder / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale=folder)
    found = [catalogue[message].string for message in cards.MESSAGES]
    return signs + "".join("".join(text) if isinstance(text, tuple) else str(text) for text in found)
