"""What the vectors reach: every block of Unicode, sizes of buffers by each measure, lengths of code."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

import pytest

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


MEASURES: Mapping[str, Callable[[Vector], int]] = {
    "code points": lambda v: len(v.decoded or ()),
    "UTF-16 units": lambda v: sum(1 + (c > 0xFFFF) for c in v.decoded or ()),
    "octets of UTF-8": lambda v: len("".join(map(chr, v.decoded or ())).encode("utf-8", "surrogatepass")),
    "the encoded form": lambda v: len(v.encoded or ""),
}


def sizes(most: int) -> Iterable[int]:
    about = (range(99, 102), range(126, 130), range(199, 202), range(253, 258), range(511, 514), range(1022, 1026))
    return [
        size for sizes in (*about, *(range(n - 1, n + 2) for n in (2048, 4096, 8192))) for size in sizes if size < most
    ]


@pytest.mark.parametrize("measure", MEASURES)
def test_each_size_of_a_buffer_is_met_exactly(measure: str) -> None:
    met = {MEASURES[measure](v) for v in both_ways()}

    assert [
        size for size in sizes(9000 if measure in ("code points", "the encoded form") else 2000) if size not in met
    ] == []
