"""Slips in naming a target: the hint says what to type instead."""

import os
import sys
from contextlib import closing
from pathlib import Path

import pytest

from punycode_conform.errors import ConformError, TargetError
from punycode_conform.targets import worker
from punycode_conform.targets.name import resolve
from punycode_conform.targets.session import Session
from punycode_conform.targets.slip import instead_of_import

if os.name == "nt":
    pytest.skip("paths and modes of POSIX", allow_module_level=True)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with packages, programs and an environment; the current folder."""
    for name in ("mylib/__init__.py", "mylib/punycode.py", "src/inner/__init__.py", "src/inner/puny.py", "pk/loose.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    libraries = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages"
    (libraries / "elsewhere").mkdir(parents=True)
    (tmp_path / ".venv" / "bin").mkdir()
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "my-adapter").write_text("#!/bin/sh\n")
    for name, text in (
        ("bad", "#!/usr/bin/nope -x\n"),
        ("crlf", "#!/bin/sh\r\n"),
        ("single.py", "x = 1\n"),
        ("elf", "\0"),
    ):
        (tmp_path / name).write_bytes(text.encode())
        (tmp_path / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def begin(session: Session) -> None:
    """Start a program; where it has a supervisor, an error is known when it should say hello."""
    session.start()
    session.greet()


def started(named: str) -> Session:
    session = Session(resolve(named, ()))
    session.start()
    return session


@pytest.mark.parametrize(
    ("named", "hint"),
    [
        ("./mylib/punycode.py", "an import path has dots: mylib.punycode"),
        ("mylib/punycode.py:Codec", "an import path has dots: mylib.punycode:Codec"),
        ("mylib/punycode", "an import path has dots: mylib.punycode"),
        ("mylib/", "an import path has dots: mylib"),
        ("mylib/__init__.py", "an import path has dots: mylib"),
        ("single.py", "an import path has dots: single"),
        ("pk/loose.py", "an import path has dots: pk.loose"),
        ("src/inner/puny.py", "an import path has dots: inner.puny, from the folder src"),
        ("./mylib/none.py", "there is no file mylib/none.py; an import path has dots and no .py: pkg.mod"),
        ("./my-adapter", "a command comes after --: -- ./my-adapter"),
        ("my-adapter", "a command comes after --: -- ./my-adapter"),
        (
            "python3 adapter.py",
            "a command comes after --, without quotation marks around it all: -- python3 adapter.py",
        ),
        ("ls", None),  # the form of an import path
        ("./none", "there is no file none; pkg.mod, pkg.mod:obj"),
        ("my-lib", "pkg.mod, pkg.mod:obj"),
    ],
)
def test_what_names_no_target(project: Path, named: str, hint: str | None) -> None:
    if hint is None:
        assert resolve(named, ()).label == named
        return
    with pytest.raises(ConformError, match="does not name a target") as caught:
        resolve(named, ())

    assert caught.value.hint.startswith(hint)


def test_a_file_of_another_folder_is_imported_from_there(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "pk")
    with pytest.raises(ConformError) as caught:
        resolve("../mylib/punycode.py", ())

    assert caught.value.hint == "an import path has dots: mylib.punycode, from the folder .."


@pytest.mark.parametrize(
    ("program", "hint"),
    [
        ("./my-adapter", "make it executable: chmod +x ./my-adapter"),
        ("my-adapter", "a program of the current folder begins with ./: -- ./my-adapter"),
        ("./my-adaptre", "there is no such program; did you mean my-adapter?"),
        ("./bad", "its first line names an interpreter that is not there: /usr/bin/nope -x"),
        ("./crlf", "its first line ends in CRLF"),
        ("./single.py", "name its interpreter: -- python3 ./single.py"),
        ("./elf", "was it built for this machine?"),
        (".", "it is a folder"),
        ("python3 a.py", "without quotation marks around it all: -- python3 a.py"),
        ("mylib.punycode", "an import path comes without --: mylib.punycode"),
        ("codec:punycode", "an import path comes without --: codec:punycode"),
        ("no-such-program", "there is no such program"),
    ],
)
def test_a_command_that_cannot_be_started(project: Path, program: str, hint: str) -> None:
    with (
        closing(Session(resolve(None, [program]))) as session,
        pytest.raises(TargetError, match="cannot start") as caught,
    ):
        begin(session)

    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("folder", "hint"),
    [
        (".venv", "name the interpreter in it: --python .venv/bin/python"),
        (".venv/bin", "name the interpreter in it: --python .venv/bin/python"),
        (".", "name the interpreter in it: --python .venv/bin/python"),
        ("mylib", "name an interpreter: --python .venv/bin/python"),
    ],
)
def test_an_interpreter_that_is_a_folder(project: Path, folder: str, hint: str) -> None:
    with pytest.raises(ConformError, match="a folder") as caught:
        resolve("mylib", (), python=folder)

    assert (caught.value.exit_status, caught.value.hint) == (2, hint)


@pytest.mark.parametrize(
    ("named", "hint"),
    [
        ("elsewhere.puny", "elsewhere is in another environment: --python .venv/bin/python"),
        ("nowhere", "if it is in another environment, name its interpreter: --python .venv/bin/python"),
        ("inner", "it is in the folder src: change into that folder, or install the package"),
        ("mylib.punycod", "did you mean mylib.punycode?"),
        ("mylib.other", "mylib has no module other"),
        ("mylb.punycode", "did you mean mylib?"),
        ("mylib.punycode.Codec", "an object of a module comes after a colon: mylib.punycode:Codec"),
        ("mylib.punycode.encode", "an object of a module comes after a colon: mylib.punycode"),
    ],
)
def test_a_module_that_is_not_there(project: Path, named: str, hint: str) -> None:
    session = started(named)
    with pytest.raises(TargetError, match="no module named") as caught:
        session.greet()

    assert caught.value.hint == hint


def test_a_module_that_is_not_in_the_environment_that_is_named(project: Path) -> None:
    python = project / "named" / "bin" / "python"
    package = project / "named" / "lib" / "python3.11" / "site-packages" / "mypkg"
    for folder in (python.parent, package):
        folder.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (package / "_puny.py").touch()

    hint = instead_of_import(str(python), "no module named mypkg.puny (looked in the current folder)")

    assert hint == "mypkg has no module puny; did you mean _puny?"


def test_a_module_that_needs_another_environment(project: Path) -> None:
    (project / "mylib" / "punycode.py").write_text("import elsewhere_too\n")
    session = started("mylib.punycode")
    with pytest.raises(TargetError, match="importing mylib") as caught:
        session.greet()

    assert caught.value.hint == "if it is in another environment, name its interpreter: --python .venv/bin/python"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("punicode", "no codec named punicode; did you mean punycode?"),
        ("Puny-Code", "no codec named Puny-Code; did you mean punycode?"),
        ("idn", "no codec named idn; did you mean idna?"),
        ("alias", "no codec named alias"),
        ("", "no codec named "),
    ],
)
def test_a_codec_of_the_registry_with_a_slip_of_the_pen(name: str, why: str) -> None:
    with pytest.raises(worker.Broken) as caught:
        worker.located(f"codec:{name}")

    assert str(caught.value) == f"Python has {why}"


def test_an_object_with_a_slip_of_the_pen(project: Path) -> None:
    (project / "mylib" / "punycode.py").write_text("def encode(text): ...\ndef decode(text): ...\n")
    session = started("mylib.punycode:encod,decode")
    with pytest.raises(TargetError, match="has no attribute encod; did you mean encode"):
        session.greet()
