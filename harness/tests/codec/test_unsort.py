"""Insertion unsort coding, RFC 3492 section 3.2, against a state machine that moves one state at a time."""

import itertools
from collections.abc import Iterator, Sequence

import pytest

from punycode_conform.codec import BootstringError, Reason
from punycode_conform.codec.bootstring import advance, deltas

# RFC 3492 section 7.3: the input, and for each "next code point to insert" its "needed delta".
TRACES = {
    "B": (
        [0x4ED6, 0x4EEC, 0x4E3A, 0x4EC0, 0x4E48, 0x4E0D, 0x8BF4, 0x4E2D, 0x6587],
        [
            (0x4E0D, 19853),
            (0x4E2D, 64),
            (0x4E3A, 37),
            (0x4E48, 56),
            (0x4EC0, 599),
            (0x4ED6, 130),
            (0x4EEC, 154),
            (0x6587, 46301),
            (0x8BF4, 88531),
        ],
    ),
    "L": (
        [0x0033, 0x5E74, 0x0042, 0x7D44, 0x91D1, 0x516B, 0x5148, 0x751F],
        [(0x5148, 62042), (0x516B, 139), (0x5E74, 16683), (0x751F, 34821), (0x7D44, 14592), (0x91D1, 42088)],
    ),
}


def is_ascii(c: int) -> bool:
    return c < 0x80


def stepped(n: int, i: int, length: int) -> tuple[int, int]:
    """One state change."""
    return (n, i + 1) if i < length else (n + 1, 0)


def naive_deltas(target: Sequence[int], basic: set[int], n: int) -> Iterator[int]:
    """How many states a decoder passes over before each insertion, counted one by one."""
    there = [place for place, c in enumerate(target) if c in basic]
    i = 0
    for c, place in sorted((c, place) for place, c in enumerate(target) if c not in basic):
        index = sum(1 for other in there if other < place)
        passed = 0
        while (n, i) != (c, index):
            n, i = stepped(n, i, len(there))
            passed += 1
        yield passed
        there.append(place)
        n, i = stepped(n, i, len(there))


def naive_string(passed: Sequence[int], literal: Sequence[int], n: int) -> list[int]:
    """The string that a decoder builds from deltas, one state change at a time."""
    string, i = list(literal), 0
    for delta in passed:
        for _ in range(delta):
            n, i = stepped(n, i, len(string))
        string.insert(i, n)
        n, i = stepped(n, i, len(string))
    return string


@pytest.mark.parametrize("sample", TRACES)
def test_the_deltas_of_the_rfcs_traces_come_in_their_order(sample: str) -> None:
    code_points, trace = TRACES[sample]
    found = list(deltas(code_points, is_ascii, 0x80))
    basic = sum(map(is_ascii, code_points))

    assert trace == [(code_points[index], delta) for delta, _, index in found]
    assert list(range(basic, len(code_points))) == [h for _, h, _ in found]


@pytest.mark.parametrize(("basic", "initial_n"), [({0, 1}, 2), (set(), 0), ({0, 2, 4}, 0), ({0, 1, 3}, 1), ({5}, 0)])
def test_deltas_agree_with_single_state_changes(basic: set[int], initial_n: int) -> None:
    alphabet = [c for c in range(6) if c in basic or c >= initial_n]
    for target in itertools.chain.from_iterable(itertools.product(alphabet, repeat=length) for length in range(6)):
        found = [delta for delta, _, _ in deltas(target, basic.__contains__, initial_n)]

        assert list(naive_deltas(target, basic, initial_n)) == found
        assert list(target) == naive_string(found, [c for c in target if c in basic], initial_n)


def test_advance_agrees_with_single_state_changes() -> None:
    for n, length in itertools.product((0, 7), range(5)):
        for i in range(length + 1):
            state = (n, i)
            for delta in range(40):
                assert state == advance(n, i + delta, length)
                state = stepped(*state, length)


@pytest.mark.parametrize(("code_points", "position"), [([0], 0), ([1, 3, 0], 2), ([5, 2, 0], 1), ([1, 1, 1, 2], 3)])
def test_a_non_basic_code_point_below_the_initial_n_is_refused_first_of_all(
    code_points: list[int], position: int
) -> None:
    with pytest.raises(BootstringError) as caught:
        next(deltas(code_points, {1}.__contains__, 3, maxint=0))

    assert (Reason.BELOW_INITIAL_N, position) == (caught.value.reason, caught.value.position)


@pytest.mark.parametrize(
    ("code_points", "maxint", "position"),
    [
        ([0x85], 0x85, None),
        ([0x85], 0x84, 0),  # the code point itself
        ([0x61] * 9 + [0xFF], 1279, None),  # delta = (FF - 80) * 10 = 1270, and 9 code points before it
        ([0x61] * 9 + [0xFF], 1278, 8),  # the ninth increment
        ([0x61] * 9 + [0xFF], 1270, 0),  # the first
        ([0x61] * 9 + [0xFF], 1269, 9),  # the product
        ([0xFF, 0x100], 0x100, None),
        ([0xFF, 0x100], 0xFF, 1),
        # After FF one state change leads to <100, 0>, of which the delta counts 1; (200 - 100) * 2 more, and 1 past FF.
        ([0xFF, 0x200], 514, None),
        ([0xFF, 0x200], 513, 0),
        ([0xFF, 0x200], 512, 1),
    ],
)
def test_deltas_overflow_exactly_past_maxint(code_points: list[int], maxint: int, position: int | None) -> None:
    if position is None:
        assert list(deltas(code_points, is_ascii, 0x80)) == list(deltas(code_points, is_ascii, 0x80, maxint))
        return
    with pytest.raises(BootstringError) as caught:
        list(deltas(code_points, is_ascii, 0x80, maxint))

    assert (Reason.OVERFLOW, position) == (caught.value.reason, caught.value.position)
