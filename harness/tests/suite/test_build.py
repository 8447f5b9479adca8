"""The built JSON: every reader of JSON can load it, its schema refuses nonsense; and the schemas of the YAML files."""

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import msgspec
import pytest

from punycode_conform import files
from punycode_conform.suite import build, corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector, cases

SCHEMA = json.loads((files.VECTORS / "punycode-vectors.schema.json").read_text(encoding="utf-8"))
TEXT = files.BUILT_VECTORS.read_text(encoding="utf-8")
BUILT: dict[str, Any] = json.loads(TEXT)
SHORT: dict[str, Any] = json.loads(files.BUILT_VECTORS.with_stem("punycode-vectors-short").read_bytes())
VECTORS: dict[str, dict[str, Any]] = {v["id"]: v for key in build.LISTS for v in BUILT[key]}
# Without the keys that take long to validate each time.
HEAD = {key: value for key, value in BUILT.items() if key not in {"choices", "clauses"}}
HEAD |= {"bugs": {}, "sections": [], "a-label-vectors": []}
BEYOND = 2**53


def test_no_number_is_greater_than_every_json_reader_holds() -> None:
    numbers: list[str] = []
    json.loads(TEXT, parse_int=numbers.append, parse_float=numbers.append)

    assert len(numbers) > len(VECTORS)
    assert [number for number in numbers if not number.isdecimal() or int(number) >= BEYOND] == []
    assert VECTORS["overflow-i-53-bits-alone"]["right-hex"] == [f"{BEYOND + 0xFC:x}"]
    assert TEXT.isascii()


@pytest.mark.parametrize("number", [0xFC, BEYOND - 1, BEYOND, 2**670])
@pytest.mark.parametrize("side", ["decoded", "right"])
def test_a_number_of_any_size_is_read_back(number: int, side: str) -> None:
    sides: dict[str, Any] = {"encoded": "", side: (0x61, number)}
    vector = Vector("x", (Operation.DECODE,), reject="overflow", bits={Operation.DECODE: 26}, **sides)
    entry = json.loads(json.dumps(build.as_json(vector, {}, Choices())))

    assert getattr(msgspec.convert(entry, Vector), side) == (0x61, number)
    assert (f"{side}-hex" in entry) == (number >= BEYOND)


def test_each_operation_has_its_expectation_and_each_either_its_choices() -> None:
    for vector in corpus.suite().vectors:
        entry = VECTORS[vector.id]
        for case in cases([vector]):
            expectation = case.expectation(Choices())
            assert entry["expect"][case.operation.value] == type(expectation).__name__.lower()
            assert entry.get("open", {}).get(case.operation.value, []) == list(getattr(expectation, "choices", ()))
        assert list(entry["expect"]) == list(entry["bits"]) == entry["operations"]


def test_the_small_file_has_all_but_the_longest_vectors() -> None:
    names = {vector["id"] for vector in SHORT["vectors"]}

    assert names == {
        v["id"] for v in BUILT["vectors"] if max(len(v.get("decoded") or ()), len(v["encoded"] or "")) <= 256
    }
    for data in (BUILT, SHORT):
        for key in build.LISTS:
            operations = [vector["operations"] for vector in data[key]]
            assert data["counts"][key] == {"vectors": len(operations), "cases": sum(map(len, operations))}


BOTH, REFUSED, OPEN, WIDE = "rfc-sample-l", "leading-delimiter-alone", "surrogate-d800", "overflow-i-53-bits-alone"


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        (BOTH, lambda v: v.update(decoded=None)),
        (BOTH, lambda v: v.update(reject="bad-digit")),
        (REFUSED, lambda v: v.update(expect={"decode": "returns"})),
        (WIDE, lambda v: v.pop("right-hex")),
        (OPEN, lambda v: v.update(open={"encode": ["digit-case"], "decode": ["surrogates"]})),
        (BOTH, lambda v: v.update(id="No Slug")),
    ],
)
def test_the_schema_refuses_a_vector_that_makes_no_sense(name: str, edit: Callable[[dict[str, Any]], object]) -> None:
    vector = json.loads(json.dumps(VECTORS[name]))
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert validator.is_valid(HEAD | {"vectors": [vector]})
    edit(vector)

    assert not validator.is_valid(HEAD | {"vectors": [vector]})


def test_the_schemas_are_those_of_the_types() -> None:
    schemas = build.schemas()

    assert {*schemas, "punycode-vectors.schema.json"} == {path.name for path in files.VECTORS.glob("*.schema.json")}
    assert {name: (files.VECTORS / name).read_bytes() for name in schemas} == schemas
