"""``conform vectors export``: what is selected, and that every form can be read back without loss."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from punycode_conform import places
from punycode_conform.suite import build as exports
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.vector import cases

from ..conftest import Conform

SCHEMA = json.loads((places.VECTORS / "punycode-vectors.schema.json").read_text(encoding="utf-8"))
KEYS = "id operation expect input input_text value value_text reason choices layer level clause bug since note"


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.slow
def test_the_default_is_the_built_format_with_all_of_a_layer(conform: Conform) -> None:
    data = json.loads(conform("vectors", "export").out)
    built = json.loads(places.BUILT_VECTORS.read_text(encoding="utf-8"))
    jsonschema.validate(data | {"vectors": data["vectors"][::10]}, SCHEMA)  # the built ones are validated in all

    assert (data["vectors"], data["a-label-vectors"]) == (built["vectors"], [])
    assert data["bugs"].items() <= built["bugs"].items()


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_what_is_written_to_a_file_is_what_is_printed(conform: Conform, suite: Path, tmp_path: Path, form: str) -> None:
    path = tmp_path / "out"
    command = ["vectors", "export", "--format", form]
    printed = conform(*command).out

    assert conform(*command, "--output", path).status == 0
    assert printed.replace("\r\n", "\n") == path.read_bytes().decode().replace("\r\n", "\n") != ""
    assert conform(*command, "--output", "-").out == printed


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        (["--only", "plain/decode"], ["plain/decode"]),
        (["--only", "plain", "--only", "lead*"], ["plain/encode", "plain/decode", "leading/decode"]),
        (["--operation", "encode", "--only", "*t*"], ["empty/encode", "umlaut/encode", "surrogate/encode"]),
        (["--clause", "6.?", "--operation", "decode", "--only", "k*"], ["kanji/decode"]),
        (["--file", "more", "--level", "should"], ["soft/decode"]),
        (["--file", "more.yaml"], ["soft/decode", "buggy/decode"]),
        (["--bug", "sw*"], ["buggy/decode"]),
    ],
)
def test_options_narrow_and_repetitions_widen(
    conform: Conform, suite: Path, options: list[str], chosen: list[str]
) -> None:
    (suite / "bugs.yaml").write_text(
        "bugs:\n  - {id: swap, title: Swapped, goes-wrong: It swaps., effect: Bad., references: []}\n"
    )
    (suite / "more.yaml").write_text(
        'about: x\nclause: "5"\nvectors:\n  - {id: soft, encoded: "ZZZZ", reject: truncated, level: should}\n'
        '  - {id: buggy, encoded: "a", decoded: U+0080, bug: swap, only: decode}\n'
    )
    found = lines(conform("vectors", "export", "--format", "jsonl", *options).out)
    built = json.loads(conform("vectors", "export", *options).out)

    assert [record["id"] for record in found] == chosen
    assert [f"{v['id']}/{op}" for v in built["vectors"] for op in v["operations"]] == chosen
    jsonschema.validate(built, SCHEMA)


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["--only", "nothing-like-it"], 4),
        (["--only", "law/*"], 4),
        (["--layer", "a-label"], 4),
        (["--bug", "nope"], 4),
        (["--file", "a", "--file", "b"], 4),
        (["--clause", "6.2", "--level", "should"], 4),
        (["--only", "plain", "--operation", "encode", "--clause", "5"], 4),
        (["--only", "plain", "--only", "nope"], 2),
        (["--clause", "6.2", "--clause", "9"], 2),
        (["--operation", "explain"], 2),
        (["--format", "xml"], 2),
        (["--choice", "taste=sweet"], 2),
        (["--choice", "surrogates"], 2),
        (["--output", "."], 2),
        (["--output", "no-such-folder/out"], 2),
    ],
)
def test_what_selects_nothing_or_makes_no_sense_is_told_in_a_line(
    conform: Conform, suite: Path, options: list[str], status: int
) -> None:
    done = conform("vectors", "export", *options)

    assert (done.status, done.out) == (status, "")
    assert done.err.startswith("conform: ") or "\nconform: " in done.err


@pytest.mark.parametrize(
    ("choice", "expect", "value"), [([], "either", 1), (["reject"], "rejects", 0), (["accept"], "returns", 1)]
)
def test_declared_choices_settle_what_is_expected(
    conform: Conform, suite: Path, choice: list[str], expect: str, value: int
) -> None:
    options = ["--only", "surrogate", *[word for side in choice for word in ("--choice", f"surrogates={side}")]]
    found = lines(conform("vectors", "export", "--format", "jsonl", *options).out)
    built = json.loads(conform("vectors", "export", *options).out)
    jsonschema.validate(built, SCHEMA)

    assert [record["expect"] for record in found] == [expect, expect]
    assert [record["value"] for record in found] == [[*b"ib9b"] if value else None, [0xD800] if value else None]
    assert [record["choices"] for record in found] == [[] if choice else ["surrogates"]] * 2
    assert built.get("declared") == ({"surrogates": choice[0]} if choice else None)
    assert built["vectors"][0]["expect"] == {"encode": expect, "decode": expect}
    assert built["vectors"][0].get("open") == (None if choice else {op: ["surrogates"] for op in ("encode", "decode")})


@pytest.mark.parametrize("choice", [[], ["--choice", "surrogates=reject"]])
def test_an_export_can_be_run_and_exported_again(
    conform: Conform, tmp_path: Path, vectors: Path, choice: list[str]
) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    options = ["--only", "k*", "--only", "*/decode", *choice]
    conform("vectors", "export", "--vectors", vectors, "--output", first, *options)

    assert conform("vectors", "export", "--vectors", first, "--output", second, *choice).status == 0
    assert first.read_text() == second.read_text()
    assert conform("run", "codec:punycode", "--vectors", first, "--only", "kanji").status == 0


@pytest.mark.slow
def test_json_lines_hold_every_case_in_full() -> None:
    known = cases([*corpus.suite().vectors])
    for case, line in zip(known, exports.json_lines(known, Choices()), strict=True):
        record = json.loads(line)

        assert set(record) - {"value-hex"} == set(KEYS.split())
        assert max(record["value"] or (), default=0) < 2**53
        assert (record["id"], tuple(record["input"])) == (case.id, case.call.input)
        if "value-hex" in record:
            assert record.pop("value") is None
            record["value"] = [int(c, 16) for c in record.pop("value-hex")]
        assert (None if record["value"] is None else tuple(record["value"])) == case.facts.value
        for side in ("input", "value"):
            text = record[f"{side}_text"]
            assert text is None or list(map(ord, text)) == record[side]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("中 文", True), ("e\u0301", True), ("\u202eabc", False), ("a\u200db", False), ("\ud800", False), ("\x7f", False)],
)
def test_text_is_given_where_it_is_safe(tmp_path: Path, text: str, shown: bool) -> None:
    path = tmp_path / "v.yaml"
    decoded = " ".join(f"U+{ord(c):04X}" for c in text)
    from punycode_conform.codec import encode_code_points

    encoded = json.dumps(encode_code_points(list(map(ord, text))))
    path.write_text(f"about: x\nvectors:\n  - {{id: x, decoded: {decoded}, encoded: {encoded}, only: encode}}\n")
    record = exports.record(cases([*corpus.bring([path]).vectors])[0], Choices())

    assert record["input_text"] == (text if shown else None)
