"""Hints, over HTTP; the solver's as a worker would find them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine, solver
from games.models import Daily, DailySecret, Game, Hint
from games.services import hint_search, hints
from games.tasks import answer_hint, answer_overlooked_hints
from games.visible_hints import best_move
from players.models import Player
from tests import playing
from tests.playing import begin, new_caller, new_daily

pytestmark = pytest.mark.django_db


def ask(caller, game, seq=0, mode="solver"):
    return caller.post(f"/games/{game}/hint", {"seq": seq, "mode": mode})


class TestVisible:
    def test_is_answered_at_once_and_counted(self, alice, game, won):
        answer = ask(alice, game, mode="visible")
        advised = best_move(won.deal.opening().observation())
        assert answer.status == 200
        assert answer.body == {
            "seq": 0, "mode": "visible", "state": "found", "token": advised, "reference": advised,
            "known_winnable": False, "hints": 1,
        }  # fmt: skip
        assert answer.headers["ETag"] == f'"{game}:1"'
        stored = Game.objects.get(pk=game)
        assert (stored.hints, stored.version, stored.seq, stored.is_assisted) == (1, 1, 0, False)

    def test_is_free_at_the_same_seq(self, alice, game, won):
        first = ask(alice, game, mode="visible")
        assert ask(alice, game, mode="visible").body == first.body
        alice.play(game, 0, won.tokens[0])
        assert ask(alice, game, 1, mode="visible")["hints"] == 2

    def test_shows_in_the_counters_of_the_next_command(self, alice, game, won):
        ask(alice, game, mode="visible")
        answer = alice.play(game, 0, won.tokens[0])
        assert answer["counters"]["hints"] == 1
        assert answer.headers["ETag"] == f'"{game}:2"'

    def test_costs_the_pure_pool_only(self, alice):
        game = alice.start_daily(new_daily())["id"]
        ask(alice, game, mode="visible")
        assert alice.get(f"/games/{game}")["pools"] == ["ranked", "all"]


class TestSolver:
    def test_is_pending_counted_and_marked_before_any_search(self, alice, game):
        answer = ask(alice, game)
        assert (answer.status, answer["state"], answer["token"]) == (202, "pending", None)
        assert answer["reference"] is not None
        assert answer.headers["Location"] == f"/api/v1/games/{game}/hint?seq=0"
        stored = Game.objects.get(pk=game)
        assert (stored.hints, stored.is_assisted) == (1, True)
        assert alice.get(f"/games/{game}/hint?seq=0")["state"] == "pending"

    def test_is_found_by_a_worker(self, alice, game, won):
        ask(alice, game)
        answer_hint(hint_id=Hint.objects.get().pk)
        answer = alice.get(f"/games/{game}/hint")
        assert answer["state"] == "found"
        position = won.deal.opening()
        position.play(engine.parse_move(answer["token"]))
        result = solver.solve(position, solver.Limits(seconds=10))
        assert result.verdict is solver.Verdict.WINNABLE
        again = ask(alice, game)
        assert (again.status, again["token"], again["hints"]) == (200, answer["token"], 1)

    def test_of_a_lost_position_is_a_proof(self, alice):
        lost = playing.dead_line()
        game = begin(alice, lost.deal)
        alice.play_all(game, 0, lost.tokens[:-1])
        assert ask(alice, game, len(lost.tokens) - 1)["reference"] == lost.tokens[-1]
        answer_hint(hint_id=Hint.objects.get().pk)
        answer = alice.get(f"/games/{game}/hint")
        assert (answer["state"], answer["token"]) == ("proven_lost", None)

    def test_of_a_position_without_a_legal_move_needs_no_search(self, alice):
        lost = playing.dead_line()
        game = begin(alice, lost.deal)
        played = alice.play_all(game, 0, lost.tokens)
        assert "no_legal_moves" in played["results"][-1]["notices"]
        answer = ask(alice, game, len(lost.tokens))
        assert (answer.status, answer["state"], answer["reference"]) == (200, "proven_lost", None)

    def test_that_nobody_answers_is_not_found_after_its_deadline(self, alice, game):
        ask(alice, game)
        Hint.objects.update(deadline_at=timezone.now())
        assert alice.get(f"/games/{game}/hint")["state"] == "not_found_within_limit"
        answer_hint(hint_id=Hint.objects.get().pk)
        assert Hint.objects.get().state == "not_found_within_limit"

    def test_that_the_queue_lost_is_answered_all_the_same(self, alice, game):
        ask(alice, game)
        answer_overlooked_hints()
        assert Hint.objects.get().state == "pending"  # its own task may still come
        Hint.objects.update(created_at=timezone.now() - hint_search.OVERLOOKED_AFTER)
        answer_overlooked_hints()
        assert Hint.objects.get().state == "found"

    def test_that_is_outdated_is_not_searched_for(self, alice, game, won):
        ask(alice, game)
        alice.play(game, 0, won.tokens[0])
        answer_hint(hint_id=Hint.objects.get().pk)
        assert alice.get(f"/games/{game}/hint?seq=0")["state"] == "not_found_within_limit"

    def test_is_answered_once_however_often_the_task_runs(self, alice, game):
        ask(alice, game)
        hint_id = Hint.objects.get().pk
        for _time in range(2):
            answer_hint(hint_id=hint_id)
        finished_at = Hint.objects.get().finished_at
        answer_hint(hint_id=hint_id)
        assert Hint.objects.get().finished_at == finished_at
        answer_hint(hint_id=hint_id + 1)

    def test_is_refused_while_too_many_wait(self, alice, game, monkeypatch):
        monkeypatch.setattr(hints, "QUEUE_LIMIT", 1)
        other = alice.start(type="number", variant="spider-1", number=1)["id"]
        assert ask(alice, other).status == 202
        answer = ask(alice, game)
        assert (answer.status, answer["code"]) == (503, "solver_busy")
        assert int(answer.headers["Retry-After"]) > 0
        stored = Game.objects.get(pk=game)
        assert (stored.hints, stored.is_assisted, stored.version) == (0, False, 0)
        assert ask(alice, game, mode="visible").status == 200

    def test_lets_nobody_fill_the_queue_alone(self, alice):
        tables = [alice.start(type="number", variant="spider-1", number=number)["id"] for number in range(4)]
        assert [ask(alice, table).status for table in tables] == [202, 202, 202, 503]
        assert Game.objects.get(pk=tables[3]).hints == 0
        bob = new_caller()
        assert ask(bob, bob.start(type="number", variant="spider-1", number=1)["id"]).status == 202

    def test_says_that_the_deal_is_known_to_be_winnable(self, alice):
        daily = new_daily()
        DailySecret.objects.update(line="ab1", par=1)
        game = alice.start_daily(daily)["id"]
        assert ask(alice, game)["known_winnable"] is True


class TestSolverInAnOpenDaily:
    @pytest.fixture
    def daily(self):
        return new_daily()

    def reason(self, answer):
        assert (answer.status, answer["code"]) == (403, "hint_refused")
        return answer["params"]["reason"]

    def test_helps_accounts_older_than_the_daily(self, alice, daily):
        game = alice.start_daily(daily)["id"]
        assert ask(alice, game).status == 202
        assert alice.get(f"/games/{game}")["pools"] == ["all"]

    def test_helps_no_guest(self, daily):
        guest = new_caller(is_guest=True)
        game = guest.start_daily(daily)["id"]
        assert self.reason(ask(guest, game)) == "guest"
        assert ask(guest, game, mode="visible").status == 200
        assert Game.objects.get(pk=game).is_assisted is False

    def test_helps_no_account_that_is_younger(self, alice, daily):
        Player.objects.filter(pk=alice.player.pk).update(claimed_at=daily.opens_at)
        game = alice.start_daily(daily)["id"]
        assert self.reason(ask(alice, game)) == "account_too_new"

    def test_helps_ten_times_a_game(self, alice, daily):
        game = alice.start_daily(daily)["id"]
        stock_deal_and_undo = ["+", "-"] * 6
        for seq in range(10):
            assert ask(alice, game, seq).status == 202
            assert alice.play(game, seq, stock_deal_and_undo[seq]).status == 200
        assert self.reason(ask(alice, game, 10)) == "limit"
        assert Game.objects.get(pk=game).hints == 10

    def test_helps_everybody_once_the_daily_is_final(self, daily):
        guest = new_caller(is_guest=True)
        game = guest.start_daily(daily)["id"]
        past = timezone.now() - timedelta(seconds=1)
        Daily.objects.update(
            opens_at=past - timedelta(days=1), closes_at=past - timedelta(hours=2), final_at=past
        )
        assert ask(guest, game).status == 202


class TestAsking:
    def test_on_another_seq_is_a_conflict(self, alice, game, won):
        alice.play(game, 0, won.tokens[0])
        for seq in (0, 2):
            answer = ask(alice, game, seq)
            assert (answer.status, answer["code"]) == (409, "seq_conflict")
        assert Game.objects.get(pk=game).hints == 0

    def test_after_the_end_is_refused(self, alice, game):
        alice.play(game, 0, {"type": "give_up"})
        assert ask(alice, game, 1)["code"] == "game_over"

    def test_about_another_players_game_is_not_possible(self, alice, game):
        ask(alice, game, mode="visible")
        bob = new_caller()
        assert ask(bob, game).status == 404
        assert bob.get(f"/games/{game}/hint").status == 404

    @pytest.mark.parametrize(
        "body",
        [{}, {"seq": 0}, {"mode": "solver"}, {"seq": "0", "mode": "solver"}, {"seq": True, "mode": "solver"},
         {"seq": -1, "mode": "solver"}, {"seq": 0, "mode": "Solver"}, {"seq": 0, "mode": ["solver"]}],
    )  # fmt: skip
    def test_needs_a_seq_and_a_mode(self, alice, game, body):
        answer = alice.post(f"/games/{game}/hint", body)
        assert (answer.status, answer["code"]) == (400, "malformed_command")

    def test_for_the_answer_to_nothing_finds_nothing(self, alice, game):
        assert alice.get(f"/games/{game}/hint").status == 404
        assert alice.get(f"/games/{game}/hint?seq=x").status == 400
