"""Who may keep which answer, for how long; and game codes."""

from datetime import timedelta

import pytest

from tests.games.publishing import CLOSES, FINAL, NOON, OPENS, TICK, TODAY, publish_day

pytestmark = pytest.mark.django_db


class TestCaching:
    def test_a_public_answer_may_be_kept_until_the_clock_changes_it(self, at, stranger):
        publish_day(TODAY, now=NOON)
        for path in ("/dailies", "/dailies/2026-11-29/spider-2", "/dailies?from=2026-11-01"):
            for now, age in (
                (NOON, 30),
                (CLOSES - timedelta(seconds=7), 7),
                (CLOSES - TICK, 0),
                (FINAL + TICK, 30),
            ):
                at(now)
                answer = stranger.get(path) if path != "/dailies" or now < CLOSES else None
                if answer is not None:
                    assert answer.headers["Cache-Control"] == f"public, max-age={age}"

    def test_an_unchanged_answer_is_not_sent_again(self, at, stranger):
        publish_day(TODAY, now=NOON)
        for path in ("/variants", "/dailies", "/dailies/2026-11-29/spider-2", "/codes/SD1-S1-AAAAABD"):
            etag = stranger.get(path).headers["ETag"]
            again = stranger.get(path, if_none_match=etag)
            assert (again.status, again.body, again.headers["ETag"]) == (304, None, etag)
            assert "public" in again.headers["Cache-Control"]

    @pytest.mark.parametrize("path", ["/variants", "/codes/SD1-S1-AAAAABD", "/openapi.json"])
    def test_another_version_than_was_asked_for_is_a_problem(self, stranger, path):
        answer = stranger.get(path, if_match='"another"', accept_language="ko")
        assert (answer.status, answer["code"]) == (412, "precondition_failed")
        assert answer["title"] == "전제 조건 불일치"
        assert answer.headers["Content-Type"] == "application/problem+json"
        tag = stranger.get(path).headers["ETag"]
        assert stranger.get(path, if_match=tag).status == 200

    def test_the_tag_changes_with_the_status(self, at, stranger):
        publish_day(TODAY, now=NOON)
        tags = set()
        for now in (OPENS - TICK, NOON, CLOSES, FINAL):
            at(now)
            tags.add(stranger.get("/dailies?date=2026-11-29").headers["ETag"])
        assert len(tags) == 4

    def test_a_personal_answer_is_kept_by_nobody(self, at, alice):
        publish_day(TODAY, now=NOON)
        for path in ("/dailies", "/dailies/2026-11-29/spider-2", "/dailies?from=2026-11-01"):
            answer = alice.get(path)
            assert answer.headers["Cache-Control"] == "private, no-store"
            assert "ETag" not in answer.headers

    def test_answers_vary_with_who_asks_in_which_language(self, at, stranger, alice):
        publish_day(TODAY, now=NOON)
        for caller in (stranger, alice):
            vary = caller.get("/dailies").headers["Vary"].lower()
            assert all(name in vary for name in ("authorization", "cookie", "accept-language"))


class TestCodes:
    def test_tell_variant_and_number(self, stranger):
        answer = stranger.get("/codes/SD1-S1-AAAAABD")
        assert answer.body == {"code": "SD1-S1-AAAAABD", "variant": "spiderette-1", "number": 35}

    def test_are_read_in_any_case_and_given_in_one(self, stranger):
        assert stranger.get("/codes/%20sp1-s4-d777777%20").body == {
            "code": "SP1-S4-D777777",
            "variant": "spider-4",
            "number": 2**32 - 1,
        }

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("XX1-S1-AAAAAAA", "code_unknown_game"),
            ("SD2-S1-AAAAAAA", "code_unknown_version"),
            ("SD1-S3-AAAAAAA", "code_unknown_suit_count"),
            ("SD1-S1-AAAAAA", "code_bad_length"),
            ("SD1-S1-AAAAAA1", "code_bad_letter"),
            ("SD1-S1-7777777", "code_number_too_large"),
            ("nonsense", "code_malformed"),
            ("SD1-S1-AAAAAA\N{CYRILLIC CAPITAL LETTER A}", "code_bad_letter"),
        ],
    )
    def test_that_are_none_are_refused_by_what_is_wrong(self, stranger, text, code):
        answer = stranger.get(f"/codes/{text}")
        assert (answer.status, answer["code"]) == (400, code)
