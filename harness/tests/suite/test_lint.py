"""What the check says of vectors: all faults, contradictions, and warnings."""

from pathlib import Path

import pytest

from punycode_conform.codec import second
from punycode_conform.errors import DataError
from punycode_conform.suite import vector_file
from punycode_conform.suite.lint import lint
from punycode_conform.suite.vector import Vector
from punycode_conform.suite.vector_file import Entry

HEAD = 'about: Some vectors.\nclause: "5"\nvectors:\n'
UE = 'decoded: U+00FC, encoded: "tda"'


def read(folder: Path, *entries: str, head: str = HEAD) -> list[Entry | DataError]:
    path = folder / "v.yaml"
    path.write_text(head + "".join(f"  - {{{entry}}}\n" for entry in entries), encoding="utf-8")
    return list(vector_file.read(path))


def suite(folder: Path, *entries: str) -> list[Vector]:
    return [entry.derived() for entry in read(folder, *entries) if isinstance(entry, Entry)]


def said(folder: Path, found: list[Entry | DataError], known: list[Vector] | None = None) -> list[str]:
    """The remarks, with the file's name for its path."""
    return [remark.text.replace(f"{folder / 'v.yaml'}:", "v:") for remark in lint(found, known or ())]


def test_right_vectors_are_passed_over_in_silence(tmp_path: Path) -> None:
    found = read(tmp_path, f"id: ue, {UE}", 'id: minus, encoded: "-", reject: bad-digit')

    assert said(tmp_path, found) == []


def test_the_errors_of_all_vectors_are_reported(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        'id: a, decoded: U+00FC, encoded: "tda", colour: red',
        f"id: fine, {UE}",
        'id: wrong, decoded: U+00FD, encoded: "tda", only: decode',
        "id: c, decoded: U+00FC",
    )

    assert said(tmp_path, found) == [
        "v:4: a: unknown key 'colour'",
        "v:6: wrong: decode by RFC 3492 gives U+00FC",
        "v:7: c: one side only, and no reject: give both sides, or one side and reject: REASON",
    ]


def test_a_vector_that_the_codecs_disagree_on_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(tmp_path, f"id: ue, {UE}", 'id: a, decoded: U+0061, encoded: "a-"')
    right = second.encode_code_points
    monkeypatch.setattr(second, "encode_code_points", lambda points: right(points).replace("tda", "tdb"))

    assert said(tmp_path, found) == ["v:4: ue: the reference codec and the second codec disagree"]


def test_an_id_is_used_once_and_a_retired_one_never(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        f"id: one, {UE}",
        'id: one, encoded: "-", reject: bad-digit',
        'id: old, encoded: "--a", reject: bad-digit',
    )
    remarks = [remark.text.rpartition("v.yaml:")[2] for remark in lint(found[:2], (), ["one"])]

    assert "5: one: this id is already used at" in said(tmp_path, found)[0].removeprefix("v:")
    assert [remark for remark in remarks if "retired" in remark] == [
        "4: one: this id is retired and must not be used again",
        "5: one: this id is retired and must not be used again",
    ]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('id: surrogate, decoded: U+D800, encoded: "ib9b"', "choice surrogates applies to it, but neither choice nor"),
        (f'id: later, {UE}, since: "99.0"', "since 99.0 is later than this suite"),
        (f"id: known, {UE}", "the suite has this vector, as ue"),
    ],
)
def test_warnings(tmp_path: Path, entry: str, words: str) -> None:
    known = suite(tmp_path, f"id: ue, {UE}") if "id: known" in entry else []
    (remark,) = lint(read(tmp_path, entry), known)

    assert remark.warning
    assert f": warning: {words}" in remark.text


def test_a_vector_without_a_clause_is_warned_of(tmp_path: Path) -> None:
    (remark,) = lint(read(tmp_path, f"id: ue, {UE}", head="about: x\nvectors:\n"))

    assert remark.text.endswith("v.yaml:3: ue: warning: no clause of RFC 3492")


def test_two_vectors_with_one_call_are_warned_of(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        f"id: one, {UE}",
        f"id: two, {UE}, only: decode",
        'id: upper, decoded: U+00FC, encoded: "TDA", only: decode',
    )

    assert said(tmp_path, found) == ["v:5: two: warning: it makes the same calls as one"]
