"""Print what the solver reaches, next to what it must: `python -m bench.solver` (`--full`: every deal).

Deals are the numbered ones, from 1 on, and PySol's public ones. *Generated* counts positions
scored, *examined* positions expanded, all passes included. Times are processor time of one core.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from games import engine, solver
from games.solver.batch import Case, Solved, numbered_case, read_cases, solve_all

PEER_DEALS = Path(__file__).parents[1] / "tests" / "data" / "solver" / "peer-deals.jsonl"
SAMPLE = 40
SPEED_RUNS = 25
"""The best of so many short runs: another program's turn on the processor does not last through all."""
MILLION = 1_000_000

LOAD_PROGRAM = """
import time
t = time.perf_counter()
from games import engine, solver
from games.solver import search
u = time.perf_counter()
opening = engine.Deal.from_number(engine.variant('spiderette-4'), 49).opening()
search.solve(opening, solver.Limits())
print(u - t, time.perf_counter() - u)
"""
PROOF_PROGRAM = """
import resource, time
from games import engine, solver
opening = engine.Deal.from_number(engine.variant('spiderette-4'), 25).opening()
result = solver.solve(opening, solver.Limits(examined=20_000_000))
kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(result.examined, result.seconds, kilobytes * 1.024)
"""


class Row(NamedTuple):
    """A line of the table: which deals, under which limit, and the share that must be decided."""

    variant: str
    numbers: int
    examined: int
    must: float
    counts_lost: bool


ROWS = (
    Row("spider-1", 4_000, MILLION, 1.0, counts_lost=False),
    Row("spider-2", 4_000, MILLION, 1.0, counts_lost=False),
    Row("spider-4", 4_000, MILLION, 3_965 / 4_000, counts_lost=False),
    Row("spiderette-1", 500, 20 * MILLION, 0.998, counts_lost=True),
    Row("spiderette-2", 500, 20 * MILLION, 0.99, counts_lost=True),
    Row("spiderette-4", 500, 20 * MILLION, 0.96, counts_lost=True),
)
LADDER_MUST = 3_997 / 4_000
LADDER_LIMITS = solver.Limits(examined=200 * MILLION, seconds=600)
MEDIANS = {
    "spider-1": 86,
    "spider-2": 102,
    "spider-4": 130,
    "spiderette-1": 48,
    "spiderette-2": 57,
    "spiderette-4": 73,
}
SHORTEN_LIMITS = solver.Limits(examined=MILLION)


def row_of(title: str, solved: Iterable[Solved], must: float, *, counts_lost: bool) -> list[Solved]:
    """Print one row and return its undecided cases."""
    results = list(solved)
    won = sum(item.result.verdict is solver.Verdict.WINNABLE for item in results)
    lost = sum(item.result.verdict is solver.Verdict.UNWINNABLE for item in results)
    share = (won + lost * counts_lost) / len(results)
    generated = sum(item.result.generated for item in results)
    examined = sum(item.result.examined for item in results)
    seconds = sorted(item.result.seconds for item in results)
    print(
        f"{title:<26} {won:>5} won {lost:>4} proved lost of {len(results):>5}, "
        f"{share:.2%} (at least {must:.2%})\n"
        f"{'':<6}a deal: {generated / len(results):,.0f} generated, {examined / len(results):,.0f} examined; "
        f"seconds: mean {statistics.mean(seconds):.2f}, 99 % within {seconds[len(seconds) * 99 // 100]:.2f}, "
        f"most {seconds[-1]:.1f}",
        flush=True,
    )
    return [item for item in results if not item.result.verdict.is_decided]


def cases_of(name: str, numbers: int) -> list[Case]:
    """Return the openings of the deals 1 to *numbers* of a variant."""
    return [numbered_case(engine.variant(name), number) for number in range(1, numbers + 1)]


def measure_wins(only: str, most: int, jobs: int) -> None:
    """Print how many deals are decided, in each variant and of the public ones."""
    for row in ROWS:
        if only not in row.variant:
            continue
        numbers = min(row.numbers, most)
        solved = solve_all(cases_of(row.variant, numbers), solver.Limits(examined=row.examined), jobs=jobs)
        left = row_of(f"{row.variant}, 1 to {numbers}", solved, row.must, counts_lost=row.counts_lost)
        if row.variant != "spider-4":
            continue
        # The same deals, those left over once more with the whole ladder and other seeds.
        again = list(solve_all([item.case for item in left], LADDER_LIMITS, seed=1, jobs=jobs))
        found = sum(item.result.verdict is solver.Verdict.WINNABLE for item in again)
        won = numbers - len(left) + found
        slowest = max((item.result.seconds for item in again), default=0)
        print(
            f"{'':<6}with the whole ladder {won} of {numbers} won, {won / numbers:.2%} "
            f"(at least {LADDER_MUST:.2%}, 10 minutes a deal); most {slowest:.0f} s",
            flush=True,
        )
    if only in "pysol":
        public = [case for case in read_cases(str(PEER_DEALS)) if case.variant == "spider-4"][:most]
        row_of("PySol Spider, 1 to 100", solve_all(public, LADDER_LIMITS, jobs=jobs), 1.0, counts_lost=False)


def measure_lengths(only: str, most: int) -> None:
    """Print the median length of wins, as found and after shortening."""
    for name, must in MEDIANS.items():
        if only not in name:
            continue
        found, shorter, spent = [], [], 0.0
        for case in cases_of(name, min(most, 200)):
            position = case.position()
            first = solver.solve(position, solver.Limits(examined=200_000))
            if first.line is None:
                continue
            result = solver.shorten(position, first.line, SHORTEN_LIMITS)
            found.append(len(first.line))
            shorter.append(result.moves or 0)
            spent += result.seconds
        print(
            f"{name:<14} median of {len(found)} wins {statistics.median(found):>6} moves, "
            f"shortened {statistics.median(shorter):>6} (at most {must}), {spent / len(found):.2f} s a deal",
            flush=True,
        )


def measure_speed() -> None:
    """Print candidates a second, the time of a first hint, and what loading takes."""
    for number in (26, 1044, 906):
        position = engine.Deal.from_number(engine.variant("spider-4"), number).opening()
        limits = solver.Limits(examined=60_000, max_width=600)
        rates = []
        for _ in range(SPEED_RUNS):
            started = time.process_time()
            result = solver.solve(position, limits)
            rates.append(result.generated / (time.process_time() - started) / MILLION)
        print(
            f"spider-4 {number}: {max(rates):.2f} million generated a second and core, "
            f"best of {SPEED_RUNS} (at least 5), median {statistics.median(rates):.2f}; "
            f"{result.generated:,} generated, {result.examined:,} examined"
        )
    waits = []
    for number in range(1, 22):
        opening = engine.Deal.from_number(engine.variant("spider-4"), number).opening()
        line = solver.solve(opening, solver.Limits()).line or ()
        for token in line[: len(line) // 2]:
            opening.push(engine.parse_move(token))
        started = time.perf_counter()
        solver.hint(opening, solver.Limits(seconds=10))
        waits.append(time.perf_counter() - started)
    print(f"first hint from mid-game, median: {statistics.median(waits):.3f} s (at most 2)")
    measure_load()


def measure_load() -> None:
    """Print what a new process waits for, and the memory of a long proof."""
    with tempfile.TemporaryDirectory() as folder:
        # As installed: with Python's own bytecode, which some environments do not keep.
        environ = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        loads = [_run(LOAD_PROGRAM, environ) for _ in range(6)][1:]
        imported, loaded = min(loads, key=sum)
        print(f"import {imported:.2f} s, compiled code from its cache {loaded:.2f} s (under 1)")
        examined, seconds, kilobytes = _run(PROOF_PROGRAM, environ)
    print(f"a search that examines {examined:,.0f}: {kilobytes / 1000:.0f} MB (at most 600), {seconds:.0f} s")


def _run(program: str, environ: dict[str, str]) -> list[float]:
    """Run a program of its own process; return the numbers that it prints."""
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environ
    ).stdout
    return [float(part) for part in output.split()]


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--full", action="store_true", help="every deal of the table: an hour or more of one core"
    )
    parser.add_argument("--numbers", type=int, default=SAMPLE, help="deals of each variant, without --full")
    parser.add_argument("--only", default="", help="variants with this in their name, or pysol")
    parser.add_argument("--skip", action="append", default=[], choices=["wins", "lengths", "speed"])
    parser.add_argument("--jobs", type=int, default=1, help="processes for the wins")
    options = parser.parse_args()
    most = 10**9 if options.full else options.numbers
    if "speed" not in options.skip:
        measure_speed()
    if "lengths" not in options.skip:
        measure_lengths(options.only, most)
    if "wins" not in options.skip:
        measure_wins(options.only, most, options.jobs)


if __name__ == "__main__":
    main()
