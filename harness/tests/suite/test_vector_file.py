"""Vector files: what an entry means, and that every faulty one is refused with file, line and id."""

from pathlib import Path

import pytest

from punycode_conform.errors import DataError
from punycode_conform.suite import vector_file
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Case, Vector, cases

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
HEAD = "about: Some vectors.\nvectors:\n"


def read(folder: Path, content: str) -> list[Vector]:
    path = folder / "some.yaml"
    path.write_text(content, encoding="utf-8")
    vectors = []
    for entry in vector_file.read(path):
        if isinstance(entry, DataError):
            raise entry
        vectors.append(entry.derived())
    return vectors


def one(folder: Path, entry: str) -> Vector:
    """The vector of one entry in braces."""
    return read(folder, f"{HEAD}  - {{id: x, {entry}}}\n")[0]


def test_both_sides_make_two_cases(tmp_path: Path) -> None:
    vector = one(tmp_path, 'decoded: U+0062 U+00FC, text: bü, encoded: "b-eha"')

    assert vector == Vector(
        "x", (ENCODE, DECODE), (0x62, 0xFC), "b-eha", bits={ENCODE: 26, DECODE: 26}, file="some.yaml"
    )
    assert [(case.id, case.call.operation, case.call.input) for case in cases([vector])] == [
        ("x/encode", ENCODE, (0x62, 0xFC)),
        ("x/decode", DECODE, tuple(b"b-eha")),
    ]


@pytest.mark.parametrize(
    ("entry", "operations"),
    [
        ('decoded: "", encoded: ""', (ENCODE, DECODE)),
        ('decoded: U+00FC, encoded: "tda", only: decode', (DECODE,)),
        ('decoded: U+00FC, encoded: "TDA", only: encode', (ENCODE,)),
        ('encoded: "-", reject: bad-digit', (DECODE,)),
        ("decoded: U+D800, reject: surrogate", (ENCODE,)),
    ],
)
def test_the_sides_of_a_vector_give_its_cases(tmp_path: Path, entry: str, operations: tuple[Operation, ...]) -> None:
    assert operations == one(tmp_path, entry).operations


def test_keys_of_the_file_hold_for_every_vector_that_has_no_other(tmp_path: Path) -> None:
    vectors = read(
        tmp_path,
        'about: x\nclause: "6.2"\nbug: dropped\nchoice: integers\nlevel: should\nlayer: punycode\ngenerated: by hand\n'
        'vectors:\n  - {id: a, decoded: U+00FC, encoded: "tda"}\n'
        '  - {id: b, decoded: U+00FC, encoded: "tda", clause: "A", choice: length, level: must, note: "Other\n words."}\n',
    )

    assert [(v.clause, v.bug, v.choice, v.level, v.note) for v in vectors] == [
        ("6.2", "dropped", "integers", "should", None),
        ("A", "dropped", "length", "must", "Other words."),
    ]


@pytest.mark.parametrize(
    ("decoded", "written", "encoded"),
    [
        ("U+002D", '"--"', "--"),
        ("U+0061 U+0062", '["ab", "-"]', "ab-"),
        ("(U+0061 U+0062)*3", '[{repeat: "ab", times: 3}, "-"]', "ababab-"),
        ('""', "[]", ""),
    ],
)
def test_sides_may_be_written_in_pieces(tmp_path: Path, decoded: str, written: str, encoded: str) -> None:
    vector = one(tmp_path, f"decoded: {decoded}, encoded: {written}")

    assert (vector.decoded, vector.encoded) == (tuple(encoded[:-1].encode()), encoded)


def test_a_comment_is_about_the_vectors_after_it(tmp_path: Path) -> None:
    path = tmp_path / "v.yaml"
    path.write_text(
        "# A file.\nabout: x\nvectors:\n"
        '  - {id: before, decoded: U+0061, encoded: "a-"}\n\n'
        "  # One comment\n  # in two lines.\n"
        '  - {id: first, decoded: U+0062, encoded: "b-"}\n'
        '  - id: second\n    decoded: U+0063\n    # about a key\n    encoded: "c-"\n'
        '  # Another.\n\n  - {id: third, decoded: U+0064, encoded: "d-"}\n',
        encoding="utf-8",
    )
    entries = [entry for entry in vector_file.read(path) if not isinstance(entry, DataError)]

    assert [entry.section for entry in entries] == ["", *["One comment in two lines."] * 2, "Another."]


@pytest.mark.parametrize(
    ("entry", "bits", "right", "choice"),
    [
        ('decoded: U+D800, encoded: "ib9b", only: decode', 26, None, "surrogates"),
        ('encoded: "ib9b", reject: surrogate', 26, (0xD800,), "surrogates"),
        ("decoded: U+D800, reject: surrogate", 26, tuple(b"ib9b"), "surrogates"),
        ('encoded: "en32g", reject: beyond-unicode', 26, (0x110000,), "beyond-unicode"),
        ('decoded: U+110000, encoded: "en32g", choice: integers, only: decode', 26, None, "integers"),
        ('encoded: "-", reject: bad-digit', 26, None, None),
        # 2^31 - 1 as a single code point needs 31 bits, 2^31 needs 32.
        ("decoded: U+7FFFFFFF, reject: beyond-unicode", 31, ..., "beyond-unicode"),
        ("decoded: U+80000000, reject: beyond-unicode", 32, ..., "beyond-unicode"),
    ],
)
def test_the_oracle_adds_widths_answers_and_choices(
    tmp_path: Path, entry: str, bits: int, right: object, choice: str | None
) -> None:
    vector = one(tmp_path, entry)

    assert ([bits], choice) == ([*vector.bits.values()], vector.choice)
    assert right in (..., vector.right)


@pytest.mark.parametrize(
    "entry",
    [
        'encoded: "b", reject: truncated',
        'encoded: "\\xFC-", reject: non-basic',
        'encoded: "\\xFC", reject: bad-digit',
        # Too wide for integers of 64 bits before unbounded integers meet the end, a bad digit, or the end of Unicode.
        'encoded: "999999999999999999999999", reject: truncated',
        'encoded: "99999999999999999999999_", reject: bad-digit',
        'encoded: "99999999999999999999999a", reject: overflow',
        'encoded: [{repeat: "9", times: 2000}, "a"], reject: overflow',
        # A code point that only a choice allows, and after it an error that no choice allows.
        'encoded: "ib9b_", reject: bad-digit',
        'encoded: "en32g9", reject: truncated',
        # The surrogate comes before the code point beyond Unicode.
        'encoded: "ib9bu3476e", reject: surrogate',
        'layer: a-label, encoded: "xn--", reject: not-an-a-label',
        'layer: a-label, encoded: "xn--abc-", reject: not-an-a-label',
        'layer: a-label, encoded: "xn---", reject: bad-digit',
        'layer: a-label, decoded: U+00FC, encoded: "XN--TDA", only: decode',
    ],
)
def test_a_right_reason_is_accepted(tmp_path: Path, entry: str) -> None:
    assert one(tmp_path, entry).operations == (DECODE,)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('decoded: U+00FC, encoded: "tdb"', "encode by RFC 3492 gives"),
        ('decoded: U+0041, encoded: "a-"', "encode by RFC 3492 gives"),  # the literal portion keeps its case
        ('decoded: U+00FC, encoded: "td", only: decode', "decode gives no value by RFC 3492: truncated"),
        ('decoded: U+00FD, encoded: "tda", only: decode', "decode by RFC 3492 gives U+00FC"),
        ('decoded: "", encoded: "-"', "encode by RFC 3492 gives"),
        ('encoded: "-", reject: truncated', "reject: truncated is wrong: it is refused for bad-digit"),
        ('encoded: "ib9b_", reject: surrogate', "reject: surrogate is wrong: it is refused for bad-digit"),
        # What only integers of 64 bits or fewer meet is not the reason, unless what follows is beyond Unicode.
        ('encoded: "999999999999999999999999", reject: overflow', "reject: overflow is wrong: it is refused for tr"),
        ('encoded: "99999999999999999999999a", reject: beyond-unicode', "reject: beyond-unicode is wrong: it is"),
        ('encoded: "en32g", reject: overflow', "reject: overflow is wrong: it is refused for beyond-unicode"),
        ('encoded: "--", reject: bad-digit', "reject: bad-digit is wrong: nothing in RFC 3492 refuses it"),
        ("decoded: U+D800, reject: beyond-unicode", "reject: beyond-unicode is wrong: it is refused for surrogate"),
        ('encoded: "dn32g", reject: beyond-unicode', "reject: beyond-unicode is wrong: nothing in RFC 3492"),
        ('layer: a-label, encoded: "xn--tda", reject: not-an-a-label', "reject: not-an-a-label is wrong: nothing"),
        ('layer: a-label, decoded: U+00FC, encoded: "tda"', "encode by RFC 3492 gives"),
        ('decoded: U+00FC, encoded: "tda", choice: surrogates', "choice 'surrogates' does not apply to this vector"),
    ],
)
def test_values_that_rfc_3492_does_not_give_are_refused(tmp_path: Path, entry: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        one(tmp_path, entry)

    assert caught.value.message.startswith(f"{tmp_path / 'some.yaml'}:3: x: {says}")


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("- a\n", 1, "must be a mapping"),
        ("about: x\n", 1, "no 'vectors'"),
        ("vectors: []\n", 1, "no 'about'"),
        ("about: x\nvectors: []\nvector: []\n", 3, "unknown key 'vector'; did you mean vectors?"),
        ("about: x\nvectors: none\n", 2, "vectors: must be a list"),
        ("about: x\nlevel: sometimes\nvectors: []\n", 2, "level: 'sometimes' is not known"),
        ("about: x\nvectors:\n  - a\n", 3, "must be a mapping"),
        ("about: x\nvectors:\n  - {encoded: a}\n", 3, "no 'id'"),
        ("about: x\nvectors:\n  - id: 12\n", 3, "12: id: '12' without quotes"),
        ("about: x\nvectors:\n  - id: x\n    id: y\n", 4, "key 'id' appears twice"),
        (f"{HEAD}  - id: x\n    encoded: -\n", 4, "broken YAML"),
    ],
)
def test_a_file_that_is_no_vector_file_is_refused_by_line(tmp_path: Path, content: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, content)

    assert caught.value.message.startswith(f"{tmp_path / 'some.yaml'}:{line}: {says}")


@pytest.mark.parametrize("name", ["X", "a_b", "a--b", "-a", "a-", "", "é", "a/b", "a\u202eb", "a" * 101, "a\\n"])
def test_an_id_that_is_no_slug_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"some.yaml:3: (.*: )?id: must be a slug: ") as caught:
        read(tmp_path, f'{HEAD}  - {{id: "{name}", decoded: U+00FC, encoded: "tda"}}\n')

    assert "\u202e" not in caught.value.message


SIDES = "    decoded: U+00FC\n    encoded: tda\n"


@pytest.mark.parametrize(
    ("entry", "line", "says"),
    [
        # Lines from the entry's own, which is 0.
        (f"{SIDES}    encode: tda\n", 3, "unknown key 'encode'; did you mean encoded?"),
        (f'{SIDES}    "a\\e[31m": b\n', 3, "unknown key 'a\\\\x1b[31m'"),
        (f"{SIDES}    note: 5\n", 3, "note: '5' without quotes"),
        (f"{SIDES}    clause: '9'\n", 3, "clause: '9' is not known"),
        (f"{SIDES}    bug:\n", 3, "bug: 'nothing' without quotes"),
        (f"{SIDES}    layer: idna\n", 3, "layer: 'idna' is not known"),
        (f"{SIDES}    only: both\n", 3, "only: 'both' is not known"),
        (f"{SIDES}    since: '0.1'\n", 3, "since: must be a minor release after 0.1"),
        (f"{SIDES}    text: u\n", 0, "text differs from decoded"),
        (f"{SIDES}    reject: bad-digit\n", 0, "reject goes with one side, not with both"),
        ("    note: nothing else\n", 0, "neither decoded nor encoded"),
        ("    encoded: tda\n", 0, "one side only, and no reject"),
        ("    decoded: U+00FC\n", 0, "one side only, and no reject"),
        ("    encoded: '-'\n    reject: basic-delta\n", 2, "reject: 'basic-delta' is not known"),
        ("    encoded: '-'\n    reject: bad-digit\n    only: encode\n", 0, "only: encode, but its side is missing"),
        ("    decoded: U+FC\n    encoded: tda\n", 0, "U+FC does not have 4 to 64 hexadecimal digits"),
        ("    encoded: tda\n    decoded: ü\n", 0, "'ü' is not a code point"),
        ("    decoded: U+00FC*1000001\n    encoded: tda\n", 0, "more than 1,000,000 code points"),
        ("    decoded: U+00FC\n    encoded: no\n", 2, "encoded: 'no' without quotes"),
        ("    decoded: U+00FC\n    encoded:\n      - {repeat: a}\n", 3, "encoded: no 'times'"),
        ("    decoded: U+00FC\n    encoded: [{repeat: a, times: -1}]\n", 2, "times: Expected int >= 0"),
        ("    decoded: U+00FC\n    encoded: [{repeat: ab, times: 4000001}]\n", 0, "encoded is too long"),
    ],
)
def test_an_entry_is_refused_with_line_and_id(tmp_path: Path, entry: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, f"{HEAD}  - id: the-one\n{entry}")

    assert caught.value.message.startswith(f"{tmp_path / 'some.yaml'}:{line + 3}: the-one: {says}")


def test_repeats_of_several_vectors_end_somewhere(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    entry = '  - {{id: many-{}, decoded: "", encoded: [{{repeat: a, times: 999999}}]}}\n'
    path.write_text(HEAD + "".join(map(entry.format, range(9))), encoding="utf-8")
    *entries, last = vector_file.read(path)

    assert len(entries) == 4
    assert isinstance(last, DataError)
    assert last.message == f"{path}:7: more than 4,000,000 code points in one file"


def test_each_case_has_the_oracles_facts_again(tmp_path: Path) -> None:
    facts = Case(one(tmp_path, 'encoded: "ib9b", reject: surrogate'), DECODE).facts

    assert (facts.value, facts.bits, facts.length, facts.surrogate, facts.beyond) == ((0xD800,), 26, 4, True, False)
