"""A generalized variable-length integer alone, with any base and thresholds: RFC 3492 section 3.3."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from ..codec.arithmetic import Digit, Division, digits, divisions
from . import tables
from .blocks import Block, Heading, Paragraph, Sums, number

_MOST_DIGITS = 1000
_PUNYCODE = "abcdefghijklmnopqrstuvwxyz0123456789"


class Notation(Struct, frozen=True):
    """A base, and t(0), t(1) ... with the last for all further digits."""

    base: int
    thresholds: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 2 <= self.base <= len(_PUNYCODE):
            raise ValueError("the base must be from 2 to 36")
        if not self.thresholds or not all(0 <= t < self.base for t in self.thresholds):
            raise ValueError(f"thresholds must be from 0 to {self.base - 1} (3.3)")
        if self.thresholds[-1] == 0:
            raise ValueError("the last threshold must be at least 1, or some integers would never end")

    @property
    def alphabet(self) -> str:
        """The digits in the order of their values: those of Punycode for base 36, otherwise figures, then letters."""
        return _PUNYCODE if self.base == 36 else "0123456789abcdefghijklmnopqrstuvwxyz"[: self.base]


def read(text: str, notation: Notation) -> list[tuple[Digit, ...]]:
    """The integers that a row of digits represents, each by its digits; the last may have no end."""
    for c in text:
        if c.lower() not in notation.alphabet or not c.isascii():
            raise ValueError(f"{c!r} is no digit of base {notation.base}; the digits are {notation.alphabet}")
    values, integers = [notation.alphabet.index(c.lower()) for c in text], list[tuple[Digit, ...]]()
    while values:
        integers.append(tuple(digits(values, notation.base, notation.thresholds)))
        values = values[len(integers[-1]) :]
    return integers


def write(value: int, notation: Notation) -> list[Division]:
    """The digits of a nonnegative integer, as they are computed; ValueError if there are too many to follow."""
    written = list(islice(divisions(value, notation.base, notation.thresholds), _MOST_DIGITS + 1))
    if len(written) > _MOST_DIGITS:
        raise ValueError(f"{number(value)} has more than {_MOST_DIGITS:,} digits with these thresholds")
    return written


def decode(text: str, notation: Notation) -> Iterator[Block]:
    """Yield the blocks for a row of digits; ValueError names a character that is no digit."""
    integers = read(text, notation)
    yield from _about(f'Digits "{text}"', notation)
    for integer in integers:
        yield tables.digits((notation.alphabet[digit.value] for digit in integer), integer).without(">k")
        products = " + ".join(f"{digit.value} × {number(digit.weight)}" for digit in integer)
        yield Sums(((f"{products} = {number(integer[-1].sum)}", ""),))
        if not integer[-1].last:
            compare = f"{integer[-1].value} >= {integer[-1].threshold}"
            yield Paragraph(f"The digits end, but {compare}: the integer has no end. A decoder refuses it (6.2).")
    values = [number(integer[-1].sum) for integer in integers if integer[-1].last]
    yield from (Heading("Result"), Paragraph(" and ".join(values) or "no integer", result=True))


def encode(value: int, notation: Notation) -> Iterator[Block]:
    """Yield the blocks for a nonnegative integer that is written."""
    written = write(value, notation)
    text = "".join(notation.alphabet[division.value] for division in written)
    yield from _about(number(value), notation)
    yield tables.divisions(text, notation.base, written).without(">k")
    yield from (Heading("Result"), Paragraph(text, result=True))


def _about(what: str, notation: Notation) -> Iterator[Block]:
    thresholds = ", ".join(map(str, (*notation.thresholds, notation.thresholds[-1])))
    yield Heading(f"{what} in base {notation.base}", 1)
    yield Paragraph(f"Digits: {notation.alphabet} are 0 to {notation.base - 1}. The first is the least significant.")
    yield Paragraph(
        f"Thresholds: {thresholds} ... The first digit below its threshold t is the last of an integer. Each weight is the "
        f"weight before it × ({notation.base} - the t before it)."
    )
