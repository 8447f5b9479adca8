"""An explanation as JSON: every number of the trace, in a form that every reader loads."""

import json
from typing import Any

from punycode_conform.explain import data
from punycode_conform.explain.label import labels
from punycode_conform.explain.number import Notation


def explained(string: str, *, unicode: bool = True) -> list[dict[str, Any]]:
    made = json.loads(json.dumps(data.of_labels(labels(list(map(ord, string)), unicode=unicode), scans=True)))
    assert made["format"] == 1
    return list(made["labels"])


def test_a_step_has_every_number() -> None:
    (label,) = explained("3B-ww4c5e180e575a65lsy2b")
    step = label["steps"][0]

    assert [one["delta"] for one in label["steps"]] == [62042, 139, 16683, 34821, 14592, 42088]
    assert [one["absolute"] for one in label["steps"]] == [0xF3DA, 0x145AE, 0x1D845, 0x2BEBF, 0x36CDF, 0x48E8C]
    assert step["digits"][3] == {
        "digit": "c",
        "k": 144,
        "threshold": 26,
        "value": 2,
        "weight": 12250,
        "product": 24500,
        "sum": 62042,
        "last": True,
    }
    assert step["divisions"][0] == {"digit": "w", "k": 36, "threshold": 1, "q": 62042, "value": 22, "rest": 1772}
    assert step["before"] == {"n": 128, "i": 0, "bias": 72, "length": 2, "absolute": 384}
    assert step["after"] == {"n": 20808, "i": 3, "bias": 27, "length": 3, "absolute": 83235}
    assert (step["total"], step["places"], step["wraps"], step["place"], step["code_point"]) == (
        62042,
        3,
        20680,
        2,
        20808,
    )
    assert step["adaptation"]["divided"] == [117]
    assert step["string"] == {"text": "3B先", "code_points": [0x33, 0x42, 0x5148]}
    assert label["state_table"][0] == {"n": 128, "rounds": 20680, "runs": [[0, 2, None]], "absolute": []}


def test_both_directions_have_the_same_steps() -> None:
    (there,), (back,) = explained("aあbいcあd"), explained("abcd-v53ccm")

    assert there["steps"] == back["steps"]
    assert (there["operation"], back["operation"]) == ("encode", "decode")
    assert there["encoded"] == back["encoded"]
    assert there["decoded"] == back["decoded"]
    assert [one["n"] for one in there["scans"]] == [0x3042, 0x3044]


def test_an_error_has_a_place_and_what_was_read() -> None:
    (label,) = explained("bcher-kv")

    assert label["error"] == {"reason": "truncated", "position": 8}
    assert label["decoded"] is None
    assert [digit["value"] for digit in label["unfinished"]] == [10, 21]


def test_a_domain_has_its_labels() -> None:
    kept, decoded = explained("www.xn--bcher-kva")

    assert (kept["operation"], decoded["operation"]) == (None, "decode")
    assert decoded["prefix"]
    assert decoded["decoded"]["text"] == "bücher"


def test_great_numbers_are_strings() -> None:
    (label,) = explained("9" * 40 + "a", unicode=False)
    numbers = json.dumps(label)

    assert isinstance(label["steps"][0]["delta"], str)
    assert int(label["steps"][0]["delta"]) > 1 << 64
    assert label["decoded"]["text"] is None

    def check(value: Any) -> None:
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            check(one)
        assert not isinstance(value, int) or abs(value) < 1 << 53

    check(json.loads(numbers))


def test_numbers_alone() -> None:
    octal = Notation(8, (2, 3, 5))
    made = data.of_digits("734251", octal)

    assert [(one["value"], one["ended"]) for one in made["integers"]] == [(145, True), (62, True)]
    assert (made["base"], made["thresholds"]) == (8, [2, 3, 5])
    assert [one["digit"] for one in data.of_integer(145, octal)["divisions"]] == ["7", "3", "4"]
