"""Deals with a win that the solver found, so that whole games can be played in a browser."""

from __future__ import annotations

from typing import NamedTuple


class Won(NamedTuple):
    """A daily's seed and a line that wins it."""

    variant: str
    seed: bytes
    line: list[str]


SPIDERETTE = Won(
    "spiderette-1",
    bytes.fromhex("f33ba8357c4624818546028a9a05338cfb903570333b35cba0e4d2bc46c113bb"),
    (
        "bg1 ab1 ea1 ed1 fb1 fd1 + fg2 fd1 ad1 bd4 cg1 gb4 + da1 dg10 fe2 ad2 ba1 + bd5 ge2 ed3 cd1 eb3 "
        "ce1 cg1 dc1 + gb2 ge1 ab1 bd7 de8 ef11 ef1 gc1 ca2 cg2 af3 ea1 ga3 ac6 cf7 ef1 gf1"
    ).split(),
)

SPIDER = Won(
    "spider-1",
    bytes.fromhex("8cb4269580206864b9369e33acc750f24f35beafbc1ddb5ad6a1b8553601eb96"),
    (
        "eg1 ei1 ef1 ia2 ei1 hd1 di2 + fe1 fi2 gd3 ib7 dc5 dj1 be8 + bf1 be1 eg12 fg3 + ag2 dg1 gh8 hd9 "
        "ch2 cb6 bi7 ig10 ig1 bg1 ci1 da10 db1 dc1 ch2 cf1 fe2 + cd2 ec4 ca5 + be1 bd3 ba1 fj1 fj1 fa1 "
        "ja3 ha1 ba1 hf6 ha1 ad3 ja2 fj7 cj1 cj1 ac3 aj1 ad1 ji1 jd1 jh1 hi2 jc1 ib5 bc6 gb1 hg1 dh12 "
        "gh2 gd1 he3 ie2 de2 eb10 bg11 ga12 fc1 ac1 jc1"
    ).split(),
)
