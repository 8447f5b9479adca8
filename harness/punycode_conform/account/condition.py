"""The shortest exact condition under which a target is wrong: it holds for all wrong samples and for no right one."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ..codec.second import encode_code_points
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Operation
from .features import NUMBERS, Input, Points, sentences

_MANY = 80  # conditions of which pairs are made
CODE_POINT = "code point"


class Sample:
    """A call of valid input, and whether its answer is wrong."""

    def __init__(self, operation: Operation, text: Points, wrong: bool = False, encoded: Points | None = None) -> None:
        encoded = tuple(map(ord, encode_code_points(text))) if encoded is None else encoded
        self.text, self.encoded, self.wrong = text, encoded, wrong
        self.call = Call(operation, text if operation is Operation.ENCODE else encoded)
        self._input = Input(text, encoded)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: number.of(self._input) for name, number in NUMBERS.items()}

    @cached_property
    def sentences(self) -> frozenset[str]:
        return frozenset(sentences(self._input))


class Condition(NamedTuple):
    """A condition on a sample."""

    says: str
    holds: Callable[[Sample], bool]
    sharp: bool = True  # whether the values on both sides of its edges have been asked
    number: str = ""  # what is counted, or "code point"
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
    says, sharp = f"{one.says} and {other.says}", one.sharp and other.sharp
    return Condition(says, lambda sample: one.holds(sample) and other.holds(sample), sharp, parts=(one, other))


def _necessary(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """Yield the conditions that hold for all wrong samples and not for all right ones."""
    yield from _code_points(wrong, right)
    for name in NUMBERS:
        yield from _of_number(name, [one.numbers[name] for one in wrong], {one.numbers[name] for one in right})
    having = frozenset.intersection(*(one.sentences for one in wrong))
    for says in sorted(having, key=lambda says: (len(says), says)):
        if not all(says in one.sentences for one in right):
            yield Condition(says, lambda one, says=says: says in one.sentences)  # type: ignore[misc]  # a default binds
    lacking = frozenset().union(*(one.sentences for one in right)).difference(*(one.sentences for one in wrong))
    for says in sorted(lacking, key=lambda says: (len(says), says)):
        yield Condition(f"it is not so that {says}", lambda one, says=says: says not in one.sentences)  # type: ignore[misc]  # as above


def _of_number(name: str, wrong: Sequence[int], right: set[int]) -> Iterator[Condition]:
    least, greatest, is_value = min(wrong), max(wrong), NUMBERS[name].is_value
    below, above = [n for n in right if n < least], [n for n in right if n > greatest]
    if least == greatest and below and above:
        sharp = {least - 1, least + 1} <= right
        yield Condition(_worded(name, "", least), lambda one: one.numbers[name] == least, sharp, name, least, greatest)
    if below:
        says = _worded(name, "above" if is_value else "more than", max(below))
        yield Condition(says, lambda one: one.numbers[name] >= least, max(below) == least - 1, name, least)
    if above:
        says, sharp = _worded(name, "below" if is_value else "fewer than", min(above)), min(above) == greatest + 1
        yield Condition(says, lambda one: one.numbers[name] <= greatest, sharp, name, None, greatest)


def _worded(name: str, side: str, value: int) -> str:
    words = NUMBERS[name].words
    if (side, value) in (("more than", 0), ("fewer than", 1)):
        return words.format("no" if value else "").replace("  ", " ")
    number = f"U+{value:04X}" if name in ("greatest", "least") else f"{value:,}"
    says = words.format(f"{side} {number}".strip())
    if value != 1 or NUMBERS[name].is_value:
        return says
    return says[:-1] if says.endswith("s") else says.replace(" code points", " code point")


def _code_points(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """A code point, or a range of them, that each wrong text has and no right one."""
    clean = {c for one in right for c in one.text}
    suspects = [{*one.text} - clean for one in wrong]
    if not all(suspects):
        return
    common = set.intersection(*suspects)
    sure = common or {c for one in suspects if len(one) == 1 for c in one}
    if not sure or len(common) > 1:
        return
    least, greatest = min(sure), max(sure)
    for one in suspects:
        if not any(least <= c <= greatest for c in one):  # then the nearest is one of the range
            nearest = min(one, key=lambda c: max(least - c, c - greatest))
            least, greatest = min(least, nearest), max(greatest, nearest)
    if any(least <= c <= greatest for c in clean):
        return
    which = f"U+{least:04X}" if least == greatest else f"a code point from U+{least:04X} to U+{greatest:04X}"
    sharp = {before(least), after(greatest)} <= clean | {-1, MAX_UNICODE + 1}

    def holds(one: Sample) -> bool:
        return any(least <= c <= greatest for c in one.text)

    yield Condition(f"the text has {which}", holds, sharp, CODE_POINT, least, greatest)


def before(c: int) -> int:
    """The code point before another, without surrogates."""
    return 0xD7FF if c == 0xE000 else c - 1


def after(c: int) -> int:
    """The code point after another, without surrogates."""
    return 0xE000 if c == 0xD7FF else c + 1
