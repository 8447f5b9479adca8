"""Conditions that hold for all wrong samples and for no right one."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from .sample import NUMBERS, Sample

_VALUES = ("delta", "first", "bias", "greatest", "least")  # compared as values, where the others are counts


class Condition(NamedTuple):
    """A condition on a sample.

    Attributes:
        says: the condition in words.
        holds: whether it holds.
        sharp: whether the numbers or code points on both sides of its edges have been asked.
    """

    says: str
    holds: Callable[[Sample], bool]
    sharp: bool = True


def exact(samples: Sequence[Sample]) -> list[Condition]:
    """The conditions that hold for all wrong samples and for no right one, those that say most first."""
    wrong, right = [one for one in samples if one.wrong], [one for one in samples if not one.wrong]
    if not wrong or not right:
        return []
    return [condition for condition in _necessary(wrong, right) if not any(map(condition.holds, right))]


def _necessary(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """Yield the conditions that hold for all wrong samples and not for all right ones."""
    yield from _code_points(wrong, right)
    for name in NUMBERS:
        yield from _of_number(name, [one.numbers[name] for one in wrong], {one.numbers[name] for one in right})
    having = frozenset.intersection(*(one.flags for one in wrong))
    for flag in sorted(having):
        yield Condition(flag, partial(_has, flag))
    lacking = frozenset().union(*(one.flags for one in right)).difference(*(one.flags for one in wrong))
    for flag in sorted(lacking):
        yield Condition(f"it is not so that {flag}", partial(_lacks, flag))


def _has(flag: str, one: Sample) -> bool:
    return flag in one.flags


def _lacks(flag: str, one: Sample) -> bool:
    return flag not in one.flags


def _of_number(name: str, wrong: Sequence[int], right: set[int]) -> Iterator[Condition]:
    least, greatest = min(wrong), max(wrong)
    below, above = [n for n in right if n < least], [n for n in right if n > greatest]
    if least == greatest and below and above:
        says = NUMBERS[name].format(_shown(name, least))
        yield Condition(says, lambda one: one.numbers[name] == least, {least - 1, least + 1} <= right)
    if below:
        says = NUMBERS[name].format(f"{'above' if name in _VALUES else 'more than'} {_shown(name, max(below))}")
        yield Condition(says, lambda one: one.numbers[name] >= least, max(below) == least - 1)
    if above:
        says = NUMBERS[name].format(f"{'below' if name in _VALUES else 'fewer than'} {_shown(name, min(above))}")
        yield Condition(says, lambda one: one.numbers[name] <= greatest, min(above) == greatest + 1)


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
    if any(least <= c <= greatest for c in clean) or not all(
        any(least <= c <= greatest for c in one) for one in suspects
    ):
        return
    says = (
        f"the text has U+{least:04X}"
        if least == greatest
        else f"the text has a code point from U+{least:04X} to U+{greatest:04X}"
    )
    sharp = {least - 1, greatest + 1} <= clean | {-1, 0x110000}
    yield Condition(says, lambda one: any(least <= c <= greatest for c in one.text), sharp)


def _shown(name: str, value: int) -> str:
    return f"U+{value:04X}" if name in ("greatest", "least") else f"{value:,}"
