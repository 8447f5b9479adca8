"""One table of options: what the command line reads, a configuration may hold, and both refuse alike."""

import re
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.cli.verbs import VERBS
from punycode_conform.errors import ConformError
from punycode_conform.run.option import FLAG, PATH, SECONDS, STREAM, TEXT
from punycode_conform.run.setup import ROWS, Setup

ROW = {row.name: row for row in (*ROWS.values(), *VERBS["fuzz"].rows.values())}


def test_each_option_of_a_target_is_a_field_of_its_setup() -> None:
    assert ROWS.keys() == {*Setup._fields} - {"target", "command", "configured"}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("rejects", ["a.B", "c.D"], ["a.B", "c.D"]),
        ("lacks", "2e,3002", "2e,3002"),
        ("timeout", 9, 9.0),
        ("jobs", 64, 64),
        ("vectors", ["own"], [Path("own")]),
        ("strict", True, True),
        ("strict", False, False),
        ("seed", 3, 3),
    ],
)
def test_a_value_of_a_configuration_is_read(name: str, value: object, expected: Any) -> None:
    assert ROW[name].of_toml(value) == expected


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("timeout", 0, "a number of seconds above 0"),
        ("timeout", "9", "a number of seconds above 0"),
        ("timeout", True, "a number of seconds above 0"),
        ("jobs", 65, "a whole number from 1 to 64"),
        ("jobs", 1.5, "a whole number from 1 to 64"),
        ("layer", "idna", "one of punycode, a-label"),
        ("python", " ", "text"),
        ("python", "a\0b", "text"),
        ("strict", 1, "true or false"),
        ("only", "rfc-*", "a list of text, and not empty"),
        ("only", [], "a list of text, and not empty"),
        ("only", ["a", 1], "a list of text, and not empty"),
        ("seed", -1, "a whole number from 0 to 2^62, or random"),
    ],
)
def test_a_value_of_a_configuration_of_another_kind_is_refused(name: str, value: object, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        ROW[name].of_toml(value)


@pytest.mark.parametrize("verb", [name for name in VERBS if name != "vectors"])
def test_no_option_takes_an_empty_value_or_two_values(verb: str) -> None:
    for row in VERBS[verb].rows.values():
        if row.nargs or row.kind is FLAG:
            continue
        with pytest.raises(ConformError, match=f"argument --{row.name}: must be "):
            parse([*verb.split(), f"--{row.name}", ""])
        if not row.many and row.kind in (TEXT, PATH, STREAM, SECONDS):
            with pytest.raises(ConformError, match=f"argument --{row.name}: given twice, with different values"):
                parse([*verb.split(), f"--{row.name}", "7", f"--{row.name}", "8"])


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_shows_each_option_with_its_default(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([*verb.split(), "--help"])
    shown = " ".join(capsys.readouterr().out.split())

    for row in VERBS[verb].rows.values():
        assert " ".join(row.about.split()) in shown
        assert row.nargs or f"--{row.name} " in shown
