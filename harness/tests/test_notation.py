"""Code points as text: read without guessing, shown without acting on a terminal."""

import re
import sys
import unicodedata
from collections.abc import Sequence

import pytest

from punycode_conform.notation import parse, plain, quote, show


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", ()),
        ("U+0061 U+00FC", (0x61, 0xFC)),
        ("U+D800 U+10FFFF U+110000", (0xD800, 0x10FFFF, 0x110000)),
        ("U+00FC*3", (0xFC, 0xFC, 0xFC)),
        ("U+0061..U+0063", (0x61, 0x62, 0x63)),
        ("(U+0061..U+0062 U+00FC*2)*2 U+007A", (0x61, 0x62, 0xFC, 0xFC, 0x61, 0x62, 0xFC, 0xFC, 0x7A)),
    ],
)
def test_every_form_is_read(text: str, points: tuple[int, ...]) -> None:
    assert points == parse(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ü", "'ü' is not a code point"),
        ("U+00fc", "'U+00fc' is not a code point"),
        ("(U+0061)", "'(U+0061)' is not a code point"),
        ("U+61", "U+61 does not have 4"),
        ("U+0061*1000001", "more than 1,000,000 code points"),
        ("U+0000..U+F4240", "more than 1,000,000 code points"),
    ],
)
def test_all_else_is_refused_and_so_are_more_than_a_million_before_they_are_made(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}"):
        parse(text)


@pytest.mark.parametrize(
    ("points", "limit", "shown"),
    [
        ((), 4, "(empty)"),
        ((0x61, 0xFC, 0x10FFFF, 0x110000), 4, "U+0061 U+00FC U+10FFFF U+110000"),
        ((0xFC,) * 4, 4, "U+00FC*4"),
        ((*range(0x61, 0x65), 0x7A, 0x7A), 3, "U+0061 U+0062 U+0063 … (6 code points)"),
        (range(1200), 1, "U+0000 … (1,200 code points)"),
    ],
)
def test_code_points_are_shown_with_runs_folded_up_to_a_limit(points: Sequence[int], limit: int, shown: str) -> None:
    assert shown == show(points, limit=limit)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", '""'),
        ('say "\\"', '"say \\"\\\\\\""'),
        ("\x1b[31m", '"\\x1b[31m"'),
        ("\x00\x7f\x85\xa0", '"\\x00\\x7f\\x85\\xa0"'),
        ("e\u0301", '"e\\u{301}"'),
        ("\U000e0001\U0010ffff", '"\\u{e0001}\\u{10ffff}"'),
    ],
)
def test_quoted_text(text: str, quoted: str) -> None:
    assert quoted == quote(map(ord, text))


def test_quoted_text_takes_any_integers_and_loses_its_middle_beyond_the_limit() -> None:
    assert quote([0x61, 0x110000, 2**40]) == '"a\\u{110000}\\u{10000000000}"'
    assert quote([0x61] * 9 + [0x62] * 9, limit=9) == '"aaaaaa…bbb" (18 characters)'
    assert quote([0x61] * 5, limit=5) == '"aaaaa"'


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        ("\x1b]0;x\x07", "\\x1b]0;x\\x07"),
        ("\u202eüe\u0301", "\\u{202e}üe\u0301"),
        ("x" * 301, "x" * 300 + "…"),
        ("\x1b" * 100, "\\x1b" * 75 + "…"),
    ],
)
def test_foreign_text_becomes_one_inert_line(text: str, inert: str) -> None:
    assert inert == plain(text)
    assert inert == plain(inert)


@pytest.mark.parametrize(
    "points",
    [
        pytest.param([*range(0x3100), *range(0xD700, 0x10200), *range(0xDFF00, 0xE0200)], id="common"),
        pytest.param(range(sys.maxunicode + 1), id="all", marks=pytest.mark.slow),
    ],
)
def test_of_all_code_points_none_is_shown_that_acts_on_a_terminal(points: Sequence[int]) -> None:
    # C: controls, format characters, surrogates, private use. Z: spaces, separators. M: marks that would join the quote.
    quoted = quote(points, limit=len(points))
    line = plain("".join(map(chr, points)), limit=None)

    assert {c for c in set(quoted) if unicodedata.category(c)[0] in "CZM"} == {" "}
    assert {c for c in set(line) if unicodedata.category(c)[0] in "CZ"} == {" "}
