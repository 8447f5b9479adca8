"""Explanations on a terminal: golden texts, the width, columns that line up."""

from pathlib import Path

import pytest

from punycode_conform.explain.shown import columns
from punycode_conform.suite import corpus

from ..codec import rfc_traces
from .shown import explained

GOLDEN = Path(__file__).parent / "golden"
VECTORS = {vector.id: vector for vector in corpus.suite().vectors}

# Each was checked by hand against the RFC's arithmetic. A change of words: write the file anew, and read it.
TEXTS = {
    "decode-b": lambda: explained("ihqwcrb4cv8a8dqg056pqjye"),
    "decode-l": lambda: explained("3B-ww4c5e180e575a65lsy2b"),
    "encode-l": lambda: explained("3年B組金八先生"),
    "encode-worked-latin-around-hiragana": lambda: explained(worked("latin-around-hiragana"), scan=True),
    "encode-worked-hiragana-among-latin": lambda: explained(worked("hiragana-among-latin")),
    "encode-worked-javascript": lambda: explained(worked("javascript"), "encode"),
    "decode-truncated": lambda: explained("bcher-kv"),
    "decode-domain": lambda: explained("xn--bcher-kva.例え.www", brief=True),
}


def worked(name: str) -> str:
    """The text of a worked string of the suite."""
    return "".join(map(chr, VECTORS[f"worked-{name}"].decoded or ()))


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_the_golden_one(name: str) -> None:
    assert TEXTS[name]() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("example", "direction"), [("B", "decode"), ("L", "decode"), ("L", "encode")])
def test_the_golden_tables_have_what_the_rfc_traces(example: str, direction: str) -> None:
    text = (GOLDEN / f"{direction}-{example.lower()}.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.partition("Insertion table\n")[2].splitlines()[2:]]
    traced = rfc_traces.decoding(example)

    for row, one in zip(rows, traced, strict=False):
        assert row[1:5] == [one.digits, str(one.delta), str(one.bias), f"U+{one.code_point:04X}"]
        assert int(row[6]) == one.place
        assert f"[{chr(one.code_point)}]" in row[7]
    assert len([row for row in rows[: len(traced)] if row]) == len(traced)


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.startswith("worked-")])
def test_eighty_columns_are_enough(vector: str) -> None:
    text, encoded = "".join(map(chr, VECTORS[vector].decoded or ())), VECTORS[vector].encoded or ""
    for string, operation in ((text, "encode"), (encoded, "decode")):
        shown = explained(string, operation, scan=True)

        assert [line for line in shown.splitlines() if columns(line) > 80] == []


def test_a_narrow_terminal_gets_narrow_lines() -> None:
    shown = explained("xn--mnchen-3ya", width=60)

    assert max(columns(line) for line in shown.splitlines() if "  " not in line.strip()) <= 60


@pytest.mark.parametrize("string", ["e\u0301tü", "한국어", "שלוםü", "👩\u200d👧ü", "ก็ü", "a\tbü", "\x1b[31mü", "ｆü"])
def test_places_are_above_their_characters(string: str) -> None:
    lines = explained(string, "encode").splitlines()
    at = [number for number, line in enumerate(lines) if line.startswith("   place ")]

    assert at
    for number in at:
        above, below = lines[number], lines[number + 1]
        ends = [
            column for column in range(len(above)) if above[column].isdigit() and not above[column + 1 :][:1].isdigit()
        ]
        # In a column of its own, with a space or a bracket behind it, wherever the character has its width.
        assert all(_at(below, column + 1) in " ]\u200e" or _at(below, column + 1) == "" for column in ends)


def _at(line: str, column: int) -> str:
    """The character that begins at a column."""
    reached = 0
    for c in line:
        if reached == column and columns(c):
            return c
        reached += columns(c)
    return ""


def test_nothing_that_acts_on_a_terminal_is_printed() -> None:
    shown = explained("\x1b[31m\u202eü\x9b\u2066", "encode", scan=True)

    assert not {"\x1b", "\u202e", "\x9b", "\u2066"} & set(shown)


def test_brief_is_the_table_and_the_result() -> None:
    assert explained("maana-pta", brief=True).splitlines()[3:] == [
        "All insertions",
        "",
        "   maana   - pta",
        "   -----     ---",
        "   literal   680",
        "",
        "   Insertion table",
        "      digits  delta  new bias  code point  place  string so far",
        "                           72                     maana",
        "   1  pta       680         0  U+00F1 ñ        2  ma[ñ]ana",
        "",
        "Result",
        "",
        '   "mañana"',
    ]


def test_the_rules_of_a_direction_are_shown_once() -> None:
    shown = explained("xn--bcher-kva.xn--mnchen-3ya.bücher.münchen.de")

    assert shown.count("The rules\n") == 2
    assert "The rules" not in explained("www.de")


def test_a_long_string_is_cut_around_the_insertion() -> None:
    shown = explained("abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-ü-0123456789", "encode")

    assert "   place … 46  47" in shown
    assert "z-[ü]-0" in shown.replace("  ", "")


@pytest.mark.parametrize(
    ("text", "width"),
    [("abc", 3), ("年", 2), ("e\u0301", 1), ("ｆ", 2), ("א\u200e", 1), ("👩", 2), ("…", 1), ("", 0)],
)
def test_the_columns_of_a_text(text: str, width: int) -> None:
    assert columns(text) == width
