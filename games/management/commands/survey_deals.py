"""Survey numbered deals: which are winnable, and in how many moves."""

from __future__ import annotations

import statistics
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games import engine, solver
from games.selectors.solvable import LOST, RECORD_BYTES, SURVEY_FOLDER, UNDECIDED, read_survey, survey_file
from games.solver.batch import Solved, numbered_case, solve_all


class Command(BaseCommand):
    """`manage.py survey_deals`, or of some variants: goes on after the last deal surveyed."""

    help = "Search the numbered deals from 1 on for wins, and keep what is found for source=solvable."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what is surveyed, and the limits of each search."""
        parser.add_argument("variants", nargs="*", help="all, if none is named")
        parser.add_argument("--numbers", type=int, default=4_000, help="survey the deals up to this number")
        parser.add_argument(
            "--from", type=int, default=1, dest="first", help="pass over the deals before this"
        )
        parser.add_argument("--examined", type=int, default=1_000_000, help="positions expanded, at most")
        parser.add_argument("--seed", type=int, default=0, help="other seeds find other lines")
        parser.add_argument("--jobs", type=int, default=1, help="processes that search at once")
        parser.add_argument("--again", action="store_true", help="search the undecided ones again")
        parser.add_argument(
            "--table", action="store_true", help="only print what is known, for docs/solver.md"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Survey each variant in turn, then print the table."""
        names = options["variants"] or list(engine.VARIANTS)
        unknown = [name for name in names if name not in engine.VARIANTS]
        if unknown:
            raise CommandError(f"unknown variant {unknown[0]}; known are {', '.join(engine.VARIANTS)}")
        limits = solver.Limits(examined=options["examined"])
        SURVEY_FOLDER.mkdir(parents=True, exist_ok=True)
        for name in [] if options["table"] else names:
            known = read_survey(name)
            # Cuts off a record that a crash left half written.
            with survey_file(name).open("ab") as file:
                file.truncate(len(known) * RECORD_BYTES)
            first, last = options["first"], options["numbers"]
            if options["again"]:
                undecided = (n for n, moves in enumerate(known, start=1) if moves == UNDECIDED)
                numbers: Sequence[int] = [n for n in undecided if first <= n <= last]
            elif first > len(known) + 1:
                raise CommandError(f"{name} is surveyed to {len(known)}: no deal may be left out")
            else:
                numbers = range(len(known) + 1, last + 1)
            self._survey(name, numbers, limits, options["seed"], options["jobs"])
        for line in _table(names):
            self.stdout.write(line)

    def _survey(self, name: str, numbers: Sequence[int], limits: solver.Limits, seed: int, jobs: int) -> None:
        """Search deals and write each record as it is known, in order, so that a stop loses nothing."""
        variant = engine.variant(name)
        cases = (numbered_case(variant, number) for number in numbers)
        solved = solve_all(cases, limits, seed=seed, jobs=jobs, in_order=True)
        progress = tqdm(total=len(numbers), desc=name, unit="deal", disable=None, file=sys.stderr)
        with survey_file(name).open("r+b") as file, progress:
            for number, item in zip(numbers, solved, strict=True):
                file.seek((number - 1) * RECORD_BYTES)
                file.write(_record(item).to_bytes(RECORD_BYTES, "little"))
                file.flush()
                progress.update()


def _record(item: Solved) -> int:
    moves = item.result.moves
    if moves is not None:
        return moves
    return LOST if item.result.verdict is solver.Verdict.UNWINNABLE else UNDECIDED


def _table(names: Sequence[str]) -> list[str]:
    """Return what the surveys found, as the rows of a Markdown table."""
    rows = [
        "| variant | deals | won | proved lost | undecided | moves, median | 90 % within |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in names:
        records = read_survey(name)
        won = sorted(moves for moves in records if moves not in (UNDECIDED, LOST))
        lost = records.count(LOST)
        median, within = (statistics.median(won), won[len(won) * 9 // 10]) if won else ("-", "-")
        rows.append(
            f"| {name} | {len(records):,} | {len(won):,} | {lost:,} | {len(records) - len(won) - lost:,} "
            f"| {median} | {within} |"
        )
    return rows
