"""Vector files: every entry that is refused at the door, with file, line and id."""

from pathlib import Path

import pytest

from punycode_conform.errors import DataError
from punycode_conform.suite import vector_file
from punycode_conform.suite.vector import Vector

from .vector_text import HEAD, one, read


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
        ("about: x\nvectors:\n  - id: x\n    id: y\n", 4, "key 'id' appears twice"),
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
    assert caught.value.hint.endswith("at most 100 characters")


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
        (f"{SIDES}    choice: taste\n", 0, "choice 'taste' does not apply to this vector"),
        (f"{SIDES}    choice: surrogates\n", 0, "choice 'surrogates' does not apply to this vector"),
        (f"{SIDES}    choice: beyond-unicode\n", 0, "choice 'beyond-unicode' does not apply to this vector"),
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
        ("    decoded: U+FC\n    encoded: tda\n", 1, "U+FC does not have 4 to 64 hexadecimal digits"),
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
        ("    decoded: U+00FC\n    encoded:\n      - {repeat: a}\n", 3, "encoded: a piece is text, or a map"),
        (
            "    decoded: U+00FC\n    encoded: [{repeat: a, times: 1, x: 2}]\n",
            2,
            "encoded: a piece is text, or a map",
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
        ('encoded: "ib9b_", reject: surrogate', "x: reject: surrogate is wrong: it is refused for bad-digit"),
        ('encoded: "\\xFC-_", reject: bad-digit', "x: reject: bad-digit is wrong: it is refused for non-basic"),
        # What only integers of 64 bits or fewer meet is not the reason, unless what follows is beyond Unicode.
        ('encoded: "999999999999999999999999", reject: overflow', "x: reject: overflow is wrong: it is refused for tr"),
        ('encoded: "99999999999999999999999a", reject: beyond-unicode', "x: reject: beyond-unicode is wrong: it is"),
        ('encoded: "en32g", reject: overflow', "x: reject: overflow is wrong: it is refused for beyond-unicode"),
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


def test_repeats_of_several_vectors_end_somewhere(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    entry = '  - {{id: many-{}, decoded: "", encoded: [{{repeat: a, times: 999999}}]}}\n'
    path.write_text(HEAD + "".join(map(entry.format, range(9))), encoding="utf-8")
    *entries, last = vector_file.read(path, {})

    assert len(entries) == 4
    assert isinstance(last, DataError)
    assert last.message == f"{path}:7: more than 4,000,000 code points in one file"
