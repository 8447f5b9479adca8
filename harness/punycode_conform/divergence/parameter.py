"""Answers under another value of a parameter of Bootstring (section 4) than that of Punycode (section 5)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from ..codec import PUNYCODE, Bootstring, BootstringError
from ..suite.outcome import Operation

Case = tuple[Operation, Sequence[int], tuple[int, ...]]
"""What was asked, and the wrong answer, its digits in lower case."""

# Values beside the right one, which make a right bias look like a wrong one.
_NEAR = {"base": (35, 37), "tmin": (0, 2), "tmax": (25, 27), "initial_n": (127, 129)}
_ALL: Mapping[str, Sequence[int]] = {
    "tmin": range(10),
    "tmax": range(10, 36),
    "skew": range(1, 128),
    "damp": range(2, 1025),
    "initial_bias": range(144),
    "initial_n": range(256),
}
_MOST = 3  # values that several answers leave open


def other_parameter(case: Case) -> bool:
    """Whether an answer is right under a near value of a parameter: then its deltas do not show a wrong bias."""
    return any(_gives(name, value, case) for name, values in _NEAR.items() for value in values)


def parameter(cases: Sequence[Case]) -> tuple[str, list[int]] | None:
    """The parameter with which alone all of some answers are right, and its values that they leave open; else None."""
    left = [(name, value) for name, values in _ALL.items() for value in values if value != getattr(PUNYCODE, name)]
    for case in cases:
        left = [one for one in left if _gives(*one, case)]
    names = {name for name, _ in left}
    return (names.pop(), [value for _, value in left]) if len(names) == 1 and len(left) <= _MOST else None


def _gives(name: str, value: int, case: Case) -> bool:
    return next(_answer(name, value, case[0], case[1]), None) == case[2]


def _answer(name: str, value: int, operation: Operation, given: Sequence[int]) -> Iterator[tuple[int, ...]]:
    codec = _codec(name, value)
    try:
        if codec:
            yield tuple(codec.encode(given)) if operation is Operation.ENCODE else tuple(codec.decode(given)[0])
    except BootstringError:
        return


@cache
def _codec(name: str, value: int) -> Bootstring | None:
    names = "base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "basic", "delimiter", "digits"
    parameters = {one: getattr(PUNYCODE, one) for one in names} | {name: value}
    # A digit that no string has, for a base that is too great.
    parameters["digits"] = [*PUNYCODE.digits, (0x7F,)][: parameters["base"]]
    try:
        return Bootstring(**parameters)
    except BootstringError:
        return None
