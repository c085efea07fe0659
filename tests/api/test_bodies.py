"""Bodies that must not get in, at an ordinary address and at that of commands."""

import contextlib
import json
from io import BytesIO

import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from config.wsgi import application
from players.api.bodies import BODY_LIMIT, DEPTH_LIMIT, read_json_object
from players.errors import BodyTooLarge, MalformedBody
from players.models import Player
from tests.playing import Caller

BAD = {
    "nothing": (b"", "empty"),
    "spaces": (b" \n ", "empty"),
    "no JSON": (b"{'a': 1}", "not_json"),
    "half": (b'{"a": ', "not_json"),
    "more after it": (b'{"a": 1} {"b": 2}', "not_json"),
    "comment": (b'{"a": 1} // one', "not_json"),
    "trailing comma": (b'{"a": 1,}', "not_json"),
    "byte order mark": (b'\xef\xbb\xbf{"a": 1}', "not_json"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "not_utf8"),
    "bad UTF-8": (b'{"a": "\xff"}', "not_utf8"),
    "overlong UTF-8": (b'{"a": "\xc0\x80"}', "not_utf8"),
    "surrogate in UTF-8": (b'{"a": "\xed\xa0\x80"}', "not_utf8"),
    "list": (b"[1]", "not_an_object"),
    "text": (b'"a"', "not_an_object"),
    "null": (b"null", "not_an_object"),
    "number": (b"1", "not_an_object"),
    "NaN": (b'{"a": NaN}', "number_not_finite"),
    "Infinity": (b'{"a": [Infinity]}', "number_not_finite"),
    "minus Infinity": (b'{"a": -Infinity}', "number_not_finite"),
    "1e999": (b'{"a": 1e999}', "number_not_finite"),
    "5,000 digits": (b'{"a": ' + b"9" * 5000 + b"}", "number_too_long"),
    "more than 64 bits": (b'{"a": 18446744073709551616}', "number_too_long"),
    "more than 64 bits below zero": (b'{"a": [-9223372036854775809]}', "number_too_long"),
    "a member twice": (b'{"a": 1, "b": {"c": 1, "c": 2}}', "duplicate_member"),
    "a text twice": (b'{"a": "x", "a": "y"}', "duplicate_member"),
    "a text, then a number": (b'{"seq": 1, "command": "+", "command": 1}', "duplicate_member"),
    "a number, then a text": (b'{"seq": 1, "command": 1, "command": "+"}', "duplicate_member"),
    "a number twice": (b'{"seq": 1, "seq": 1, "command": "+"}', "duplicate_member"),
    "null character": (b'{"a": "x\\u0000y"}', "bad_character"),
    "null character in a name": (b'{"a\\u0000": 1}', "bad_character"),
    "raw null character": (b'{"a": "x\x00y"}', "not_json"),
    "half a surrogate": (b'{"a": {"b": ["\\ud800"]}}', "bad_character"),
    "the other half": (b'{"a": "\\udc00x"}', "bad_character"),
    "deep lists": (b'{"a": ' + b"[" * 20 + b"]" * 20 + b"}", "too_deep"),
    "very deep lists": (b'{"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", "too_deep"),
    "very deep objects": (b'{"a":' * 8_000 + b"1" + b"}" * 8_000, "too_deep"),
}


class TestReadJsonObject:
    @pytest.mark.parametrize(("body", "reason"), BAD.values(), ids=BAD)
    def test_says_what_is_wrong(self, body, reason):
        with pytest.raises(MalformedBody) as refusal:
            read_json_object(body)
        assert refusal.value.params["reason"] == reason

    def test_says_where(self):
        with pytest.raises(MalformedBody) as refusal:
            read_json_object(b'{"a": 1,\n "b": x}')
        assert refusal.value.params == {"reason": "not_json", "line": 2, "column": 7}

    def test_reads_no_more_than_its_limit(self):
        fits = b'{"a": "' + b"x" * (BODY_LIMIT - 9) + b'"}'
        assert len(fits) == BODY_LIMIT
        assert len(read_json_object(fits)["a"]) == BODY_LIMIT - 9
        with pytest.raises(BodyTooLarge):
            read_json_object(fits + b" ")

    def test_takes_what_is_nested_up_to_its_limit(self):
        deep = b'{"a": ' + b"[" * (DEPTH_LIMIT - 1) + b"]" * (DEPTH_LIMIT - 1) + b"}"
        assert read_json_object(deep)["a"]
        with pytest.raises(MalformedBody):
            read_json_object(deep.replace(b"[", b"[[", 1).replace(b"]", b"]]", 1))

    def test_takes_every_integer_of_64_bits(self):
        assert read_json_object(b'{"a": [-9223372036854775808, 18446744073709551615]}') == {
            "a": [-(2**63), 2**64 - 1]
        }

    def test_takes_escapes_that_are_characters(self):
        body = b'{"a": "\\ud83d\\udc51 \\u00e9 \\\\u0000"}'
        assert read_json_object(body) == {"a": "👑 é \\u0000"}

    @given(
        st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
            st.recursive(
                st.none()
                | st.booleans()
                | st.integers(-(2**63), 2**64 - 1)
                | st.floats(allow_nan=False, allow_infinity=False)
                | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
                lambda inner: (
                    st.lists(inner, max_size=4)
                    | st.dictionaries(
                        st.text(st.characters(codec="ascii", exclude_characters="\0")), inner, max_size=4
                    )
                ),
                max_leaves=12,
            ),
            max_size=5,
        )
    )
    def test_reads_every_other_object_as_json_does(self, value):
        for ascii_only in (True, False):
            body = json.dumps(value, ensure_ascii=ascii_only).encode()
            assert read_json_object(body) == value

    @given(st.binary(max_size=200))
    def test_never_fails_in_another_way(self, body):
        with contextlib.suppress(MalformedBody):
            read_json_object(body)


@pytest.mark.django_db
class TestOverHttp:
    @pytest.mark.parametrize(("body", "reason"), BAD.values(), ids=BAD)
    def test_a_bad_body_is_a_400_problem(self, body, reason):
        answer = Caller().post("/auth/register", body)
        if not body:
            assert [error["code"] for error in answer["errors"]] == ["required", "required"]
            return
        assert (answer.status, answer["code"], answer["params"]["reason"]) == (400, "malformed_body", reason)
        assert answer["detail"]
        assert not Player.objects.exists()

    @pytest.mark.parametrize("size", [BODY_LIMIT + 1, 5_000_000])
    def test_a_large_body_is_a_413_problem(self, size):
        answer = Caller().post("/auth/register", b'{"name": "' + b"x" * size + b'"}')
        assert (answer.status, answer["code"], answer["params"]) == (
            413,
            "body_too_large",
            {"limit": BODY_LIMIT},
        )

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            (b'{"name": "x", "name": "y"}', 400, "malformed_body"),
            (b'{"name": "' + b"x" * BODY_LIMIT + b'"}', 413, "body_too_large"),
        ],
    )
    @pytest.mark.parametrize("claimed", [None, "3"])
    def test_a_body_in_chunks_is_read_as_any_other(self, body, status, code, claimed):
        environ = RequestFactory().post("/api/v1/auth/register", body, "application/json").environ
        environ |= {"wsgi.input": BytesIO(body), "HTTP_TRANSFER_ENCODING": "chunked"}
        del environ["CONTENT_LENGTH"]
        if claimed is not None:
            environ["CONTENT_LENGTH"] = claimed
        began = []

        def start(status, *_headers):
            began.append(status)

        answer = json.loads(b"".join(application(environ, start)))
        assert (began[0][:3], answer["code"]) == (str(status), code)

    @pytest.mark.parametrize(
        "path", ["/guests", "/auth/login", "/games", "/games/g_none/commands", "/me/tokens"]
    )
    def test_no_body_breaks_any_address(self, path):
        for body, _reason in BAD.values():
            assert 400 <= Caller().post(path, body).status < 500 or (path, body) == ("/guests", b"")
