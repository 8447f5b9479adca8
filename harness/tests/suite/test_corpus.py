"""Sets of vectors: a user's own files, the suite's YAML, the built JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from punycode_conform import __version__, files
from punycode_conform.errors import ConformError
from punycode_conform.suite import build, corpus
from punycode_conform.suite.catalogue import Bug

BUGS = "bugs:\n  - {id: dropped, title: Dropped, goes-wrong: It drops., effect: Bad., references: [one]}\n"
VECTORS = """\
about: Some vectors.
clause: "6.2"
vectors:
  - {id: umlaut, decoded: U+00FC, encoded: "tda", text: ü, note: A note.}
  - {id: leading, encoded: "-", reject: bad-digit, bug: dropped, clause: "3.1"}
  - {id: surrogate, encoded: "ib9b", reject: surrogate}
  # Some numbers.
  - {id: huge, decoded: U+FFFFFFFFFFFFFFFF, reject: beyond-unicode, level: should}
  - {id: label, decoded: U+00FC, encoded: "xn--tda", layer: a-label, only: decode}
  - {id: runs, decoded: U+0061*3, encoded: [{repeat: "a", times: 3}, "-"]}
"""
IDS = ["umlaut", "leading", "surrogate", "huge", "runs", "label"]


@pytest.fixture(autouse=True)
def house(suite: Path) -> Path:
    """A vectors folder in the place of the suite's own."""
    (suite / "vectors.yaml").unlink()
    put(suite, "bugs.yaml", BUGS)
    put(suite, "some.yaml", VECTORS)
    return suite


def vectors(*ids: str) -> str:
    return "about: x\nvectors:\n" + "".join(f'  - {{id: {name}, decoded: U+00FC, encoded: "tda"}}\n' for name in ids)


def put(folder: Path, name: str, content: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def ids(found: corpus.Corpus) -> list[str]:
    return [vector.id for vector in found.vectors]


def refused(*paths: Path) -> str:
    with pytest.raises(ConformError) as caught:
        corpus.bring(paths)
    return caught.value.message


def test_files_and_folders_are_brought_in_their_order(tmp_path: Path) -> None:
    last = put(tmp_path, "z.yaml", vectors("z"))
    inner = put(tmp_path / "inner", "b.yml", vectors("b")).parent
    put(inner, "a.yaml", vectors("a2", "a1"))
    put(inner, "notes.txt", "no vectors")
    brought = corpus.bring([last, inner])

    assert ids(brought) == ["z", "a2", "a1", "b"]
    assert brought.version == __version__
    assert brought.bugs == {"dropped": Bug("dropped", "Dropped", "It drops.", "Bad.", ("one",))}


@pytest.mark.parametrize(
    ("old", "new", "differs"), [("note: A note.", "note: Other words.", False), (", level: should", "", True)]
)
def test_the_digest_changes_with_all_that_verdicts_depend_on(house: Path, old: str, new: str, differs: bool) -> None:
    before = corpus.from_yaml()
    assert old in VECTORS
    (house / "some.yaml").unlink()
    put(house, "renamed.yaml", VECTORS.replace(old, new, 1))
    after = corpus.from_yaml()

    assert after != before
    assert (after.digest != before.digest) is differs


@pytest.mark.parametrize("brought", ["house", "json"])
def test_vectors_are_equal_from_yaml_and_from_the_built_json(house: Path, tmp_path: Path, brought: str) -> None:
    made = corpus.from_yaml()
    text = build.whole(made)
    if brought == "json":
        read = corpus.bring([put(tmp_path, "v.json", text)])
    else:
        put(house, "built.json", text)
        read = corpus.suite()

    assert ids(made) == IDS
    assert replace(read, note="") == made


def test_line_endings_do_not_make_the_built_json_stale(house: Path) -> None:
    made = corpus.from_yaml()
    put(house, "built.json", build.whole(replace(made, vectors=(replace(made.vectors[0], note="Seen."),))))
    for path in (*house.glob("*.yaml"), house / "built.json"):  # git may write other line endings
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert corpus.suite().vectors[0].note == "Seen."


@pytest.mark.parametrize("content", [None, "{", '{"format": 1}'])
def test_a_built_json_that_is_missing_or_broken_gives_way_to_the_yaml(
    house: Path, content: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        put(house, "built.json", content)

    assert ids(corpus.suite()) == IDS

    monkeypatch.setattr(files, "INSTALLED", True)
    with pytest.raises(ConformError, match=r"built\.json: damaged") as caught:
        corpus.suite()

    assert caught.value.hint == "install the package again"


@pytest.mark.parametrize(
    ("old", "new"),
    [('"decoded": [252]', '"decoded": [253]'), ('"checksum": "crc32:', '"checksum": "crc32:0'), ("]}\n", "]}\n\n")],
)
def test_a_damaged_built_json_is_refused(house: Path, old: str, new: str) -> None:
    whole = build.whole(corpus.from_yaml())
    assert old in whole
    put(house, "built.json", whole.replace(old, new, 1))

    with pytest.raises(ConformError) as caught:
        corpus.suite()

    error = caught.value
    assert error.message == f"{house / 'built.json'}: damaged: its checksum is not that of its content"
    assert (error.hint, error.exit_status) == ("run conform vectors build", 2)


def test_a_folder_without_vectors_and_ids_that_are_used_are_refused(house: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    assert refused(own) == f"{own}: no vector files in this folder"
    first, second = put(own, "a.yaml", vectors("one", "two")), put(own, "b.yaml", vectors("three", "two"))
    assert refused(own) == f"{second}:4: two: this id is already used at {first}:4"
    put(house, "more.yaml", vectors("old"))
    with pytest.raises(ConformError, match=r"retired.yaml: id 'old' is retired"):
        corpus.from_yaml()


@pytest.mark.parametrize(
    ("name", "changes", "says"),
    [
        ("umlaut", {"decoded": [0xFD]}, "umlaut: encode by RFC 3492 gives"),
        ("umlaut", {"decoded": [-1]}, "vectors[0].decoded[0]: Expected int >= 0"),
        ("umlaut", {"id": "slug\n"}, "vectors[0].id: must be a slug"),
        ("umlaut", {"id": "leading"}, "leading: this id is already used at"),
        ("leading", {"reject": "truncated"}, "leading: reject: truncated is wrong"),
    ],
)
def test_a_faulty_entry_of_built_json_is_refused(tmp_path: Path, name: str, changes: dict[str, Any], says: str) -> None:
    data = json.loads(build.whole(corpus.from_yaml()))
    next(entry for entry in data["vectors"] if entry["id"] == name).update(changes)

    assert refused(path := put(tmp_path, "v.json", json.dumps(data))).startswith(f"{path}: {says}")
