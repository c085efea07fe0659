"""Which numbered deals are known to be winnable: the survey's results, read without the solver.

A survey is a file of unsigned 16-bit little-endian numbers, one for each deal from number 1
on: how many moves the known win has, `UNDECIDED`, or `LOST`. `manage.py survey_deals` makes it.
"""

from __future__ import annotations

import logging
import random
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from players.errors import ServiceUnavailable

logger = logging.getLogger(__name__)

SURVEY_FOLDER = Path(__file__).resolve().parents[1] / "data" / "surveys"
RECORD_BYTES = 2
UNDECIDED = 0
LOST = 0xFFFF

SURVEY_RETRY_S = 3600
"""Somebody has to install a missing survey, and start the service again."""


class SolvableDeal(NamedTuple):
    """A deal number, and the length of a win that is known for it."""

    number: int
    moves: int


def survey_file(variant_name: str) -> Path:
    """Return where the survey of a variant is kept."""
    return SURVEY_FOLDER / f"{variant_name}.bin"


def read_survey(variant_name: str) -> Sequence[int]:
    """Return what is known of the deals 1, 2, … of a variant; nothing where there is no survey.

    A record cut short by a crash is not read.
    """
    path = survey_file(variant_name)
    records = array("H")
    if path.is_file():
        data = path.read_bytes()
        records.frombytes(data[: len(data) // RECORD_BYTES * RECORD_BYTES])
        if sys.byteorder == "big":
            records.byteswap()
    return records


@cache
def solvable_deals(variant_name: str) -> Sequence[SolvableDeal]:
    """Return the deals of a variant with a known win, by number."""
    return tuple(
        SolvableDeal(number, moves)
        for number, moves in enumerate(read_survey(variant_name), start=1)
        if moves not in (UNDECIDED, LOST)
    )


def pick(variant_name: str, chance: random.Random) -> SolvableDeal:
    """Return one of the deals with a known win, each equally likely.

    Raises:
        ServiceUnavailable: the variant has no survey: the installation is not whole.
    """
    deals = solvable_deals(variant_name)
    if not deals:
        logger.error("no deals with a known win: %s is missing or empty", survey_file(variant_name))
        raise ServiceUnavailable(retry_after=SURVEY_RETRY_S)
    return chance.choice(deals)
