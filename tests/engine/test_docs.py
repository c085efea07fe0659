"""What the documents say of deals and notation is run, not believed."""

import doctest
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine
from tests.engine.test_deals import VECTORS

DOCS = Path(__file__).parents[2] / "docs"
FAIRNESS = (DOCS / "fairness.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The script that docs/fairness.md tells people to save."""
    (text,) = re.findall(r"```python\n(.*?)```", FAIRNESS, flags=re.DOTALL)
    path = tmp_path_factory.mktemp("fairness") / "verify.py"
    path.write_text(text, encoding="utf-8")
    return path


def verify(script: Path, date: str, variant: str, seed: bytes) -> list[str]:
    """Run the script as its reader would, without this project in reach."""
    command = [sys.executable, "-I", str(script), date, variant, seed.hex()]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=script.parent
    ).stdout.split()


class TestTheVerifier:
    @pytest.mark.parametrize("name", engine.VARIANTS)
    def test_computes_commitment_and_order_of_any_seed(self, script, name):
        variant = engine.variant(name)
        for seed in (bytes(32), secrets.token_bytes(32)):
            assert verify(script, "2026-11-29", name, seed) == [
                engine.commitment("2026-11-29", name, seed),
                engine.Deal.from_seed(variant, seed).cards,
            ]

    def test_prints_what_the_document_shows(self, script):
        (shown,) = re.findall(
            r"^\$ python3 verify\.py (\S+) (\S+) (\S+)\n(\S+)\n(\S+)…$", FAIRNESS, flags=re.MULTILINE
        )
        date, variant, seed, commitment, first_cards = shown
        printed = verify(script, date, variant, bytes.fromhex(seed))
        assert printed[0] == commitment
        assert printed[1].startswith(first_cards)

    def test_skips_words_as_the_shuffle_does(self, script):
        """A seed reaches a skipped word once in a million: numbers known to do so stand in."""
        text = script.read_text(encoding="utf-8")
        numbers = script.with_name("numbers.py")
        numbers.write_text(text.replace("/seed/", "/number/"), encoding="utf-8")
        for name, number in (("spider-4", 4480551), ("spiderette-4", 4297389)):
            _, order = verify(numbers, "2026-11-29", name, number.to_bytes(4, "big"))
            assert order == engine.Deal.from_number(engine.variant(name), number).cards

    def test_is_as_short_as_it_is_said_to_be(self, script):
        lines = [line for line in script.read_text(encoding="utf-8").splitlines() if line.strip()]
        assert len(lines) <= 15


class TestTheVectors:
    def test_in_the_document_are_those_that_are_tested(self):
        rows = re.findall(
            r"^\| (\w+) \| (number|seed) \| (.+?) \| `(\w+)` \| `(\w+)` \|$", FAIRNESS, re.MULTILINE
        )
        assert rows == [
            (
                vector["game"],
                vector["kind"],
                str(vector["key"]) if vector["kind"] == "number" else "32 zero bytes",
                vector["first_ten"],
                vector["sha256_16"],
            )
            for vector in VECTORS["vectors"]
        ]

    def test_name_the_opening_of_spiderette_35(self):
        code = re.search(r"game code `(\S+)`", FAIRNESS)
        assert code is not None
        assert engine.parse_game_code(code[1]) == (engine.variant("spiderette-4"), 35)
        opening = engine.Deal.from_number(engine.variant("spiderette-4"), 35).opening().text()
        assert f"\n{opening}\n" in FAIRNESS


def test_the_examples_of_the_notation_are_right():
    failed, tried = doctest.testfile(str(DOCS / "notation.md"), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert failed == 0
