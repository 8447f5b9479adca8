"""Vector files: what an entry means."""

from pathlib import Path

import pytest

from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Case, Vector, cases

from .vector_text import one, read

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


def test_both_sides_make_two_cases(tmp_path: Path) -> None:
    vector = one(tmp_path, 'decoded: U+0062 U+00FC, encoded: "b-eha"')
    made = cases([vector])

    assert [(case.id, case.call.operation, case.call.input) for case in made] == [
        ("x/encode", ENCODE, (0x62, 0xFC)),
        ("x/decode", DECODE, tuple(b"b-eha")),
    ]


@pytest.mark.parametrize(
    ("entry", "operations"),
    [
        ('decoded: U+00FC, encoded: "tda"', (ENCODE, DECODE)),
        ('decoded: "", encoded: ""', (ENCODE, DECODE)),
        ('decoded: U+00FC, encoded: "tda", only: decode', (DECODE,)),
        ('decoded: U+00FC, encoded: "TDA", only: encode', (ENCODE,)),
        ('encoded: "-", reject: bad-digit', (DECODE,)),
        ('encoded: "-", reject: bad-digit, only: decode', (DECODE,)),
        ("decoded: U+D800, reject: surrogate", (ENCODE,)),
    ],
)
def test_which_cases_a_vector_makes(tmp_path: Path, entry: str, operations: tuple[Operation, ...]) -> None:
    assert operations == one(tmp_path, entry).operations


def test_a_vector_has_what_is_written_and_defaults_for_the_rest(tmp_path: Path) -> None:
    vector = one(tmp_path, 'decoded: U+00FC, encoded: "tda"')

    assert vector == Vector(
        id="x",
        operations=(ENCODE, DECODE),
        decoded=(0xFC,),
        encoded="tda",
        bits=(26, 26),
        level="must",
        layer="punycode",
        file="some.yaml",
    )


def test_what_the_file_says_holds_for_every_vector_that_does_not_say_otherwise(tmp_path: Path) -> None:
    vectors = read(
        tmp_path,
        'clause: "6.2"\nbug: dropped\nchoice: integers\nlevel: should\nlayer: punycode\ngenerated: by hand\nvectors:\n'
        '  - {id: a, decoded: U+00FC, encoded: "tda"}\n'
        '  - {id: b, decoded: U+00FC, encoded: "tda", clause: "A", choice: length, level: must, note: "Other\n words."}\n',
    )

    assert [(v.clause, v.bug, v.choice, v.level, v.note) for v in vectors] == [
        ("6.2", "dropped", "integers", "should", ""),
        ("A", "dropped", "length", "must", "Other words."),
    ]


@pytest.mark.parametrize(
    ("written", "encoded"),
    [
        ('"--"', "--"),
        ('["ab", "-"]', "ab-"),
        ('[{repeat: "ab", times: 3}, "-"]', "ababab-"),
        ('[{repeat: "a", times: 0}]', ""),
        ("[]", ""),
    ],
)
def test_an_encoded_side_may_be_told_in_pieces(tmp_path: Path, written: str, encoded: str) -> None:
    points = " ".join(f"U+{ord(c):04X}" for c in encoded[:-1])

    assert encoded == one(tmp_path, f'decoded: "{points}", encoded: {written}').encoded


def test_a_decoded_side_may_be_told_in_runs(tmp_path: Path) -> None:
    assert one(tmp_path, 'decoded: (U+0061 U+0062)*2 U+0063*2, encoded: "ababcc-"').decoded == tuple(b"ababcc")


@pytest.mark.parametrize(
    ("entry", "bits", "right", "choice"),
    [
        ('decoded: U+D800, encoded: "ib9b"', (26, 26), None, "surrogates"),
        ('encoded: "ib9b", reject: surrogate', (26,), (0xD800,), "surrogates"),
        ("decoded: U+D800, reject: surrogate", (26,), tuple(b"ib9b"), "surrogates"),
        ('encoded: "en32g", reject: beyond-unicode', (26,), (0x110000,), "beyond-unicode"),
        ('decoded: U+110000, encoded: "en32g", choice: integers', (26, 26), None, "integers"),
        ('encoded: "-", reject: bad-digit', (26,), None, ""),
        # 2^31 - 1 as a single code point needs 31 bits, 2^31 needs 32.
        ("decoded: U+7FFFFFFF, reject: beyond-unicode, only: encode", (31,), ..., "beyond-unicode"),
        ("decoded: U+80000000, reject: beyond-unicode, only: encode", (32,), ..., "beyond-unicode"),
    ],
)
def test_what_the_oracle_adds(tmp_path: Path, entry: str, bits: tuple[int, ...], right: object, choice: str) -> None:
    vector = one(tmp_path, entry)

    assert (bits, choice) == (vector.bits, vector.choice)
    assert right in (..., vector.right)


@pytest.mark.parametrize(
    "entry",
    [
        'encoded: "-", reject: bad-digit',
        'encoded: "b", reject: truncated',
        'encoded: "\\xFC-", reject: non-basic',
        'encoded: "\\xFC", reject: bad-digit',
        # Too wide for integers of 64 bits before unbounded integers meet the end, a bad digit, or the end of Unicode.
        'encoded: "999999999999999999999999", reject: truncated',
        'encoded: "99999999999999999999999_", reject: bad-digit',
        'encoded: "99999999999999999999999a", reject: overflow',
        'encoded: [{repeat: "9", times: 2000}, "a"], reject: overflow',
        # A code point that only a choice allows, and after it what no choice allows.
        'encoded: "ib9b_", reject: bad-digit',
        'encoded: "en32g9", reject: truncated',
        # The surrogate comes before the code point beyond Unicode.
        'encoded: "ib9bu3476e", reject: surrogate',
    ],
)
def test_a_right_reason_is_taken(tmp_path: Path, entry: str) -> None:
    assert one(tmp_path, entry).operations == (DECODE,)


@pytest.mark.parametrize(
    "entry",
    [
        'encoded: "xn--", reject: not-an-a-label',
        'encoded: "xn--abc-", reject: not-an-a-label',
        'encoded: "xn----", reject: not-an-a-label',
        'encoded: "xn---", reject: bad-digit',
        'encoded: "xn--b", reject: truncated',
        'decoded: U+00FC, encoded: "xn--tda"',
        'decoded: U+00FC, encoded: "XN--TDA", only: decode',
        'decoded: U+0061, encoded: "a"',
    ],
)
def test_an_a_label_has_its_prefix(tmp_path: Path, entry: str) -> None:
    assert one(tmp_path, f"layer: a-label, {entry}").layer == "a-label"


def test_each_case_has_the_oracles_facts_again(tmp_path: Path) -> None:
    facts = Case(one(tmp_path, 'encoded: "ib9b", reject: surrogate'), DECODE).facts

    assert (facts.value, facts.bits, facts.length, facts.surrogate, facts.beyond) == ((0xD800,), 26, 4, True, False)
