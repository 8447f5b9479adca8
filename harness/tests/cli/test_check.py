"""``conform vectors check``: what is wrong with vector files, however they are broken."""

import json
from pathlib import Path

import pytest

from ..conftest import VECTORS, Conform

GOOD = 'about: x\nvectors:\n  - {id: next, encoded: "--", decoded: U+002D, clause: "6.2"}\n'
# A file's ending and content, and the beginning of the line about it.
HOSTILE: dict[tuple[str, str | bytes], str] = {
    ("yaml", 'a: &a ["x"]\nb: [*a, *a]\n'): ":1: anchors and aliases are not allowed",
    ("yaml", 'about: x\nvectors:\n  - {id: x, encoded: "\0"}\n'): ":3: a character that YAML does not allow",
    ("yaml", b"\x89PNG\r\n\x1a\n\0"): ":1: not UTF-8",
    ("yaml", "[" * 100_000): ":1: nested too deeply",
    ("yaml", "about: !!python/name:os.system x\n"): ":1: tags such as",
    ("yaml", ""): ": empty",
    ("yaml", "about: x\nvector: []\n"): ":2: unknown key 'vector'",
    ("yaml", 'about: x\nvectors:\n  - {id: "\\e[2J\\u202e"}\n'): ":3: \\x1b[2J\\u{202e}: id: must be a slug",
    ("json", "[" * 1_000_000): ": nested too deeply",
    ("json", '{"format": NaN}'): ": broken JSON: JSON is malformed",
    ("json", '["vectors"]'): ": must be a mapping",
    ("json", b"\xff\xfe\0"): ": broken JSON",
}


@pytest.mark.slow
def test_the_suite_is_valid(conform: Conform) -> None:
    done = conform("vectors", "check")

    assert (done.status, ", faults: 0, " in done.out) == (0, True)


def test_a_users_vector_that_contradicts_the_rfc_is_reported_with_its_line(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text('about: x\nvectors:\n  - {id: mine, decoded: "", encoded: "-", only: decode, clause: "6.2"}\n')
    done = conform("vectors", "check", path)

    assert done.status == 2
    assert done.out.startswith(f"{path}:3: mine: decode gives no value by RFC 3492: bad-digit")


def test_a_retired_id_is_a_fault_of_the_suite_alone(conform: Conform, suite: Path, tmp_path: Path) -> None:
    content = VECTORS.replace("id: plain", "id: old")
    (suite / "vectors.yaml").write_text(content)
    done = conform("vectors", "check")

    assert (done.status, done.out.count("old: this id is retired")) == (2, 1)
    (suite / "vectors.yaml").write_text(VECTORS)
    (tmp_path / "mine.yaml").write_text(content)
    assert conform("vectors", "check", tmp_path / "mine.yaml").status == 0


def test_quiet_prints_faults_alone(conform: Conform, suite: Path) -> None:
    (suite / "more.yaml").write_text('about: x\nvectors:\n  - {id: one, encoded: "", decoded: ""}\n  - {id: two}\n')

    assert (
        conform("vectors", "check", "--quiet").out
        == f"{suite / 'more.yaml'}:4: two: give decoded and encoded, or one of them and reject: REASON\n"
    )


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_file_is_one_line_and_the_other_files_are_still_checked(
    conform: Conform, suite: Path, tmp_path: Path, number: int
) -> None:
    (ending, content), message = [*HOSTILE.items()][number]
    bad, good = tmp_path / f"bad.{ending}", tmp_path / "good.yaml"
    bad.write_bytes(content if isinstance(content, bytes) else content.encode())
    good.write_text(GOOD)
    done = conform("vectors", "check", bad, good, tmp_path / "missing.yaml")
    lines = done.out.splitlines()

    assert done.status == 2
    assert lines[0].startswith(f"{bad}{message}")
    assert lines[1:] == [
        f"{tmp_path / 'missing.yaml'}: cannot be read: No such file or directory",
        "files: 3, vectors: 1, faults: 2, warnings: 0",
    ]
    assert done.out.replace("\n", "").isprintable()


def test_entries_of_built_json_are_reported_by_id(conform: Conform, suite: Path, tmp_path: Path) -> None:
    conform("vectors", "build")
    data = json.loads((suite / "built.json").read_text())
    data["vectors"][1]["encoded"] = "b"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data, indent=1))

    assert conform("vectors", "check", path, "--quiet").out == f'{path}: empty: encode by RFC 3492 gives ""\n'
