"""The demo data: named, the same everywhere, made by the services, and made once."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games import solver
from games.models import Daily, DailySecret, Game
from games.services import demo, seeds
from players.models import Player
from tests.games.publishing import NOON, OPENS, TODAY
from tests.playing import Caller

YESTERDAY = TODAY - timedelta(days=1)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_short_day(at: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make less of it, and search no longer than for one win: what is made is made the same way."""
    monkeypatch.setattr(demo, "PAST_DAYS", 1)
    monkeypatch.setattr(seeds, "SHORTENING_LIMITS", solver.Limits(examined=0))


def snapshot() -> tuple[object, ...]:
    return (
        list(Player.objects.order_by("pk").values_list("name", "is_bot", "is_staff")),
        list(Daily.objects.order_by("pk").values_list("date", "variant", "commitment")),
        list(Game.objects.order_by("pk").values_list("pk", "player__name", "status", "moves", "log")),
    )


class TestDemo:
    def test_is_as_described_and_made_once(self, stranger):
        cast = demo.make(now=NOON)
        assert {daily.status(NOON) for daily in Daily.objects.filter(date=TODAY)} == {"open"}
        assert {daily.status(NOON) for daily in Daily.objects.filter(date=YESTERDAY)} == {"final"}
        assert Daily.objects.count() == 12
        assert len(cast.dorothea.name) == 20
        won = Game.objects.filter(daily__date=YESTERDAY, daily__variant="spiderette-1", status="won")
        assert {game.player.name for game in won} == {"alice", "bob", "weaverbot", demo.LONGEST_NAME}
        assert Game.objects.get(player=cast.alice, daily__date=TODAY).status == "open"
        today = Game.objects.filter(daily__date=TODAY, status="won")
        winners = set(today.values_list("player__name", "daily__variant"))
        assert winners == {("bob", "spider-1"), ("bob", "spiderette-1"), (demo.LONGEST_NAME, "spider-1")}
        assert all(game.finished_at is None or game.finished_at <= NOON for game in Game.objects.all())
        board = stranger.get(f"/dailies/{YESTERDAY}/spiderette-1/leaderboard?by=moves&pool=ranked")
        ranks = {item["player"]["name"]: item["rank"] for item in board["items"]}
        assert ranks == {"alice": 1, "bob": 1, demo.LONGEST_NAME: 3}

        before = snapshot()
        demo.make(now=NOON + timedelta(minutes=5))
        assert snapshot() == before

    def test_has_the_same_past_on_every_machine(self):
        daily = demo.publish_past(YESTERDAY, "spiderette-1")
        made = DailySecret.objects.get()
        daily.delete()
        demo.publish_past(YESTERDAY, "spiderette-1")
        again = DailySecret.objects.get()
        assert (bytes(made.seed), made.line) == (bytes(again.seed), again.line)

    def test_comes_of_the_command_even_in_the_first_second_of_a_day(self, at, capsys):
        at(OPENS + timedelta(seconds=1))
        call_command("seed")
        assert Game.objects.filter(player__name="bob", daily__date=TODAY, status="won").count() == 2
        assert demo.PASSWORD in capsys.readouterr().out
        answer = Caller().post("/auth/login", {"name": "alice", "password": demo.PASSWORD})
        assert answer.status == 200

    def test_has_no_place_in_production(self, at, settings):
        settings.PRODUCTION = True
        with pytest.raises(CommandError, match="not in production"):
            call_command("seed")
        assert not Player.objects.exists()
