"""Search numbered deals, game codes or files of deals for a win."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games import engine, solver
from games.solver.batch import Case, Solved, read_cases, solve_all


class Command(BaseCommand):
    """`manage.py solve SD1-S4-AAAAAAB`, `solve 7 --variant spider-2`, `solve deals.jsonl --json`."""

    help = "Search deals for a win, with all cards known; every line printed was played by the engine."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what is searched, and the limits of each search."""
        parser.add_argument(
            "what", nargs="+", help="a game code, a deal number or range (1-4000), or a JSONL file"
        )
        parser.add_argument("--variant", choices=list(engine.VARIANTS), help="the variant of deal numbers")
        parser.add_argument("--json", action="store_true", help="print one object a deal as it finishes")
        parser.add_argument("--jobs", type=int, default=1, help="processes that search at once")
        parser.add_argument("--examined", type=int, default=1_000_000, help="positions expanded, at most")
        parser.add_argument("--seconds", type=float, help="time, at most")
        parser.add_argument("--memory", type=int, default=420, help="megabytes for the search's tables")
        parser.add_argument("--max-width", type=int, default=20_000, help="width of the beam, at most")
        parser.add_argument("--goal", choices=["first", "shortest"], default="first")
        parser.add_argument("--seed", type=int, default=0, help="other seeds find other lines")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Solve, and print each deal as it finishes."""
        variant = engine.VARIANTS[options["variant"]] if options["variant"] else None
        cases: list[Case] = []
        try:
            for what in options["what"]:
                cases += read_cases(what, variant)
            limits = solver.Limits(
                examined=options["examined"],
                seconds=options["seconds"],
                memory_bytes=options["memory"] * 1_000_000,
                max_width=options["max_width"],
            )
        except (ValueError, OSError, engine.EngineError) as error:
            raise CommandError(str(error)) from error
        if options["jobs"] < 1:
            raise CommandError("--jobs is at least 1")
        solved = solve_all(cases, limits, goal=options["goal"], seed=options["seed"], jobs=options["jobs"])
        counts: dict[str, int] = {}
        # tqdm draws only where there is a terminal, and on the other stream than the results.
        with tqdm(total=len(cases), unit="deal", disable=None, file=sys.stderr) as bar:
            for item in solved:
                verdict = item.result.verdict.value
                counts[verdict] = counts.get(verdict, 0) + 1
                with tqdm.external_write_mode(file=sys.stderr):
                    self.stdout.write(json.dumps(item.as_json()) if options["json"] else _sentence(item))
                    self.stdout.flush()
                bar.set_postfix(counts)
                bar.update()
        if len(cases) > 1 and not options["json"]:
            self.stdout.write(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))


def _sentence(item: Solved) -> str:
    result = item.result
    parts = [
        item.case.id,
        result.verdict.value,
        f"{'-' if result.moves is None else result.moves} moves",
        f"{result.examined:,} states examined, {result.generated:,} generated",
        f"{result.seconds:.2f} s",
    ]
    if result.line is not None:
        parts.append(" ".join(result.line))
    return "  ".join(parts)
