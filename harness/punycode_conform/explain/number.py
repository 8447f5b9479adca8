"""A generalized variable-length integer alone, with any base and thresholds: RFC 3492 section 3.3."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from ..codec.arithmetic import Digit, Division, digits, divisions
from . import tables
from .blocks import Block, Heading, Paragraph, Sums
from .blocks import number as shown

_MOST_DIGITS = 1000
_PUNYCODE = "abcdefghijklmnopqrstuvwxyz0123456789"


class Notation(Struct, frozen=True):
    """A base, and t(0), t(1) ... with the last for all further digits; without them an integer is a conventional one."""

    base: int
    thresholds: tuple[int, ...] | None

    def __post_init__(self) -> None:
        if not 2 <= self.base <= len(_PUNYCODE):
            raise ValueError("the base must be from 2 to 36")
        if self.thresholds is None:
            return
        if not self.thresholds or not all(0 <= t < self.base for t in self.thresholds):
            raise ValueError(f"thresholds must be from 0 to {self.base - 1} (3.3)")
        if self.thresholds[-1] == 0:
            raise ValueError("the last threshold must be at least 1, or some integers would never end")

    @property
    def alphabet(self) -> str:
        """The digits in the order of their values: those of Punycode for base 36, otherwise figures, then letters."""
        return _PUNYCODE if self.base == 36 else "0123456789abcdefghijklmnopqrstuvwxyz"[: self.base]

    def values(self, text: str) -> list[int]:
        """The digit-values of a text; ValueError names a character that is no digit."""
        for c in text:
            if c.lower() not in self.alphabet or not c.isascii():
                raise ValueError(f"{c!r} is no digit of base {self.base}; the digits are {self.alphabet}")
        return [self.alphabet.index(c.lower()) for c in text]

    def ended(self, integer: tuple[Digit, ...]) -> bool:
        """Whether an integer has its last digit."""
        return self.thresholds is None or integer[-1].last


def read(text: str, notation: Notation) -> list[tuple[Digit, ...]]:
    """The integers that a row of digits represents, each by its digits; the last may have no end."""
    values, integers = notation.values(text), []
    while values:
        # A threshold of 0 ends nothing and takes nothing from a weight: the conventional representation.
        integers.append(tuple(digits(values, notation.base, notation.thresholds or (0,))))
        values = values[len(integers[-1]) :]
    return integers


def write(value: int, notation: Notation) -> list[Division]:
    """The digits of a nonnegative integer, as they are computed; ValueError if there are too many to follow."""
    if notation.thresholds is None:  # a threshold of 0 would end nothing
        rests = [value]
        while rests[-1] >= notation.base:
            rests.append(rests[-1] // notation.base)
        nexts: list[int | None] = [*rests[1:], None]
        steps = enumerate(zip(rests, nexts, strict=True), 1)
        return [Division(notation.base * at, 0, q, q % notation.base, rest) for at, (q, rest) in steps]
    written = list(islice(divisions(value, notation.base, notation.thresholds), _MOST_DIGITS + 1))
    if len(written) > _MOST_DIGITS:
        raise ValueError(f"{shown(value)} has more than {_MOST_DIGITS:,} digits with these thresholds")
    return written


def decode(text: str, notation: Notation) -> Iterator[Block]:
    """Yield the blocks for a row of digits; ValueError names a character that is no digit."""
    integers = read(text, notation)
    yield Heading(f'Digits "{text}" in base {notation.base}', 1)
    yield from _about(notation)
    for integer in integers:
        table = tables.digits((notation.alphabet[digit.value] for digit in integer), integer)
        yield table.without(">k", *[">t"] * (notation.thresholds is None))
        products = " + ".join(f"{digit.value} × {shown(digit.weight)}" for digit in integer)
        yield Sums(((f"{products} = {shown(integer[-1].sum)}", ""),))
        if not notation.ended(integer):
            compare = f"{integer[-1].value} >= {integer[-1].threshold}"
            yield Paragraph(f"The digits end, but {compare}: the integer has no end. A decoder refuses it (6.2).")
    values = [shown(integer[-1].sum) for integer in integers if notation.ended(integer)]
    yield Heading("Result")
    yield Paragraph(" and ".join(values) or "no integer", result=True)


def encode(value: int, notation: Notation) -> Iterator[Block]:
    """Yield the blocks for a nonnegative integer that is written."""
    written = write(value, notation)
    text = [notation.alphabet[division.value] for division in written]
    yield Heading(f"{shown(value)} in base {notation.base}", 1)
    yield from _about(notation)
    yield tables.divisions(text, notation.base, written).without(">k")
    yield Heading("Result")
    yield Paragraph("".join(text), result=True)


def _about(notation: Notation) -> Iterator[Block]:
    figures = f"{notation.alphabet} are 0 to {notation.base - 1}"
    yield Paragraph(f"Digits: {figures}. The first is the least significant.")
    if notation.thresholds is None:
        yield Paragraph(
            "Without thresholds this is a conventional integer: weights are 1, base, base × base ..., and nothing in it "
            "says where it ends. With --thresholds it is one of RFC 3492 section 3.3."
        )
        return
    thresholds = ", ".join(map(str, (*notation.thresholds, notation.thresholds[-1])))
    yield Paragraph(
        f"Thresholds: {thresholds} ... The first digit below its threshold t is the last of an integer. Each weight is the "
        f"weight before it × ({notation.base} - the t before it)."
    )
