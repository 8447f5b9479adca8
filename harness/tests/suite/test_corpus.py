"""Sets of vectors: a user's own files, the suite's YAML, the built JSON."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from punycode_conform import __version__, places
from punycode_conform.errors import DataError
from punycode_conform.suite import corpus
from punycode_conform.suite.catalogue import Bug

from ..conftest import read_suite

BUGS = """\
bugs:
  - {id: dropped, title: Dropped, goes-wrong: It drops., effect: Bad., references: [one]}
"""
VECTORS = """\
about: Some vectors.
clause: "6.2"
vectors:
  - {id: umlaut, decoded: U+00FC, encoded: "tda", text: ü, note: A note.}
  - {id: leading, encoded: "-", reject: bad-digit, bug: dropped, clause: "3.1"}
  - {id: surrogate, encoded: "ib9b", reject: surrogate}
  - {id: huge, decoded: U+FFFFFFFFFF, reject: beyond-unicode, level: should}
  - {id: label, decoded: U+00FC, encoded: "xn--tda", layer: a-label, only: decode}
  - {id: runs, decoded: U+0061*3, encoded: [{repeat: "a", times: 3}, "-"]}
"""


HEAD = '"format": 2, "vectors": [], "a-label-vectors": [], "sections": [], "version": "1", "digest": "x"'


def vectors(*ids: str) -> str:
    return "vectors:\n" + "".join(f'  - {{id: {name}, decoded: U+00FC, encoded: "tda"}}\n' for name in ids)


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vectors folder in the place of the suite's own."""
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "bugs.yaml").write_text(BUGS, encoding="utf-8")
    (folder / "retired.yaml").write_text('retired:\n  - "gone"\n', encoding="utf-8")
    (folder / "some.yaml").write_text(VECTORS, encoding="utf-8")
    for name in ("choices.yaml", "clauses.yaml"):
        shutil.copy(places.VECTORS / name, folder)
    monkeypatch.setattr(places, "VECTORS", folder)
    monkeypatch.setattr(places, "BUILT_VECTORS", folder / "built.json")
    monkeypatch.setattr(corpus, "suite", read_suite)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's own folder."""
    path = tmp_path / "own"
    path.mkdir()
    return path


def put(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def ids(found: corpus.Corpus) -> list[str]:
    return [vector.id for vector in found.vectors]


def refused(*paths: Path) -> str:
    with pytest.raises(DataError) as caught:
        corpus.bring(paths)
    return caught.value.message


def test_files_and_folders_are_brought_in_their_order(folder: Path) -> None:
    last = put(folder, "z.yaml", vectors("z"))
    inner = folder / "inner"
    inner.mkdir()
    put(inner, "b.yml", vectors("b"))
    put(inner, "a.yaml", vectors("a2", "a1"))
    put(inner, "notes.txt", "no vectors")

    assert ids(corpus.bring([last, inner])) == ["z", "a2", "a1", "b"]


def test_what_is_brought_has_the_tools_version_the_suites_bugs_and_a_digest_of_its_content(folder: Path) -> None:
    found = corpus.bring([put(folder, "a.yaml", vectors("a"))])
    other = corpus.bring([put(folder, "a.yaml", vectors("b"))])

    assert found.version == __version__
    assert found.bugs == {"dropped": Bug("dropped", "Dropped", "It drops.", "Bad.", ("one",))}
    assert found.digest.startswith("sha256:")
    assert found.digest == corpus.bring([put(folder, "a.yaml", "# comment\n" + vectors("a"))]).digest != other.digest


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("note: A note.", "note: Other words.", False),
        ("about: Some vectors.", "about: Other words. # and a comment", False),
        ('clause: "6.2"', 'clause: "6.1"', False),
        (", bug: dropped", "", False),
        ("umlaut", "u-umlaut", True),
        ('encoded: "-"', 'encoded: "-a"', True),
        ('decoded: U+00FC, encoded: "tda", text: ü', 'decoded: U+00E4, encoded: "4ca", text: ä', True),
        (", level: should", "", True),
        (", layer: a-label, only: decode", ", layer: a-label", True),
        ('"ib9b", reject: surrogate', '"ib9b", reject: surrogate, since: "0.2"', True),
        ("U+00FC, encoded", "U+00FC, choice: length, encoded", True),
    ],
)
def test_the_digest_changes_with_what_a_verdict_depends_on(house: Path, old: str, new: str, differs: bool) -> None:
    before = corpus.from_yaml()
    assert old in VECTORS
    changed = VECTORS.replace(old, new, 1)
    (house / "some.yaml").unlink()
    put(house, "renamed.yaml", changed)
    put(house, "bugs.yaml", BUGS.replace("title: Dropped", "title: Reworded"))
    after = corpus.from_yaml()

    assert after != before
    assert (after.digest != before.digest) is differs


def test_the_digest_does_not_depend_on_which_file_comes_first(house: Path) -> None:
    before = corpus.from_yaml()
    put(house, "a.yaml", vectors("kva"))
    first = corpus.from_yaml()
    (house / "a.yaml").rename(house / "z.yaml")
    last = corpus.from_yaml()

    assert ids(first) != ids(last)
    assert first.digest == last.digest != before.digest


def test_the_lists_beside_the_vectors_are_no_vectors(house: Path) -> None:
    assert ids(corpus.bring([house])) == ["umlaut", "leading", "surrogate", "huge", "label", "runs"]


def test_an_id_that_stands_twice_is_refused_with_both_places(folder: Path) -> None:
    first = put(folder, "a.yaml", vectors("one", "two"))
    second = put(folder, "b.yaml", vectors("three", "two"))

    assert refused(folder) == f"{second}:3: two: this id is already used at {first}:3"
    assert refused(put(folder, "c.yaml", vectors("one", "one"))).endswith(
        f"c.yaml:3: one: this id is already used at {folder / 'c.yaml'}:2"
    )
    assert refused(first, first).endswith("one: this id is already used at " + f"{first}:2")


def test_a_folder_without_vector_files_is_refused(folder: Path) -> None:
    put(folder, "readme.txt", "none")

    assert refused(folder) == f"{folder}: no vector files in this folder"


def test_a_file_that_is_missing_or_faulty_is_refused(folder: Path) -> None:
    assert refused(folder / "missing.yaml").startswith(f"{folder / 'missing.yaml'}: cannot be read")
    assert refused(put(folder, "a.yaml", "a: &x b")).startswith(f"{folder / 'a.yaml'}:1: anchors")


def test_a_path_that_the_system_cannot_look_at_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cannot be read" in refused(folder / ("a" * 5000))

    def iterdir(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", iterdir)

    assert refused(folder) == f"{folder}: cannot be read: Permission denied"


@pytest.mark.parametrize("brought", ["house", "json"])
def test_vectors_are_the_same_from_the_built_json(house: Path, folder: Path, brought: str) -> None:
    made = corpus.from_yaml()
    text = corpus.write(made)
    if brought == "json":
        found = corpus.bring([put(folder, "v.json", text)])
    else:
        put(house, "built.json", text)
        found = corpus.suite()

    assert made.vectors == found.vectors
    assert (made.version, made.digest, made.bugs, "") == (found.version, found.digest, found.bugs, found.note)


def test_the_built_json_has_a_vector_a_line_with_code_points_as_integers() -> None:
    text = corpus.write(corpus.from_yaml())
    data = json.loads(text)
    entries = {entry["id"]: entry for key in ("vectors", "a-label-vectors") for entry in data[key]}

    assert [data["format"], data["version"], list(data["bugs"])] == [2, __version__, ["dropped"]]
    assert text.isascii()
    assert sum(line.startswith('{"id": ') for line in text.splitlines()) == len(entries) == 6
    assert (entries["umlaut"]["decoded"], entries["umlaut"]["encoded"], entries["umlaut"]["reject"]) == (
        [0xFC],
        "tda",
        None,
    )
    assert (entries["leading"]["decoded"], entries["leading"]["reject"]) == (None, "bad-digit")
    assert (entries["surrogate"]["choice"], entries["surrogate"]["right"]) == ("surrogates", [0xD800])
    assert entries["huge"]["bits"] == {"encode": 40}


def test_the_built_json_is_used_as_long_as_the_yaml_is_what_it_was_built_from(house: Path) -> None:
    made = corpus.from_yaml()
    put(house, "built.json", corpus.write(made._replace(vectors=(made.vectors[0]._replace(note="Seen."),))))

    assert corpus.suite().vectors[0].note == "Seen."

    put(house, "some.yaml", VECTORS + "# changed\n")
    changed = corpus.suite()

    assert changed.vectors[0].note == "A note."
    assert "conform vectors build" in changed.note


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_line_endings_do_not_make_the_built_json_out_of_date(house: Path, ending: str) -> None:
    put(house, "built.json", corpus.write(corpus.from_yaml()))
    for path in (*house.glob("*.yaml"), house / "built.json"):
        path.write_bytes(path.read_bytes().replace(b"\n", ending.encode()))

    assert corpus.suite().note == ""


@pytest.mark.parametrize("content", [None, "", "{", "[]", "{}", '{"format": 1}', '{"sources": 5}'])
def test_a_built_json_that_is_missing_or_broken_gives_way_to_the_yaml(house: Path, content: str | None) -> None:
    if content is not None:
        put(house, "built.json", content)

    assert len(corpus.suite().vectors) == 6


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"decoded": [252]', '"decoded": [253]'),
        ('"encoded": "tda"', '"encoded": "tdA"'),
        ('"sha256:', '"sha256:0'),
        ('"checksum": "crc32:', '"checksum": "crc32:0'),
        ('"checksum"', '"Checksum"'),
        ("]}\n", "]}\n\n"),
    ],
)
def test_a_damaged_built_json_is_refused(house: Path, old: str, new: str) -> None:
    whole = corpus.write(corpus.from_yaml())
    assert old in whole
    put(house, "built.json", whole.replace(old, new, 1))

    with pytest.raises(DataError) as caught:
        corpus.suite()

    error = caught.value
    assert error.message == f"{house / 'built.json'}: damaged: its checksum is not that of its content"
    assert (error.hint, error.exit_status) == ("run conform vectors build", 2)


@pytest.mark.parametrize("content", [None, "", '{"format": 1}'])
def test_an_installed_package_with_a_broken_built_json_must_be_installed_again(
    house: Path, content: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "INSTALLED", True)
    if content is not None:
        put(house, "built.json", content)

    with pytest.raises(DataError, match=r"built\.json: damaged") as caught:
        corpus.suite()

    assert caught.value.hint == "install the package again"


def test_a_retired_id_is_refused(house: Path) -> None:
    put(house, "more.yaml", vectors("gone"))

    with pytest.raises(DataError, match=r"retired.yaml: id 'gone' is retired"):
        corpus.from_yaml()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "broken JSON"),
        ("{", "broken JSON"),
        ("\xff", "not a built vector file|broken JSON"),
        ("[" * 100_000, "broken JSON"),
        ("9" * 5000, "broken JSON"),
        ("[]", "not a built vector file"),
        ("null", "not a built vector file"),
        ("{}", "not a built vector file: KeyError"),
        ('{"format": 1}', "format 1, but this version reads 2"),
        ('{"format": 2, "vectors": 5}', "not a built vector file"),
        (f"{{{HEAD}}}", "not a built vector file: KeyError"),
        (f'{{{HEAD}, "bugs": []}}', "not a built vector file"),
        (f'{{{HEAD}, "bugs": {{"x": {{}}}}}}', "not a built vector file"),
        (f'{{{HEAD.replace("[]", "[{}]", 1)}, "bugs": {{}}}}', "not a built vector file"),
    ],
)
def test_json_that_was_not_built_is_refused(folder: Path, content: str, says: str) -> None:
    with pytest.raises(DataError, match=f"v.json: ({says})"):
        corpus.bring([put(folder, "v.json", content)])


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("umlaut", {"decoded": [0xFD]}),
        ("umlaut", {"encoded": "tdb"}),
        ("umlaut", {"decoded": [-1]}),
        ("umlaut", {"decoded": ["a"]}),
        ("umlaut", {"decoded": [252.0]}),
        ("umlaut", {"decoded": 5}),
        ("umlaut", {"decoded": None}),
        ("umlaut", {"encoded": None}),
        ("umlaut", {"encoded": 5}),
        ("umlaut", {"operations": []}),
        ("umlaut", {"operations": ["decode", "encode"]}),
        ("umlaut", {"operations": ["explain"]}),
        ("umlaut", {"operations": "encode"}),
        ("umlaut", {"operations": {"encode": 26}}),
        ("umlaut", {"bits": {}}),
        ("umlaut", {"bits": 26}),
        ("umlaut", {"choice": "surrogates"}),
        ("leading", {"reject": None}),
        ("leading", {"reject": "truncated"}),
        ("leading", {"reject": 5}),
        ("leading", {"encoded": "--"}),
        ("leading", {"operations": ["encode"]}),
        ("umlaut", {"id": "leading"}),
        ("umlaut", {"id": None}),
        ("umlaut", {"id": None, "decoded": ["a"]}),
        ("umlaut", {"decoded-hex": ["fc"]}),
        ("umlaut", {"section": 99}),
        ("umlaut", {"section": "x"}),
        ("huge", {"decoded-hex": ["-1"]}),
        ("huge", {"decoded-hex": ["g"]}),
        ("huge", {"decoded-hex": [5]}),
    ],
)
def test_a_faulty_entry_of_built_json_is_refused(folder: Path, name: str, changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=r"v.json:(1:)? "):
        corpus.bring([changed(folder, name, changes)])


@pytest.mark.parametrize(
    "changes",
    [
        {"layer": "idna"},
        {"level": "may"},
        {"clause": "9"},
        {"bug": "unheard-of"},
        {"choice": "taste"},
        {"id": "\u202eNo Slug"},
        {"id": 5},
        {"note": 5},
        {"unheard-of": 5},
    ],
)
def test_an_entry_of_built_json_is_held_to_the_words_of_the_yaml(folder: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=r"v.json:(1:)? ") as caught:
        corpus.bring([changed(folder, "umlaut", changes)])

    assert caught.value.message.isprintable()


def changed(folder: Path, name: str, changes: dict[str, Any]) -> Path:
    """The built JSON with one entry changed."""
    data = json.loads(corpus.write(corpus.from_yaml()))
    next(entry for entry in data["vectors"] if entry["id"] == name).update(changes)
    return put(folder, "v.json", json.dumps(data))
