"""A generalized variable-length integer alone, with any base and thresholds: RFC 3492 section 3.3."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..codec import arithmetic
from .blocks import Answer, Block, Cell, Heading, Marked, Paragraph, Sums, Table
from .shown import number as shown

_MOST_DIGITS = 1000
_FIGURES = "0123456789abcdefghijklmnopqrstuvwxyz"
_PUNYCODE = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, slots=True)
class Notation:
    """How integers are written.

    Attributes:
        base: the number of digit-values.
        thresholds: t(0), t(1) ...; the last applies to all further digits. None: no digit ends an integer, as in the
            conventional representation.
    """

    base: int
    thresholds: tuple[int, ...] | None

    def __post_init__(self) -> None:
        if self.base < 2:
            raise ValueError("the base must be at least 2")
        if self.thresholds is None:
            return
        if not self.thresholds or not all(0 <= t < self.base for t in self.thresholds):
            raise ValueError(f"thresholds must be from 0 to {self.base - 1} (3.3)")
        if self.thresholds[-1] == 0:
            raise ValueError("the last threshold must be at least 1, or some integers would never end")

    @property
    def alphabet(self) -> str:
        """The digits in the order of their values: those of Punycode for base 36, otherwise figures, then letters."""
        return _PUNYCODE if self.base == 36 else _FIGURES[: self.base]

    def values(self, text: str) -> list[int]:
        """The digit-values of a text: characters, or numbers with commas between them.

        Raises:
            ValueError: one is no digit; the message names it.
        """
        if "," in text or self.base > 36:
            values = [int(word) if word.strip().isdecimal() else -1 for word in text.split(",")]
            if wrong := [word for word, v in zip(text.split(","), values, strict=True) if not 0 <= v < self.base]:
                raise ValueError(f"{wrong[0]!r} is no digit-value of base {self.base}")
            return values
        for c in text:
            if c.lower() not in self.alphabet or not c.isascii():
                raise ValueError(f"{c!r} is no digit of base {self.base}; the digits are {self.alphabet}")
        return [self.alphabet.index(c.lower()) for c in text]

    def digit(self, value: int) -> str:
        """The digit with a value."""
        return self.alphabet[value] if self.base <= 36 else str(value)


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer and its digits; ``ended`` is false if the last of them does not end it."""

    digits: tuple[arithmetic.Digit, ...]
    ended: bool

    @property
    def value(self) -> int:
        """The integer."""
        return self.digits[-1].sum


def read(text: str, notation: Notation) -> list[Integer]:
    """The integers that a row of digits represents.

    Raises:
        ValueError: a character is no digit.
    """
    values = notation.values(text)
    found: list[Integer] = []
    while values:
        # A threshold of 0 ends nothing and takes nothing from a weight: the conventional representation.
        digits = tuple(arithmetic.digits(values, notation.base, notation.thresholds or (0,)))
        found.append(Integer(digits, notation.thresholds is None or digits[-1].last))
        values = values[len(digits) :]
    return found


def write(value: int, notation: Notation) -> tuple[arithmetic.Division, ...]:
    """The digits of a nonnegative integer, as they are computed.

    Raises:
        ValueError: there are more than anybody follows; with a threshold of base - 1 each digit takes only that away.
    """
    if notation.thresholds is not None:
        made = tuple(islice(arithmetic.divisions(value, notation.base, notation.thresholds), _MOST_DIGITS + 1))
        if len(made) > _MOST_DIGITS:
            raise ValueError(f"{shown(value)} has more than {_MOST_DIGITS:,} digits with these thresholds")
        return made
    found, k = [], notation.base
    while value >= notation.base:
        rest, digit = divmod(value, notation.base)
        found.append(arithmetic.Division(k, 0, value, digit, rest))
        value, k = rest, k + notation.base
    return (*found, arithmetic.Division(k, 0, value, value, None))


def decode(text: str, notation: Notation) -> Iterator[Block]:
    """Yield the blocks for a row of digits.

    Raises:
        ValueError: a character is no digit.
    """
    integers = read(text, notation)
    yield Heading(f'Digits "{text}" in base {notation.base}', 1)
    yield from _about(notation)
    for integer in integers:
        yield _digits(integer, notation)
        yield Sums(((_sum(integer), ""),))
        if not integer.ended:
            last = integer.digits[-1]
            yield Paragraph(
                f"The digits end, but {last.value} >= {last.threshold}: the integer has no end. A decoder refuses it (6.2)."
            )
    values = [shown(integer.value) for integer in integers if integer.ended]
    yield Heading("Result")
    yield Answer(" and ".join(values) if values else "no integer")


def encode(value: int, notation: Notation) -> Iterator[Block]:
    """Yield the blocks for a nonnegative integer that is written.

    Raises:
        ValueError: as :func:`write`.
    """
    rows: list[tuple[Cell, ...]] = []
    divisions = write(value, notation)
    for one in divisions:
        digit = notation.digit(one.value)
        if one.rest is None:
            last = f"{shown(one.q)} < {one.threshold or notation.base}"
            rows.append((Marked(last), Marked(f"{one.value}: {digit}"), ""))
            continue
        t, away, span = one.threshold, shown(one.q - one.threshold), notation.base - one.threshold
        computed = f"{t} + {away} mod {span} = {one.value}: {digit}"
        rows.append((f"{shown(one.q)} >= {t or notation.base}", computed, f"{away} div {span} = {shown(one.rest)}"))
    yield Heading(f"{shown(value)} in base {notation.base}", 1)
    yield from _about(notation)
    yield Table("", (">q and t", ">digit", ">next q"), rows)
    yield Heading("Result")
    yield Answer(("" if notation.base <= 36 else ",").join(notation.digit(one.value) for one in divisions))


def _about(notation: Notation) -> Iterator[Block]:
    if notation.base <= 36:
        alphabet = notation.alphabet
        yield Paragraph(f"Digits: {alphabet} are 0 to {notation.base - 1}. The first is the least significant.")
    if notation.thresholds is None:
        yield Paragraph(
            "Without thresholds this is a conventional integer: weights are 1, base, base × base ..., and nothing in it "
            "says where it ends. With --thresholds it is one of RFC 3492 section 3.3."
        )
        return
    given = ", ".join(map(str, notation.thresholds))
    yield Paragraph(
        f"Thresholds: {given}, {notation.thresholds[-1]} ... The first digit below its threshold t is the last of an "
        f"integer. Each weight is the weight before it × ({notation.base} - the t before it)."
    )


def _digits(integer: Integer, notation: Notation) -> Table:
    conventional = notation.thresholds is None
    rows: list[tuple[Cell, ...]] = []
    for one in integer.digits:
        ends = one.last and not conventional
        compare = "" if conventional else f"{'<' if ends else '>='} {one.threshold}"
        numbers = shown(one.weight), shown(one.product), shown(one.sum)
        row: tuple[Cell, ...] = (
            notation.digit(one.value),
            str(one.value),
            Marked(compare) if ends else compare,
            *numbers,
        )
        rows.append(row[:2] + row[3:] if conventional else row)
    columns = "digit", ">value", ">t", ">weight", ">value × weight", ">sum"
    return Table("", columns[:2] + columns[3:] if conventional else columns, rows)


def _sum(integer: Integer) -> str:
    products = " + ".join(f"{one.value} × {shown(one.weight)}" for one in integer.digits)
    return f"{products} = {shown(integer.value)}"
