"""Conditions that hold for all wrong samples and for no right one."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from .sample import NUMBERS, VALUES, Sample

_MANY = 80  # conditions of which pairs are made


class Condition(NamedTuple):
    """A condition on a sample.

    Attributes:
        says: the condition in words.
        holds: whether it holds.
        sharp: whether the numbers or code points on both sides of its edges have been asked.
        number: what is counted, or "code point"; empty where nothing is.
        least, greatest: the least and the greatest value that meets the condition, None where there is no such edge.
        parts: the conditions that must hold together; none for a single one.
    """

    says: str
    holds: Callable[[Sample], bool]
    sharp: bool = True
    number: str = ""
    least: int | None = None
    greatest: int | None = None
    parts: tuple["Condition", ...] = ()


def exact(samples: Sequence[Sample]) -> list[Condition]:
    """The conditions that hold for all wrong samples and for no right one, those that say most first."""
    wrong, right = [one for one in samples if one.wrong], [one for one in samples if not one.wrong]
    if not wrong or not right:
        return []
    # For each condition a bit for each right sample that meets it as well.
    met = {one: sum(1 << at for at, other in enumerate(right) if one.holds(other)) for one in _necessary(wrong, right)}
    if alone := [one for one, bits in met.items() if not bits]:
        return alone
    few = {*sorted(met, key=lambda one: met[one].bit_count())[:_MANY]}
    kept = [(place, one) for place, one in enumerate(met) if one in few]
    pairs = [(a + b, one, other) for (a, one), (b, other) in combinations(kept, 2) if not met[one] & met[other]]
    return [_both(one, other) for _, one, other in sorted(pairs, key=lambda pair: pair[0])]


def _both(one: Condition, other: Condition) -> Condition:
    def holds(sample: Sample) -> bool:
        return one.holds(sample) and other.holds(sample)

    return Condition(f"{one.says} and {other.says}", holds, one.sharp and other.sharp, parts=(one, other))


def _necessary(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """Yield the conditions that hold for all wrong samples and not for all right ones."""
    yield from _code_points(wrong, right)
    for name in NUMBERS:
        yield from _of_number(name, [one.numbers[name] for one in wrong], {one.numbers[name] for one in right})
    having = frozenset.intersection(*(one.flags for one in wrong))
    for flag in sorted(having, key=lambda flag: (len(flag), flag)):
        if not all(flag in one.flags for one in right):
            yield Condition(flag, partial(_has, flag))
    lacking = frozenset().union(*(one.flags for one in right)).difference(*(one.flags for one in wrong))
    for flag in sorted(lacking, key=lambda flag: (len(flag), flag)):
        yield Condition(f"it is not so that {flag}", partial(_lacks, flag))


def _has(flag: str, one: Sample) -> bool:
    return flag in one.flags


def _lacks(flag: str, one: Sample) -> bool:
    return flag not in one.flags


def _of_number(name: str, wrong: Sequence[int], right: set[int]) -> Iterator[Condition]:
    least, greatest = min(wrong), max(wrong)
    below, above = [n for n in right if n < least], [n for n in right if n > greatest]
    if least == greatest and below and above:
        sharp = {least - 1, least + 1} <= right
        yield Condition(_worded(name, "", least), lambda one: one.numbers[name] == least, sharp, name, least, greatest)
    if below:
        says = _worded(name, "above" if name in VALUES else "more than", max(below))
        yield Condition(says, lambda one: one.numbers[name] >= least, max(below) == least - 1, name, least)
    if above:
        says = _worded(name, "below" if name in VALUES else "fewer than", min(above))
        sharp = min(above) == greatest + 1
        yield Condition(says, lambda one: one.numbers[name] <= greatest, sharp, name, None, greatest)


def _worded(name: str, side: str, value: int) -> str:
    if (side, value) in (("more than", 0), ("fewer than", 1)):
        return NUMBERS[name].format("no" if value else "").replace("  ", " ")
    shown = f"U+{value:04X}" if name in ("greatest", "least") else f"{value:,}"
    says = NUMBERS[name].format(f"{side} {shown}".strip())
    one = value == 1 and name not in VALUES
    return says[:-1] if one and says.endswith("s") else says.replace(" code points", " code point") if one else says


def _code_points(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """A code point, or a range of them, that each wrong text has and no right one."""
    clean = {c for one in right for c in one.text}
    suspects = [{*one.text} - clean for one in wrong]
    if not all(suspects):
        return
    common = set.intersection(*suspects)
    sure = common or {c for one in suspects if len(one) == 1 for c in one}
    if not sure or (common and len(common) > 1):
        return
    least, greatest = min(sure), max(sure)
    for one in suspects:
        if not any(least <= c <= greatest for c in one):  # then the nearest is one of the range
            nearest = min(one, key=lambda c: max(least - c, c - greatest))
            least, greatest = min(least, nearest), max(greatest, nearest)
    if any(least <= c <= greatest for c in clean):
        return
    says = (
        f"the text has U+{least:04X}"
        if least == greatest
        else f"the text has a code point from U+{least:04X} to U+{greatest:04X}"
    )
    sharp = {before(least), after(greatest)} <= clean | {-1, 0x110000}
    yield Condition(
        says, lambda one: any(least <= c <= greatest for c in one.text), sharp, "code point", least, greatest
    )


def before(c: int) -> int:
    """The code point before another, without surrogates."""
    return 0xD7FF if c == 0xE000 else c - 1


def after(c: int) -> int:
    """The code point after another, without surrogates."""
    return 0xE000 if c == 0xD7FF else c + 1
