"""The cast of tests that play: alice, a game of hers, and the line that wins it."""

from __future__ import annotations

import pytest

from tests.playing import Caller, Line, begin, new_caller, won_line


@pytest.fixture
def alice(db: None) -> Caller:
    """An account with a token."""
    return new_caller()


@pytest.fixture
def won() -> Line:
    """A recorded win of one-suit Spiderette."""
    return won_line()


@pytest.fixture
def game(alice: Caller, won: Line) -> str:
    """The id of a practice game of alice's that the line of `won` wins."""
    return begin(alice, won.deal)
