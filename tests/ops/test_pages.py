"""The page's addresses: the words of shared links, in the link's language, and nothing else besides."""

import re
from datetime import datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client
from django.utils import timezone

from config import pages
from games.models import Game
from tests.playing import new_daily, new_player

BUILT = '<!doctype html>\n<html lang="en"><head><!-- head --></head><body><div id="app"></div></body></html>'
APP = Path(project.BASE_DIR) / "frontend" / "src" / "App.svelte"


@pytest.fixture(autouse=True)
def built_page(tmp_path, settings):
    """Have a page built."""
    (tmp_path / "index.html").write_text(BUILT)
    settings.PAGE_DIR = tmp_path
    settings.PUBLIC_URL = "https://orbweaver.example"


class Head(HTMLParser):
    """What a program that runs no script reads in a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.language = ""
        self.title = ""
        self.meta: dict[str, str] = {}
        self.tags: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        facts = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = facts["lang"]
        elif tag == "meta":
            self.meta[facts.get("property") or facts["name"]] = facts["content"]

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["title"] and not self.title:
            self.title = data


def visit(path: str, **headers: str):
    """Fetch an address of the page as a stranger."""
    return Client(SERVER_NAME="localhost").get(path, headers=headers)


def head(path: str, **headers: str) -> Head:
    """Return the head found at *path*."""
    response = visit(path, **headers)
    assert response.status_code == 200
    return Head(response.content.decode())


def new_game(**fields) -> Game:
    """Make a game won in 97 moves with 2 undos in 4:07, or what *fields* say instead."""
    now = timezone.now()
    fields = {
        "variant": "spider-1",
        "status": "won",
        "moves": 97,
        "undos": 2,
        "sequences": 8,
        "time_ms": 247_900,
        "finished_at": now,
        "created_at": now - timedelta(minutes=5),
        "deal": "unused",
        "position": "unused",
    } | fields
    return Game.objects.create(player=new_player(), **fields)


def daily_game(**fields) -> Game:
    """Make a game at the daily of 29 November 2026."""
    opens_at = datetime.fromisoformat("2026-11-29T00:00:00+00:00")
    daily = new_daily(opens_at=opens_at, variant="spider-1")
    return new_game(daily=daily, source="daily", attempt=1, is_first_go=True, **fields)


@pytest.mark.django_db
class TestAWonGame:
    def test_is_told_without_its_cards_or_its_player(self):
        game = daily_game()
        found = head(f"/r/{game.id}")
        assert found.title == "Won in 97 moves: Spider, 1 suit, Nov. 29, 2026"
        assert found.meta["og:title"] == found.title
        words = "Everyone plays this deal. How many moves do you need? (2 undos, time 4:07, score 1203)"
        assert found.meta["og:description"] == found.meta["description"] == words
        assert found.meta["og:url"] == f"https://orbweaver.example/r/{game.id}"
        assert found.meta["og:see_also"] == "https://orbweaver.example/d/2026-11-29/spider-1"
        picture = f"https://orbweaver.example/api/v1/games/{game.id}/card.png?lang=en"
        assert found.meta["og:image"] == picture
        assert found.meta["twitter:card"] == "summary_large_image"
        assert game.player.name not in str(found.meta)

    def test_at_a_number_leads_to_its_code(self):
        game = new_game(variant="spiderette-1", source="number", number=35, sequences=4)
        found = head(f"/r/{game.id}")
        assert found.title == "Won in 97 moves: Spiderette, 1 suit, SD1-S1-AAAAABD"
        assert found.meta["og:see_also"] == "https://orbweaver.example/g/SD1-S1-AAAAABD"
        assert found.meta["og:description"].startswith("Play exactly this deal.")

    @pytest.mark.parametrize(
        ("language", "title", "facts"),
        [
            (
                "ko",
                "97수 만에 클리어: 스파이더 카드놀이, 무늬 1개, 2026년 11월 29일",
                "무르기 2회, 시간 4:07",
            ),
            ("zh-Hant", "以 97 步獲勝: 蜘蛛接龍, 1 種花色, 2026年11月29日", "復原 2 次, 用時 4:07"),
            (
                "ja",
                "97手でクリア: スパイダーソリティア, 1 スート, 2026年11月29日",
                "一手戻す2回, タイム 4:07",
            ),
            ("ru", "Победа за 97 ходов: Паук, 1 масть, 29 ноября 2026 г.", "2 отмены, время 4:07"),
        ],
    )
    def test_is_told_in_the_language_of_the_link(self, language, title, facts):
        game = daily_game()
        found = head(f"/r/{game.id}?lang={language}", accept_language="en")
        assert found.language == language
        assert found.title == title
        assert facts in found.meta["og:description"]
        assert found.meta["og:image"].endswith(f"card.png?lang={language}")
        assert found.meta["og:url"] == f"https://orbweaver.example/r/{game.id}?lang={language}"

    def test_counts_one_move_as_one(self):
        assert head(f"/r/{daily_game(moves=1).id}").title.startswith("Won in 1 move:")


@pytest.mark.django_db
class TestAnyOtherGame:
    @pytest.mark.parametrize("fields", [{"status": "open", "finished_at": None}, {"status": "given_up"}])
    def test_is_not_told_of(self, fields):
        game = daily_game(**fields)
        found = head(f"/r/{game.id}")
        assert found.title == "Orbweaver: the daily Spider"
        assert found.meta["og:image"] == "https://orbweaver.example/static/card.png"
        assert "og:see_also" not in found.meta

    @pytest.mark.parametrize("game_id", ["g_unknown", "%00", "%22%3E%3Cscript%3E", "%F0%9F%95%B7", "%FF"])
    def test_that_does_not_exist_is_not_told_of_either(self, game_id):
        found = head(f"/r/{game_id}")
        assert found.title == "Orbweaver: the daily Spider"
        assert "script" not in found.tags


class TestACard:
    def test_says_any_words_and_makes_no_element_of_them(self):
        words = """</title><script>alert(1)</script>"><b x='y'>&amp;"""
        card = pages.Card(title=words, description=words, image_path=f"/{words}", deal_path=f"/{words}")
        found = Head(card.head(url=words))
        assert set(found.tags) == {"title", "meta"}
        assert found.title == words
        said = {name: found.meta[name] for name in ("description", "og:title", "og:description", "og:url")}
        assert said == dict.fromkeys(said, words)
        addresses = {found.meta["og:image"], found.meta["og:see_also"]}
        assert addresses == {f"https://orbweaver.example/{words}"}


class TestTheHead:
    @pytest.mark.parametrize(
        "path",
        [
            "/g/%22%3E%3Cscript%3E",
            "/p/%22%3E%3Cscript%3E",
            "/?lang=%22%3E",
        ],
    )
    def test_lets_no_foreign_element_in(self, path):
        assert set(head(path).tags) == {"html", "head", "title", "meta", "body", "div"}

    def test_speaks_the_visitors_language(self):
        found = head("/", accept_language="ja, en;q=0.5")
        assert (found.language, found.title) == ("ja", "Orbweaver：毎日のスパイダー")
        assert "Accept-Language" in visit("/").headers["Vary"]

    def test_ignores_a_language_it_does_not_speak(self):
        assert head("/?lang=tlh", accept_language="ru").language == "ru"

    def test_tells_of_a_daily_and_of_a_code(self):
        assert head("/d/2026-11-29/spider-2").title == "Spider, 2 suits, Nov. 29, 2026"
        assert head("/g/sd1-s1-aaaaabd").title == "Spiderette, 1 suit, SD1-S1-AAAAABD"


class TestThePage:
    def test_is_at_every_address_that_it_knows_itself(self):
        names = re.findall(r"^    (\w+): \(\) => import\('./pages", APP.read_text(), re.MULTILINE)
        forms = {"p": "/p/alice", "r": "/r/%00", "replay": "/replay/%00", "account": "/account/reset"}
        addresses = [forms.get(name, f"/{name}") for name in names]
        addresses += ["/", "/d/2026-11-29/spider-2", "/g/SD1-S1-AAAAABD"]
        addresses += [
            "/leaderboard/2026-11-29",
            "/leaderboard/2026-11-29/spider-2",
            "/fairness/2026-11-29/spider-2",
        ]
        assert len(names) > 8
        assert {address: visit(address).status_code for address in addresses} == dict.fromkeys(addresses, 200)

    @pytest.mark.parametrize(
        "path",
        [
            "/nothing",
            "/archive/x",
            "/r",
            "/p",
            "/d/2026-11-29",
            "/d/2026-02-30/spider-1",
            "/d/2026-11-29/spider-3",
            "/g/",
            "/index.html",
            "/leaderboard/a/b/c",
        ],
    )
    def test_is_nowhere_else(self, path):
        response = visit(path, accept_language="ko")
        assert response.status_code == 404
        # The page itself says so, with its way on, in the visitor's language.
        assert Head(response.content.decode()).language == "ko"
        assert 'id="app"' in response.content.decode()

    @pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
    def test_is_only_looked_at(self, method):
        response = getattr(Client(SERVER_NAME="localhost"), method)("/")
        assert response.status_code == 405

    def test_forbids_inline_script_and_other_hosts(self):
        policy = visit("/").headers["Content-Security-Policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if rule.strip())
        assert rules["default-src"] == rules["script-src"] == rules["style-src"] == "'self'"
        assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"

    def test_may_be_kept_but_is_asked_for_each_time(self):
        assert visit("/").headers["Cache-Control"] in ("public, no-cache", "no-cache, public")

    def test_says_so_when_it_is_not_built(self, tmp_path):
        (tmp_path / "index.html").unlink()
        response = visit("/")
        assert (response.status_code, response.headers["Retry-After"]) == (503, "60")

    def test_is_read_anew_after_another_build(self, tmp_path):
        assert "<main>" not in visit("/").content.decode()
        (tmp_path / "index.html").write_text(BUILT.replace("<body>", "<body><main>"))
        assert "<main>" in visit("/").content.decode()
