"""``conform vectors``: the ids, what is known about one, and that what is published is current, whole and right."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from punycode_conform import places
from punycode_conform.codec import second
from punycode_conform.codec.punycode import decode_code_points, encode_code_points

from ..conftest import Conform

BUILT: dict[str, Any] = json.loads(places.BUILT_VECTORS.read_text(encoding="utf-8"))
ALL: list[dict[str, Any]] = BUILT["vectors"] + BUILT["a-label-vectors"]
LISTS = ("bugs.yaml", "choices.yaml", "clauses.yaml", "retired.yaml")
FILES = sorted(path for path in places.VECTORS.glob("*.yaml") if path.name not in LISTS)


def schema(name: str) -> Any:
    return json.loads((places.VECTORS / name).read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_built_json_is_current(conform: Conform) -> None:
    done = conform("vectors", "build", "--check")

    assert (done.status, done.out) == (
        0,
        "punycode-vectors.json is current\npunycode-vectors-short.json is current\n",
    )


def test_a_json_that_is_not_current_is_told(conform: Conform, suite: Path, tmp_path: Path) -> None:
    stale = tmp_path / "stale.json"
    stale.write_text("{}")

    assert conform("vectors", "build", "--check", "--output", stale).status == 1
    assert conform("vectors", "build", "--output", stale).status == 0
    assert conform("vectors", "build", "--check", "--output", stale).status == 0
    (tmp_path / "stale-short.json").write_text("{}")
    assert conform("vectors", "build", "--check", "--output", stale).status == 1
    assert conform("vectors", "build", "--output", stale).status == 0
    assert conform("vectors", "build", "--check", "--output", stale).status == 0
    assert conform("vectors", "build").status == 0
    assert stale.read_bytes() == (suite / "built.json").read_bytes() != b"{}"


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_the_built_json_keeps_its_schema(step: int) -> None:
    jsonschema.validate({**BUILT, "vectors": BUILT["vectors"][::step]}, schema("punycode-vectors.schema.json"))


@pytest.mark.parametrize("name", ["bugs", "choices", "clauses", "retired"])
def test_a_list_beside_the_vectors_keeps_its_schema(name: str) -> None:
    data = yaml.safe_load((places.VECTORS / f"{name}.yaml").read_text(encoding="utf-8"))
    jsonschema.validate(data, schema(f"{name}.schema.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_vector_file_keeps_its_schema(path: Path) -> None:
    jsonschema.validate(yaml.safe_load(path.read_text(encoding="utf-8")), schema("vector-file.schema.json"))


def test_there_are_enough_vectors_and_each_names_its_clause() -> None:
    assert len(BUILT["vectors"]) >= 300
    assert [vector["id"] for vector in ALL if not vector["clause"]] == []


def test_every_bug_class_has_a_vector_and_every_vectors_bug_is_explained() -> None:
    named = {vector["bug"] for vector in ALL} - {None}

    assert named == set(BUILT["bugs"])


@pytest.mark.slow
@pytest.mark.parametrize("decoder", [decode_code_points, second.decode_code_points])
@pytest.mark.parametrize("encoder", [encode_code_points, second.encode_code_points])
def test_both_codecs_give_every_expected_value(decoder: Any, encoder: Any) -> None:
    wrong = []
    for vector in BUILT["vectors"]:
        if vector["reject"]:
            continue
        if "encode" in vector["operations"] and encoder(vector["decoded"]).lower() != vector["encoded"].lower():
            wrong.append(vector["id"])
        if "decode" in vector["operations"] and decoder(vector["encoded"]) != vector["decoded"]:
            wrong.append(vector["id"])

    assert wrong == []


@pytest.mark.parametrize("decoder", [decode_code_points, second.decode_code_points])
def test_both_codecs_refuse_what_must_be_refused(decoder: Any) -> None:
    wrong = []
    for vector in BUILT["vectors"]:
        if not vector["reject"] or vector["encoded"] is None:
            continue
        try:
            decoder(vector["encoded"], max_code_point=0x10FFFF)
            wrong.append(vector["id"])
        except ValueError:
            pass

    assert wrong == []


def test_the_list_prints_what_only_takes(conform: Conform, vectors: Path) -> None:
    ids = conform("vectors", "list", "--vectors", vectors).out.split()

    assert ids[:2] == ["plain/encode", "plain/decode"]
    assert "law/round-trip" in ids
    for name in ids:
        assert conform("vectors", "list", "--vectors", vectors, "--only", name).out.split() == [name]


def test_show_tells_all_about_a_vector(conform: Conform) -> None:
    shown = conform("vectors", "show", "rfc-sample-l", "rfc-sample-l/decode").out

    for part in ("RFC 3492 section 7.1", "U+0033 U+5E74 U+0042", "3B-ww4c5e180e575a65lsy2b", "DIGIT THREE"):
        assert shown.count(part) == 2


def test_show_explains_bugs_and_laws(conform: Conform) -> None:
    bug = conform("vectors", "show", "first-delimiter-taken").out

    assert "bug class first-delimiter-taken" in bug
    assert "anchors    3.1-last-delimiter-ends-the-literal-portion\n" in bug
    assert "delimiter-between-each" in bug
    assert "6.2-one-encoded-string-for-a-sequence" in conform("vectors", "show", "law/decode-uniqueness").out


def test_show_explains_clauses_and_their_anchors(conform: Conform) -> None:
    anchor = conform("vectors", "show", "6.2-delimiter-in-first-place").out

    assert "anchor 6.2-delimiter-in-first-place (branch)\n" in anchor
    assert "clause     6.2 Decoding procedure" in anchor
    assert "leading-delimiter-then-kva" in anchor
    assert "6.2-delimiter-in-first-place" in conform("vectors", "show", "leading-delimiter-then-kva").out
    assert "6.2-delimiter-in-first-place" in conform("vectors", "show", "6.2").out


def test_the_list_can_be_narrowed_to_a_clause_an_anchor_or_a_bug(conform: Conform) -> None:
    def listed(*options: str) -> list[str]:
        return conform("vectors", "list", *options).out.split()

    by_hand = [f"{v['id']}/{op}" for v in BUILT["vectors"] if v["clause"] == "3.4" for op in v["operations"]]

    assert listed("--clause", "3.4") == by_hand
    assert "bias-first-delta-700/decode" in listed("--clause", "5-damp")
    assert len(listed("--clause", "5-damp")) == 16
    assert set(listed("--bug", "digits-by-floating-point", "--clause", "6.4")) == {
        "label-delta-of-24-bits/encode",
        "label-delta-of-24-bits/decode",
    }
    assert "law/case-blind-digits" in listed("--clause", "5")
    assert conform("vectors", "list", "--clause", "9").status == 4


def test_coverage_tells_each_anchor_and_ends_with_one_line(conform: Conform) -> None:
    done = conform("vectors", "coverage")
    lines = done.out.splitlines()

    assert done.status == 0
    assert any(line.split()[:4] == ["5-damp", "definition", "8", "vectors"] for line in lines)
    assert "anchors, all covered" in lines[-1]


def test_coverage_fails_for_what_is_uncovered_or_missing(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clauses.yaml").write_text(
        "clauses:\n"
        '  - {clause: "6.2", title: Decoding, anchors: [{id: 6.2-bare, kind: must, says: Something.},\n'
        "      {id: 6.2-gone, kind: must, says: Something., vectors: [rfc-sample-a, no-such-*]}]}\n"
    )
    from punycode_conform.suite import catalogue

    made_up = catalogue.clauses(tmp_path / "clauses.yaml")
    monkeypatch.setattr(catalogue, "clauses", lambda: made_up)
    done = conform("vectors", "coverage")

    assert done.status == 1
    assert "6.2-gone: no vector is named no-such-*" in done.out
    assert "rfc-sample-a: its clause 7.1 has no anchor" in done.out
    assert done.out.splitlines()[-1].endswith("uncovered: 6.2-bare")


def test_show_explains_choices(conform: Conform) -> None:
    shown = conform("vectors", "show", "integers", "digit-case").out

    assert shown.startswith("choice integers: The width of integers\n")
    for part in ("--choice integers=2^31\n", "--choice integers=unbounded\n", "RFC 3492 section 6.4", "2^32: libidn"):
        assert part in shown
    assert "\n\nchoice digit-case: " in shown


def test_a_users_words_and_names_of_files_are_inert(conform: Conform, tmp_path: Path) -> None:
    name = "x\u202e.yaml" if os.name == "nt" else "a\n::error::x\x1b[31m\u202e.yaml"
    vector = '{id: mine, encoded: "a-", decoded: U+0061, note: "a\\e[31m\\u202e"}'
    (tmp_path / name).write_text(f'about: x\nclause: "6.2"\nvectors:\n  - {vector}\n', encoding="utf-8")
    listed = conform("vectors", "list", "--long", "--vectors", tmp_path)
    shown = conform("vectors", "show", "mine", "--vectors", tmp_path)
    (tmp_path / name).write_text("[", encoding="utf-8")
    refused = conform("run", "punycode_conform.codec", "--vectors", tmp_path)

    assert [done.status for done in (listed, shown, refused)] == [0, 0, 2]
    assert "  note       a\\x1b[31m\\u{202e}\n" in shown.out
    for told in (listed.out, shown.out, refused.err):
        assert "\\u{202e}.yaml" in told
        assert not set(told) & set("\x1b\u202e")
        assert "\n::error" not in told


def test_an_unknown_id_is_an_error(conform: Conform) -> None:
    done = conform("vectors", "show", "xyzzy")

    assert (done.status, done.err.splitlines()[0]) == (
        2,
        "conform: no vector, law, choice, clause, anchor or bug class has the id 'xyzzy'",
    )


def test_changed_yaml_is_noticed_and_used(conform: Conform, suite: Path) -> None:
    mine = suite / "vectors.yaml"
    content = mine.read_text()

    assert conform("vectors", "build").status == 0
    assert conform("vectors", "list").err == ""
    mine.write_text(content.replace("id: plain", "id: renamed"))
    changed = conform("vectors", "list")
    assert "older than their YAML" in changed.err
    assert "renamed/encode" in changed.out
    mine.write_text(content.replace("id: plain", "id: old"))
    assert "is retired" in conform("vectors", "list").err
