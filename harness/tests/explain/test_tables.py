"""The state table and the scans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punycode_conform.codec.trace import encoding
from punycode_conform.explain.tables import Row, walk

from ..codec.test_trace import TEXTS


def rows(text: str) -> list[Row]:
    return list(walk(encoding(list(map(ord, text))).steps))


def test_the_rows_of_a_worked_string() -> None:
    assert rows("aあbいcあd") == [
        Row(128, 12226, ((0, 4, None),)),
        Row(0x3042, 1, ((0, 0, None), (1, 1, 0x3042), (2, 3, None), (4, 4, 0x3042), (5, 6, None)), (0xF14B, 0x12190)),
        Row(0x3043, 1, ((0, 6, None),)),
        Row(0x3044, 1, ((0, 2, None), (3, 3, 0x3044)), (0x151DF,)),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("abc", []),
        ("\x80", [Row(128, 1, ((0, 0, 128),), (128,))]),
        ("\x80\x80", [Row(128, 1, ((0, 0, 128), (1, 1, 128)), (128, 257))]),
        ("\x81\x80", [Row(128, 1, ((0, 0, 128), (1, 1, None)), (128,)), Row(129, 1, ((0, 0, 129),), (258,))]),
    ],
)
def test_rows_without_rounds_between(text: str, expected: list[Row]) -> None:
    assert rows(text) == expected


@given(TEXTS | st.text("\x80\x81\x83ab", max_size=12).map(lambda text: list(map(ord, text))))
def test_the_places_passed_over_are_the_deltas(points: list[int]) -> None:
    steps = encoding(points).steps
    passed, deltas, inserted = 0, [], []
    for row in walk(steps):
        for first, last, c in row.runs:
            if c is None:
                passed += row.rounds * (last - first + 1)
            else:
                deltas.append(passed)
                # One more state change follows an insertion, which no delta counts.
                passed = 0
                inserted.append((c, first))

    assert deltas == [step.delta for step in steps]
    assert inserted == [(step.code_point, step.place) for step in steps]
    assert [state for row in walk(steps) for state in row.absolute] == [step.absolute for step in steps]
    assert all(row.n < after.n for row, after in zip(walk(steps), list(walk(steps))[1:], strict=False))
