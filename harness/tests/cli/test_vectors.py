"""``conform vectors``: that what is published is current, whole and right, and what is shown about it."""

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from punycode_conform import __version__, places
from punycode_conform.cli.build import counts
from punycode_conform.codec import second
from punycode_conform.codec.punycode import decode_code_points, encode_code_points
from punycode_conform.suite import PUNYCODE, corpus

from ..conftest import VECTORS, Conform

BUILT: dict[str, Any] = json.loads(places.BUILT_VECTORS.read_text(encoding="utf-8"))
LISTS = ("bugs", "choices", "clauses", "retired")


def schema(name: str) -> Any:
    return json.loads((places.VECTORS / f"{name}.schema.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_built_json_is_current_and_exports_as_it_is(conform: Conform) -> None:
    done = conform("vectors", "build", "--check")
    exported = json.loads(conform("vectors", "export").out)

    assert (done.status, "current" in done.out) == (0, True)
    assert (exported["vectors"], exported["a-label-vectors"]) == (BUILT["vectors"], [])


@pytest.mark.parametrize("name", ["stale.json", "stale-short.json"])
def test_a_json_that_is_not_current_fails_the_check_until_it_is_built(
    conform: Conform, suite: Path, tmp_path: Path, name: str
) -> None:
    output = ("--output", tmp_path / "stale.json")
    conform("vectors", "build", *output)
    (tmp_path / name).write_text("{}")

    assert conform("vectors", "build", "--check", *output).status == 1
    assert conform("vectors", "build", *output).status == 0
    assert conform("vectors", "build", "--check", *output).status == 0


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_the_built_json_keeps_its_schema(step: int) -> None:
    jsonschema.validate({**BUILT, "vectors": BUILT["vectors"][::step]}, schema("punycode-vectors"))


@pytest.mark.parametrize("path", sorted(places.VECTORS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_yaml_file_keeps_its_schema(path: Path) -> None:
    name = path.stem if path.stem in LISTS else "vector-file"
    jsonschema.validate(yaml.safe_load(path.read_text(encoding="utf-8")), schema(name))


def test_every_bug_class_has_a_vector_and_every_vector_a_clause() -> None:
    whole = BUILT["vectors"] + BUILT["a-label-vectors"]

    assert len(BUILT["vectors"]) >= 300
    assert [vector["id"] for vector in whole if not vector["clause"]] == []
    assert {vector["bug"] for vector in whole} - {None} == set(BUILT["bugs"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoder", "decoder"),
    [(encode_code_points, decode_code_points), (second.encode_code_points, second.decode_code_points)],
    ids=["reference", "second"],
)
def test_both_codecs_give_what_every_vector_expects(encoder: Any, decoder: Any) -> None:
    wrong = []
    for vector in BUILT["vectors"]:
        if vector["reject"]:
            if vector["encoded"] is not None and decodes(decoder, vector["encoded"]):
                wrong.append(vector["id"])
            continue
        if "encode" in vector["operations"] and encoder(vector["decoded"]).lower() != vector["encoded"].lower():
            wrong.append(vector["id"])
        if "decode" in vector["operations"] and decoder(vector["encoded"]) != vector["decoded"]:
            wrong.append(vector["id"])

    assert wrong == []


def decodes(decoder: Any, encoded: str) -> bool:
    try:
        decoder(encoded, max_code_point=0x10FFFF)
    except ValueError:
        return False
    return True


def test_names_of_files_are_inert(conform: Conform, tmp_path: Path) -> None:
    name = "x\u202e.yaml" if os.name == "nt" else "a\n::error::x\x1b[31m\u202e.yaml"
    (tmp_path / name).write_text(VECTORS, encoding="utf-8")
    listed = conform("vectors", "list", "--long", "--vectors", tmp_path)
    (tmp_path / name).write_text("[", encoding="utf-8")
    refused = conform("run", "punycode_conform.codec", "--vectors", tmp_path)

    assert [done.status for done in (listed, refused)] == [0, 2]
    for text in (listed.out, refused.err):
        assert "\\u{202e}.yaml" in text
        assert not set(text) & set("\x1b\u202e")
        assert "\n::error" not in text


def test_changed_yaml_is_noticed_and_used(conform: Conform, suite: Path) -> None:
    path = suite / "vectors.yaml"
    content = path.read_text()

    assert conform("vectors", "build").status == 0
    assert conform("vectors", "list").err == ""
    path.write_text(content.replace("id: plain", "id: renamed"))
    changed = conform("vectors", "list")
    assert "older than their YAML" in changed.err
    assert "renamed/encode" in changed.out
    path.write_text(content.replace("id: plain", "id: old"))
    assert "is retired" in conform("vectors", "list").err


def test_the_change_log_begins_with_this_version_and_its_counts() -> None:
    """If the counts differ, put those of ``conform vectors build`` into the change log."""
    log = (places.VECTORS / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)\n\n(.*?)\.", log, re.MULTILINE)

    assert first is not None
    assert first.groups() == (__version__, counts(corpus.suite().vectors))


def test_the_readme_has_the_counts_of_a_run_and_no_others() -> None:
    """If a count differs, put that of ``conform run`` into the README: in its text, and in its output."""
    readme = " ".join((places.VECTORS.parent / "README.md").read_text(encoding="utf-8").split())
    vectors = [vector for vector in corpus.suite().vectors if vector.layer == PUNYCODE]
    cases = sum(len(vector.operations) for vector in vectors)

    assert f"{len(vectors):,} vectors make {cases:,} cases" in readme
    assert {*re.findall(r"([\d,]+) cases (?:failed|passed)", readme)} == {f"{cases:,}"}
