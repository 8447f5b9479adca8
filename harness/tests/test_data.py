"""Typed data: values are read strictly, and an error says where."""

import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from punycode_conform import data, yaml
from punycode_conform.errors import DataError

SLUG = "a slug: lower-case letters and hyphens"


class Item(data.Record, frozen=True):
    id: Annotated[str, msgspec.Meta(pattern="^[a-z-]+$", description=SLUG)]
    goes_wrong: str = ""
    level: Literal["must", "should"] = "must"
    times: Annotated[int, msgspec.Meta(ge=0)] = 0
    date: datetime.date | None = None

    def __post_init__(self) -> None:
        if self.times and not self.goes_wrong:
            raise ValueError("times without goes-wrong")


class File(data.Record, frozen=True):
    items: tuple[Item, ...]
    names: dict[str, tuple[Item, ...]] = msgspec.field(default_factory=dict)


@pytest.mark.parametrize(
    ("text", "line", "place", "what"),
    [
        ("items:\n- id: a\n- id: B", "3: id", "items[1].id", f"must be {SLUG}"),
        ("items:\n- level: must", "2: items", "items[0]", "no 'id'"),
        ("items:\n- id: a\n  gos-wrong: x", "3", "items[0]", "unknown key 'gos-wrong'; did you mean goes-wrong?"),
        ("items:\n- {id: a, level: shuld}", "2: level", "items[0].level", "'shuld' is not known; did you mean should?"),
        ("items:\n- {id: a, times: 2}", "2: items", "items[0]", "times without goes-wrong"),
        ("items: []\nnames:\n  a: []\n  b: [{id: a},\n   {}]\n  c: [{}]", "5: b", "names.b[1]", "no 'id'"),
    ],
)
def test_an_error_has_its_place(tmp_path: Path, text: str, line: str, place: str, what: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(DataError) as of_yaml:
        data.yaml(File, path)
    with pytest.raises(DataError) as of_json:
        data.json(File, msgspec.json.encode(yaml.load(path).builtins()), "f.json")

    assert of_yaml.value.message == f"{path}:{line}: {what}"
    assert of_json.value.message == f"f.json: {place}: {what}"


@pytest.mark.parametrize(
    ("octets", "says"),
    [
        (b"{", "f: broken JSON: Input data was truncated"),
        (b'{"items": [], "x": ' + b"[" * 99999 + b"]" * 99999 + b"}", "f: nested too deeply"),
        (b'{"items": [{"id": "a", "times": -1}]}', r"f: items\[0\].times: Expected int >= 0"),
        (b"3", r"f: must be a mapping \(key: value\), not a whole number"),
    ],
)  # fmt: skip
def test_broken_json_is_one_line(octets: bytes, says: str) -> None:
    with pytest.raises(DataError, match=f"^{says}"):
        data.json(File, octets, "f")
