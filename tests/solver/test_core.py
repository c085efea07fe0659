"""The compiled rules against the engine's, and the quick scores against whole ones."""

import itertools
import re
from itertools import islice

import numpy as np
import pytest

from games import engine, solver
from games.solver import core, exhaust, room
from games.solver.beam_pass import scan_arrays
from games.solver.budget import Budget
from games.solver.moves import moves_at_least
from games.solver.proof import Prover
from games.solver.shortening import rows_along
from games.solver.table import (
    CARD_WORDS,
    DEAL_CODE,
    DOWN_WORDS,
    LANES,
    Table,
    card_code,
    move_code,
    move_of,
    table_of,
)
from games.solver.types import Limits
from tests.engine.recordings import recorded_games
from tests.solver.positions import copy_of, opening, row_text, walk

VARIANTS = list(engine.VARIANTS)


def made(table: Table, move: engine.Move) -> np.ndarray:
    return rows_along(table, [move_code(move)])[1]


def scanned(table: Table, row: np.ndarray, lane: int = 0):
    """Scan a row of its own; return the results, the scan's arrays, and the score's weights."""
    col, colh = scan_arrays(table.columns)
    weights = table.weights[0 if row[2 * table.columns] < table.rules[core.R_DEALS] else 1]
    return rescanned(table, row, core.ALL_COLUMNS, lane, col, colh), (col, colh), weights


def rescanned(table: Table, row: np.ndarray, changed: int, lane: int, col: np.ndarray, colh: np.ndarray):
    """Bring the arrays of a scan up to date in some columns; return the results."""
    made = row[2 * table.columns]
    weights = table.weights[0 if made < table.rules[core.R_DEALS] else 1]
    columns = table.columns
    hashes = colh if lane == 0 else np.empty_like(colh)
    result = core.scan(
        row, changed, columns, table.down, table.down_hash[0], table.class_hash[0, made], weights, col, hashes
    )
    if lane:
        hashed = core.scan_lane(
            row, changed, columns, table.down_hash[lane], table.class_hash[lane, made], lane, col, colh
        )
        result = (result[0], hashed, *result[2:])
    return result


class TestMoves:
    @pytest.mark.parametrize("name", VARIANTS)
    def test_make_what_the_engine_makes(self, name):
        for number in range(2):
            for position in walk(name, number):
                table = table_of(position)
                assert row_text(table, table.start) == position.text()
                for move in position.legal_moves():
                    after = copy_of(position)
                    after.push(move)
                    row = made(table, move)
                    assert row_text(table, row) == after.text()
                    assert row[2 * table.columns + 1] == after.sequences
                    assert row[2 * table.columns + 2] == after.tableau_count

    def test_make_what_was_recorded_of_whole_games(self):
        for game in recorded_games()[::4]:
            position = engine.Position.parse(engine.variant(game["variant"]), game["start"], game["stock"])
            table = table_of(position)
            codes = [move_code(engine.parse_move(step["do"])) for step in game["steps"]]
            rows = rows_along(table, codes)
            for row, step in zip(rows[1:], game["steps"], strict=True):
                assert row_text(table, row) == step["state"]

    def test_are_those_that_the_engine_allows(self):
        # Without its exceptions the exhaustive search tries every move, but for moves between
        # columns that are alike: a whole column goes to no empty one of its class, and a
        # run to the first of a class only.
        for name in VARIANTS:
            for number in range(2):
                for position in islice(walk(name, number), 0, None, 4):
                    expected = set()
                    table = table_of(position)
                    classes = table.class_hash[0, 0]
                    for move in position.legal_moves():
                        source, target, count = move
                        if count and not position.column(target):
                            alike = [c for c in range(table.columns) if classes[c] == classes[target]]
                            if any(c < target and not position.column(c) for c in alike):
                                continue
                            if source in alike and len(position.column(source)) == 2 * count:
                                continue
                        expected.add(move)
                    after = copy_of(position)
                    prover = Prover(table, Limits(examined=1), pruning=False)
                    proof = prover.run(Budget(Limits(examined=1)), 1)
                    if proof.codes is not None:
                        after.play(move_of(proof.codes[0]))
                        assert after.is_won
                        continue
                    if "can_never_deal" in position.notices():
                        expected = set()
                    begin, end = prover.path.begins[0], prover.path.ends[0]
                    tried = {move_of(int(code)) for code in prover.path.choices[begin:end]}
                    assert tried <= expected
                    # What only exchanges columns that are alike leads back to the same position.
                    here = scanned(table, table.start)[0][1]
                    assert all(scanned(table, made(table, move))[0][1] == here for move in expected - tried)


class TestQuickScores:
    @pytest.mark.parametrize("name", VARIANTS)
    def test_say_what_whole_scans_say(self, name):
        for position in islice(walk(name, 1), 0, None, 3):
            table = table_of(position)
            for move in position.legal_moves():
                self.check(table, move)

    def check(self, table: Table, move: engine.Move) -> None:
        row = made(table, move)
        if move_code(move) == DEAL_CODE:
            return
        source, target, count = move
        for lane in (0, 1):
            (total, hashed, heads, ends, empties), (col, colh), weights = scanned(table, table.start, lane)
            score, new_heads, new_ends, cut, hidden_s, full, hidden_t, removed, more_empty = core.effect(
                col, colh, weights, total, heads, ends, source, target, count
            )
            if lane:
                cut, full = core.lane_effect(col, colh, lane, source, target, count, removed)
            classes = table.class_hash[lane, 0]
            with np.errstate(over="ignore"):
                new_hash = np.uint64(hashed) - colh[source, core.H_TERM] - colh[target, core.H_TERM]
                new_hash += core.mix(np.uint64(cut) ^ DOWN_WORDS[lane, hidden_s] ^ classes[source])
                new_hash += core.mix(np.uint64(full) ^ DOWN_WORDS[lane, hidden_t] ^ classes[target])
            (whole, whole_hash, whole_heads, whole_ends, whole_empties), _, _ = scanned(table, row, lane)
            assert score == whole
            assert new_hash == whole_hash
            assert (new_heads, new_ends) == (whole_heads, whole_ends)
            assert empties + more_empty == whole_empties
            assert removed == row[2 * table.columns + 1] - table.start[2 * table.columns + 1]

    def test_follow_from_those_of_the_position_before(self):
        for name in VARIANTS:
            for position in islice(walk(name, 6), 0, None, 4):
                table = table_of(position)
                for move in position.legal_moves():
                    if move == engine.STOCK_DEAL:
                        continue
                    row = made(table, move)
                    changed = 1 << move.source | 1 << move.target
                    for lane in range(LANES):
                        _, (col, colh), _ = scanned(table, table.start, lane)
                        result = rescanned(table, row, changed, lane, col, colh)
                        whole, (whole_col, whole_colh), _ = scanned(table, row, lane)
                        assert result[1:] == whole[1:]
                        assert lane or result == whole
                        # Of an empty column, and of what is under its run, some fields mean nothing.
                        full = whole_col[:, core.UP] > 0
                        assert (col[full] == whole_col[full]).all()
                        assert (colh[full] == whole_colh[full]).all()

    def test_of_stock_deals_say_what_whole_scans_say(self):
        checked = 0
        for position in walk("spider-2", 5):
            table = table_of(position)
            deals = int(table.rules[core.R_DEALS])
            if deals < 2 or not position.can_deal():
                continue
            (total, _, _, _, _), (col, colh), weights = scanned(table, table.start)
            row = made(table, engine.STOCK_DEAL)
            if row[2 * table.columns + 1] != position.sequences:
                continue
            (whole, _, _, _, _), (whole_col, whole_colh), _ = scanned(table, row)
            total += weights[core.W_DEAL]
            for column in range(table.columns):
                more, term, head, end = core.deal_effect(
                    col,
                    colh,
                    weights,
                    int(table.stock[0, column]),
                    column,
                    DOWN_WORDS[0, col[column, core.DOWN]],
                    table.class_hash[0, 1, column],
                )
                total += more
                assert term == whole_colh[column, core.H_TERM]
                assert (head, end) == (whole_col[column, core.HEAD], whole_col[column, core.END])
            assert total == whole
            checked += 1
        assert checked > 20


class TestCountsOfRoom:
    @pytest.mark.parametrize("name", VARIANTS)
    def test_are_told_apart_by_what_is_fixed(self, name):
        late = [p for number in range(4) for p in walk(name, number) if not p.stock_count]
        for position in late[::3]:
            self.check(position)
        assert len(late) > 10

    def check(self, position: engine.Position) -> None:
        table = table_of(position)
        columns = table.columns
        hashes = [scanned(table, table.start, lane)[1][1] for lane in range(LANES)]
        memory = room.arrays(columns, room.THOROUGH, lane_b=1)
        room.has_room(table.start, columns, table.down, table.rules, *hashes, memory)
        steps = memory[6]
        cards = [card_code(card) for column in position.columns for card in re.findall("..", column)]
        for lane in range(LANES):
            key = sum(int(word) for word in hashes[lane][:, core.H_ROOM])
            for column, text in enumerate(position.columns):
                key += sum(int(step) for step in steps[column, 1 : fixed_count(text) + 1, lane])
            # With all cards loose, no more than the cards is left of the key.
            assert key % 2**64 == sum(int(CARD_WORDS[lane, card]) for card in cards) % 2**64


def fixed_count(column: str) -> int:
    """Return how many cards of a column lie on a face-down card, or on one that is not the next higher."""
    cards = re.findall("..", column)
    return sum(
        under[1].islower() or card_code(under) % 16 != card_code(card) % 16 + 1
        for under, card in itertools.pairwise(cards)
    )


class TestClasses:
    def test_make_columns_alike_where_equal_cards_come_onto_them(self):
        variant = engine.variant("spiderette-4")
        for position in walk("spiderette-4", 3):
            words = table_of(position).class_hash[0, 0]
            if position.stock_count == 3:
                assert len(set(words[3:])) == 1
                assert len(set(words)) == 4
            elif position.stock_count == 0:
                assert len(set(words)) == 1
            else:
                assert len(set(words)) == variant.columns

    def test_see_no_order_of_columns_alike(self):
        variant = engine.variant("spiderette-1")
        stock = "ASASAS"
        one = engine.Position.parse(variant, self.padded("5S|6S|7S|8S|9S|TS|JS"), stock)
        other = engine.Position.parse(variant, self.padded("5S|6S|7S|JS|8S|9S|TS"), stock)
        unlike = engine.Position.parse(variant, self.padded("5S|6S|7S|8S|9S|TS|QS"), stock)
        hashes = [scanned(table_of(p), table_of(p).start)[0][1] for p in (one, other, unlike)]
        assert hashes[0] == hashes[1] != hashes[2]

    def padded(self, columns: str) -> str:
        # 7 cards and 3 in stock leave 42 missing: three more make whole sequences.
        return columns.replace("5S|", "2S3S4S5S|") + " #3"


@pytest.mark.parametrize("name", VARIANTS)
def test_no_win_is_shorter_than_the_moves_that_are_called_needed(name):
    position = opening(name, 5)
    result = solver.solve(position, Limits(examined=300_000), goal="shortest")
    assert result.line is not None
    table = table_of(position)
    moves = [move_code(engine.parse_move(token)) for token in result.line]
    deals = int(table.rules[core.R_DEALS])
    stock_left = len(position.stock) // 2
    for at, row in enumerate(rows_along(table, moves)):
        deals_left = deals - int(row[2 * table.columns])
        dealt = min((deals - deals_left) * table.columns, stock_left)
        needed = moves_at_least(row, table.columns, stock_left - dealt, deals_left)
        assert needed <= len(moves) - at
        if len(moves) - at < 3:
            # The last moves complete sequences, and are all needed.
            assert needed == len(moves) - at


def test_visited_positions_stay_known_while_their_table_grows():
    visited = np.zeros((exhaust.PARTS * 64, 2), dtype=np.uint64)
    sizes = np.full(exhaust.PARTS, 16, dtype=np.int64)
    held = np.zeros(exhaust.PARTS, dtype=np.int64)
    spare = np.zeros((64, 2), dtype=np.uint64)
    pairs = np.random.default_rng(1).integers(1, 2**64, size=(2_000, 2), dtype=np.uint64)
    for hash_a, hash_b in pairs:
        part = int(hash_a >> exhaust.PART_SHIFT)
        assert exhaust.find(visited, sizes, hash_a, hash_b) < 0
        assert exhaust.make_room(visited, sizes, held, part, spare)
        slot = ~exhaust.find(visited, sizes, hash_a, hash_b)
        visited[slot] = hash_a, hash_b
        held[part] += 1
    assert all(exhaust.find(visited, sizes, hash_a, hash_b) >= 0 for hash_a, hash_b in pairs)
    assert sizes.max() > 16
