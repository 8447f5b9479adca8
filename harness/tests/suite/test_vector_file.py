"""Vector files: what an entry means, and every entry that is refused at the door."""

from pathlib import Path

import pytest

from punycode_conform.errors import DataError
from punycode_conform.suite import vector_file
from punycode_conform.suite.bug import Bug
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Case, Vector, cases

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
BUGS = {"dropped": Bug("dropped", "Dropped", "It drops.", "Two inputs, one output.", ())}
HEAD = "about: Some vectors.\nvectors:\n"


def read(folder: Path, content: str) -> list[Vector]:
    path = folder / "some.yaml"
    path.write_text(content, encoding="utf-8")
    vectors = []
    for entry in vector_file.read(path, BUGS):
        if isinstance(entry, DataError):
            raise entry
        vectors.append(entry.derived())
    return vectors


def one(folder: Path, entry: str) -> Vector:
    """The vector of one entry in braces."""
    return read(folder, f"{HEAD}  - {{id: x, {entry}}}\n")[0]


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
        # Truncated with exact integers, too wide before that for any fixed width.
        'encoded: "999999999999999999999999", reject: truncated',
        'encoded: "999999999999999999999999", reject: overflow',
        'encoded: "99999999999999999999999a", reject: beyond-unicode',
        'encoded: "99999999999999999999999a", reject: overflow',
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


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("- a\n", 1, "a vector file must be a mapping"),
        ("about: x\n", 1, "no key 'vectors'"),
        ("about: x\nvectors:\nvector: []\n", 3, "unknown key 'vector'"),
        ("about: x\nvectors: none\n", 2, "vectors must be a list"),
        ("about: x\nvectors:\n  - a\n", 3, "a vector must be a mapping"),
        ("about: x\nvectors:\n  - {encoded: a}\n", 3, "a vector without an id"),
        ("about: x\nvectors:\n  - id: [x]\n", 3, "id must be text"),
        ("about: x\nvectors:\n  - id: 12\n", 3, "id: '12' without quotes"),
        ("about: x\nvectors:\n  - id: x\n    id: y\n", 4, "key 'id' stands twice"),
        (
            "level: sometimes\nvectors:\n  - {id: x, decoded: U+00FC, encoded: tda}\n",
            1,
            "x: level 'sometimes' is not known",
        ),
        ("clause: 6.2\nvectors:\n  - {id: x, decoded: U+00FC, encoded: tda}\n", 1, "x: clause: '6.2' without quotes"),
    ],
)
def test_a_file_that_is_no_vector_file_is_refused_by_line(tmp_path: Path, content: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, content)

    assert caught.value.message.startswith(f"{tmp_path / 'some.yaml'}:{line}: {says}")


@pytest.mark.parametrize("name", ["X", "a_b", "a--b", "-a", "a-", "a b", "", "é", "a/b", "a\u202eb", "a" * 101, "a\\n"])
def test_an_id_that_is_no_slug_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"some.yaml:3: id '.*' is not a slug") as caught:
        read(tmp_path, f'{HEAD}  - {{id: "{name}", decoded: U+00FC, encoded: "tda"}}\n')

    assert "\u202e" not in caught.value.message


SIDES = "    decoded: U+00FC\n    encoded: tda\n"


@pytest.mark.parametrize(
    ("entry", "line", "says"),
    [
        # Lines from the entry's own, which is 0.
        (f"{SIDES}    encode: tda\n", 3, "unknown key 'encode'"),
        (f"{SIDES}    bits: 26\n", 3, "unknown key 'bits'"),
        (f'{SIDES}    "a\\e[31m": b\n', 3, "unknown key 'a\\\\x1b[31m'"),
        (f"{SIDES}    note: 5\n", 3, "note: '5' without quotes"),
        (f"{SIDES}    note: [a]\n", 3, "note must be text"),
        (f"{SIDES}    clause: '9'\n", 3, "clause '9' is not known"),
        (f"{SIDES}    bug: unheard-of\n", 3, "bug 'unheard-of' is not known"),
        (f"{SIDES}    level: may\n", 3, "level 'may' is not known"),
        (f"{SIDES}    layer: idna\n", 3, "layer 'idna' is not known"),
        (f"{SIDES}    only: both\n", 3, "only 'both' is not known"),
        (f"{SIDES}    choice: taste\n", 0, "choice 'taste' does not bear on this vector"),
        (f"{SIDES}    choice: surrogates\n", 0, "choice 'surrogates' does not bear on this vector"),
        (f"{SIDES}    choice: beyond-unicode\n", 0, "choice 'beyond-unicode' does not bear on this vector"),
        (f"{SIDES}    text: u\n", 3, "text differs from decoded"),
        (f"{SIDES}    reject: bad-digit\n", 3, "reject goes with one side, not with both"),
        ("    text: ü\n    encoded: tda\n", 1, "text differs from decoded"),
        ("    note: nothing else\n", 0, "neither decoded nor encoded"),
        ("    encoded: tda\n", 0, "one side only, and no reject"),
        ("    decoded: U+00FC\n", 0, "one side only, and no reject"),
        ("    encoded: '-'\n    reject: ugly\n", 2, "reject 'ugly' is not known"),
        ("    encoded: '-'\n    reject: basic-delta\n", 2, "reject 'basic-delta' is not known"),
        ("    encoded: '-'\n    reject: bad-digit\n    only: encode\n", 3, "only: encode, but its side is missing"),
        ("    decoded: U+D800\n    reject: surrogate\n    only: decode\n", 3, "only: decode, but its side is missing"),
        ("    decoded: U+FC\n    encoded: tda\n", 1, "U+FC does not have 4 to 16 hexadecimal digits"),
        ("    encoded: tda\n    decoded: ü\n", 2, "'ü' is not a code point"),
        ("    decoded: U+00FC*1000001\n    encoded: tda\n", 1, "more than 1,000,000 code points"),
        ("    decoded: ~\n    encoded: tda\n", 1, "decoded: '~' without quotes"),
        ("    decoded: [U+00FC]\n    encoded: tda\n", 1, "decoded must be text"),
        ("    decoded: U+00FC\n    encoded:\n", 2, "encoded: 'nothing' without quotes"),
        ("    decoded: U+00FC\n    encoded: ~\n", 2, "encoded: '~' without quotes"),
        ("    decoded: U+00FC\n    encoded: no\n", 2, "encoded: 'no' without quotes"),
        ("    decoded: U+00FC\n    encoded: 1e3\n", 2, "encoded: '1e3' without quotes"),
        ("    decoded: U+00FC\n    encoded: {repeat: a}\n", 2, "encoded must be text"),
        ("    decoded: U+00FC\n    encoded: [no]\n", 2, "encoded: 'no' without quotes"),
        ("    decoded: U+00FC\n    encoded:\n      - {repeat: a}\n", 3, "a piece of encoded is text, or a map"),
        (
            "    decoded: U+00FC\n    encoded: [{repeat: a, times: 1, x: 2}]\n",
            2,
            "a piece of encoded is text, or a map",
        ),
        ("    decoded: U+00FC\n    encoded: [{repeat: a, times: -1}]\n", 2, "times must be a whole number"),
        ("    decoded: U+00FC\n    encoded: [{repeat: 1, times: 1}]\n", 2, "repeat: '1' without quotes"),
        ("    decoded: U+00FC\n    encoded: [[a]]\n", 2, "encoded must be text"),
        ("    decoded: U+00FC\n    encoded: [{repeat: ab, times: 4000001}]\n", 2, "encoded is too long"),
    ],
)
def test_an_entry_is_refused_with_line_and_id(tmp_path: Path, entry: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, f"{HEAD}  - id: the-one\n{entry}")

    assert caught.value.message.startswith(f"{tmp_path / 'some.yaml'}:{line + 3}: ")
    assert says in caught.value.message
    assert "the-one: " in caught.value.message


def test_an_encoded_side_that_is_too_long_in_all_is_refused_before_it_is_worked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def derive(vector: Vector) -> Vector:
        raise ValueError(f"worked on {len(vector.encoded or ''):,} characters")

    monkeypatch.setattr(vector_file, "derive", derive)

    with pytest.raises(DataError, match="x: encoded is too long"):
        one(tmp_path, "reject: truncated, encoded: [{repeat: ab, times: 4000000}, {repeat: ab, times: 4000000}]")


def test_an_unquoted_delimiter_is_refused_by_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"some.yaml:4: broken YAML"):
        read(tmp_path, f"{HEAD}  - id: x\n    encoded: -\n    reject: bad-digit\n")


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('decoded: U+00FC, encoded: "tdb"', "x: encode by RFC 3492 gives"),
        ('decoded: U+00FC, encoded: "tda-"', "x: encode by RFC 3492 gives"),
        ('decoded: U+0041, encoded: "a-"', "x: encode by RFC 3492 gives"),  # the literal portion keeps its case
        ('decoded: U+0041, encoded: "A"', "x: encode by RFC 3492 gives"),
        ('decoded: U+00FC, encoded: "td", only: decode', "x: decode gives no value by RFC 3492: truncated"),
        ('decoded: U+00FD, encoded: "tda", only: decode', "x: decode by RFC 3492 gives U+00FC"),
        ('decoded: U+0041, encoded: "a-", only: decode', "x: decode by RFC 3492 gives U+0061"),
        ('decoded: "", encoded: "-"', "x: encode by RFC 3492 gives"),
        ('encoded: "-", reject: truncated', "x: reject: truncated is wrong: it is refused for bad-digit"),
        ('encoded: "b", reject: overflow', "x: reject: overflow is wrong: it is refused for truncated"),
        ('encoded: "tda", reject: bad-digit', "x: reject: bad-digit is wrong: nothing in RFC 3492 refuses it"),
        ('encoded: "--", reject: bad-digit', "x: reject: bad-digit is wrong: nothing in RFC 3492 refuses it"),
        ("decoded: U+00FC, reject: surrogate", "x: reject: surrogate is wrong: nothing in RFC 3492 refuses it"),
        ("decoded: U+D800, reject: beyond-unicode", "x: reject: beyond-unicode is wrong: it is refused for surrogate"),
        ('encoded: "ib9b", reject: overflow', "x: reject: overflow is wrong: it is refused for surrogate"),
        ('encoded: "dn32g", reject: beyond-unicode', "x: reject: beyond-unicode is wrong: nothing in RFC 3492"),
        ('layer: a-label, encoded: "xn--tda", reject: not-an-a-label', "x: reject: not-an-a-label is wrong: nothing"),
        ('layer: a-label, decoded: U+00FC, encoded: "tda"', "x: encode by RFC 3492 gives"),
    ],
)
def test_what_rfc_3492_does_not_give_is_refused(tmp_path: Path, entry: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        one(tmp_path, entry)

    assert caught.value.message.startswith(f"{tmp_path / 'some.yaml'}:3: {says}")


BUG = "  - id: dropped\n    title: Dropped\n    goes-wrong: It drops.\n    effect: Bad.\n    references: [one, two]\n"


def test_bug_classes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "bugs.yaml"
    path.write_text(f"bugs:\n{BUG}", encoding="utf-8")

    assert vector_file.read_bugs(path) == {"dropped": Bug("dropped", "Dropped", "It drops.", "Bad.", ("one", "two"))}


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (f"bugs:\n{BUG}    cve: x\n", 7, "unknown key 'cve'"),
        (f"bugs:\n{BUG}{BUG}", 7, "bug 'dropped' stands twice"),
        ("bugs: [a]\n", 1, "a bug must be a mapping"),
        ("- a\n", 1, "the file must be a mapping"),
        (f"bugs:\n{BUG}    title: again\n", 7, "key 'title' stands twice"),
    ],
)
def test_a_bug_file_is_refused_by_line(tmp_path: Path, content: str, line: int, says: str) -> None:
    path = tmp_path / "bugs.yaml"
    path.write_text(content, encoding="utf-8")

    with pytest.raises(DataError) as caught:
        vector_file.read_bugs(path)

    assert caught.value.message.startswith(f"{path}:{line}: {says}")


@pytest.mark.parametrize("missing", ["id", "title", "goes-wrong", "effect", "references"])
def test_a_bug_class_without_one_of_its_keys_is_refused(tmp_path: Path, missing: str) -> None:
    keys = {"id": "dropped", "title": "Dropped", "goes-wrong": "It drops.", "effect": "Bad.", "references": "[one]"}
    del keys[missing]
    path = tmp_path / "bugs.yaml"
    path.write_text(
        "bugs:\n  - {" + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}\n", encoding="utf-8"
    )

    with pytest.raises(DataError, match=rf"bugs.yaml:2: .*{missing}"):
        vector_file.read_bugs(path)
