"""Whole games recorded from PySolFC and checked against Aisleriot replay step for step."""

from typing import Any

import pytest

from games import engine
from tests.engine import naive
from tests.engine.recordings import recorded_games
from tests.engine.tables import moves

pytestmark = pytest.mark.parametrize("game", [pytest.param(game, id=game["id"]) for game in recorded_games()])


def opening(game: dict[str, Any]) -> engine.Position:
    return engine.Position.parse(engine.variant(game["variant"]), game["start"], game["stock"])


def expect(position: engine.Position, facts: dict[str, Any]) -> None:
    """Check what was recorded of the position that *facts* describe."""
    if "legal" in facts:
        assert sorted(set(moves(position)) - {"+"}) == facts["legal"]
    if "can_deal" in facts:
        assert position.can_deal() is facts["can_deal"]
        assert (engine.STOCK_DEAL in position.legal_moves()) is facts["can_deal"]
    if facts.get("deal_refused"):
        with pytest.raises(engine.IllegalMoveError) as refused:
            position.play(engine.STOCK_DEAL)
        assert refused.value.code in ("stock_empty", "deal_empty_column")


def test_replays_step_for_step(game):
    position = opening(game)
    assert position.text() == game["start"]
    position.check_cards()
    expect(position, game)
    for number, step in enumerate(game["steps"], start=1):
        before = position.sequences
        position.play(engine.parse_move(step["do"]))
        assert position.text() == step["state"], f"step {number}, {step['do']}"
        assert position.sequences - before == step.get("removed", 0)
        assert len(position.history) == step["moves"]
        assert engine.score(step["moves"], position.sequences) == step["score"]
        expect(position, step)
        assert position.text() == step["state"]
    position.check_cards()


def test_ends_as_recorded(game):
    position = opening(game)
    for step in game["steps"]:
        position.push(engine.parse_move(step["do"]))
    assert position.is_won is (game["end"] == "won")
    if game["end"] == "dead":
        assert position.is_stuck
        assert "no_legal_moves" in position.notices()
    if game["end"] == "refused_few_cards":
        assert not position.can_deal()
        assert "can_never_deal" in position.notices()
    if game["end"] == "won":
        assert not position.is_stuck
        assert position.notices() == []


def test_is_taken_back_step_for_step(game):
    position = opening(game)
    states = [game["start"], *(step["state"] for step in game["steps"])]
    for step in game["steps"]:
        position.push(engine.parse_move(step["do"]))
    for step, state in zip(reversed(game["steps"]), reversed(states[:-1]), strict=True):
        assert engine.move_text(position.pop()) == step["do"]
        assert position.text() == state
    assert position.sequences == 0


def test_every_other_token_is_refused_by_the_first_rule_it_breaks(game):
    variant = engine.variant(game["variant"])
    told = [step for step in game["steps"] if "legal" in step]
    # Every fourth, with the last: some 530 positions, each asked all 1,301 or 638 tokens.
    for step in told[::4] + told[-1:]:
        position = engine.Position.parse(variant, step["state"], game["stock"])
        table = naive.read(step["state"], game["stock"], deals_when_short=variant.deals_when_short)
        legal = {*step["legal"], *(["+"] if step["can_deal"] else [])}
        others = [token for token in naive.tokens(table) if token not in legal]
        told_why = {token: refusal(position, token) for token in others}
        assert told_why == {token: naive.refusal(table, token) for token in others}
        assert position.text() == step["state"]
        assert not position.has_history


def refusal(position: engine.Position, token: str) -> str | None:
    try:
        position.play(engine.parse_move(token))
    except engine.IllegalMoveError as refused:
        return refused.code
    return None


def test_effects_alone_turn_each_observation_into_the_next(game):
    """A client that only knows what it is shown must never be surprised."""
    position = opening(game)
    seen = position.observation().as_json()
    for step in game["steps"]:
        for effect in position.play(engine.parse_move(step["do"])):
            show(seen, effect.as_json())
        told = position.observation().as_json()
        assert seen["columns"] == told["columns"]
        assert sorted(seen["foundations"]) == sorted(told["foundations"])
        assert seen["stock"]["cards"] == told["stock"]["cards"]


def show(seen: dict[str, Any], effect: dict[str, Any]) -> None:
    """Change an observation by one effect, as a page would."""
    columns = seen["columns"]
    match effect["kind"]:
        case "moved":
            count = len(effect["cards"])
            source = columns[effect["from"] - 1]["up"]
            assert source[-count:] == effect["cards"]
            del source[-count:]
            columns[effect["to"] - 1]["up"] += effect["cards"]
        case "dealt":
            seen["stock"]["cards"] -= len(effect["cards"])
            for dealt in effect["cards"]:
                columns[dealt["column"] - 1]["up"].append(dealt["card"])
        case "turned_up":
            column = columns[effect["column"] - 1]
            assert column["up"] == []
            column["down"] -= 1
            column["up"].append(effect["card"])
        case "sequence_removed":
            up = columns[effect["column"] - 1]["up"]
            assert {card[1] for card in up[-13:]} == {effect["suit"]}
            del up[-13:]
            seen["foundations"].append(effect["suit"])
