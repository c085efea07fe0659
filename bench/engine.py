"""Print what the rules cost: `python -m bench.engine`.

Every figure is processor time, the least of many short rounds: what else the machine does
only ever adds. The budgets stand beside the two figures that have one.
"""

import time
import timeit
from collections.abc import Callable
from functools import partial

from games import engine
from tests.engine.perft import perft, read_cases
from tests.engine.tables import wander

MIDDLE = 60  # moves into the game
ROUNDS = 25


def microseconds(action: Callable[[], object], runs: int = 500) -> float:
    """Return the least processor time that one run of *action* took on average in a round."""
    return min(timeit.repeat(action, timer=time.process_time, number=runs, repeat=ROUNDS)) / runs * 1e6


def report(name: str, value: float, unit: str, budget: str = "") -> None:
    """Print one figure."""
    print(f"{name:<58} {value:>10,.1f} {unit:<8} {budget}".rstrip())


def measure(name: str) -> None:
    """Print the figures of a position in the middle of a game of the variant called *name*."""
    variant = engine.variant(name)
    deal = engine.Deal.from_number(variant, 35)
    position = wander(deal.opening(), MIDDLE, seed=3)
    text, stock = position.text(), deal.stock
    move = next(position.legal_moves())
    token = engine.move_text(move)
    log = [engine.move_text(made) for made in position.history]

    def judge() -> str:
        stored = engine.Position.parse(variant, text, stock)
        stored.play(engine.parse_move(token))
        return stored.text()

    def push_and_pop() -> None:
        position.push(move)
        position.pop()

    legal = sum(1 for _ in position.legal_moves())
    print(f"\n{name}: {text}")
    report("decode, judge and make one move, encode", microseconds(judge), "us", "budget 20")
    report(
        f"legal moves ({legal} of them)",
        microseconds(lambda: list(position.legal_moves())),
        "us",
        "budget 20",
    )
    report("decode", microseconds(lambda: engine.Position.parse(variant, text, stock)), "us")
    report("push and pop", microseconds(push_and_pop), "us")
    report("observation as JSON", microseconds(lambda: position.observation().as_json(), 100), "us")
    report("notices", microseconds(position.notices), "us")
    report("deal from a number", microseconds(lambda: engine.Deal.from_number(variant, 35), 50), "us")
    report(
        f"rebuild from a log, a move (of {len(log)})",
        microseconds(lambda: engine.rebuild(deal, log), 20) / len(log),
        "us",
    )
    report(
        f"judged replay of a log, a move (of {len(log)})",
        microseconds(lambda: engine.replay(deal, log), 20) / len(log),
        "us",
    )


def measure_perft() -> None:
    """Print how many lines of play are counted a second."""
    print("\nperft")
    for case in read_cases():
        depth = max(case.counts)
        if case.counts[depth] >= 12_000:
            position = case.position()
            seconds = microseconds(partial(perft, position, depth), runs=1) / 1e6
            report(f"{case.name}, depth {depth}", case.counts[depth] / seconds / 1000, "kn/s")


if __name__ == "__main__":
    for variant_name in ("spider-1", "spider-4", "spiderette-2"):
        measure(variant_name)
    measure_perft()
