"""Check what was revealed of a daily: commitment, order and winning line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine
from games.models import Daily, DailySecret


class Command(BaseCommand):
    """Recompute a daily from its seed: the database's, or that of a reveal somebody saved."""

    help = (
        "Recompute commitment and order of a daily from its seed, and play its line. Checks what the "
        "database holds, without printing it; or with --reveal an answer of the API, which needs no database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take which daily, and perhaps a reveal."""
        parser.add_argument("date", type=date.fromisoformat, help="such as 2026-11-29")
        parser.add_argument("variant", choices=list(engine.VARIANTS))
        parser.add_argument(
            "--reveal", metavar="FILE", help="a saved answer of …/reveal, or - for standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, and say what was found.

        Raises:
            CommandError: something does not agree, or cannot be read.
        """
        on: date = options["date"]
        variant = engine.variant(options["variant"])
        revealed = _read_reveal(options["reveal"]) if options["reveal"] else _stored(on, variant)
        for name, expected in (("date", on.isoformat()), ("variant", variant.name)):
            if revealed.get(name, expected) != expected:
                raise CommandError(f"This is the reveal of another daily: its {name} is {revealed[name]}.")
        self._check(on, variant, revealed)

    def _check(self, on: date, variant: engine.Variant, revealed: Mapping[str, Any]) -> None:
        try:
            seed = bytes.fromhex(revealed["seed"])
            deal = engine.Deal.from_seed(variant, seed)
        except (KeyError, TypeError, ValueError):
            raise CommandError("The seed must be 64 hex digits.") from None
        commitment = engine.commitment(on.isoformat(), variant.name, seed)
        if revealed.get("commitment") != commitment:
            raise CommandError(f"The commitment does not belong to the seed, which gives {commitment}.")
        self.stdout.write(f"{on}/{variant.name}: the seed gives the published commitment, {commitment}.")
        if "order" in revealed:
            if revealed["order"] != engine.split_cards(deal.cards):
                raise CommandError("The order of the cards is not the one that the seed gives.")
            self.stdout.write("The seed gives the order of the cards.")
        if revealed.get("line"):
            self._check_line(deal, str(revealed["line"]).split(), revealed.get("par"))

    def _check_line(self, deal: engine.Deal, line: list[str], par: object) -> None:
        try:
            won = engine.replay(deal, line).is_won
        except engine.EngineError as error:
            raise CommandError(f"The line is not legal: {type(error).__name__}.") from None
        if not won or par != len(line):
            raise CommandError(f"The line does not win in {par} moves.")
        self.stdout.write(f"The line wins in {par} moves.")


def _read_reveal(source: str) -> Mapping[str, Any]:
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
        revealed = json.loads(text)
    except (OSError, ValueError) as error:
        raise CommandError(f"The reveal cannot be read: {error}") from None
    if not isinstance(revealed, dict):
        raise CommandError("The reveal must be a JSON object.")
    return revealed


def _stored(on: date, variant: engine.Variant) -> Mapping[str, Any]:
    daily = Daily.objects.filter(date=on, variant=variant.name).first()
    if daily is None:
        raise CommandError(f"{on}/{variant.name} is not published.")
    secret = DailySecret.objects.filter(pk=daily.pk).first()
    if secret is None:
        raise CommandError(f"{daily} has lost its seed.")
    return {
        "seed": bytes(secret.seed).hex(),
        "commitment": daily.commitment,
        "line": secret.line,
        "par": secret.par,
    }
