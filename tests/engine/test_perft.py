"""The numbers of lines of play, counted by the engine and by a program that shares nothing with it."""

import pytest

from games import engine
from tests.engine import naive
from tests.engine.perft import Case, perft, read_cases
from tests.engine.tables import moves

CASES = read_cases()

pytestmark = pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])


def naive_table(case: Case) -> naive.Table:
    variant = engine.variant(case.variant)
    return naive.read(case.text, case.stock, deals_when_short=variant.deals_when_short)


def test_engine_counts_as_recorded(case):
    position = case.position()
    assert {depth: perft(position, depth) for depth in case.counts} == case.counts
    assert position.text() == case.text


def test_naive_program_counts_the_same(case):
    """Only as deep as is done in a moment; the recorded counts came from it, all of them."""
    table = naive_table(case)
    shallow = {depth: count for depth, count in case.counts.items() if depth <= 4 and count <= 150}
    assert {depth: naive.perft(table, depth) for depth in shallow} == shallow


def test_positions_and_order_of_moves_agree_after_each_move(case):
    position, table = case.position(), naive_table(case)
    legal = naive.legal(table)
    assert moves(position) == legal
    for token in legal:
        position.push(engine.parse_move(token))
        after = naive.after(table, token)
        assert position.text() == naive.write(after)
        assert moves(position) == naive.legal(after)
        position.pop()
