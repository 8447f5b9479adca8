"""Mistyped targets: the hint says what to type instead."""

import os
import sys
from contextlib import closing
from pathlib import Path

import pytest

from punycode_conform.errors import ConformError, TargetError
from punycode_conform.targets.name import resolve
from punycode_conform.targets.session import Session

pytestmark = pytest.mark.skipif(os.name == "nt", reason="paths and modes of POSIX")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project with a package and a program; the current folder."""
    for name in ("mylib/__init__.py", "mylib/punycode.py", "src/inner/puny.py", "single.py", "my-adapter"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("./mylib/punycode.py", "an import path has dots: mylib.punycode"),
        ("mylib/punycode", "an import path has dots: mylib.punycode"),
        ("mylib/", "an import path has dots: mylib"),
        ("single.py", "an import path has dots: single"),
        ("src/inner/puny.py", "an import path has dots: inner.puny"),
        ("my-adapter", "a command comes after --: -- ./my-adapter"),
        ("./my-adapter", "a command comes after --: -- ./my-adapter"),
        ("python3 a.py", "a command comes after --, without quotation marks around it all: -- python3 a.py"),
        ("my-lib", "pkg.mod, pkg.mod:obj"),
        ("./" + "x" * 5000, "pkg.mod, pkg.mod:obj"),
    ],
)
def test_a_name_that_names_no_target(name: str, hint: str) -> None:
    with pytest.raises(ConformError, match="does not name a target") as caught:
        resolve(name, ())

    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("program", "hint"),
    [
        ("./my-adapter", "make it executable: chmod +x ./my-adapter"),
        ("my-adapter", "a program of the current folder begins with ./: -- ./my-adapter"),
        ("codec:punycode", "an import path comes without --: codec:punycode"),
    ],
)
def test_a_command_that_cannot_be_started(program: str, hint: str) -> None:
    with closing(Session(resolve(None, [program]))) as session:
        session.start()
        with pytest.raises(TargetError, match="cannot start") as caught:
            session.greet()

    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nowhere", "if it is in another environment, name its interpreter: --python .venv/bin/python"),
        ("libidn", "an adapter has this name: adapter:libidn"),
    ],
)
def test_a_module_that_is_not_there(name: str, hint: str) -> None:
    with closing(Session(resolve(name, (), python=sys.executable))) as session:
        session.start()
        with pytest.raises(TargetError, match="no module named") as caught:
            session.greet()

    assert caught.value.hint == hint


def test_an_interpreter_that_is_a_folder() -> None:
    with pytest.raises(ConformError, match="--python mylib: a folder") as caught:
        resolve("mylib", (), python="mylib")

    assert caught.value.hint == "name an interpreter: --python .venv/bin/python"
