"""The built JSON: what every reader of JSON can load, what it says ready for use, and nonsense that its schema refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from punycode_conform import places
from punycode_conform.suite import build, built, corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector, cases

SCHEMA = json.loads((places.VECTORS / "punycode-vectors.schema.json").read_text(encoding="utf-8"))
TEXT = places.BUILT_VECTORS.read_text(encoding="utf-8")
BUILT: dict[str, Any] = json.loads(TEXT)
SHORT: dict[str, Any] = json.loads(places.BUILT_VECTORS.with_stem("punycode-vectors-short").read_bytes())
VECTORS: dict[str, dict[str, Any]] = {v["id"]: v for key in built.LISTS for v in BUILT[key]}
# Without what takes long to validate each time.
HEAD = {key: value for key, value in BUILT.items() if key not in {"choices", "clauses", "bugs", "sections"}} | {
    "bugs": {},
    "sections": [],
}
BEYOND = 2**53

Edit = Callable[[dict[str, Any]], object]


def test_no_number_is_greater_than_every_json_reader_holds() -> None:
    numbers: list[str] = []
    json.loads(TEXT, parse_int=numbers.append, parse_float=numbers.append)

    assert len(numbers) > len(VECTORS)
    assert [number for number in numbers if not number.isdecimal() or int(number) >= BEYOND] == []
    assert VECTORS["overflow-i-53-bits-alone"]["right-hex"] == [f"{BEYOND + 0xFC:x}"]
    assert "right" not in VECTORS["overflow-i-53-bits-alone"]


@pytest.mark.parametrize("number", [0xFC, BEYOND - 1, BEYOND, 2**670])
@pytest.mark.parametrize("side", ["decoded", "right"])
def test_a_number_of_any_size_is_read_back(number: int, side: str) -> None:
    sides: dict[str, Any] = {"decoded": None, "encoded": "", side: (0x61, number)}
    vector = Vector("x", (Operation.DECODE,), reject="overflow", bits=(26,), **sides)
    entry = json.loads(json.dumps(build.as_json(vector, {}, Choices())))

    assert built.vector(entry, "punycode", []) == vector
    assert (f"{side}-hex" in entry) == (number >= BEYOND)


def test_each_operation_has_its_expectation_and_each_either_its_choices() -> None:
    for vector in corpus.suite().vectors:
        entry = VECTORS[vector.id]
        for case in cases([vector]):
            expectation = case.expectation(Choices())
            assert entry["expect"][case.operation.value] == build.expected(expectation)
            assert entry.get("open", {}).get(case.operation.value, []) == list(getattr(expectation, "choices", ()))
        assert list(entry["expect"]) == list(entry["bits"]) == entry["operations"]


def test_counts_are_those_of_the_lists() -> None:
    for data in (BUILT, SHORT):
        for key in built.LISTS:
            assert data["counts"][key] == {
                "vectors": len(data[key]),
                "cases": sum(len(vector["operations"]) for vector in data[key]),
            }


def test_the_small_file_has_all_but_the_longest_vectors() -> None:
    longest = max(len(v[side] or ()) for v in SHORT["vectors"] for side in ("decoded", "encoded") if side in v)
    names = {vector["id"] for vector in SHORT["vectors"]}
    left_out = [vector for vector in BUILT["vectors"] if vector["id"] not in names]

    assert longest == build.SHORT
    assert all(max(len(v.get("decoded") or ()), len(v["encoded"] or "")) > build.SHORT for v in left_out)
    assert len(left_out) < len(BUILT["vectors"]) / 10
    assert places.BUILT_VECTORS.with_stem("punycode-vectors-short").stat().st_size * 2 < len(TEXT)


def test_a_vector_has_the_comment_of_its_section(tmp_path: Path) -> None:
    path = tmp_path / "v.yaml"
    path.write_text(
        "# A file.\nabout: x\nvectors:\n"
        '  - {id: before, decoded: U+0061, encoded: "a-"}\n\n'
        "  # One comment\n  # in two lines.\n"
        '  - {id: first, decoded: U+0062, encoded: "b-"}\n'
        '  - id: second\n    decoded: U+0063\n    # about a key\n    encoded: "c-"\n'
        "  # Another.\n\n"
        '  - {id: third, decoded: U+0064, encoded: "d-"}\n',
        encoding="utf-8",
    )
    found = corpus.bring([path])
    again = tmp_path / "v.json"
    again.write_text(corpus.write(found))

    said = ["", "One comment in two lines.", "One comment in two lines.", "Another."]
    assert [vector.section for vector in found.vectors] == said
    assert [vector.section for vector in corpus.bring([again]).vectors] == said
    assert "section" not in json.loads(again.read_text())["vectors"][0]


def test_choices_and_clauses_are_those_of_the_lists() -> None:
    assert list(BUILT["choices"]["integers"]["sides"][0]) == ["side", "means", "demands", "taken-by"]
    assert BUILT["clauses"]["6.2"]["anchors"]["6.2-delimiter-in-first-place"]["kind"] == "branch"
    assert {vector["clause"] for vector in VECTORS.values()} <= set(BUILT["clauses"])
    assert (BUILT["$schema"], BUILT["licence"]) == ("punycode-vectors.schema.json", "MIT")


def refused(data: dict[str, Any]) -> bool:
    return not jsonschema.Draft202012Validator(SCHEMA).is_valid(data)


def with_one(name: str, edit: Edit) -> dict[str, Any]:
    vector = json.loads(json.dumps(VECTORS[name]))
    edit(vector)
    key = "a-label-vectors" if vector["file"] == "a-label.yaml" else "vectors"
    return HEAD | {other: [vector] if other == key else [] for other in built.LISTS}


BOTH, REFUSED, FREE, WIDE = (
    "rfc-sample-l",
    "leading-delimiter-alone",
    "beyond-encode-110000",
    "overflow-i-53-bits-alone",
)


@pytest.mark.parametrize("name", [BOTH, REFUSED, WIDE, "surrogate-d800", FREE])
def test_the_schema_accepts_each_kind_of_vector(name: str) -> None:
    assert not refused(with_one(name, lambda vector: None))


OF_ENCODE: dict[str, Any] = {"expect": {"encode": "rejects"}, "bits": {"encode": 26}}


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        (BOTH, lambda v: v.update(decoded=None)),
        (BOTH, lambda v: v.update(decoded=None, encoded=None)),
        (REFUSED, lambda v: v.update(encoded=None)),
        (BOTH, lambda v: v.pop("decoded")),
        (BOTH, lambda v: v.update({"decoded-hex": ["61"]})),
        (BOTH, lambda v: v.update(reject="bad-digit")),
        (REFUSED, lambda v: v.update(reject="too-bad")),
        (REFUSED, lambda v: v.update(reject="")),
        (REFUSED, lambda v: v.update(reject=None)),
        (REFUSED, lambda v: v.update(reject="not-an-a-label")),
        (REFUSED, lambda v: v.update(decoded=[45])),
        (REFUSED, lambda v: v.update(operations=["encode"])),
        (REFUSED, lambda v: v.update(operations=["encode", "decode"])),
        (REFUSED, lambda v: v.update(right=[45])),
        (REFUSED, lambda v: v.update(expect={"decode": "returns"})),
        (REFUSED, lambda v: v.update(expect={"decode": "either"}, open={"decode": ["length"]})),
        (BOTH, lambda v: v.update(right=[97])),
        (BOTH, lambda v: v.update({"right-hex": ["61"]})),
        (WIDE, lambda v: v.pop("right-hex")),
        (WIDE, lambda v: v.update(right=[97])),
        (WIDE, lambda v: v.update({"right-hex": [97]})),
        (WIDE, lambda v: v.update({"right-hex": ["0x61"]})),
        (WIDE, lambda v: v.update(choice=None)),
        (BOTH, lambda v: v.update(decoded=[BEYOND])),
        (BOTH, lambda v: v.update(decoded=[-1])),
        (BOTH, lambda v: v.update(decoded=["61"])),
        (BOTH, lambda v: v.update(decoded="61")),
        (BOTH, lambda v: v.update(expect={"encode": "returns"})),
        (BOTH, lambda v: v.update(expect={"encode": "returns", "decode": "rejects"})),
        (BOTH, lambda v: v.update(expect={"encode": "returns", "decode": "maybe"})),
        (BOTH, lambda v: v.update(expect={"encode": "returns", "decode": "either"})),
        (BOTH, lambda v: v.update(open={"decode": ["length"]})),
        (BOTH, lambda v: v.update(open={})),
        (BOTH, lambda v: v.update(operations=[])),
        (BOTH, lambda v: v.update(operations=["encode", "encode"])),
        (BOTH, lambda v: v.update(operations=["explain"])),
        (BOTH, lambda v: v.update(operations=["encode"])),
        (BOTH, lambda v: v.update(bits={"decode": 26})),
        (BOTH, lambda v: v.update(bits={"encode": 26, "decode": 25})),
        (BOTH, lambda v: v.update(choice="taste")),
        (BOTH, lambda v: v.update(choice="a-label-errors")),
        ("surrogate-d800", lambda v: v.update(open={"encode": ["surrogates"]})),
        ("surrogate-d800", lambda v: v.update(open={"encode": [], "decode": []})),
        ("surrogate-d800", lambda v: v.update(open={"encode": ["digit-case"], "decode": ["surrogates"]})),
        (BOTH, lambda v: v.update(clause="9")),
        (BOTH, lambda v: v.update(clause="3490-4.1")),
        (BOTH, lambda v: v.update(encoded="\xfc")),
        (
            REFUSED,
            lambda v: v.update(reject="truncated", decoded=[97], encoded=None, operations=["encode"], **OF_ENCODE),
        ),
        (BOTH, lambda v: v.update(bug="")),
        (BOTH, lambda v: v.update(level="may")),
        (BOTH, lambda v: v.update(since="0.1")),
        (BOTH, lambda v: v.update(section=-1)),
        (BOTH, lambda v: v.update(id="No Slug")),
        (BOTH, lambda v: v.update(layer="punycode")),
        (BOTH, lambda v: v.pop("expect")),
    ],
)
def test_the_schema_refuses_a_vector_that_makes_no_sense(name: str, edit: Edit) -> None:
    assert refused(with_one(name, edit))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 1},
        {"counts": {"vectors": {"vectors": 1, "cases": 1}}},
        {"sections": [""]},
        {"sections": ["one", "one"]},
        {"declared": {"taste": "sweet"}},
        {"declared": {}},
        {"declared": {"integers": "wide"}},
        {"declared": {"surrogates": "lower"}},
        {"version": "new"},
        {"choices": {"taste": {}}},
        {"bugs": {"dropped": {"title": "Dropped"}}},
        {"licence": "none"},
        {"a-label-vectors": None},
        {"more": 1},
    ],
)
def test_the_schema_refuses_a_head_that_makes_no_sense(change: dict[str, Any]) -> None:
    assert refused(HEAD | {"vectors": [], "a-label-vectors": []} | change)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bugs", {"bugs": [{"id": "x", "title": "", "goes-wrong": "y", "effect": "z", "references": []}]}),
        ("bugs", {"bugs": [{"id": "No Slug", "title": "x", "goes-wrong": "y", "effect": "z", "references": []}]}),
        ("bugs", {"bugs": [{"id": "x", "title": "x", "goes-wrong": "y", "effect": "z"}]}),
        ("bugs", {"bugs": [], "more": 1}),
        ("retired", {"retired": ["No Slug"]}),
        ("retired", {"retired": ["one", "one"]}),
        ("retired", {"retired": [{"id": "one"}]}),
        ("retired", {}),
    ],
)
def test_the_schemas_of_lists_refuse_what_makes_no_sense(name: str, content: dict[str, Any]) -> None:
    schema = json.loads((places.VECTORS / f"{name}.schema.json").read_text(encoding="utf-8"))

    assert not jsonschema.Draft202012Validator(schema).is_valid(content)
