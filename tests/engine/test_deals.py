"""The shuffle: the same deals for ever, evenly spread, and the layout that comes of them."""

import hashlib
import json
import math
from pathlib import Path

import pytest

from games import engine

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "shuffle-vectors.json").read_text())


def deal(game: str, kind: str, key: int | str, suits: int = 4) -> engine.Deal:
    variant = engine.variant(f"{game}-{suits}")
    if isinstance(key, int):
        assert kind == "number"
        return engine.Deal.from_number(variant, key)
    return engine.Deal.from_seed(variant, bytes.fromhex(key))


class TestTheShuffle:
    @pytest.mark.parametrize(
        "vector", VECTORS["vectors"], ids=lambda v: f"{v['game']}-{v['kind']}-{v['key']}"[:30]
    )
    def test_gives_the_published_vectors(self, vector):
        cards = deal(vector["game"], vector["kind"], vector["key"]).cards
        assert cards[:20] == vector["first_ten"]
        assert hashlib.sha256(cards.encode()).hexdigest()[:16] == vector["sha256_16"]

    @pytest.mark.parametrize(("game", "number"), [("spider", 4480551), ("spiderette", 4297389)])
    def test_skips_the_words_that_would_favour_small_remainders(self, game, number):
        """Without the skip these two numbers, and no lower ones, would deal something else."""
        skipping = deal(game, "number", number)
        assert plain_shuffle(skipping.variant, number, skip=True) == skipping.cards
        assert plain_shuffle(skipping.variant, number, skip=False) != skipping.cards

    @pytest.mark.parametrize("game", ["spider", "spiderette"])
    @pytest.mark.parametrize("key", [0, 35, 4480551, "0f" * 32])
    def test_puts_the_ranks_in_the_same_places_whatever_the_suits(self, game, key):
        kind = "number" if isinstance(key, int) else "seed"
        by_suits = {suits: deal(game, kind, key, suits).cards for suits in (1, 2, 4)}
        assert len({cards[::2] for cards in by_suits.values()}) == 1
        assert set(by_suits[1][1::2]) == {"S"}
        # The copy of the deck gives the suit: even S, odd H; or S, H, D, C by four.
        assert by_suits[2][1::2] == by_suits[4][1::2].replace("D", "S").replace("C", "H")

    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_deals_every_card_of_the_deck_once(self, name):
        variant = engine.variant(name)
        for number in (0, 1, 77, engine.LARGEST_NUMBER):
            cards = engine.Deal.from_number(variant, number).cards
            assert sorted(engine.split_cards(cards)) == sorted(variant.deck)

    def test_tells_games_kinds_and_keys_apart(self):
        spider, spiderette = engine.variant("spider-4"), engine.variant("spiderette-4")
        made = [
            engine.Deal.from_number(spider, 0).cards,
            engine.Deal.from_number(spider, 1).cards,
            engine.Deal.from_seed(spider, bytes(32)).cards,
            engine.Deal.from_number(spiderette, 0).cards,
            engine.Deal.from_seed(spiderette, bytes(32)).cards,
            engine.Deal.from_seed(spiderette, bytes(31) + b"\x01").cards,
        ]
        assert len(set(made)) == len(made)

    @pytest.mark.parametrize("number", [-1, 2**32])
    def test_knows_no_number_outside_32_bits(self, number):
        with pytest.raises(ValueError, match="not a deal number"):
            engine.Deal.from_number(engine.variant("spider-1"), number)

    @pytest.mark.parametrize("size", [0, 31, 33])
    def test_takes_seeds_of_32_bytes_only(self, size):
        with pytest.raises(ValueError, match="32 bytes"):
            engine.Deal.from_seed(engine.variant("spider-1"), bytes(size))


def plain_shuffle(variant: engine.Variant, number: int, *, skip: bool) -> str:
    """The shuffle written once more from its description, with or without the skipped words."""
    cards = list(variant.deck)
    words: list[int] = []
    for block in range(20):
        text = f"orbweaver/1/{variant.game}/number/".encode()
        digest = hashlib.sha256(text + number.to_bytes(4, "big") + block.to_bytes(4, "big")).hexdigest()
        words += [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
    for last in reversed(range(1, len(cards))):
        word = words.pop(0)
        while skip and word >= 2**32 // (last + 1) * (last + 1):
            word = words.pop(0)
        j = word % (last + 1)
        cards[last], cards[j] = cards[j], cards[last]
    return "".join(cards)


class TestUniformity:
    """Chi-square over the first numbers: fixed, so neither luck nor a retry can pass it.

    The bound of 4.5 standard deviations of the statistic is met by a fair shuffle in all but
    a few of a million such tests; a swap that is one off misses it by hundreds.
    """

    @pytest.mark.parametrize(("game", "deals"), [("spiderette", 6000), ("spider", 3000)])
    def test_puts_each_card_in_each_place_equally_often(self, game, deals):
        variant = engine.variant(f"{game}-4")
        names = sorted(set(variant.deck))
        places = variant.card_count
        counts = {name: [0] * places for name in names}
        following = dict.fromkeys(range(len(names)), 0)
        index = {name: at for at, name in enumerate(names)}
        for number in range(deals):
            cards = engine.split_cards(engine.Deal.from_number(variant, number).cards)
            for place, card in enumerate(cards):
                counts[card][place] += 1
            for card, following_card in zip(cards[::2], cards[1::2], strict=True):
                following[(index[following_card] - index[card]) % len(names)] += 1
        copies = variant.card_count // len(names)
        expected = deals * copies / places
        statistic = sum((count - expected) ** 2 / expected for row in counts.values() for count in row)
        # Each row and each column of the table has a fixed sum. A cell's variance falls short
        # of a Poisson's by its share of a place, which places / (places - 1) makes good.
        assert_plausible(statistic * (places - 1) / places, (len(names) - 1) * (places - 1))

        pairs = deals * places // 2
        chances = [(copies - (step == 0)) / (places - 1) for step in following]
        statistic = sum(
            (count - pairs * chance) ** 2 / (pairs * chance)
            for count, chance in zip(following.values(), chances, strict=True)
            if chance
        )
        assert following[0] == 0 or copies > 1
        assert_plausible(statistic, sum(chance > 0 for chance in chances) - 1)


def assert_plausible(statistic: float, freedom: int) -> None:
    deviations = (statistic - freedom) / math.sqrt(2 * freedom)
    assert abs(deviations) < 4.5, f"{deviations:+.1f} standard deviations"


class TestTheOpening:
    def test_of_spiderette_is_dealt_row_by_row(self):
        made = deal("spiderette", "number", 35)
        c = engine.split_cards(made.cards)
        rows = [c[0:7], c[7:13], c[13:18], c[18:22], c[22:25], c[25:27], c[27:28]]
        expected = []
        for column in range(7):
            # Row r gives its first card to column r: each row is one shorter, from the left.
            cards = [rows[row][column - row] for row in range(column + 1)]
            expected.append("".join(card.lower() for card in cards[:-1]) + cards[-1])
        opening = made.opening()
        assert opening.text() == "|".join(expected) + " #24"
        assert opening.stock == made.stock == "".join(c[28:])

    def test_of_spider_gives_the_first_four_columns_a_sixth_card(self):
        made = deal("spider", "number", 35, suits=2)
        c = engine.split_cards(made.cards)
        expected = []
        for column in range(10):
            cards = c[column:50:10] + ([c[50 + column]] if column < 4 else [])
            expected.append("".join(card.lower() for card in cards[:-1]) + cards[-1])
        assert made.opening().text() == "|".join(expected) + " #50"
        assert made.stock == "".join(c[54:])

    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_has_the_sizes_of_the_variant_with_one_card_up_in_each_column(self, name):
        variant = engine.variant(name)
        seen = engine.Deal.from_number(variant, 9).opening().observation()
        assert [column.down + 1 for column in seen.columns] == list(variant.column_sizes)
        assert all(len(column.up) == 1 for column in seen.columns)
        assert (seen.stock_count, seen.foundations) == (variant.stock_size, ())


class TestFromText:
    def test_reads_the_cards_of_a_deal(self):
        made = deal("spider", "number", 3, suits=2)
        assert engine.Deal.from_text(made.variant, made.cards) == made

    @pytest.mark.parametrize(
        "change",
        [
            lambda cards: cards[2:],
            lambda cards: cards + "S",
            lambda cards: cards.lower(),
            lambda cards: cards[:-2] + cards[:2],
            lambda cards: cards[1:] + cards[0],
            lambda cards: cards[:0],
        ],
    )
    def test_refuses_other_cards_than_the_variants(self, change):
        made = deal("spiderette", "number", 3)
        with pytest.raises(engine.InvalidPositionError, match="not the 52 cards of spiderette-4"):
            engine.Deal.from_text(made.variant, change(made.cards))


class TestCommitment:
    def test_gives_the_published_vector(self):
        given = VECTORS["commitment"]
        made = engine.commitment(given["date"], given["variant"], bytes.fromhex(given["seed"]))
        assert made == "sha256:" + given["sha256"]

    def test_depends_on_each_of_its_parts(self):
        made = {
            engine.commitment("2026-11-29", "spider-4", bytes(32)),
            engine.commitment("2026-11-30", "spider-4", bytes(32)),
            engine.commitment("2026-11-29", "spider-2", bytes(32)),
            engine.commitment("2026-11-29", "spider-4", bytes(31) + b"\x01"),
        }
        assert len(made) == 4
