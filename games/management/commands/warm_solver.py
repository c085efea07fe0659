"""Compile the solver once, where a worker will find it."""

from __future__ import annotations

import os
import time
from typing import Any

from django.core.management.base import BaseCommand

from games import engine, solver


class Command(BaseCommand):
    """`manage.py warm_solver`: for installations and images, so that no first hint waits."""

    help = "Compile the solver into NUMBA_CACHE_DIR; takes a second where it is done already."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Run every compiled function once."""
        started = time.monotonic()
        # A lost deal: after the first beams fail, the exhaustive search runs too.
        position = engine.Deal.from_number(engine.variant("spiderette-4"), LOST_DEAL).opening()
        verdict = solver.solve(position, solver.Limits(examined=100_000)).verdict
        won = engine.Deal.from_number(engine.variant("spider-1"), 1).opening()
        line = solver.solve(won, solver.Limits(examined=100_000)).line or ()
        solver.shorten(won, line, solver.Limits(examined=1_000))
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{verdict}: ready in {seconds:.1f} s ({os.environ.get('NUMBA_CACHE_DIR', 'beside the source')})"
        )


LOST_DEAL = 49
