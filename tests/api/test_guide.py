"""The guide for authors of clients keeps up with the code."""

from __future__ import annotations

import re
from pathlib import Path

from config.problem_table import KINDS

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()


class TestGuide:
    def test_explains_every_code_with_its_status(self):
        told: dict[str, int] = {}
        for codes, statuses in re.findall(
            r"^\| (`[a-z_`, ]+`) \| ([0-9]{3}(?:, [0-9]{3})*) \|", GUIDE, re.MULTILINE
        ):
            names, numbers = re.findall("`([a-z_]+)`", codes), [int(text) for text in statuses.split(",")]
            told |= dict(zip(names, numbers if len(numbers) > 1 else numbers * len(names), strict=True))
        assert told == {code: kind.status for code, kind in KINDS.items()}
