"""The command line of a fuzz target that is run by itself; test_atheris runs them."""

import pytest

from punycode_conform.errors import ConformError
from punycode_conform.fuzz.standalone import parse


def test_what_is_not_an_option_of_ours_is_libfuzzers() -> None:
    words = "mine --rejects E -runs=9 --rejects mine.F corpus --raw --choice surrogates=reject -fork=2 more"

    options = parse(words.split())

    assert (options.target, options.rejects, options.choice) == ("mine", ["E", "mine.F"], ["surrogates=reject"])
    assert options.raw
    assert options.rest == ["-runs=9", "corpus", "-fork=2", "more"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no target"),
        (["-runs=1"], "no target"),
        (["--raw"], "no target"),
        (["--raw", "mine"], "no target"),
        (["mine", "--nonsense"], "unknown option --nonsense"),
        (["mine", "--ra"], "unknown option --ra"),
        (["mine", "--choice"], "--choice: expected one argument"),
    ],
)
def test_a_wrong_command_line_is_one_line(words: list[str], message: str) -> None:
    with pytest.raises(ConformError, match=message):
        parse(words)
