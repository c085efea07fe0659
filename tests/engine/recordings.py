"""Games recorded from programs that are not ours, and read by any test that wants them.

The folder is `tests/data/recorded-games`, or the one that the environment variable
`RECORDED_GAMES` names; every `*.jsonl.gz` in it is read. One line is one game:

- `id`, `variant`, `kind`, and `end`: `won`, `dead` (no legal action left), `cut` (recording
  stopped) or `refused_few_cards`;
- `start`, `stock`, `legal` (all legal moves as sorted tokens, stock deal apart), `can_deal`;
- `steps`, each with `do` (the token), `state` after it, `moves`, `score`, and where they apply
  `removed` (sequences), `legal`, `can_deal`, and `deal_refused` (a stock deal was tried in the
  new position and must be refused).
"""

import gzip
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

DEFAULT_FOLDER = Path(__file__).parents[1] / "data" / "recorded-games"


@cache
def recorded_games() -> list[dict[str, Any]]:
    """Return every recorded game, in the order of the files' names.

    Raises:
        FileNotFoundError: there is none, so that a wrong folder never passes for a success.
    """
    folder = Path(os.environ.get("RECORDED_GAMES") or DEFAULT_FOLDER)
    games: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            games.extend(json.loads(line) for line in lines if line.strip())
    if not games:
        raise FileNotFoundError(f"no recorded games (*.jsonl.gz) in {folder}")
    return games
