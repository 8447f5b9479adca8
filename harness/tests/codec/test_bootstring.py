"""Integers and biases by hand, and Bootstring with other parameters than Punycode's: sections 3, 4 and 6 of RFC 3492."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from punycode_conform.codec import BootstringError, ParameterError, Reason
from punycode_conform.codec.arithmetic import adapt, read, write
from punycode_conform.codec.bootstring import Bootstring

# 2, 3, 5, 5, 5 ...: the example of section 3.3, whose base is 8.
RFC_THRESHOLDS = (2, 3, 5)
PUNYCODE = {"base": 36, "tmin": 1, "tmax": 26, "skew": 38, "damp": 700}
SMALL = {"base": 10, "tmin": 1, "tmax": 5, "skew": 2, "damp": 3}


def test_the_example_of_section_3_3() -> None:
    assert read([7, 3, 4, 2, 5, 1], 0, 8, RFC_THRESHOLDS) == (145, 3)
    assert read([7, 3, 4, 2, 5, 1], 3, 8, RFC_THRESHOLDS) == (62, 6)
    assert [write(value, 8, RFC_THRESHOLDS) for value in (145, 62, 0, 2)] == [[7, 3, 4], [2, 5, 1], [0], [2, 0]]


@pytest.mark.parametrize(
    ("parameters", "delta", "numpoints", "firsttime", "bias"),
    [
        (PUNYCODE, 700, 1, True, 1),  # 1, + 1 div 1 = 2; 36 * 2 div (2 + 38) = 72 div 40
        (PUNYCODE, 910, 1000, False, 33),  # 455 is not greater than (35 * 26) div 2 = 455; 16380 div 493
        (PUNYCODE, 912, 1000, False, 45),  # 456 div 35 = 13; 36 + 468 div 51
        (PUNYCODE, 1117198, 10**7, False, 105),  # 558599, 15959, 455: two divisions; 72 + 33
        (SMALL, 69, 24, True, 15),  # 23 div 9 = 2; 10 + 20 div 4
    ],
)
def test_biases_by_hand(parameters: dict[str, int], delta: int, numpoints: int, firsttime: bool, bias: int) -> None:
    assert adapt(delta, numpoints, firsttime, **parameters) == bias


def instance(**changes: Any) -> Bootstring:
    """Base 10, written with the ten digits; "A" is basic too, and greater than the initial n."""
    parameters: dict[str, Any] = {
        "base": 10,
        "tmin": 1,
        "tmax": 9,
        "skew": 2,
        "damp": 3,
        "initial_bias": 0,
        "initial_n": 0x40,
        "basic": {*range(0x30, 0x3A), 0x2D, 0x41},
        "delimiter": 0x2D,
        "digits": [(0x30 + value,) for value in range(10)],
    }
    return Bootstring(**parameters | changes)


def tiny(tmin: int, tmax: int, initial_n: int, *digits: Sequence[int], basic: Sequence[int] = ()) -> Bootstring:
    """A few code points only; 2 is the delimiter, and the biases move fast."""
    basics, base = {2, *basic, *itertools.chain.from_iterable(digits)}, len(digits)
    own: dict[str, Any] = {"initial_n": initial_n, "basic": basics, "delimiter": 2, "digits": digits}
    return instance(base=base, tmin=tmin, tmax=tmax, skew=1, damp=2, **own)


TINY = {
    "binary, tmin 0": tiny(0, 1, 3, (0,), (1,)),
    "ternary, basics with holes": tiny(1, 2, 1, (5,), (3,), (7,)),
    "ternary, several forms of a digit": tiny(0, 2, 2, (0, 1), (3,), (4, 6)),
    "ternary, a basic that is no digit": tiny(0, 1, 0, (0,), (4,), (3,), basic=[6]),
}


def strings(alphabet: Sequence[int], longest: int) -> Iterator[tuple[int, ...]]:
    """All strings over an alphabet, the shortest first."""
    return itertools.chain.from_iterable(itertools.product(alphabet, repeat=length) for length in range(longest + 1))


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"tmin": -1}, "0 <= tmin <= tmax <= base-1"),
        ({"damp": 1}, "damp >= 2"),
        ({"initial_bias": -1}, "initial_bias >= 0"),
        ({"tmin": 5, "initial_bias": 6}, "initial_bias mod base <= base - tmin"),
        ({"tmin": 0, "tmax": 0}, "tmax >= 1"),
        ({"delimiter": 0x5F}, "the delimiter is a basic code point"),
        ({"base": 11}, "a digit for each value"),
        ({"digits": [(0x30 + value, 0x39) for value in range(10)]}, "0x39 cannot be a digit: digits are distinct"),
    ],
)
def test_parameters_that_break_a_constraint_are_refused_by_its_name(changes: dict[str, Any], constraint: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(constraint)):
        instance(**changes)


@pytest.mark.parametrize(
    ("extended", "basic"),
    # The bias is 0, so t(0) is 9: the digits 0 to 8 stand alone. n starts at 40, "@".
    [
        ("", ""),
        ("-", "--"),
        ("@A", "A-0"),
        ("BA", "A-4"),  # "the minimum non-basic code point": A, between n and B, is not inserted
        ("AB", "A-5"),
        ("I", "90"),  # delta 9: 9 + 0, the weight of the second digit being 10 - 9
        ("@@", "00"),  # bias 0 after a delta of 0; the second is in front of nothing: <40, 1>, delta 0
    ],
)
def test_base_10_by_hand(extended: str, basic: str) -> None:
    assert basic == "".join(map(chr, instance().encode(map(ord, extended))))
    assert (list(map(ord, extended)), [False] * len(extended)) == instance().decode(list(map(ord, basic)))


@pytest.mark.parametrize("small", TINY.values(), ids=TINY)
def test_every_basic_string_is_refused_or_is_the_one_form_of_what_it_decodes_to(small: Bootstring) -> None:
    alphabet = [c for c in range(8) if c in small.basic]
    first = {form: forms[0] for forms in small.digits for form in forms}
    sources: dict[tuple[int, ...], list[int]] = {}
    reasons = set()
    for basic in strings(alphabet, {3: 9, 4: 7, 5: 5, 6: 5}[len(alphabet)]):
        try:
            extended, _ = small.decode(basic)
        except BootstringError as error:
            reasons.add(error.reason)
            continue
        literal = max((place + 1 for place, c in enumerate(basic) if c == 2), default=0)
        canonical = [*basic[:literal], *(first[c] for c in basic[literal:])]

        assert canonical == small.encode(extended)
        assert canonical == sources.setdefault(tuple(extended), canonical)
    assert {Reason.BAD_DIGIT} <= reasons <= {Reason.TRUNCATED, Reason.BAD_DIGIT, Reason.BASIC_DELTA}
    assert len(sources) > 100


def test_the_first_form_of_a_digit_is_written_and_the_last_annotates() -> None:
    three = instance(
        basic=set(range(0x80)), initial_n=0x80, digits=[(0x61 + v, 0x30 + v, 0x41 + v) for v in range(9)] + [(0x39,)]
    )
    # 80 is inserted first, with delta 0; from <80, 1> to <81, 0> it is one state. Both are single digits, "a" and "b".
    assert "".join(map(chr, three.encode([0x81, 0x80]))) == "ab"
    assert "".join(map(chr, three.encode([0x81, 0x80], uppercase=[True, False]))) == "aB"
    for forms, upper in (("ab", [False, False]), ("01", [False, False]), ("A1", [False, True]), ("aB", [True, False])):
        assert ([0x81, 0x80], upper) == three.decode(list(map(ord, forms)))
