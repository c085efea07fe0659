"""What the README promises, done as written."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.selectors import dailies
from tests import playing

ROOT = Path(__file__).resolve().parents[2]


def curl_lines() -> str:
    """Return the lines of the README that play with curl."""
    found = re.search(r"## Play with curl\n\n```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.django_db(transaction=True)
class TestCurlLines:
    def test_play_from_guest_to_leaderboard(self, live_server: Any):
        assert shutil.which("curl"), "these lines need curl"
        assert len(curl_lines().splitlines()) == 10
        playing.new_daily(variant="spider-1")
        script = curl_lines().replace("http://localhost:8000", live_server.url)
        done = subprocess.run(
            ["sh", "-eu", "-c", script], capture_output=True, text=True, check=True, timeout=60
        )
        decoder, rest, answers = json.JSONDecoder(), done.stdout, []
        while rest:
            answer, end = decoder.raw_decode(rest)
            answers.append(answer)
            rest = rest[end:].lstrip()
        daily, game, dealt, undone, board = answers
        assert daily["date"] == dailies.today(timezone.now()).isoformat()
        assert game["legal_moves"]
        assert (dealt["token"], dealt["effects"][0]["kind"]) == ("+", "dealt")
        assert (undone["token"], undone["counters"]["moves"]) == ("-", 0)
        assert board["items"] == []
