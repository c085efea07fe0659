"""Whatever goes wrong under /api/ is a problem (RFC 9457)."""

import ast
import functools
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import include, path
from rest_framework import exceptions
from rest_framework.response import Response

from config import problems
from config.problem_table import FIELD_MESSAGES, KINDS
from config.urls import handler400, handler403, handler404, handler500  # noqa: F401  (pytest.mark.urls reads them)
from games import engine
from games.errors import SeqConflict
from players.api.base import ApiView
from players.errors import DomainError
from tests.playing import Caller, new_caller

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

MEMBERS = {"type", "title", "status", "detail", "instance", "code", "params"}

ERRORS: dict[str, Any] = {
    "crash": functools.partial(RuntimeError, "the seed is 4711"),
    "database": lambda: OperationalError("connection to 10.0.0.5 refused"),
    "interface": lambda: InterfaceError("connection already closed"),
    "seq": lambda: SeqConflict(sent=41, current=43),
    "illegal": lambda: engine.IllegalMoveError("empty_source", {"available": 2}),
    "code": lambda: engine.InvalidGameCodeError("code_bad_letter", {"letter": "1"}),
    "notation": lambda: engine.InvalidNotationError("not a move: 'x'"),
    "drf": lambda: exceptions.ValidationError({"a": {"b": ["bad"]}}),
    "parse": exceptions.ParseError,
    "throttled": lambda: exceptions.Throttled(wait=7),
    "unworded": type("Unworded", (DomainError,), {"code": "nobody_wrote_words_for_this"}),
}


class RaisingApi(ApiView):
    """Raises what the address says."""

    def get(self, request, what):
        """Raise."""
        error = ERRORS[what]()
        raise error

    def post(self, request, what):
        """Read the body."""
        return Response({"read": request.data})


def plain(request, what):
    """Raise in a view that is not DRF's."""
    error = ERRORS[what]()
    raise error


def plain_ok(request):
    """Answer."""
    return HttpResponse("ok")


urlpatterns = [
    path("api/v1/raise/<str:what>", RaisingApi.as_view()),
    path("api/v1/plain/<str:what>", plain),
    path("api/v1/plain", plain_ok),
    path("", include("config.urls")),
]


def check(answer, status, code):
    assert (answer.status, answer["code"]) == (status, code)
    assert set(answer.body) >= MEMBERS
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer["status"] == status
    assert answer["type"] == f"/api/v1/problems/{code}"
    assert answer["title"]
    assert answer["detail"]
    assert "{" not in answer["detail"]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Accept-Language" in answer.headers["Vary"]


class TestAnyCall:
    @pytest.mark.parametrize("debug", [False, True])
    @pytest.mark.parametrize(
        "address", ["/nothing", "/games/", "/me/", "/%F0%9F", "/..", "//", "/players/%00"]
    )
    def test_to_an_address_that_is_none_is_404(self, address, debug):
        with override_settings(DEBUG=debug):
            check(Caller().get(address), 404, "not_found")

    def test_with_another_method_is_405_and_names_those(self):
        answer = Caller().call("PUT", "/time", {})
        check(answer, 405, "method_not_allowed")
        assert answer.headers["Allow"] == "GET, HEAD"

    def test_that_wants_another_format_is_406(self):
        check(Caller().get("/time", Accept="text/csv"), 406, "not_acceptable")

    @pytest.mark.parametrize(
        "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
    )
    def test_with_another_kind_of_body_is_415(self, media_type):
        response = Client().generic("POST", "/api/v1/raise/x", b"a=1", content_type=media_type)
        body = json.loads(response.content)
        assert (response.status_code, body["code"]) == (415, "unsupported_media_type")
        assert response.headers["Accept"] == "application/json"

    def test_with_a_null_character_in_the_query_is_400(self):
        check(Caller().get("/time?a=%00"), 400, "malformed_body")

    def test_to_a_host_that_is_not_ours_is_400(self):
        check(Caller().get("/time", Host="evil.example"), 400, "bad_request")

    def test_outside_the_api_gets_a_page(self):
        response = Client().get("/nothing-here")
        assert (response.status_code, response.headers["Content-Type"].split(";")[0]) == (404, "text/html")

    def test_names_its_address_safely(self):
        answer = Caller().get('/players/"><script>')
        assert answer["instance"] == "/api/v1/players/%22%3E%3Cscript%3E"


class TestErrors:
    @pytest.mark.parametrize("address", ["/raise", "/plain"])
    @pytest.mark.parametrize("debug", [False, True])
    def test_of_ours_are_500_without_a_trace(self, address, debug):
        with override_settings(DEBUG=debug):
            answer = Caller().get(f"{address}/crash")
        check(answer, 500, "internal_error")
        assert "4711" not in json.dumps(answer.body)
        assert "Traceback" not in answer.response.content.decode()

    @pytest.mark.parametrize("address", ["/raise", "/plain"])
    def test_of_ours_are_logged_and_reported(self, address, caplog):
        heard = []

        def listener(**told):
            heard.append(told)

        got_request_exception.connect(listener)
        try:
            Caller().get(f"{address}/crash")
        finally:
            got_request_exception.disconnect(listener)
        assert len(heard) == 1
        assert any("RuntimeError" in record.getMessage() and record.exc_info for record in caplog.records)

    @pytest.mark.parametrize("address", ["/raise", "/plain"])
    @pytest.mark.parametrize("what", ["database", "interface"])
    def test_of_the_database_are_503(self, address, what):
        answer = Caller().get(f"{address}/{what}")
        check(answer, 503, "service_unavailable")
        assert answer.headers["Retry-After"] == "5"
        assert "10.0.0.5" not in answer.response.content.decode()

    @pytest.mark.parametrize("address", ["/raise", "/plain"])
    def test_of_the_domain_have_their_params_and_extras(self, address):
        answer = Caller().get(f"{address}/seq")
        check(answer, 409, "seq_conflict")
        assert (answer["params"], answer["seq"]) == ({"sent": 41, "current": 43}, 43)
        assert "43" in answer["detail"]

    @pytest.mark.parametrize(
        ("what", "status", "code"),
        [
            ("illegal", 422, "empty_source"),
            ("code", 400, "code_bad_letter"),
            ("notation", 400, "malformed_command"),
        ],
    )
    def test_of_the_engine_keep_their_codes(self, what, status, code):
        check(Caller().get(f"/raise/{what}"), status, code)

    def test_of_serializers_name_the_field(self):
        answer = Caller().get("/raise/drf")
        check(answer, 400, "invalid_input")
        assert answer["errors"] == [{"field": "a.b", "code": "invalid", "detail": "bad", "params": {}}]

    def test_of_the_framework_have_codes_too(self):
        check(Caller().get("/raise/parse"), 400, "malformed_body")
        throttled = Caller().get("/raise/throttled")
        check(throttled, 429, "rate_limited")
        assert throttled.headers["Retry-After"] == "7"

    def test_that_nobody_wrote_words_for_are_ours(self):
        check(Caller().get("/raise/unworded"), 500, "internal_error")

    def test_do_not_break_good_answers(self):
        assert Client().get("/api/v1/plain").content == b"ok"


class TestCsrf:
    def test_failing_in_djangos_middleware_is_a_problem_under_api(self):
        response = Client(enforce_csrf_checks=True).post("/api/v1/plain")
        assert (response.status_code, json.loads(response.content)["code"]) == (403, "csrf_failed")

    def test_failing_elsewhere_is_a_page(self):
        response = Client(enforce_csrf_checks=True).post("/admin/login/")
        assert (response.status_code, response.headers["Content-Type"].split(";")[0]) == (403, "text/html")


class TestHandlers:
    def test_are_djangos_and_ours_by_address(self, rf):
        api, page = rf.get("/api/v1/x"), rf.get("/x")
        for handler, status in [(problems.server_error, 500), (problems.not_found, 404)]:
            assert handler(api).headers["Content-Type"] == problems.MEDIA_TYPE
            assert handler(api).status_code == handler(page).status_code == status
        for told, code in [(problems.bad_request, 400), (problems.permission_denied, 403)]:
            assert told(api, Exception()).headers["Content-Type"] == problems.MEDIA_TYPE
            assert told(api, Exception()).status_code == told(page, Exception()).status_code == code


class TestLanguage:
    @pytest.mark.parametrize(
        ("asked", "title"),
        [
            ("", "Not signed in"),
            ("ko", "로그인하지 않음"),
            ("ja-JP,en;q=0.5", "サインインしていません"),
            ("ru", "Вход не выполнен"),
            ("zh-Hant", "尚未登入"),
            ("zh-TW", "尚未登入"),
            ("zh-HK", "尚未登入"),
            ("de, ko;q=0.4", "로그인하지 않음"),
            ("xx-nonsense;q=@", "Not signed in"),
        ],
    )
    def test_is_that_of_accept_language(self, asked, title):
        answer = Caller().get("/me", **({"Accept-Language": asked} if asked else {}))
        assert (answer["title"], answer["code"]) == (title, "unauthenticated")

    def test_covers_field_errors_and_serializers(self):
        body = {
            "name": 5,
            "password": None,
            "email": "x",
            "session": "a",
            "locale": "q",
            "bot": 1,
            "hat": 1,
        }
        caller = new_caller(scopes=("profile",))
        for language in ("ko", "zh-Hant", "ja", "ru"):
            asked = {"Accept-Language": language}
            unknown = Caller().post("/auth/register", body, **asked)
            answers = [
                unknown,
                Caller().post(
                    "/auth/register", {name: body[name] for name in body if name != "hat"}, **asked
                ),
                Caller().post("/auth/register", {"name": ""}, **asked),
                Caller().post("/auth/register", {"name": "x" * 401, "password": "short"}, **asked),
                caller.call("PATCH", "/me", {"preferences": []}, **asked),
                caller.call("PATCH", "/me", {"preferences": {"A": 1}}, **asked),
                caller.post("/me/tokens", {"name": "x", "scopes": [], "expires_at": "x"}, **asked),
                caller.post("/me/tokens", {"name": "x", "scopes": "play"}, **asked),
            ]
            for answer in answers:
                assert answer.status == 400
                details = [error["detail"] for error in answer["errors"]]
                assert details
                assert [detail for detail in details if detail.isascii()] == []


ROOT = Path(settings.BASE_DIR)
SOURCES = [
    file for app in ("games", "leaderboards", "players") for file in sorted((ROOT / app).rglob("*.py"))
]


def subclasses(of):
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


class TestTable:
    def test_has_every_code_of_the_api_contract(self):
        codes = [
            "malformed_command",
            "unknown_column",
            "bad_count",
            "same_column",
            "empty_source",
            "card_face_down",
            "not_a_run",
            "onto_ace",
            "king_needs_empty_column",
            "rank_mismatch",
            "no_auto_target",
            "stock_empty",
            "deal_empty_column",
            "nothing_to_undo",
            "game_over",
            "seq_conflict",
            "too_many_actions",
            "daily_not_open",
            "daily_closed",
            "daily_void",
            "daily_not_ready",
            "replay_locked",
            "not_found",
            "unauthenticated",
            "insufficient_scope",
            "rate_limited",
            "solver_busy",
            "idempotency_key_reused",
        ]
        assert [code for code in codes if code not in KINDS] == []

    def test_has_every_code_that_the_apps_raise(self):
        raised = {each.code for each in subclasses(DomainError) if each.__module__.split(".")[0] != "tests"}
        assert raised - set(KINDS) == set()

    def test_has_words_for_every_field_error_that_the_apps_raise(self):
        raised = set()
        for source in SOURCES:
            for node in ast.walk(ast.parse(source.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and getattr(node.func, "id", "") == "FieldError"
                    and len(node.args) > 1
                ):
                    code = node.args[1]
                    raised |= {code.value} if isinstance(code, ast.Constant) else set()
        assert "wrong_password" in raised
        assert raised - set(FIELD_MESSAGES) == set()

    def test_has_plausible_statuses(self):
        assert {kind.status for kind in KINDS.values()} <= {
            400,
            401,
            403,
            404,
            405,
            406,
            409,
            412,
            413,
            415,
            422,
            429,
            500,
            503,
        }

    def test_is_explained_where_a_type_leads(self):
        for code, kind in KINDS.items():
            answer = Caller().get(f"/problems/{code}")
            assert (answer.status, answer["status"], answer["title"]) == (200, kind.status, str(kind.title))
        check(Caller().get("/problems/none"), 404, "not_found")
