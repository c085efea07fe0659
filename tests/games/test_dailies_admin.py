"""What staff see of dailies and games, what they may do, and what the site keeps from them too."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from structlog.testing import capture_logs

from games import engine
from games.models import Daily, DailySecret, Game
from games.selectors import dailies
from games.services.attempts import start_daily
from players.models import Player
from tests.games.publishing import FINAL, NOON, SEED, TICK, TODAY, publish
from tests.playing import new_player

pytestmark = pytest.mark.django_db

LINE = ("ab1", "bc1", "+")
DEAL = engine.Deal.from_seed(engine.variant("spider-4"), SEED)


@pytest.fixture
def daily(at: object) -> Daily:
    made = publish(TODAY, "spider-4", now=NOON, seed=SEED, line=LINE)
    statistics = {
        "draws": 3,
        "examined": 77_001,
        "seconds": 1.5,
        "first_moves": 4242,
        "verdicts": {"winnable": 1},
    }
    DailySecret.objects.update(solve_statistics=statistics, par=4141)
    return made


@pytest.fixture
def game(daily: Daily) -> Game:
    player = new_player()
    game = start_daily(player=player, daily=daily, now=NOON).game
    Game.objects.filter(pk=game.pk).update(log="aj7:900 ", log_tail="fg5:1800 ", actions=2, moves=2)
    return game


def staff(*permissions: str, **fields: bool) -> Client:
    carol = new_player(is_staff=True, **fields)
    carol.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(carol)
    return client


@pytest.fixture
def carol() -> Client:
    """Staff with every permission there is."""
    return staff(is_superuser=True)


class TestPages:
    @pytest.mark.parametrize("name", ["daily", "game"])
    def test_list_and_show(self, carol, daily, game, name):
        key = {"daily": daily.pk, "game": game.pk}[name]
        assert carol.get(f"/admin/games/{name}/").status_code == 200
        assert carol.get(f"/admin/games/{name}/?q={key}").status_code == 200
        assert carol.get(f"/admin/games/{name}/{key}/change/").status_code == 200

    def test_find_no_game_by_an_id_that_none_can_have(self, carol, game):
        assert carol.get("/admin/games/game/%00/change/").status_code == 302

    def test_find_a_players_games_by_name(self, carol, game):
        page = carol.get(f"/admin/games/game/?q={game.player.name.upper()}").content.decode()
        assert game.pk in page
        assert game.pk not in carol.get("/admin/games/game/?q=somebody").content.decode()

    @pytest.mark.parametrize(
        "query",
        [
            "variant__exact=spider-4",
            "voided_at__isempty=1",
            "date__year=2026",
            "date__year=2026&date__month=11",
        ],
    )
    def test_filter_dailies_by_what_is_public(self, carol, daily, query):
        assert "2026-11-29" in carol.get(f"/admin/games/daily/?{query}").content.decode().replace(
            "Nov. 29, 2026", "2026-11-29"
        )

    @pytest.mark.parametrize("name", ["daily", "game"])
    def test_are_read_only(self, carol, daily, game, name):
        key = {"daily": daily.pk, "game": game.pk}[name]
        assert carol.get(f"/admin/games/{name}/add/").status_code == 403
        assert carol.post(f"/admin/games/{name}/{key}/change/", {"status": "won"}).status_code == 403
        assert carol.post(f"/admin/games/{name}/{key}/delete/", {"post": "yes"}).status_code == 403
        action = {"action": "delete_selected", "_selected_action": [key], "post": "yes"}
        carol.post(f"/admin/games/{name}/", action)
        assert Daily.objects.exists()
        assert Game.objects.exists()

    def test_are_for_staff_only(self, daily):
        client = Client()
        assert client.get("/admin/games/daily/").status_code == 302
        client.force_login(new_player())
        assert client.get("/admin/games/daily/").status_code == 302
        assert staff().get("/admin/games/daily/").status_code == 403
        assert staff("view_daily").get("/admin/games/daily/").status_code == 200

    def test_cost_no_query_more_for_more_games(self, carol, daily, game, django_assert_max_num_queries):
        for _more in range(20):
            start_daily(player=new_player(), daily=daily, now=NOON)
        with django_assert_max_num_queries(8):
            assert carol.get("/admin/games/game/").status_code == 200


class TestSecrets:
    def test_are_on_no_page(self, carol, at, daily, game):
        pages = self.pages(carol, daily, game)
        seen = {card for column in DEAL.opening().observation().columns for card in column.up}
        face_down = set(engine.split_cards(DEAL.cards)) - seen
        for page in pages:
            assert SEED.hex() not in page
            assert DEAL.cards[:20] not in page
            assert DEAL.opening().text()[:20] not in page
            assert not re.search(r"\b(ab1|aj7|fg5)\b", page)
            assert not [card for card in face_down if re.search(rf"\b{card}\b", page)]
            assert "4141" not in page
            assert "4242" not in page

    def test_tell_how_the_search_went_but_its_outcome_only_at_the_end(self, carol, at, daily):
        at(FINAL - TICK)
        page = carol.get(f"/admin/games/daily/{daily.pk}/change/").content.decode()
        assert "77001" in page
        assert "4141" not in page
        at(FINAL)
        page = carol.get(f"/admin/games/daily/{daily.pk}/change/").content.decode()
        assert "4141" in page
        assert "4242" in page
        assert SEED.hex() not in page

    @staticmethod
    def pages(client: Client, daily: Daily, game: Game) -> list[str]:
        paths = [
            "/admin/",
            "/admin/games/",
            "/admin/games/daily/",
            f"/admin/games/daily/{daily.pk}/change/",
            f"/admin/games/daily/{daily.pk}/history/",
            f"/admin/games/daily/{daily.pk}/void/",
            "/admin/games/game/",
            f"/admin/games/game/{game.pk}/change/",
            f"/admin/games/game/{game.pk}/history/",
            f"/admin/games/game/?q={game.player.name}",
        ]
        return [client.get(path).content.decode() for path in paths]

    @pytest.mark.parametrize(
        "query",
        [
            "deal__startswith={cards}",
            "deal__contains={cards}",
            "position__icontains={cards}",
            "log__startswith=aj7",
            "log_tail__contains=fg5",
            "request_hash__isnull=1",
            "daily__secret__line__startswith=ab1",
            "player__password__startswith=a",
        ],
    )
    def test_cannot_be_guessed_by_filtering_games(self, carol, game, query):
        """Django would let staff filter by any column, one letter after the other."""
        answer = carol.get("/admin/games/game/?" + query.format(cards=DEAL.cards[:4]))
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        "query",
        [
            "secret__line__startswith=ab1",
            "secret__par__gt=100",
            "games__deal__startswith=4",
            "secret__seed__isnull=0",
        ],
    )
    def test_cannot_be_guessed_by_filtering_dailies(self, carol, daily, query):
        assert carol.get(f"/admin/games/daily/?{query}").status_code == 400

    def test_have_no_page_of_their_own(self, carol, daily):
        assert carol.get("/admin/games/dailysecret/").status_code == 404


class TestVoid:
    def test_withdraws_for_a_public_reason_and_is_logged(self, carol, daily):
        with capture_logs() as logs:
            answer = carol.post(
                f"/admin/games/daily/{daily.pk}/void/", {"reason": "  The deal was   leaked. "}
            )
        assert (answer.status_code, answer["Location"]) == (302, f"/admin/games/daily/{daily.pk}/change/")
        daily.refresh_from_db()
        assert (daily.voided_at, daily.void_reason) == (NOON, "The deal was leaked.")
        assert daily.status(NOON) == "void"
        assert dailies.of_date(TODAY, now=NOON)[0].void_reason == "The deal was leaked."
        [entry] = LogEntry.objects.all()
        assert "leaked" in entry.change_message
        [told] = [log for log in logs if log["event"] == "daily_voided"]
        assert (told["daily"], told["reason"]) == ("2026-11-29/spider-4", "The deal was leaked.")
        assert told["by"] == Player.objects.get(is_superuser=True).name

    @pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
    def test_needs_a_reason_that_can_be_shown(self, carol, daily, reason):
        answer = carol.post(f"/admin/games/daily/{daily.pk}/void/", {"reason": reason})
        assert answer.status_code == 200
        daily.refresh_from_db()
        assert daily.voided_at is None

    def test_keeps_the_first_reason(self, carol, daily, at):
        carol.post(f"/admin/games/daily/{daily.pk}/void/", {"reason": "First."})
        at(FINAL)
        carol.post(f"/admin/games/daily/{daily.pk}/void/", {"reason": "Second."})
        daily.refresh_from_db()
        assert (daily.voided_at, daily.void_reason) == (NOON, "First.")
        assert LogEntry.objects.count() == 1

    def test_is_only_for_who_may_change_dailies(self, daily):
        path = f"/admin/games/daily/{daily.pk}/void/"
        for client in (staff(), staff("view_daily", "change_game")):
            assert client.get(path).status_code == 403
            assert client.post(path, {"reason": "No."}).status_code == 403
        assert Client().post(path, {"reason": "No."}).status_code == 302
        daily.refresh_from_db()
        assert daily.voided_at is None
        assert staff("view_daily", "change_daily").post(path, {"reason": "Yes."}).status_code == 302
        daily.refresh_from_db()
        assert daily.voided_at == NOON

    def test_cannot_be_done_from_another_site(self, daily):
        carol = new_player(is_staff=True, is_superuser=True)
        client = Client(enforce_csrf_checks=True)
        client.force_login(carol)
        assert client.post(f"/admin/games/daily/{daily.pk}/void/", {"reason": "No."}).status_code == 403

    @pytest.mark.parametrize("key", ["0", "999", "x", "9" * 30, "1_0", "%00"])
    def test_finds_no_daily_that_is_not_there(self, carol, key):
        assert carol.get(f"/admin/games/daily/{key}/void/").status_code == 404
