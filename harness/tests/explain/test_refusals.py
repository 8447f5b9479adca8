"""Invalid input: every step up to the clause that refuses it, a caret, and what codecs that go on give."""

import re

import pytest

from punycode_conform.codec import Reason
from punycode_conform.explain import onward
from punycode_conform.explain.blocks import Pointer, Table
from punycode_conform.explain.shown import columns
from punycode_conform.faults import FAULTS
from punycode_conform.suite import corpus

from .shown import blocks, explained


@pytest.mark.parametrize(
    ("encoded", "at", "says", "answers"),
    [
        ("-", 0, "a delimiter with nothing before it", {"leading-delimiter-dropped": '""'}),
        ("-tda", 0, "fail if it has none", {"leading-delimiter-dropped": '"ü", U+00FC ü'}),
        ("bcher-kv", 8, "21 >= 1, so the delta goes on", {"truncated-delta-accepted": '"bücher"'}),
        ("bcher-k!va", 7, '"!" (U+0021) is no digit', {"non-digit-accepted": '"bücher"'}),
        ("a-k_va", 3, '"_" (U+005F) is no digit', {"underscore-as-digit": ""}),
        ("bü-kva", 1, '"ü" (U+00FC) is in the literal part', {"non-ascii-literal-accepted": '"bŸü"'}),
        ("tdaü", 3, '"ü" (U+00FC) is no digit', {"non-digit-accepted": ""}),
        ("a-k\uff56a", 3, "is no digit", {"non-ascii-digit-accepted": ""}),
        ("en32g", 4, "n becomes 1114112, and Unicode ends at U+10FFFF", {"beyond-unicode-mangled": '"�", U+FFFD �'}),
    ],
)
def test_a_refusal_is_explained(encoded: str, at: int, says: str, answers: dict[str, str]) -> None:
    found = list(blocks(encoded, "decode"))
    (pointer,) = [block for block in found if isinstance(block, Pointer)]
    (table,) = [block for block in found if isinstance(block, Table) and "class of bug" in block.columns]
    given = [(row[0], row[1]) for row in table.rows]

    assert (pointer.at, "".join(map(chr, pointer.points))) == (at, encoded)
    assert says in pointer.says
    for bug, answer in answers.items():
        assert [1 for one, other in given if one == bug and (not answer or other == answer)], given
    assert len({answer for _, answer in given}) == len(given) <= 6


@pytest.mark.parametrize("encoded", ["bcher-k!va", "日本-kva", "a" * 90 + "-!", "-", "bcher-kv", "é\u0301-kva"])
def test_the_caret_is_under_the_place(encoded: str) -> None:
    lines = explained(encoded, "decode").splitlines()
    (number,) = [number for number, line in enumerate(lines) if re.match(r" +\^ place \d+$", line)]
    (pointer,) = [block for block in blocks(encoded, "decode") if isinstance(block, Pointer)]
    column = lines[number].index("^")
    before = ""
    for c in lines[number - 1]:
        if columns(before) >= column and columns(c):
            break
        before += c
    pointed = lines[number - 1][len(before) :][:1]

    assert pointed == (encoded[pointer.at] if pointer.at < len(encoded) else "")


def test_steps_before_the_refusal_are_shown_and_none_after() -> None:
    shown = explained("tda!tda", "decode")

    assert 'Delta 1: "tda" is 124' in shown
    assert "Delta 2" not in shown
    assert "1  tda       124" in shown
    assert "Result" not in shown


def test_a_refused_code_point_is_computed_but_not_inserted() -> None:
    shown = explained("en32g", "decode")

    assert "n = 128 + 1113984 = 1114112" in shown
    assert "Insertion table" not in shown


def test_every_class_that_is_tried_is_one_of_the_suites_and_has_a_fault() -> None:
    for reason, bugs in onward._CLASSES.items():
        assert reason in Reason
        for bug in bugs:
            assert bug in corpus.suite().bugs
            assert [fault for fault in FAULTS.values() if fault.bug == bug and fault.ends]


def test_another_profile_and_no_characters_have_no_answers() -> None:
    assert list(onward.answers((0x110000, 0x61), Reason.BAD_DIGIT)) == []
    assert list(onward.answers((0x61,), Reason.BASIC_DELTA)) == []
