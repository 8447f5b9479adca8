"""``conform vectors export``: which cases are selected, and that every form can be read back without loss."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from punycode_conform import places
from punycode_conform.codec import encode_code_points
from punycode_conform.suite import build, corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.vector import cases

from ..conftest import Conform

SCHEMA = json.loads((places.VECTORS / "punycode-vectors.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--only", "plain/decode"], ["plain/decode"]),
        (["--only", "plain", "--only", "lead*"], ["plain/encode", "plain/decode", "leading/decode"]),
        (["--layer", "a-label"], []),
    ],
)
def test_what_globs_select_is_exported(
    conform: Conform, suite: Path, tmp_path: Path, options: list[str], ids: list[str]
) -> None:
    path = tmp_path / "out"
    done = conform("vectors", "export", "--format", "jsonl", *options)
    status = conform("vectors", "export", *options, "--output", path).status

    assert [json.loads(line)["id"] for line in done.out.splitlines()] == ids
    assert done.status == status == (0 if ids else 4)
    if ids:
        data = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.validate(data, SCHEMA)
        assert [f"{vector['id']}/{name}" for vector in data["vectors"] for name in vector["operations"]] == ids


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


def test_text_is_given_where_it_is_safe(tmp_path: Path) -> None:
    texts = {"中 文": True, "e\u0301": True, "\u202eabc": False, "a\u200db": False, "\ud800": False, "\x7f": False}
    rows: list[dict[str, Any]] = [
        {
            "id": f"v-{number}",
            "decoded": " ".join(f"U+{ord(c):04X}" for c in text),
            "encoded": encode_code_points(list(map(ord, text))),
            "only": "encode",
        }
        for number, text in enumerate(texts)
    ]
    path = tmp_path / "v.yaml"
    path.write_text(json.dumps({"about": "x", "vectors": rows}), encoding="utf-8")  # JSON is YAML
    records = map(json.loads, build.json_lines(cases([*corpus.bring([path]).vectors]), Choices()))

    assert [record["input_text"] for record in records] == [text if safe else None for text, safe in texts.items()]
