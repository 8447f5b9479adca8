"""Every block of Unicode, and every range between two blocks."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from punycode_conform.codec import encode_code_points

from .vector import MAX_UNICODE, File, Vector, from_points

# Python knows characters but no blocks. The table is in the format of Unicode's own, so that a new one replaces it.
_TABLE = Path(__file__).with_name("blocks.txt")
_SURROGATES = range(0xD800, 0xE000)  # a choice lets these be refused
_LABEL = 59  # octets of an encoded form that no choice lets be refused


class Block(NamedTuple):
    """A range of code points with its name."""

    first: int
    last: int
    name: str

    @property
    def points(self) -> tuple[int, ...]:
        """The ends, where a range that is tested begins or ends at a wrong place, and the middle, which is assigned in
        nearly all blocks."""
        return tuple(sorted({self.first, (self.first + self.last) // 2, self.last}))


def every_block() -> Iterator[Vector]:
    """Neighbouring blocks in one vector, as many as a label holds: few enough for a note to name them."""
    group: list[Block] = []
    for block in (*ranges(), None):
        if group and (block is None or len(vector(*group, block).encoded or "") > _LABEL):
            yield vector(*group)
            group = []
        if block is not None:
            group.append(block)


def neighbours() -> Iterator[Vector]:
    """Two neighbours in each 128 code points of the first plane, as many as a label holds: a rule for two letters that
    follow each other in a script has no place here."""
    group: list[int] = []
    for first in (*(c for c in range(0x80, 0x10000, 0x80) if c not in _SURROGATES), -1):
        pair = [first + 0x40, first + 0x41]
        if first < 0 or (group and len(encode_code_points([*group, *pair])) > _LABEL):
            yield from_points(f"neighbours-from-{group[0]:04x}", group)
            group = []
        group += pair


def vector(*blocks: Block) -> Vector:
    return from_points(
        f"blocks-{blocks[0].first:04x}-to-{blocks[-1].last:04x}",
        (c for block in blocks for c in block.points),
        note="First, middle and last of " + ", ".join(block.name for block in blocks) + ".",
    )


def ranges() -> Iterator[Block]:
    """The blocks beyond ASCII, and what is between them."""
    end = 0x80
    for block in (*listed(), Block(MAX_UNICODE + 1, MAX_UNICODE + 1, "")):
        if block.first > end:
            yield Block(end, block.first - 1, "no block")
        if block.first >= end and block.first not in _SURROGATES and block.name:
            yield block
        end = max(end, block.last + 1)


def listed() -> Iterator[Block]:
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            ends, name = line.split("; ")
            first, last = (int(end, 16) for end in ends.split(".."))
            yield Block(first, last, name)


FILE = File(
    "blocks",
    "The first, the middle and the last code point of every block of Unicode 17.0, and of every range between blocks. A "
    "codec has no table of scripts: a block that is refused, or comes back as another, shows in its vector. Each string "
    "fits a label, so that no choice lets it be refused.",
    "5",
    "valid-code-point-refused",
    (every_block, neighbours),
)
