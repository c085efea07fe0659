"""Commands take a lane past Django's handler; nobody can tell from the answers."""

from __future__ import annotations

import logging

import pytest
from django.db import OperationalError
from django.test import RequestFactory
from django.utils import translation
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from config.logs import add_command_id
from config.problem_table import KINDS
from config.wsgi import application
from games.services import games
from games.statements import Statement
from tests.playing import Caller

pytestmark = pytest.mark.django_db

ORIGIN = "https://client.example"


def play(caller, game, token, **headers):
    return caller.call("POST", f"/games/{game}/commands", {"seq": 0, "command": token}, **headers)


class TestTheLane:
    def test_answers_with_every_header_that_the_others_have(self, alice, game, won):
        ordinary = alice.get(f"/games/{game}", Origin=ORIGIN).headers
        lane = play(alice, game, won.tokens[0], Origin=ORIGIN).headers
        assert set(ordinary) - set(lane) <= {"Allow", "Content-Language"}
        same = set(ordinary) & set(lane) - {"Content-Length", "ETag", "RateLimit", "RateLimit-Policy", "Vary"}
        assert {name: lane[name] for name in same} == {name: ordinary[name] for name in same}
        vary = {name.strip().lower() for name in lane["Vary"].split(",")}
        assert vary == {name.strip().lower() for name in ordinary["Vary"].split(",")}
        assert lane["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in lane["Access-Control-Expose-Headers"]
        assert lane["X-Content-Type-Options"] == "nosniff"
        assert "Content-Security-Policy" in lane

    def test_gives_problems_the_same_headers(self, alice, game):
        lane = play(alice, game, "aa1", Origin=ORIGIN).headers
        assert lane["Content-Type"] == "application/problem+json"
        assert lane["RateLimit"] == '"moves";r=5999;t=1'
        assert lane["RateLimit-Policy"] == '"moves";q=6000;w=60'
        assert lane["Access-Control-Allow-Origin"] == "*"
        assert "Content-Security-Policy" in lane
        assert lane["Content-Language"] == "en"

    def test_says_how_long_the_answer_is(self, alice, game, won):
        answer = play(alice, game, won.tokens[0])
        assert int(answer.headers["Content-Length"]) == len(answer.response.content)

    def test_sends_the_insecure_elsewhere(self, alice, game, settings):
        settings.SECURE_SSL_REDIRECT = True
        insecure = Caller(alice.player, alice.token)  # whose middleware has read the setting
        response = insecure.client.post(f"/api/v1/games/{game}/commands", headers=alice.headers)
        assert response.status_code == 301

    def test_does_not_believe_a_foreign_host(self, alice, game, won):
        response = alice.client.post(
            f"/api/v1/games/{game}/commands", headers=alice.headers | {"Host": "evil.example"}
        )
        assert response.status_code == 400

    def test_believes_no_foreign_host_after_a_good_one(self, alice, game, won):
        assert play(alice, game, won.tokens[0], Host="testserver").status == 200
        for host in ("evil.example", "testserver/", ""):
            assert play(alice, game, won.tokens[0], Host=host).status == 400
        assert play(alice, game, won.tokens[0], Host="testserver").status == 200

    def test_does_not_believe_a_foreign_host_that_a_proxy_names(self, alice, game, won, settings):
        assert play(alice, game, won.tokens[0], Host="testserver").status == 200
        settings.USE_X_FORWARDED_HOST = True
        proxied = {"Host": "testserver", "X-Forwarded-Host": "evil.example"}
        assert play(alice, game, won.tokens[0], **proxied).status == 400

    def test_reads_a_body_whose_type_is_spelt_otherwise(self, alice, game, won):
        def send(kind):
            return alice.client.post(
                f"/api/v1/games/{game}/commands",
                f'{{"seq": 0, "command": "{won.tokens[0]}"}}',
                content_type=kind,
                headers=alice.headers,
            )

        assert send("text/plain").status_code == 415
        assert send("application/json; charset=utf-8").status_code == 200

    def test_logs_an_id_that_the_next_request_does_not_share(self, alice, game):
        with capture_logs([merge_contextvars, add_command_id]) as lines:
            play(alice, game, "aa1")
            play(alice, game, "aa1")
            alice.post(f"/games/{game}/command", {})
        ids = [line["request_id"] for line in lines if line["event"] == "request_finished"]
        assert len(set(ids)) == 3
        assert all(len(each) >= 32 for each in ids)

    def test_says_that_the_database_is_away(self, alice, game, won, monkeypatch):
        def fail(*_args):
            raise OperationalError("connection refused on socket /secret/place")

        monkeypatch.setattr(Statement, "first_row", fail)
        answer = play(alice, game, won.tokens[0])
        assert (answer.status, answer["code"]) == (503, "service_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert "secret" not in str(answer.body)

    def test_tells_nothing_of_a_fault_and_logs_it(self, alice, game, won, monkeypatch, caplog):
        def fail(**_args):
            raise ZeroDivisionError("the deal was 2S3S4S")

        monkeypatch.setattr(games, "submit", fail)
        answer = play(alice, game, won.tokens[0])
        assert (answer.status, answer["code"]) == (500, "internal_error")
        assert "2S3S4S" not in answer.response.content.decode()
        assert any(record.levelno >= logging.ERROR for record in caplog.records)

    @pytest.mark.parametrize("language", ["en", "ko", "zh-hant", "ja", "ru"])
    @pytest.mark.parametrize(("fault", "status"), [(ZeroDivisionError, 500), (OperationalError, 503)])
    def test_speaks_the_callers_language(self, alice, game, monkeypatch, language, fault, status):
        def fail(**_args):
            raise fault

        asked = {"Accept-Language": language}
        batch = {"seq": 0, "commands": ["+", "aa1"]}
        with translation.override("ja" if language == "ru" else "ru"):  # as the request before may leave it
            with monkeypatch.context() as broken:
                broken.setattr(games, "submit", fail)
                failed = play(alice, game, "+", **asked)
            refused = play(alice, game, "aa1", **asked)
            ended = alice.call("POST", f"/games/{game}/commands", batch, **asked)
        with translation.override(language):
            kinds = KINDS["internal_error" if status == 500 else "service_unavailable"], KINDS["same_column"]
            titles = [str(kind.title) for kind in kinds]
        assert (failed.status, refused.status) == (status, 422)
        assert [failed["title"], refused["title"]] == titles
        assert ended["stopped"]["problem"]["title"] == titles[1]
        assert failed.headers["Content-Language"] == refused.headers["Content-Language"] == language

    @pytest.mark.parametrize("number", [2**64, -(10**19) + 1])
    def test_refuses_numbers_that_no_answer_could_repeat(self, alice, game, number):
        sound = {"type": "move", "from": 1, "to": 2, "count": 1}
        for body in (
            {"seq": number, "command": sound},
            *({"seq": 0, "command": sound | {member: number}} for member in ("from", "to", "count")),
        ):
            answer = alice.call("POST", f"/games/{game}/commands", body)
            assert (answer.status, answer["code"]) == (400, "malformed_command")
            assert answer["params"]["reason"] == "number_too_long"

    @pytest.mark.parametrize("length", ["0" * 5000 + "24", "x", "-1"])
    def test_takes_a_length_that_is_no_number_for_none(self, alice, game, length):
        answer = play(alice, game, "aa1", Content_Length=length)
        assert (answer.status, answer["code"]) == (400, "malformed_command")

    def test_counts_every_command_of_a_batch(self, alice, game, won):
        first = alice.play_all(game, 0, won.tokens[:20])
        assert first.headers["RateLimit"] == '"moves";r=5980;t=1'
        again = alice.play(game, 20, won.tokens[20])
        assert again.headers["RateLimit"].startswith('"moves";r=59')

    def test_leaves_every_other_address_alone(self, alice, game):
        assert alice.post(f"/games/{game}/command", {}).status == 404
        assert alice.post("/games//commands", {}).status == 404
        assert alice.post(f"/games/{game}/commands/", {}).status == 404

    def test_lets_any_origin_ask_first(self, alice, game):
        response = alice.client.options(
            f"/api/v1/games/{game}/commands",
            headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"},
        )
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in response.headers["Access-Control-Allow-Methods"]

    @pytest.mark.parametrize("charset", ["rot13", "hex", "undefined", "idna", "utf-16", "no such"])
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_reads_addresses_as_utf8_whatever_the_body_claims(self, method, charset):
        environ = RequestFactory().generic(method, "/api/v1/time?a=%ff&ÿ").environ
        environ["CONTENT_TYPE"] = f"application/json; charset={charset}"
        began = []

        def start(status, *_headers):
            began.append(status)

        list(application(environ, start))
        assert began == ["200 OK" if method == "GET" else "405 Method Not Allowed"]

    @pytest.mark.parametrize("charset", ["rot13", "undefined"])
    def test_judges_whatever_charset_the_body_claims(self, alice, game, won, charset):
        response = alice.client.generic(
            "POST",
            f"/api/v1/games/{game}/commands?a=1",
            f'{{"seq": 0, "command": "{won.tokens[0]}"}}'.encode(),
            content_type=f"application/json; charset={charset}",
            headers=alice.headers,
        )
        assert response.status_code == 200
