"""The second codec against the first, with which it shares no algorithm."""

import bisect
import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from punycode_conform.codec import BootstringError, punycode, second
from punycode_conform.codec.second import _CountingTree

EXAMPLES = settings(deadline=None, database=None, derandomize=True)

CODE_POINTS = st.one_of(
    st.integers(0, 0x7F),
    st.integers(0x80, 0x17F),
    st.integers(0x4E00, 0x4E20),
    st.integers(0xD7F0, 0xE00F),
    st.integers(0, 0x10FFFF),
    st.integers(0x10FFF0, 0x11000F),
    st.integers(0, 2**70),
)
# Mostly what an encoded form is made of; "\u212a" and "\u017f" change case into ASCII.
ENCODED = st.lists(st.sampled_from("aaabcdkstyzABZ0189--- _\x7f\x80\u00fc\u212a\u017f\U0010ffff\ud800")).map("".join)


def answer(decode: Callable[..., list[int]], encoded: str, limit: int | None = None) -> object:
    """What a decoder gives, or why and where it refuses."""
    try:
        return decode(encoded, max_code_point=limit)
    except BootstringError as error:
        return error.reason, error.position


def assert_both_encode(points: Sequence[int]) -> None:
    encoded = punycode.encode_code_points(points)

    assert encoded == second.encode_code_points(points)
    assert list(points) == punycode.decode_code_points(encoded) == second.decode_code_points(encoded)


def assert_both_decode(encoded: str) -> None:
    for limit in (None, 0x10FFFF):
        assert answer(punycode.decode_code_points, encoded, limit) == answer(second.decode_code_points, encoded, limit)


@EXAMPLES
@given(st.lists(CODE_POINTS))
@example([])
@example([0x2D])
@example([0xD800, 0xDC00, 0x10FFFF, 0x110000])
def test_the_codecs_agree_on_lists_of_integers(points: list[int]) -> None:
    assert_both_encode(points)


@EXAMPLES
@given(ENCODED)
@example("")
@example("-")
@example("\u00fc-")
@example("-\u00fc-")
def test_the_codecs_agree_on_what_is_decoded_or_refused_and_where(encoded: str) -> None:
    assert_both_decode(encoded)


@EXAMPLES
@given(st.lists(CODE_POINTS, max_size=8), st.data())
def test_the_codecs_agree_on_encoded_forms_with_one_fault(points: list[int], data: st.DataObject) -> None:
    encoded = punycode.encode_code_points(points)
    place = data.draw(st.integers(0, len(encoded)))
    cut = data.draw(st.integers(0, 2))
    put = data.draw(st.sampled_from(["", "a", "Z", "9", "-", "_", "\u00fc"]))

    assert_both_decode(encoded[:place] + put + encoded[place + cut :])


def test_the_codecs_agree_on_ten_thousand_random_strings() -> None:
    pick = random.Random(3492)
    limits = [0x7F, 0x80, 0xFF, 0x100, 0x3FF, 0xFFFF, 0x10FFFF, 0x120000]
    for _ in range(10_000):
        low, high = sorted(pick.choices(limits, k=2))
        assert_both_encode([pick.randint(low, high) if pick.random() < 0.8 else 0x61 for _ in range(pick.randrange(9))])


def test_the_codecs_agree_on_ten_thousand_random_basic_strings() -> None:
    pick = random.Random(3492)
    for _ in range(10_000):
        assert_both_decode("".join(pick.choices("aaaaaaaabbbbyzAAZ059--\u00fc", k=pick.randrange(12))))


@pytest.mark.parametrize(
    "points",
    [
        range(0x4E00, 0x4E00 + 500),
        range(0x4E00 + 500, 0x4E00, -1),
        [0x10FFFF] * 3000,
        [0x61] * 3000 + [0x10FFFF],
        [0x10FFFF] + [0x61] * 3000,
        [0x61, 0xFC, 0x4E2D, 0x1F600] * 1000,
        [0xFC, 0x61, 0x4E2D] * 300 + list(range(0x80, 0x200)),
    ],
    ids=["ascending", "descending", "repeated", "last", "first", "interleaved", "mixed"],
)
def test_the_codecs_agree_on_long_strings(points: Sequence[int]) -> None:
    assert_both_encode(points)


def test_a_long_string_in_random_order_comes_back() -> None:
    points = [random.Random(3492).randrange(0x110000) for _ in range(20_000)]

    assert points == second.decode_code_points(second.encode_code_points(points))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 9, 31, 100])
def test_the_tree_counts_what_a_sorted_list_counts(size: int) -> None:
    pick = random.Random(size)
    for _ in range(20):
        marked = sorted(place for place in range(size) if pick.random() < 0.5)
        tree = _CountingTree(size)
        tree.fill(marked)
        for _ in range(2 * size):
            if marked and pick.random() < 0.5:
                index = pick.randrange(len(marked))

                assert marked.pop(index) == tree.take(index)
            elif free := sorted(set(range(size)) - set(marked)):
                place = pick.choice(free)

                assert bisect.bisect_left(marked, place) == tree.add(place)
                bisect.insort(marked, place)
