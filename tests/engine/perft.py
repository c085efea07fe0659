"""Perft: how many lines of so many legal moves there are from a position.

A `.perft` file holds positions and their counts; a block is

    position  a name, unique among all files
    variant   spider-2
    text      the position's text
    stock     the cards still to be dealt (nothing after an empty stock)
    depth     1 12          the number of lines of one move, and so on

Blocks are parted by empty lines; lines that start with # are comments.
"""

from dataclasses import dataclass
from pathlib import Path

from games import engine

FOLDER = Path(__file__).parents[1] / "data"


@dataclass(frozen=True)
class Case:
    name: str
    variant: str
    text: str
    stock: str
    counts: dict[int, int]

    def position(self) -> engine.Position:
        return engine.Position.parse(engine.variant(self.variant), self.text, self.stock)


def read_cases() -> list[Case]:
    """Return the cases of every `.perft` file."""
    cases = []
    for path in sorted(FOLDER.glob("*.perft")):
        lines = [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
        for block in "\n".join(lines).strip().split("\n\n"):
            facts: dict[str, str] = {}
            counts: dict[int, int] = {}
            for line in block.strip().splitlines():
                word, _, rest = line.partition(" ")
                if word == "depth":
                    depth, count = rest.split()
                    counts[int(depth)] = int(count)
                else:
                    facts[word] = rest.strip()
            cases.append(Case(facts["position"], facts["variant"], facts["text"], facts["stock"], counts))
    return cases


def perft(position: engine.Position, depth: int) -> int:
    """Count the lines of *depth* (at least 1) legal moves; the position is left as it was."""
    if depth == 1:
        return sum(1 for _ in position.legal_moves())
    count = 0
    for move in list(position.legal_moves()):
        position.push(move)
        count += perft(position, depth - 1)
        position.pop()
    return count
