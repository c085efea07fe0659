"""The guide for authors of clients keeps up with the code."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from config.problem_table import KINDS
from tests import playing

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()


class TestGuide:
    def test_explains_every_code_with_its_status(self):
        told: dict[str, int] = {}
        for codes, statuses in re.findall(
            r"^\| (`[a-z_`, ]+`) \| ([0-9]{3}(?:, [0-9]{3})*) \|",
            GUIDE.partition("\n## Errors\n")[2],
            re.MULTILINE,
        ):
            names, numbers = re.findall("`([a-z_]+)`", codes), [int(text) for text in statuses.split(",")]
            told |= dict(zip(names, numbers if len(numbers) > 1 else numbers * len(names), strict=True))
        assert told == {code: kind.status for code, kind in KINDS.items()}

    @pytest.mark.django_db(transaction=True)
    def test_plays_a_game_in_six_calls(self, live_server):
        playing.new_daily(variant="spiderette-1")
        script = re.search("```sh\n(.*?)```", GUIDE, re.DOTALL)
        assert script is not None
        commands = script[1].replace("http://localhost:8000", live_server.url)
        done = subprocess.run(["bash", "-euc", commands], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        answer = json.loads(re.split(r"(?<=\})(?=\{)", done.stdout)[-1])
        assert (answer["seq"], answer["token"], answer["effects"][0]["kind"]) == (1, "+", "dealt")
