"""What can be read as a command, and what the refusal of the rest is called."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import BadCount, CommandError, MalformedCommand, UnknownColumn
from games.services.commands import Command, Kind, Submission, parse_command, parse_submission
from players.api.bodies import INTEGERS

NO_INTEGERS = [True, False, "2", 1.0, 1e9, None, [], {}, [1], "", "a", "\u0000", "٢"]


def move(**changes: Any) -> dict[str, Any]:
    return {"type": "move", "from": 3, "count": 2, "to": 5} | changes


def read(body: Any, columns: int = 10) -> Submission:
    return parse_submission(body, columns=columns)


def refusal(value: Any, columns: int = 10) -> CommandError:
    with pytest.raises(CommandError) as caught:
        parse_command(value, columns=columns)
    return caught.value


class TestTokens:
    @pytest.mark.parametrize(
        ("token", "command"),
        [
            ("ac2", Command(Kind.MOVE, 0, 2, 2)),
            ("ja13", Command(Kind.MOVE, 9, 0, 13)),
            ("aa1", Command(Kind.MOVE, 0, 0, 1)),
            ("+", Command(Kind.DEAL)),
            ("-", Command(Kind.UNDO)),
        ],
    )
    def test_are_read(self, token, command):
        assert parse_command(token, columns=10) == command

    @pytest.mark.parametrize(
        "token",
        ["", " ", "ac", "ac0", "ac02", "ac123", "AC2", "Ac2", "ac2 ", " ac2", "ac2\n", "ac-1", "a2c", "kc2",
         "ac٢", "++", "--", "ａc2", "deal", "undo", "give_up", "auto", "ac2\u0000", "\ud800"],
    )  # fmt: skip
    def test_have_one_spelling(self, token):
        assert refusal(token).code == "malformed_command"

    @pytest.mark.parametrize(("token", "column"), [("ha1", 8), ("ah1", 8), ("jj1", 10), ("ja99", 10)])
    def test_may_not_name_a_column_the_game_has_not(self, token, column):
        error = refusal(token, columns=7)
        assert (error.code, error.params["column"]) == ("unknown_column", column)

    @pytest.mark.parametrize("count", [14, 20, 99])
    def test_may_not_count_past_a_sequence(self, count):
        error = refusal(f"ab{count}")
        assert (error.code, error.params["count"]) == ("bad_count", count)


class TestObjects:
    @pytest.mark.parametrize(
        ("value", "command"),
        [
            (move(), Command(Kind.MOVE, 2, 4, 2)),
            (move(to=3), Command(Kind.MOVE, 2, 2, 2)),
            ({"type": "deal"}, Command(Kind.DEAL)),
            ({"type": "undo"}, Command(Kind.UNDO)),
            ({"type": "give_up"}, Command(Kind.GIVE_UP)),
            ({"type": "auto", "from": 10, "count": 13}, Command(Kind.AUTO, 9, count=13)),
            (move(score=9999, moves=1, state="KS"), Command(Kind.MOVE, 2, 4, 2)),
        ],
    )
    def test_are_read_and_other_members_passed_over(self, value, command):
        assert parse_command(value, columns=10) == command

    @pytest.mark.parametrize("member", ["from", "to", "count"])
    @pytest.mark.parametrize("value", NO_INTEGERS)
    def test_hold_integers_and_nothing_like_them(self, member, value):
        error = refusal(move(**{member: value}))
        assert (error.code, error.params["member"]) == ("malformed_command", member)

    @pytest.mark.parametrize("member", ["from", "to", "count"])
    def test_lack_no_member(self, member):
        value = move()
        del value[member]
        assert refusal(value).code == "malformed_command"

    @pytest.mark.parametrize("member", ["from", "to"])
    @pytest.mark.parametrize("column", [0, -1, 8, 11, 10**30])
    def test_may_not_name_a_column_the_game_has_not(self, member, column):
        error = refusal(move(**{member: column}), columns=7)
        assert (error.code, error.params) == ("unknown_column", {"column": column, "columns": 7})

    @pytest.mark.parametrize("count", [0, -1, 14, 10**30])
    @pytest.mark.parametrize("kind", ["move", "auto"])
    def test_count_from_1_to_13(self, kind, count):
        assert refusal(move(type=kind, count=count)).code == "bad_count"

    def test_name_the_column_before_the_count(self):
        assert refusal(move(to=11, count=14)).code == "unknown_column"

    @pytest.mark.parametrize("kind", ["Move", "", "+", "ac2", None, 1, True, ["move"], {"a": 1}, "\u0000"])
    def test_have_a_known_type(self, kind):
        assert refusal({"type": kind}).code == "malformed_command"

    @pytest.mark.parametrize("value", [None, True, 1, 1.5, [], ["ac2"], {}, {"from": 1}])
    def test_are_objects(self, value):
        assert refusal(value).code == "malformed_command"


class TestSubmissions:
    def test_hold_one_command(self):
        submission = read({"seq": 41, "command": "ch3"})
        assert (submission.seq, submission.is_batch, submission.is_atomic) == (41, False, False)
        assert submission.commands == (Command(Kind.MOVE, 2, 7, 3),)

    def test_hold_a_batch_in_order(self):
        submission = read({"seq": 0, "commands": ["ch3", {"type": "deal"}], "atomic": True})
        assert (submission.is_batch, submission.is_atomic) == (True, True)
        assert [command.kind for command in submission.commands] == [Kind.MOVE, Kind.DEAL]

    @pytest.mark.parametrize(
        "body",
        [None, [], "ch3", 1, True, {}, {"seq": 0}, {"command": "+"},
         {"seq": 0, "command": "+", "commands": ["+"]},
         {"seq": 0, "commands": ["+"], "atomic": 1}, {"seq": 0, "commands": ["+"], "atomic": None},
         {"seq": 0, "commands": "+"}, {"seq": 0, "commands": {}}, {"seq": 0, "commands": []}],
    )  # fmt: skip
    def test_of_another_shape_are_refused(self, body):
        with pytest.raises(MalformedCommand):
            read(body)

    @pytest.mark.parametrize("seq", NO_INTEGERS)
    def test_are_made_on_an_integer_seq(self, seq):
        with pytest.raises(MalformedCommand):
            read({"seq": seq, "command": "+"})

    def test_hold_at_most_200_commands(self):
        assert len(read({"seq": 0, "commands": ["+"] * 200}).commands) == 200
        with pytest.raises(MalformedCommand):
            read({"seq": 0, "commands": ["+"] * 201})

    def test_of_which_any_is_unreadable_are_refused_whole(self):
        with pytest.raises(MalformedCommand) as caught:
            read({"seq": 0, "commands": ["+", "+", 7]})
        assert caught.value.params["index"] == 2

    def test_name_the_gravest_fault_first(self):
        with pytest.raises(MalformedCommand):
            read({"seq": 0, "commands": ["ab14", "ja1", "?"]}, columns=7)
        with pytest.raises(UnknownColumn):
            read({"seq": 0, "commands": ["ab14", "ja1"]}, columns=7)
        with pytest.raises(BadCount):
            read({"seq": 0, "commands": ["ab1", "ab14"]}, columns=7)

    def test_are_the_same_however_they_are_spaced(self):
        one = read(json.loads('{"seq": 1, "command": {"type": "move", "from": 1, "count": 1, "to": 2}}'))
        two = read(json.loads('{"command":{"to":2,"from":1,"type":"move","count":1},"seq":1}'))
        assert one == two

    def test_differ_when_anything_in_them_does(self):
        bodies = [
            {"seq": 1, "command": "ab1"},
            {"seq": 1, "command": "ab2"},
            {"seq": 2, "command": "ab1"},
            {"seq": 1, "commands": ["ab1"]},
            {"seq": 1, "commands": ["ab1"], "atomic": True},
            {"seq": 1, "commands": ["ab1", "+"]},
        ]
        assert len({read(body).digest for body in bodies}) == len(bodies)

    @given(
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers(INTEGERS.start, INTEGERS.stop - 1)
            | st.floats()
            | st.text(max_size=4),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
            ),
            max_leaves=8,
        )
    )
    def test_of_any_json_are_read_or_refused(self, value):
        bodies = [
            value,
            {"seq": value, "command": "+"},
            {"seq": 0, "command": value},
            {"seq": 0, "commands": value},
            {"seq": 0, "command": {"type": "move", "from": value, "to": 1, "count": 1}},
        ]
        for body in bodies:
            try:
                read(body)
            except CommandError as error:
                json.dumps(error.params).encode()
