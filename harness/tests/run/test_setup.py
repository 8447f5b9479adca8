"""A setup knows the words of the commands that run it again."""

from pathlib import Path

import pytest

from punycode_conform.errors import ConformError
from punycode_conform.run.setup import Configured, Setup

FULL = Setup(
    "pkg.mod",
    python="/usr/bin/python3",
    rejects=("pkg.Error", "pkg.Other"),
    vectors=(Path("own"),),
    layer="a-label",
    only=("rfc-*",),
    choices=(("integers", "32"), ("length", "none")),
    strict=True,
    timeout=9.5,
    start_timeout=60,
    restarts=3,
    jobs=4,
    baseline=Path("known.yaml"),
)
OPTIONS = (
    "--python /usr/bin/python3 --timeout 9.5 --rejects pkg.Error --rejects pkg.Other --choice integers=32 "
    "--choice length=none --vectors own --layer a-label --strict"
)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("pkg.mod"), "conform run pkg.mod"),
        (Setup(None, ("./adapter", "-v")), "conform run -- ./adapter -v"),
        (Setup("pkg.mod", threads=3), "conform run pkg.mod --threads 3"),
        (FULL, f"conform run pkg.mod {OPTIONS}"),
        (FULL._replace(configured=Configured("mylib", FULL)), "conform run --target mylib"),
        (FULL._replace(configured=Configured("mylib", Setup("pkg.mod"))), f"conform run --target mylib {OPTIONS}"),
        (
            FULL._replace(configured=Configured("mylib", FULL._replace(choices=(("integers", "32"),)))),
            "conform run --target mylib --choice length=none",
        ),
    ],
)
def test_a_command_names_the_target_and_what_is_not_as_usual(setup: Setup, words: str) -> None:
    assert " ".join(setup.rerun_command()) == words


def test_a_command_for_pytest_has_its_options() -> None:
    options = OPTIONS.replace("--", "--conform-")

    assert " ".join(FULL.pytest_command()) == f"pytest --conform pkg.mod {options}"
    assert Setup(None, ("./adapter", "a b")).pytest_command() == ["pytest", "--conform-command", "./adapter 'a b'"]


def test_a_setup_is_checked_without_building_an_adapter() -> None:
    Setup("adapter:no-such").check()
    with pytest.raises(ConformError, match="does not name a target"):
        Setup("../mylib.py").check()
