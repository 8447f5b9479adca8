"""``conform vectors``: what is published is current, whole and right; broken files; exports."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from punycode_conform import __version__, files
from punycode_conform.cli.vectors import counts
from punycode_conform.codec import encode_code_points
from punycode_conform.suite import build, corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector, cases

from ..conftest import VECTORS, Conform

BUILT: dict[str, Any] = json.loads(files.BUILT_VECTORS.read_text(encoding="utf-8"))
SCHEMAS = files.VECTORS  # also where a test has another suite
LISTS = ("bugs", "choices", "clauses", "retired")


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_vectors_are_right_and_the_built_json_is_current_and_exports_as_it_is(conform: Conform) -> None:
    checked = conform("vectors", "check", "--quiet")  # by both codecs
    done = conform("vectors", "build", "--check")
    exported = json.loads(conform("vectors", "export").out)

    assert (checked.status, checked.out) == (0, "")
    assert (done.status, "current" in done.out) == (0, True)
    assert (exported["vectors"], exported["a-label-vectors"]) == (BUILT["vectors"], [])


def test_files_that_are_not_current_fail_the_check_and_are_built(conform: Conform, suite: Path) -> None:
    conform("vectors", "build")
    for name in ("built.json", "built-short.json"):
        (suite / name).write_text("{}")
    check, build = conform("vectors", "build", "--check"), conform("vectors", "build")

    assert (check.status, build.status) == (1, 0)
    for name in ("built.json", "built-short.json"):
        assert f"{name} is not current; run conform vectors build\n" in check.out
        assert f"{name} is written\n" in build.out
        assert (suite / name).read_text() != "{}"


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_the_built_json_keeps_its_schema(step: int) -> None:
    jsonschema.validate({**BUILT, "vectors": BUILT["vectors"][::step]}, schema("punycode-vectors"))


@pytest.mark.parametrize("path", sorted(files.VECTORS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_yaml_file_keeps_its_schema(path: Path) -> None:
    name = path.stem if path.stem in LISTS else "vector-file"
    jsonschema.validate(yaml.safe_load(path.read_text(encoding="utf-8")), schema(name))


def test_changed_yaml_is_noticed_and_used(conform: Conform, suite: Path) -> None:
    path = suite / "vectors.yaml"
    content = path.read_text()

    assert conform("vectors", "build").status == 0
    assert conform("vectors", "list").err == ""
    path.write_text(content.replace("id: plain", "id: renamed"))
    changed = conform("vectors", "list")
    assert "older than their YAML" in changed.err
    assert "renamed/encode" in changed.out


def test_the_change_log_begins_with_this_version_and_its_counts() -> None:
    """If the counts differ, put those of ``conform vectors build`` into the change log."""
    log = (files.VECTORS / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)\n\n(.*?)\.", log, re.MULTILINE)

    assert first is not None
    assert first.groups() == (__version__, counts(corpus.suite().vectors))


GOOD = 'about: x\nvectors:\n  - {id: next, encoded: "--", decoded: U+002D, clause: "6.2"}\n'
# A file's ending and content, and the beginning of the line about it.
HOSTILE: dict[tuple[str, str | bytes], str] = {
    ("yaml", b"\x89PNG\r\n\x1a\n\0"): ":1: not UTF-8",
    ("yaml", ""): ": empty",
    ("yaml", "about: x\nvector: []\n"): ":2: unknown key 'vector'",
    ("yaml", 'about: x\nvectors:\n  - {id: "\\e[2J\\u202e"}\n'): ":3: \\x1b[2J\\u{202e}: id: must be a slug",
    ("json", "[" * 1_000_000): ": nested too deeply",
    ("json", '{"format": NaN}'): ": broken JSON: JSON is malformed",
    ("json", b"\xff\xfe\0"): ": broken JSON",
}


def test_a_retired_id_is_a_fault_of_the_suite_alone(conform: Conform, suite: Path, tmp_path: Path) -> None:
    content = VECTORS.replace("id: plain", "id: old")
    (suite / "vectors.yaml").write_text(content)
    done = conform("vectors", "check")

    assert (done.status, done.out.count("old: this id is retired")) == (2, 1)
    (suite / "vectors.yaml").write_text(VECTORS)
    (tmp_path / "mine.yaml").write_text(content)
    assert conform("vectors", "check", tmp_path / "mine.yaml").status == 0


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


@pytest.mark.parametrize("choice", [[], ["--choice", "surrogates=reject"]])
def test_an_export_keeps_the_schema_and_can_be_run_and_exported_again(
    conform: Conform, tmp_path: Path, vectors: Path, choice: list[str]
) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    options = ["--only", "k*", "--only", "*/decode", *choice]
    conform("vectors", "export", "--vectors", vectors, "--output", first, *options)
    data = json.loads(first.read_text(encoding="utf-8"))
    jsonschema.validate(data, schema("punycode-vectors"))

    operations = {vector["id"]: vector["operations"] for vector in data["vectors"]}
    assert (operations["kanji"], operations["plain"]) == (["encode", "decode"], ["decode"])
    assert conform("vectors", "export", "--vectors", first, "--output", second, *choice).status == 0
    assert first.read_text() == second.read_text()
    assert conform("run", "codec:punycode", "--vectors", first, "--only", "kanji").status == 0


@pytest.mark.slow
def test_json_lines_hold_every_case_in_full() -> None:
    whole = cases([*corpus.suite().vectors])
    for case, line in zip(whole, build.json_lines(whole, Choices()), strict=True):
        record = json.loads(line)

        assert max(record["value"] or (), default=0) < 2**53
        assert (record["id"], tuple(record["input"])) == (case.id, case.call.input)
        if "value-hex" in record:
            assert record.pop("value") is None
            record["value"] = [int(c, 16) for c in record.pop("value-hex")]
        assert (None if record["value"] is None else tuple(record["value"])) == case.facts.value
        for side in ("input", "value"):
            text = record[f"{side}_text"]
            assert text is None or list(map(ord, text)) == record[side]


def test_text_is_given_where_it_is_safe() -> None:
    texts = {"中 文": True, "e\u0301": True, "\u202eabc": False, "a\u200db": False, "\ud800": False, "\x7f": False}
    sides = [(tuple(map(ord, text)), encode_code_points(map(ord, text))) for text in texts]
    vectors = [Vector("v", (Operation.ENCODE,), *both, bits={Operation.ENCODE: 26}) for both in sides]
    records = map(json.loads, build.json_lines(cases(vectors), Choices()))

    assert [record["input_text"] for record in records] == [text if safe else None for text, safe in texts.items()]
