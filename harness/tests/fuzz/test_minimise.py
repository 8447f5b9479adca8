"""Minimising ends at the least input, and never slides into another problem."""

import tracemalloc
from collections.abc import Callable, Sequence

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points
from punycode_conform.fuzz.minimise import minimise, order
from punycode_conform.suite.oracle import encode_fast
from punycode_conform.suite.outcome import Call, Operation

from ..suite.answers import decode, encode

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


def text(call: Call) -> str:
    return "".join(map(chr, call.input))


def beyond_unicode(call: Call) -> bool:
    try:
        return max(decode_code_points(text(call)), default=0) > 0x10FFFF
    except BootstringError:
        return False


def overflows_32_bits(call: Call) -> bool:
    try:
        decode_code_points(text(call), bits=32)
    except BootstringError as error:
        return error.reason is Reason.OVERFLOW
    return False


@pytest.mark.parametrize(
    ("call", "shows", "expected"),
    [
        (decode("-h\u200bba"), lambda call: text(call).startswith("-"), decode("-")),
        (decode("abc-Kva0a"), lambda call: any(c.isupper() for c in text(call)), decode("A")),
        (decode("hello-xyzzy-0q7A9"), lambda call: text(call).count("-") >= 2, decode("--")),
        (decode("Z"), lambda call: text(call) in ("Z", " "), decode("Z")),  # a letter is plainer than a space
        (encode("Bücher für 3年B組"), lambda call: max(call.input) >= 0x100, encode("\u0100")),
        (encode("\U0010ffffa一一ü"), lambda call: len(set(call.input)) < len(call.input), encode("aa")),
        (Call(ENCODE, tuple(range(0x400, 0x480))), lambda call: len(call.input) > 64, Call(ENCODE, (0x61,) * 65)),
        # Deltas are lowered: one takes five digits to get past U+10FFFF.
        (decode("bcher-kva236528fha"), beyond_unicode, decode("bb03g")),
        (decode("zzzzzz-999999999b"), overflows_32_bits, decode("bb000026")),
    ],
)
def test_the_least_input_is_found(call: Call, shows: Callable[[Call], bool], expected: Call) -> None:
    least, _ = minimise(call, lambda calls: [bool(c.input) and shows(c) for c in calls])

    assert least == expected


def test_every_step_is_a_decrease_and_the_budget_is_kept() -> None:
    seen: list[Call] = []

    def same(calls: Sequence[Call]) -> list[bool]:
        seen.extend(calls)
        return [True] * len(calls)

    start = decode("hello-world-kva9z")
    least, asked = minimise(start, same, calls=7)

    assert asked == len(seen) <= 7
    assert order(least.input) < order(start.input)
    assert len(set(seen)) == len(seen)


LONG = (*[0x61] * 65_600, 0x80, *[0xE9] * 20, 0x4E2D, 0x4E2D, 0x10FFFF)


@pytest.mark.parametrize(
    ("call", "shows", "length", "most"),
    [
        (Call(ENCODE, LONG), lambda c: len(c.input) > 65_536, 65_537, 100),
        (Call(ENCODE, LONG), lambda c: 0x4E2D in c.input, 1, 60),
        (Call(DECODE, encode_fast(LONG)), lambda c: len(c.input) > 65_536, 65_537, 100),
        (Call(DECODE, encode_fast(LONG)), lambda c: False, 65_651, 2000),
    ],
)
def test_a_very_long_input_takes_few_calls_and_little_memory(
    call: Call, shows: Callable[[Call], bool], length: int, most: int
) -> None:
    tracemalloc.start()
    least, asked = minimise(call, lambda calls: [shows(c) for c in calls])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(least.input) == length
    assert asked <= most
    assert peak < 100 * len(call.input) * 8  # of that many candidates, of which there are thousands
