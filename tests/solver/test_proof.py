"""Proofs against plain exhaustion, and against positions that are known to be won."""

import random
from collections import Counter

import pytest

from games import engine
from games.solver.beam_pass import run_beam
from games.solver.budget import Budget
from games.solver.proof import Prover
from games.solver.shortening import without_detours
from games.solver.table import move_of, table_of
from games.solver.types import Limits, Verdict
from tests.solver.positions import copy_of, endgame, is_winnable, late_game, opening

VARIANTS = list(engine.VARIANTS)


def prove(
    position: engine.Position, examined: int, *, plain: bool = False
) -> tuple[Verdict, list[int] | None]:
    limits = Limits(examined=examined)
    prover = Prover(table_of(position), limits, pruning=not plain)
    proof = prover.run(Budget(limits), examined)
    if proof.codes is not None:
        game = copy_of(position)
        for code in proof.codes:
            game.play(move_of(code))
        assert game.is_won
    return proof.verdict, proof.codes


def test_say_what_the_engine_alone_finds_on_small_endgames():
    chance = random.Random(4)
    counts: Counter[bool] = Counter()
    for _ in range(400):
        position = endgame(engine.variant(chance.choice(VARIANTS)), chance)
        winnable = is_winnable(position, 400)
        if winnable is None:
            continue
        for plain in (True, False):
            verdict, _ = prove(position, 100_000, plain=plain)
            if verdict.is_decided or not winnable:
                assert verdict is (Verdict.WINNABLE if winnable else Verdict.UNWINNABLE), position.text()
        counts[winnable] += 1
    # Small and won is rare; the next test has those.
    assert counts[False] > 20


def test_say_with_all_shortcuts_what_they_say_without():
    chance = random.Random(5)
    counts: Counter[Verdict] = Counter()
    for _ in range(90):
        name = chance.choice(["spiderette-4", "spiderette-4", "spiderette-4", *VARIANTS])
        position = endgame(engine.variant(name), chance)
        plain, _ = prove(position, 15_000, plain=True)
        quick, _ = prove(position, 15_000)
        if plain.is_decided and quick.is_decided:
            assert plain is quick, position.text()
            counts[plain] += 1
    assert counts[Verdict.UNWINNABLE] > 10
    assert counts[Verdict.WINNABLE] > 30


def test_say_so_too_where_little_room_is_left():
    chance = random.Random(6)
    counts: Counter[Verdict] = Counter()
    for _ in range(400):
        position = late_game(engine.variant("spiderette-4"), chance)
        quick, _ = prove(position, 2_000)
        if quick is Verdict.UNWINNABLE:
            plain, _ = prove(position, 20_000, plain=True)
            assert plain is not Verdict.WINNABLE, position.text()
            counts[plain] += 1
    assert counts[Verdict.UNWINNABLE] > 40


def test_try_more_than_to_complete_a_suit():
    # Lost, if a run always goes to the end card of its own suit where it can.
    columns = "6CKH5CAC|jhTC|2c6h5h4C|9C8H7HJCTH|KC4H|9h8C7CQCAH|qh3C3H2H #0"
    position = engine.Position.parse(engine.variant("spiderette-4"), columns, "")
    assert prove(position, 10_000)[0] is Verdict.WINNABLE


@pytest.mark.parametrize("name", VARIANTS)
def test_never_call_a_position_on_the_way_to_a_win_lost(name):
    for number in range(2):
        position = opening(name, number + 10)
        budget = Budget(Limits(examined=30_000))
        found = run_beam(table_of(position), budget, width=60, depth_limit=260, seed=number)
        for code in found.codes or []:
            assert prove(position, 1)[0] is not Verdict.UNWINNABLE, position.text()
            position.push(move_of(code))


def test_agree_on_whole_deals_without_the_shortcuts():
    # The smallest of the lost deals among the first hundred.
    for number in (4, 49):
        position = opening("spiderette-4", number)
        assert prove(position, 10_000)[0] is Verdict.UNWINNABLE
        assert prove(position, 50_000, plain=True)[0] is Verdict.UNWINNABLE


def test_go_on_where_they_stopped():
    table = table_of(opening("spiderette-4", 51))
    limits = Limits(examined=100_000)
    whole, parts = Budget(limits), Budget(limits)
    assert Prover(table, limits).run(whole, 100_000).verdict is Verdict.UNWINNABLE
    prover = Prover(table, limits)
    while prover.run(parts, 1_000).verdict is Verdict.EXAMINED_LIMIT:
        pass
    assert (whole.generated, whole.examined) == (parts.generated, parts.examined)


def test_end_when_their_memory_is_full():
    limits = Limits(examined=1_000_000, memory_bytes=400_000)
    proof = Prover(table_of(opening("spiderette-4", 25)), limits).run(Budget(limits), 1_000_000)
    assert proof.verdict is Verdict.MEMORY_LIMIT


def test_lose_their_detours():
    position = opening("spiderette-4", 309)
    verdict, codes = prove(position, 60_000)
    assert verdict is Verdict.WINNABLE
    assert codes is not None
    straight = without_detours(position, [*codes])
    assert len(straight) <= len(codes)
    game = copy_of(position)
    for code in straight:
        game.play(move_of(code))
    assert game.is_won
    # There and back again is a detour.
    columns = "KSQSJSTS9S8S7S6S5S4S3S2S|AS|||||"
    there = engine.Position.parse(engine.variant("spiderette-1"), f"{columns} #0", "")
    assert without_detours(there, [0x121, 0x211, 0x101]) == [0x101]
