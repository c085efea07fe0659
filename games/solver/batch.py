"""Many positions, one after the other or in several processes: what the commands stand on."""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from games import engine
from games.solver.types import Goal, Limits, Result

_NUMBERS = re.compile(r"([0-9]{1,10})(?:-([0-9]{1,10}))?")


@dataclass(frozen=True, slots=True)
class Case:
    """A position to solve, by texts, so that it can be sent to another process."""

    id: str
    variant: str
    start: str
    stock: str

    def position(self) -> engine.Position:
        """Return the position.

        Raises:
            engine.EngineError: the texts are not those of a position.
        """
        return engine.Position.parse(engine.variant(self.variant), self.start, self.stock)


@dataclass(frozen=True, slots=True)
class Solved:
    """A case and what became of it."""

    case: Case
    result: Result

    def as_json(self) -> dict[str, Any]:
        """Return the object that `manage.py solve --json` prints."""
        result = self.result
        return {
            "id": self.case.id,
            "verdict": result.verdict.value,
            "moves": result.moves,
            "line": None if result.line is None else list(result.line),
            "states": result.states,
            "generated": result.generated,
            "examined": result.examined,
            "seconds": round(result.seconds, 3),
        }


def numbered_case(variant: engine.Variant, number: int) -> Case:
    """Return the opening of a numbered deal, named by its game code."""
    deal = engine.Deal.from_number(variant, number)
    position = deal.opening()
    return Case(engine.game_code(variant, number), variant.name, position.text(), position.stock)


def read_cases(what: str, variant: engine.Variant | None = None) -> list[Case]:
    """Read a game code, a deal number or range (`7`, `1-4000`) of *variant*, or a JSONL file of deals.

    Raises:
        ValueError: *what* is none of these, with a sentence for the caller; engine errors
            (`engine.EngineError`) tell what is wrong with a code or a position.
        OSError: the file cannot be read.
    """
    numbers = _NUMBERS.fullmatch(what)
    if numbers is not None:
        if variant is None:
            raise ValueError("a deal number needs --variant")
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        return [numbered_case(variant, number) for number in range(first, last + 1)]
    if Path(what).is_file():
        lines = Path(what).read_text(encoding="utf-8").splitlines()
        return [_case(line, place) for place, line in enumerate(lines, start=1) if line.strip()]
    if not re.fullmatch(r"\s*\w+-\w+-\w+\s*", what):
        raise ValueError(f"{what} is not a game code, a deal number, or a file")
    return [numbered_case(*engine.parse_game_code(what))]


def _case(line: str, place: int) -> Case:
    try:
        item = json.loads(line)
        case = Case(str(item["id"]), item["variant"], item["start"], item["stock"])
        case.position()
    except (ValueError, KeyError, TypeError, engine.EngineError) as error:
        raise ValueError(f"line {place} is not a deal: {error}") from error
    return case


def solve_case(case: Case, limits: Limits, goal: Goal, seed: int) -> Solved:
    """Solve one case. Runs in a worker process, so the compiled code is only loaded here."""
    from games.solver.search import solve

    return Solved(case, solve(case.position(), limits, goal, seed))


def solve_all(
    cases: Iterable[Case],
    limits: Limits,
    *,
    goal: Goal = "first",
    seed: int = 0,
    jobs: int = 1,
    in_order: bool = False,
) -> Iterator[Solved]:
    """Yield each case as it finishes: with one job or *in_order* in the order of the cases.

    What is found for a case does not depend on the number of jobs.
    """
    work = partial(solve_case, limits=limits, goal=goal, seed=seed)
    if jobs == 1:
        yield from map(work, cases)
        return
    # Spawned, not forked: the parent may hold threads and database connections.
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, cases) if in_order else pool.imap_unordered(work, cases)
