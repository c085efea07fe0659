"""No answer tells of a card that lies face down, nor of a seed, before its time."""

from __future__ import annotations

import logging
import re

import pytest

from games import engine
from games.models import DailySecret, Game
from tests import playing
from tests.playing import illegal_token, new_caller, new_daily

pytestmark = pytest.mark.django_db

CARD = re.compile("(?<![A-Za-z0-9_-])[A2-9TJQK][SHDC](?![A-Za-z0-9_-])")

CARDS = re.compile("(?:[a2-9tjqk][shdc]){4}", re.IGNORECASE)
"""Several cards in one word, as a deal or a position is written."""


class Eavesdropper:
    """Whoever reads every byte that leaves the server, and the log besides."""

    def __init__(self, *public):
        self.shown = set()
        self.public = public
        """Texts of random letters and digits that are nobody's secret: ids, commitments."""

    def hear(self, answer, position):
        """Check one answer, given after *position* was reached, against all that may be known by then."""
        for column in position.observation().columns:
            self.shown.update(column.up)
        self.check(everything(answer))

    def check(self, text):
        for known in self.public:
            text = text.replace(known, "")
        assert not CARDS.search(text), text
        assert set(CARD.findall(text)) <= self.shown, text


def everything(answer):
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return headers + "\n" + answer.response.content.decode()


def dealt_once(variant):
    """A won line of a deck without doubles: a card's name tells which it is."""
    return playing.won_line(variant, kind="planned")


class TestAWholeGame:
    def test_never_shows_a_card_before_it_turns_up(self, caplog):
        caplog.set_level(logging.DEBUG)
        alice, won = new_caller(), dealt_once("spiderette-4")
        seed = bytes(range(32))
        daily = new_daily(variant="spiderette-4", seed=seed)
        position = won.deal.opening()
        game = alice.start_daily(daily)["id"]
        spy = Eavesdropper(game, daily.commitment)
        playing.lay_out(game, won.deal)
        path = f"/games/{game}"
        address = f"/dailies/{daily.date.isoformat()}/{daily.variant}"
        seq = 0

        def look():
            for suffix in ("", "?include=legal_moves", "/result", "/replay", "/hint"):
                spy.hear(alice.get(path + suffix), position)
            spy.hear(alice.get("/me/games"), position)
            refused = [illegal_token(position), "aa1", "?", "ja1", "ab14", 7]
            refused += [{"type": "auto", "from": column, "count": 13} for column in (1, 7)]
            for command in refused:
                spy.hear(alice.play(game, seq, command), position)
            spy.hear(alice.play(game, seq + 5, "+"), position)
            spy.hear(alice.play_all(game, seq, [illegal_token(position)], atomic=True), position)
            spy.hear(new_caller().get(path), position)

        look()
        for count, token in enumerate(won.tokens):
            position.play(engine.parse_move(token))
            answer = alice.play(game, seq, token)
            assert answer.status == 200
            spy.hear(answer, position)
            spy.hear(alice.play(game, seq, token), position)
            seq += 1
            if count % 20 == 10:
                look()
                undone = alice.play(game, seq, "-")
                spy.hear(undone, position)
                spy.hear(alice.play(game, seq + 1, token), position)
                seq += 2
        assert answer["status"] == "won"
        assert len(spy.shown) == 52  # the spy could read
        for get in (address, f"{address}/reveal", f"{address}/leaderboard", f"{address}/stats", "/dailies"):
            assert seed.hex() not in everything(alice.get(get))
        for record in caplog.records:
            text = record.getMessage()
            assert won.deal.cards not in text
            assert seed.hex() not in text

    def test_log_lines_hold_no_deal_and_no_position(self, caplog):
        caplog.set_level(logging.DEBUG)
        alice, won = new_caller(), dealt_once("spiderette-4")
        game = alice.start(type="number", variant="spiderette-4", number=1)["id"]
        playing.lay_out(game, won.deal)
        Game.objects.filter(pk=game).update(moves=7)  # so that the win is refused as a fault of ours
        alice.play_all(game, 0, won.tokens[:-1])
        answer = alice.play(game, len(won.tokens) - 1, won.tokens[-1])
        assert answer.status == 500
        shown = caplog.text + everything(answer)
        assert won.deal.cards not in shown
        assert won.deal.stock not in shown
        assert not re.search("(?:[a2-9tjqk][shdc]){3}", answer.response.content.decode())


class TestAnOpenDaily:
    def test_has_no_number_no_code_and_no_seed_anywhere(self):
        alice = new_caller()
        for variant in engine.VARIANTS:
            daily = new_daily(variant=variant)
            game = alice.start_daily(daily).body
            assert (game["number"], game["code"]) == (None, None)
        seeds = [bytes(seed) for seed in DailySecret.objects.values_list("seed", flat=True)]
        for path in ("/dailies", "/me/games", "/me/export", "/variants", "/time"):
            text = everything(alice.get(path))
            assert not any(seed.hex() in text for seed in seeds), path
            assert not any(deal in text for deal in Game.objects.values_list("deal", flat=True)), path

    def test_exports_observations_only(self):
        alice, won = new_caller(scopes=("play", "profile")), dealt_once("spiderette-4")
        daily = new_daily(variant="spiderette-4")
        game = alice.start_daily(daily)["id"]
        playing.lay_out(game, won.deal)
        spy = Eavesdropper(game, daily.commitment)
        position = won.deal.opening()
        for token in won.tokens[:5]:
            position.play(engine.parse_move(token))
            for column in position.observation().columns:
                spy.shown.update(column.up)
        alice.play_all(game, 0, won.tokens[:5])
        answer = alice.get("/me/export")
        assert answer.status == 200
        assert game in answer.response.content.decode()
        spy.hear(answer, position)
