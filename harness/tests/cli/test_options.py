"""Each option is a row: a field of the setup, in the help with its default, and refused if it is empty."""

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.cli.verbs import VERBS
from punycode_conform.errors import ConformError
from punycode_conform.run.setup import FLAG, ROWS, Setup


def test_each_option_of_a_target_is_a_field_of_its_setup() -> None:
    assert ROWS.keys() == {*Setup._fields} - {"target", "command", "configured"}


@pytest.mark.parametrize("verb", [name for name in VERBS if name != "vectors"])
def test_no_option_takes_an_empty_value(verb: str) -> None:
    for row in VERBS[verb].rows.values():
        if row.nargs or row.kind is FLAG:
            continue
        with pytest.raises(ConformError, match=f"argument --{row.name}: must be "):
            parse([*verb.split(), f"--{row.name}", ""])


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_shows_each_option_with_its_default(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([*verb.split(), "--help"])
    shown = " ".join(capsys.readouterr().out.split())

    for row in VERBS[verb].rows.values():
        assert " ".join(row.about.split()) in shown
        assert row.nargs or f"--{row.name} " in shown


def test_a_value_may_be_repeated_and_not_changed() -> None:
    choices = ["--choice=surrogates=reject"] * 2
    options = parse(
        ["run", "mylib", "--timeout", "1", "--timeout", "1.0", *choices, "--choice=surrogates.decode=accept"]
    )

    assert options.timeout == 1.0
    with pytest.raises(ConformError, match="argument --report: two values"):
        parse(["run", "mylib", "--report", "a", "--report", "b"])
