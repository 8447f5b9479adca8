"""The vectors reach every block of Unicode and every range between blocks."""

import itertools
from collections.abc import Iterator
from functools import cache

from punycode_conform import places
from punycode_conform.suite import corpus
from punycode_conform.suite.vector import Vector


def blocks() -> Iterator[tuple[str, range]]:
    for line in (places.VECTORS / "generators" / "blocks.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            ends, name = line.split("; ")
            first, last = (int(end, 16) for end in ends.split(".."))
            yield name, range(first, last + 1)


@cache
def both_ways() -> tuple[Vector, ...]:
    """The vectors with two sides whose cases are both run."""
    return tuple(v for v in corpus.suite().vectors if len(v.operations) == 2 and not v.reject and v.layer == "punycode")


@cache
def demanded() -> frozenset[int]:
    """The code points that no choice lets a codec refuse, in either operation."""
    hard = (v for v in both_ways() if len(v.encoded or "") <= 59 and max(v.bits.values()) <= 26 and not v.choice)
    return frozenset(c for v in hard for c in v.decoded or ())


def test_every_block_has_code_points_that_may_not_be_refused() -> None:
    reached = {name: demanded() & {*points} for name, points in blocks() if "Surrogates" not in name}

    assert len(reached) == 343
    assert [name for name, points in reached.items() if len(points) < 2] == []


def test_every_range_between_blocks_is_reached() -> None:
    ends = [(points.start, points.stop) for _, points in blocks()]
    between = [range(stop, start) for (_, stop), (start, _) in itertools.pairwise(ends) if start > stop]

    assert len(between) > 40
    assert [f"{gap.start:X}" for gap in between if not demanded() & {*gap}] == []
