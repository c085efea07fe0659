"""The evaluation's weights, found by separable CMA-ES on random deals.

A search scores a position by what stands in the way of a win: docs/solver.md says what each
weight multiplies. There is one set while stock is left and one for when it is empty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Weights(NamedTuple):
    """One set. Units are arbitrary; only differences between positions count."""

    same: int
    run: int
    seq: int
    seqrun: int
    brk: int
    brkr: int
    ud: int
    udseq: int
    fd: int
    fdcol: int
    empty: int
    set: int
    deal: int
    mob: int


SPIDER = (
    Weights(267, 7, -2, 2, -9, 3, -16, -3, -105, -85, 2, 237, 93, 89),
    Weights(223, 20, -20, -3, -42, 1, -4, 2, -154, -23, -48, 28, 71, 62),
)
SPIDERETTE = (
    Weights(256, 17, -11, 5, -20, -1, -11, -1, -120, -106, 7, 150, 78, 113),
    Weights(174, 19, -28, -4, -40, 1, -2, 5, -248, -3, -36, 24, 144, 107),
)


def weight_rows(game: str) -> NDArray[np.int64]:
    """Return the weights of *game*: row 0 while stock is left, row 1 with the stock empty."""
    return np.array(SPIDER if game == "spider" else SPIDERETTE, dtype=np.int64)
