"""A name that is mistyped, or that cannot be run: one line, and a hint that says what to type instead."""

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
    """A program that is not executable; the current folder."""
    (tmp_path / "my-adapter").touch()
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("./mylib/punycode.py", "an import path has dots: mylib.punycode"),
        ("mylib/", "an import path has dots: mylib"),
        ("my-adapter", "a command comes after --: -- ./my-adapter"),
        ("my-lib", "pkg.mod, pkg.mod:obj"),
    ],
)
def test_a_name_that_names_no_target(name: str, hint: str) -> None:
    with pytest.raises(ConformError, match="does not name a target") as caught:
        resolve(name, ())

    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("name", "command", "why", "hint"),
    [
        (None, ["./my-adapter"], "cannot start './my-adapter'", "make it executable: chmod +x ./my-adapter"),
        ("nowhere", [], "no module named nowhere", "if it is in another environment, name its interpreter: --python"),
    ],
)
def test_a_target_that_cannot_be_started(name: str | None, command: list[str], why: str, hint: str) -> None:
    with closing(Session(resolve(name, command, python=None if command else sys.executable))) as session:
        session.start()
        with pytest.raises(TargetError, match=why) as caught:
            session.greet()

    assert caught.value.hint.startswith(hint)
