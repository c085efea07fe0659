"""Position text and what is refused as one; what a player may see of a position."""

import random
from collections import Counter

import pytest

from games import engine
from tests.engine.tables import moves, play, wander

SPIDERETTE = engine.variant("spiderette-4")
DEAL = engine.Deal.from_number(SPIDERETTE, 35)
TEXT = DEAL.opening().text()


class TestParse:
    def test_takes_the_last_cards_of_the_whole_stock_for_those_to_come(self):
        position = engine.Position.parse(SPIDERETTE, TEXT, DEAL.stock)
        play(position, "+")
        again = engine.Position.parse(SPIDERETTE, position.text(), DEAL.stock)
        assert again.stock == position.stock == DEAL.stock[14:]
        assert again.text() == position.text()

    def test_reads_the_position_with_no_card_left_as_won(self):
        won = engine.Position.parse(SPIDERETTE, "|||||| #0", DEAL.stock)
        assert won.is_won
        assert won.sequences == 4
        assert won.observation().foundations == ("S", "H", "D", "C")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "||||||",
            "|||||| #",
            "|||||| #00",
            "|||||| #-1",
            "|||||| # 0",
            "|||||| #0 ",
            "|||||| #0\n",
            "|||||| #٠",  # a digit of another script
            "|||||| #" + "9" * 5000,
            TEXT.replace("|", "/"),
            TEXT.replace("|", "| ", 1),
            TEXT + "#24",
            TEXT[1:],
            "QX" + TEXT[2:],
            "1S" + TEXT[2:],
            "qS" + TEXT[2:],
            "Qs" + TEXT[2:],
            "qs" + TEXT[2:],  # nothing lies on it, so it would have turned up
            TEXT.replace("|", "Sqs|", 1),
            "KSqs" + TEXT[2:],  # face up under face down
        ],
    )
    def test_refuses_what_is_no_position(self, text):
        with pytest.raises(engine.InvalidPositionError, match="not the text of a position"):
            engine.Position.parse(SPIDERETTE, text, DEAL.stock)

    @pytest.mark.parametrize(
        ("text", "stock", "reason"),
        [
            (TEXT.partition("|")[2], DEAL.stock, "6 columns"),
            (TEXT.replace("|", "||", 1), DEAL.stock, "8 columns"),
            (TEXT, DEAL.stock[2:], "24 cards left"),
            (TEXT, "", "24 cards left"),
            (TEXT, DEAL.stock[:-2] + "QX", "24 cards left"),
            (TEXT, DEAL.stock.lower(), "24 cards left"),
            (TEXT.replace("#24", "#23"), DEAL.stock, "whole sequences"),
            ("|||||| #23", DEAL.stock, "whole sequences"),
            ("KS" * 13 + TEXT, DEAL.stock, "whole sequences"),
        ],
    )
    def test_says_what_else_is_wrong(self, text, stock, reason):
        with pytest.raises(engine.InvalidPositionError, match=reason):
            engine.Position.parse(SPIDERETTE, text, stock)

    def test_reads_a_layout_that_no_deal_gives(self):
        spider = engine.Deal.from_number(engine.variant("spider-2"), 3)
        columns = list(spider.opening().columns)
        columns[1], columns[9] = columns[9], columns[1]
        text = "|".join(columns) + " #50"
        assert engine.Position.parse(spider.variant, text, spider.stock).text() == text


class TestCheckCards:
    def test_refuses_a_card_too_many(self):
        position = engine.Position.parse(SPIDERETTE, "4S" + TEXT[2:], DEAL.stock)
        with pytest.raises(engine.InvalidPositionError, match="not those of spiderette-4"):
            position.check_cards()

    def test_refuses_suits_that_the_variant_has_not(self):
        one = engine.variant("spiderette-1")
        position = engine.Position.parse(one, TEXT, DEAL.stock)
        with pytest.raises(engine.InvalidPositionError):
            position.check_cards()

    def test_refuses_missing_cards_that_are_no_sequence(self):
        thirteen_gone = engine.Position(SPIDERETTE, ["KSKHKDKC"] + ["QSQHQDQC"] * 2 + [""] * 4, "")
        with pytest.raises(engine.InvalidPositionError):
            thirteen_gone.check_cards()


class TestObservation:
    def test_counts_hidden_cards_and_names_the_others(self):
        position = DEAL.opening()
        assert position.text() == "7H|ks5S|5c6dTC|jc3d4c8H|3cqh7c7d2S|2c3hahqcasJS|8s7skd5djh2hTS #24"
        play(position, "ad1", "fa1")
        assert position.observation().as_json() == {
            "stock": {"cards": 24, "deals_left": 4, "can_deal": True},
            "columns": [
                {"down": 0, "up": ["JS"]},
                {"down": 1, "up": ["5S"]},
                {"down": 2, "up": ["TC"]},
                {"down": 3, "up": ["8H", "7H"]},
                {"down": 4, "up": ["2S"]},
                {"down": 4, "up": ["AS"]},
                {"down": 6, "up": ["TS"]},
            ],
            "foundations": [],
        }

    def test_shows_an_empty_column_and_that_it_forbids_the_stock_deal(self):
        position = DEAL.opening()
        play(position, "ad1")
        seen = position.observation().as_json()
        assert seen["columns"][0] == {"down": 0, "up": []}
        assert seen["stock"] == {"cards": 24, "deals_left": 4, "can_deal": False}

    @pytest.mark.parametrize(
        ("name", "deals"), [("spider-1", [5, 4, 3, 2, 1, 0]), ("spiderette-2", [4, 3, 2, 1, 0])]
    )
    def test_counts_the_stock_deals_that_are_left(self, name, deals):
        position = engine.Deal.from_number(engine.variant(name), 5).opening()
        counted = [position.observation().deals_left]
        while position.can_deal():
            position.push(engine.STOCK_DEAL)
            counted.append(position.observation().deals_left)
        assert counted == deals

    def test_lists_the_suits_of_the_foundations_without_any_history(self):
        twelve = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
        rest = ["".join(r + s for r in reversed(engine.RANKS)) for s in "SHSHSH"]
        position = engine.Position(
            engine.variant("spider-2"),
            ["AH", twelve.replace(" ", ""), *rest, "", ""],
            "",
        )
        assert position.observation().foundations == ("S",)
        position.play(engine.parse_move("ab1"))
        assert position.observation().foundations == ("S", "H")


class TestWhatIsHidden:
    """Two positions that look the same must answer the same, whatever lies face down."""

    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_changes_no_answer_before_it_turns_up(self, name):
        variant = engine.variant(name)
        for number in range(6):
            position = wander(engine.Deal.from_number(variant, number).opening(), 10 + 15 * number, number)
            other = with_other_hidden_cards(position, number)
            assert other.observation() == position.observation()
            assert moves(other) == moves(position)
            assert other.notices() == position.notices()
            assert (other.is_stuck, other.is_won) == (position.is_stuck, position.is_won)
            assert repr(other) == repr(engine.Position(variant, position.columns, position.stock))
            for move in every_move(variant):
                assert answer(other, move) == answer(position, move)

    def test_shows_in_no_repr(self):
        position = DEAL.opening()
        # Single cards are too short to look for: "AS" is in many a word.
        in_row = [DEAL.cards[at : at + 4] for at in range(0, 102, 2)]
        in_column = [
            column[at : at + 4] for column in position.columns for at in range(0, len(column) - 2, 2)
        ]
        for text in (repr(position), repr(DEAL)):
            assert not any(two.upper() in text.upper() for two in in_row + in_column)


def with_other_hidden_cards(position: engine.Position, seed: int) -> engine.Position:
    """Return what looks like *position*, with its face-down cards and its stock shuffled."""
    hidden = engine.split_cards(position.stock)
    for column in position.columns:
        hidden += [card.upper() for card in engine.split_cards(column) if card.islower()]
    shuffled = hidden.copy()
    random.Random(seed).shuffle(shuffled)
    assert Counter(shuffled) == Counter(hidden)
    left = iter(shuffled)
    stock = "".join(next(left) for _ in range(position.stock_count))
    columns = [
        "".join(next(left).lower() if card.islower() else card for card in engine.split_cards(column))
        for column in position.columns
    ]
    return engine.Position(position.variant, columns, stock)


def every_move(variant: engine.Variant) -> list[engine.Move]:
    columns = range(variant.columns)
    return [engine.STOCK_DEAL] + [
        engine.Move(a, b, n) for a in columns for b in columns for n in range(1, 14)
    ]


def answer(position: engine.Position, move: engine.Move) -> object:
    """Return what a player is told who asks for *move*, a legal one's consequences apart."""
    try:
        engine.Position(position.variant, position.columns, position.stock).play(move)
    except engine.IllegalMoveError as error:
        refused: object = (error.code, error.params, str(error))
    else:
        refused = None
    if not move.count:
        return refused
    try:
        return refused, position.best_column(move.source, move.count)
    except engine.IllegalMoveError as error:
        return refused, error.code, error.params
