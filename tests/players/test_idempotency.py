"""Idempotency-Key, on a view that counts how often it really ran."""

import hashlib
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import include, path
from django.utils import timezone
from rest_framework.response import Response

from players.api.base import ApiView
from players.api.idempotency import idempotent
from players.errors import AccountNeeded
from players.models import IdempotencyKey, Player
from players.services import guests, housekeeping
from tests.players.callers import Page, guest_client
from tests.playing import Caller, new_caller

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Work:
    """What the view does, and how often it did."""

    runs = 0
    gate: threading.Event | None = None
    entered = threading.Event()


class MakerApi(ApiView):
    """Makes a guest for every call, unless the body says otherwise."""

    @idempotent
    def post(self, request):
        """Make."""
        Work.runs += 1
        made = guests.create(now=timezone.now())
        Work.entered.set()
        if Work.gate is not None:
            Work.gate.wait(10)
        if request.data.get("refuse"):
            raise AccountNeeded
        if request.data.get("break"):
            raise RuntimeError("broken on purpose")
        return Response(
            {"made": made.name}, status=201, headers={"Location": f"/players/{made.name}", "ETag": '"1"'}
        )


urlpatterns = [
    path("api/v1/made", MakerApi.as_view()),
    path("api/v1/other", MakerApi.as_view()),
    path("", include("config.urls")),
]


@pytest.fixture(autouse=True)
def fresh_work():
    Work.runs, Work.gate = 0, None
    Work.entered.clear()


def make(caller, body=None, key="k1", path="/made"):
    return caller.post(path, body or {}, **({"Idempotency-Key": key} if key is not None else {}))


class TestIdempotent:
    def test_answers_a_repeat_with_the_first_answer(self):
        caller = new_caller()
        first, again = make(caller), make(caller)
        assert (first.status, again.status, Work.runs) == (201, 201, 1)
        assert again.body == first.body
        assert [again.headers[name] for name in ("Location", "ETag")] == [first.headers["Location"], '"1"']
        assert again.headers["Idempotent-Replayed"] == "true"
        assert again.headers["Content-Type"] == first.headers["Content-Type"] == "application/json"
        assert "Idempotent-Replayed" not in first.headers

    def test_does_it_again_without_a_key(self):
        caller = new_caller()
        make(caller, key=None)
        make(caller, key=None)
        assert Work.runs == 2

    def test_counts_keys_paths_and_callers_apart(self):
        caller = new_caller()
        make(caller)
        make(caller, key="k2")
        make(caller, path="/other")
        make(new_caller())
        assert Work.runs == 4

    def test_is_the_same_for_all_credentials_of_a_player(self):
        caller = new_caller()
        make(caller)
        make(new_caller(player=caller.player))
        assert Work.runs == 1

    def test_takes_equal_json_for_the_same_body(self):
        caller = new_caller()
        make(caller, b'{"a": 1, "b": 2}')
        assert make(caller, b'{"b":2,"a":1}').status == 201
        assert Work.runs == 1

    def test_refuses_another_body(self):
        caller = new_caller()
        make(caller)
        answer = make(caller, {"a": 1})
        assert (answer.status, answer["code"], Work.runs) == (422, "idempotency_key_reused", 1)

    def test_keeps_refusals_and_undoes_what_came_before_them(self):
        caller = new_caller()
        first = make(caller, {"refuse": True})
        again = make(caller, {"refuse": True})
        assert (first.status, again.status, Work.runs) == (403, 403, 1)
        assert again.body == first.body
        assert again.headers["Content-Type"] == "application/problem+json"
        assert not Player.objects.filter(is_guest=True).exists()

    def test_keeps_no_failure_of_ours(self):
        caller = new_caller()
        assert make(caller, {"break": True}).status == 500
        assert not IdempotencyKey.objects.exists()
        assert not Player.objects.filter(is_guest=True).exists()
        assert make(caller, {"break": True}).status == 500
        assert Work.runs == 2

    @pytest.mark.parametrize("key", ["", "x" * 256, "a b", "é", "a\tb"])
    def test_refuses_a_key_that_is_none(self, key):
        answer = make(new_caller(), key=key)
        assert (answer.status, answer["errors"][0]["field"], Work.runs) == (400, "Idempotency-Key", 0)

    def test_takes_no_key_from_strangers(self):
        make(Caller())
        make(Caller())
        assert (Work.runs, IdempotencyKey.objects.count()) == (2, 0)

    def test_is_forgotten_after_a_day(self):
        caller = new_caller()
        make(caller)
        IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=24))
        make(caller)
        assert Work.runs == 2

    def test_is_kept_for_pages_too(self):
        page = Page().open()
        page.post("/guests", {"session": True})
        assert make(page).body == make(page).body
        assert Work.runs == 1


class TestRunning:
    @pytest.mark.django_db(transaction=True)
    def test_answers_409_while_the_first_still_runs(self):
        caller = guest_client()
        Work.gate = threading.Event()
        answers = []

        def first():
            answers.append(make(Caller(token=caller.token)))
            connection.close()

        thread = threading.Thread(target=first)
        thread.start()
        assert Work.entered.wait(10)
        second = make(caller)
        Work.gate.set()
        thread.join()
        assert (second.status, second["code"], second.headers["Retry-After"]) == (
            409,
            "idempotency_in_progress",
            "1",
        )
        assert (answers[0].status, Work.runs) == (201, 1)
        assert make(caller).body == answers[0].body

    def test_takes_over_from_a_process_that_died(self):
        caller = new_caller()
        note = make_note(caller)
        assert make(caller).status == 409
        IdempotencyKey.objects.filter(pk=note.pk).update(created_at=timezone.now() - timedelta(seconds=61))
        assert make(caller).status == 201
        assert (make(caller).status, Work.runs) == (201, 1)


def make_note(caller):
    body = hashlib.sha256(b"{}").digest()
    return IdempotencyKey.objects.create(
        player=caller.player, path="/api/v1/made", key="k1", request_hash=body
    )


class TestRemoveOutdatedAnswers:
    def test_removes_what_is_a_day_old(self):
        caller = new_caller()
        make(caller)
        make(caller, key="k2")
        now = timezone.now()
        IdempotencyKey.objects.filter(key="k1").update(created_at=now - timedelta(hours=24))
        assert housekeeping.remove_outdated_answers(now=now) == 1
        assert [row.key for row in IdempotencyKey.objects.all()] == ["k2"]
