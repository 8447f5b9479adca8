"""One table of options: what the command line reads, a configuration may hold, and both refuse alike."""

from typing import Any

import pytest

from punycode_conform.cli import options
from punycode_conform.cli.options import CONFIGURED, REPORTS, Option
from punycode_conform.cli.parser import parse
from punycode_conform.errors import ConformError

EVERY = {option.name: option for its in CONFIGURED.values() for option in its}
VALUES: dict[str, tuple[Any, Any]] = {
    "python": ("/usr/bin/python3", "/usr/bin/python3"),
    "rejects": (["a.B", "c.D"], ["a.B", "c.D"]),
    "lacks": ("2e,3002", "2e,3002"),
    "timeout": (9, 9.0),
    "start-timeout": (0.5, 0.5),
    "time-limit": (60, 60.0),
    "restarts": (7, 7),
    "jobs": (64, 64),
    "threads": (2, 2),
    "only": (["rfc-*"], ["rfc-*"]),
    "layer": ("a-label", "a-label"),
    "strict": (True, True),
    "cases": (12, 12),
    "time": (1.5, 1.5),
    "seed": (3, 3),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_of_a_configuration_is_read_as_an_argument(name: str) -> None:
    option, (value, expected) = EVERY[name], VALUES[name]
    verb = "fuzz" if option in options.BUDGET else "run"
    parsed = parse([verb, "a.target", *option.words(value)])

    assert getattr(parsed, option.attribute) == expected


def test_a_flag_that_is_off_is_no_argument() -> None:
    assert EVERY["strict"].words(False) == []


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
        ("seed", -1, r"a whole number from 0 to 2\^62, or random"),
    ],
)
def test_a_value_of_another_kind_is_refused(name: str, value: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        EVERY[name].words(value)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--timeout", "nan"], "argument --timeout: must be a number of seconds above 0, not 'nan'"),
        (["--jobs", "x"], "argument --jobs: must be a whole number from 1 to 64, not 'x'"),
        (["--layer", "idna"], "argument --layer: must be one of punycode, a-label, not 'idna'"),
        (["--color", "red"], "argument --color: must be one of auto, always, never, not 'red'"),
    ],
)
def test_an_argument_of_another_kind_is_refused_in_the_same_words(arguments: list[str], says: str) -> None:
    with pytest.raises(ConformError) as error:
        parse(["run", "a.target", *arguments])
    assert error.value.message == says


@pytest.mark.parametrize("shard", ["0/4", "5/4", "1", "a/b"])
def test_a_shard_that_makes_no_sense_is_refused(shard: str) -> None:
    with pytest.raises(ConformError, match="must be a shard such as 1/4, not"):
        parse(["fuzz", "a.target", "--shard", shard])


def test_repeated_options_do_not_leak_from_one_parse_into_the_next() -> None:
    parse(["run", "a.target", "--only", "x"])

    assert parse(["run", "a.target"]).only == []


@pytest.mark.parametrize(
    "option", [option for option in EVERY.values() if option not in REPORTS], ids=lambda one: one.name
)
def test_the_help_of_an_option_says_its_default(option: Option, capsys: pytest.CaptureFixture[str]) -> None:
    verb = next(verb for verb, its in CONFIGURED.items() if option in its)
    with pytest.raises(SystemExit):
        parse([verb, "--help"])
    shown = " ".join(capsys.readouterr().out.split())

    assert f"{option.flag} " in shown
    assert option.default is None or f"default {str(option.default).removesuffix('.0')}" in shown
