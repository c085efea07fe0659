"""What is revealed of a daily, and not an instant before its time."""

import base64
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.models import DailySecret
from games.services import dailies as daily_services
from tests.games.publishing import CLOSES, FINAL, NOON, OPENS, SEED, TICK, TODAY, play, publish, publish_day

pytestmark = pytest.mark.django_db


class TestReveal:
    def test_is_locked_until_the_daily_is_final(self, at, stranger, alice):
        publish(TODAY, now=NOON, seed=SEED, line=("ab1",))
        for now in (OPENS - TICK, OPENS, CLOSES, FINAL - TICK):
            at(now)
            for caller in (stranger, alice):
                answer = caller.get("/dailies/2026-11-29/spider-2/reveal")
                assert (answer.status, answer["code"]) == (403, "reveal_locked")
                assert answer["available_at"] == "2026-11-30T02:00:00Z"
        at(FINAL)
        assert stranger.get("/dailies/2026-11-29/spider-2/reveal").status == 200

    @pytest.mark.parametrize("variant", list(engine.VARIANTS))
    def test_lets_anyone_recompute_commitment_and_order(self, at, stranger, variant):
        daily = publish(TODAY, variant, now=NOON, seed=SEED, line=("ab1", "+"))
        at(FINAL)
        answer = stranger.get(f"/dailies/2026-11-29/{variant}/reveal")
        assert answer.body == {
            "date": "2026-11-29",
            "variant": variant,
            "status": "final",
            "final_at": "2026-11-30T02:00:00Z",
            "shuffle_version": 1,
            "seed": SEED.hex(),
            "commitment": daily.commitment,
            "order": engine.split_cards(engine.Deal.from_seed(engine.variant(variant), SEED).cards),
            "line": "ab1 +",
            "par": 2,
        }
        assert engine.commitment("2026-11-29", variant, bytes.fromhex(answer["seed"])) == answer["commitment"]

    def test_comes_of_withdrawn_dailies_too_and_no_sooner(self, at, stranger):
        daily = publish(TODAY, now=NOON, seed=SEED)
        daily_services.void(daily_id=daily.pk, reason="A mistake.", by="carol", now=NOON)
        at(FINAL - TICK)
        assert stranger.get("/dailies/2026-11-29/spider-2/reveal").status == 403
        at(FINAL)
        answer = stranger.get("/dailies/2026-11-29/spider-2/reveal")
        assert (answer.status, answer["status"], answer["seed"]) == (200, "void", SEED.hex())

    def test_has_no_line_where_none_is_known(self, at, stranger):
        publish(TODAY, now=NOON)
        at(FINAL)
        answer = stranger.get("/dailies/2026-11-29/spider-2/reveal")
        assert (answer["line"], answer["par"]) == (None, None)


class TestLeaks:
    def test_no_answer_before_the_end_holds_the_seed_or_a_face_down_card(self, at, stranger, alice):
        """Everything the endpoints of dailies say about it, headers too, at each moment of its life."""
        daily = publish(TODAY, "spider-4", now=NOON, seed=SEED, line=("ab1", "ba1"))
        deal = engine.Deal.from_seed(engine.variant("spider-4"), SEED)
        seen = {card for column in deal.opening().observation().columns for card in column.up}
        play(alice, daily, moves=3)
        told = []
        for now in (OPENS - TICK, OPENS, NOON, CLOSES, FINAL - TICK):
            at(now)
            for caller in (stranger, alice):
                for path in (
                    "/dailies?date=2026-11-29",
                    "/dailies?from=2026-11-01",
                    "/dailies/2026-11-29/spider-4",
                    "/dailies/2026-11-29/spider-4/reveal",
                    "/dailies/2026-11-29/spider-4/nothing",
                    "/time",
                    "/variants",
                ):
                    answer = caller.get(path)
                    told.append((now, answer.response.serialize_headers() + answer.response.content))
        assert len(told) == 70
        for now, raw in told:
            self.assert_no_secret(raw, SEED)
            cards = set(re.findall(r'"([A23456789TJQK][SHDC])"', raw.decode()))
            assert cards <= (seen if now >= OPENS else set())

    @staticmethod
    def assert_no_secret(raw: bytes, seed: bytes) -> None:
        lowered = raw.lower()
        spellings = [seed, base64.b64encode(seed), base64.urlsafe_b64encode(seed), repr(seed).encode()]
        assert not [spelling for spelling in spellings if spelling.rstrip(b"=") in raw]
        assert seed.hex().encode() not in lowered
        assert b"ab1 ba1" not in raw

    def test_the_queries_of_lists_do_not_even_fetch_the_secrets(self, at, stranger, alice):
        publish_day(TODAY, now=NOON)
        with CaptureQueriesContext(connection) as queries:
            for caller in (stranger, alice):
                caller.get("/dailies")
                caller.get("/dailies?from=2026-11-01")
        assert not [query["sql"] for query in queries if DailySecret._meta.db_table in query["sql"]]
