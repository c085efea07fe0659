"""Wins, bans and repairs at once, each in a thread and connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Game
from games.signals import game_finished
from leaderboards.models import Bar, DailyStreak, Entry, Record
from leaderboards.ranking import Order, Pool
from leaderboards.selectors import standings
from leaderboards.services import reconciliation, sanctions
from tests import playing
from tests.leaderboards import boards
from tests.leaderboards.boards import DATE, NOON
from tests.leaderboards.test_sanctions import due, held

pytestmark = pytest.mark.django_db(transaction=True)

LATER = NOON + timedelta(days=1, hours=10)


def at_once(calls: Iterable[Callable[[], object]]) -> list[BaseException]:
    """Make all *calls* at the same moment; return what they raised."""
    waiting = list(calls)
    start = threading.Barrier(len(waiting))

    def make(call: Callable[[], object]) -> BaseException | None:
        try:
            start.wait(timeout=30)
            call()
        except BaseException as error:  # noqa: BLE001
            return error
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(waiting)) as threads:
        return [error for error in threads.map(make, waiting) if error is not None]


class TestTheSameWin:
    def test_ten_times_over_http_makes_one_entry(self):
        daily = playing.new_daily(variant="spiderette-1")
        line = playing.won_line("spiderette-1")
        caller = playing.new_caller()
        game_id = caller.start_daily(daily)["id"]
        playing.lay_out(game_id, line.deal)
        last = len(line.tokens) - 1
        caller.play_all(game_id, 0, line.tokens[:-1])
        answers: list[playing.Answer] = []

        def win() -> None:
            answers.append(playing.Caller(caller.player, caller.token).play(game_id, last, line.tokens[-1]))

        assert at_once([win] * 10) == []
        assert [answer.status for answer in answers] == [200] * 10
        assert Entry.objects.count() == 1
        assert Record.objects.get().won == 1
        assert held() == due()

    def test_ten_times_told_makes_one_entry(self):
        """Even if games sent the signal for one win ten times."""
        game = boards.mark_ended(boards.begin(boards.player(), boards.daily()))

        def tell() -> None:
            with transaction.atomic():
                game_finished.send(sender=Game, game=game, now=NOON)

        errors = at_once([tell] * 10)
        assert {type(error) for error in errors} == {IntegrityError}
        assert (len(errors), Entry.objects.count()) == (9, 1)
        assert Record.objects.get().played == 1
        assert held() == due()


class TestManyWins:
    def test_of_fifty_players_add_up(self):
        """On as few bars as possible, so that all of them wait for each other."""
        daily = boards.daily()
        games = [boards.begin(boards.player(), daily) for _ in range(50)]

        def win(place: int, game: Game) -> Callable[[], object]:
            return lambda: boards.end(game, moves=100 + place % 2, seconds=60 + place % 3)

        assert at_once([win(place, game) for place, game in enumerate(games)]) == []
        assert Entry.objects.count() == 50
        assert held() == due()
        page = standings.page(daily_id=daily.pk, order=Order.MOVES, pool=Pool.RANKED, limit=50)
        assert page.total == len(page.rows) == 50
        assert list(reconciliation.reconcile(now=LATER, repair=False)) == []

    def test_of_one_player_keep_the_records_right(self):
        player = boards.player()
        dailies = [boards.daily(DATE, variant) for variant in ("spider-1", "spider-2", "spider-4")]
        games = [boards.begin(player, daily) for daily in dailies]
        games += [boards.begin(player, None) for _ in range(7)]

        def win(place: int, game: Game) -> Callable[[], object]:
            return lambda: boards.end(game, seconds=600 + place)

        assert at_once([win(place, game) for place, game in enumerate(games)]) == []
        assert sum(Record.objects.values_list("won", flat=True)) == 10
        assert DailyStreak.objects.get(variant="").length == 1
        assert list(reconciliation.reconcile(now=LATER, repair=False)) == []


class TestWinsAndStaff:
    def test_wins_bans_and_repairs_never_wait_in_a_ring(self):
        dailies = [boards.daily(DATE, variant) for variant in ("spider-1", "spider-2")]
        cheats = [boards.player() for _ in range(4)]
        for cheat in cheats:
            for daily in dailies:
                boards.win(cheat, daily, moves=100)
        entry = boards.win(boards.player(), dailies[0], moves=100)
        games = [boards.begin(boards.player(), daily) for daily in dailies for _ in range(8)]
        games += [boards.begin(cheat, boards.daily(DATE, "spider-4")) for cheat in cheats[:1]]

        calls: list[Callable[[], object]] = [lambda game=game: boards.end(game, moves=100) for game in games]  # type: ignore[misc]
        for cheat in cheats:
            calls.append(  # noqa: PERF401
                lambda pk=cheat.pk: sanctions.ban(player_id=pk, reason="A bot.", by="carol", now=NOON)  # type: ignore[misc]
            )
        calls.append(lambda: sanctions.disqualify(entry_id=entry.pk, reason="No.", by="carol", now=NOON))
        calls += [
            lambda daily=daily: reconciliation.repair_daily(daily.pk, now=NOON)  # type: ignore[misc]
            for daily in dailies
        ]
        assert at_once(calls) == []
        assert Entry.objects.filter(is_counted=True).count() == 16
        assert held() == due()
        assert list(reconciliation.reconcile(now=LATER, repair=False)) == []

    def test_a_win_during_a_ban_is_not_counted(self):
        """The ban waits for the win, or the win sees the ban: the player ends up without a rank."""
        daily = boards.daily()
        players = [boards.player() for _ in range(8)]
        games = [boards.begin(player, daily) for player in players]
        calls: list[Callable[[], object]] = [lambda game=game: boards.end(game) for game in games]  # type: ignore[misc]
        calls += [
            lambda pk=player.pk: sanctions.ban(player_id=pk, reason="A bot.", by="carol", now=NOON)  # type: ignore[misc]
            for player in players
        ]
        assert at_once(calls) == []
        assert Entry.objects.filter(is_counted=False).count() == 8
        assert not any(sum(counts) for counts in held().values())


class TestReader:
    def test_never_sees_an_entry_without_its_bars(self):
        """Ranks and totals come from one snapshot, whatever is won meanwhile."""
        daily = boards.daily()
        games = [boards.begin(boards.player(), daily) for _ in range(20)]
        wrong: list[standings.Page] = []
        done = threading.Event()

        def read() -> None:
            while not done.is_set():
                page = standings.page(daily_id=daily.pk, order=Order.MOVES, pool=Pool.RANKED, limit=200)
                if page.total != len(page.rows):
                    wrong.append(page)

        def win_all() -> None:
            try:
                for place, game in enumerate(games):
                    boards.end(game, moves=100 + place % 4)
            finally:
                done.set()

        assert at_once([read, win_all]) == []
        assert wrong == []
        assert Bar.objects.exists()
