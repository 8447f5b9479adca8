"""Adapters as files: how they are found, built, kept, and what is said if that fails."""

import os
import sys
from pathlib import Path

import pytest

from punycode_conform import files, places
from punycode_conform.errors import ConformError, TargetError
from punycode_conform.targets import adapter

from ..conftest import TARGETS, Conform


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for adapters, with a cache of its own."""
    folder = tmp_path / "adapters" / "python"
    folder.mkdir(parents=True)
    monkeypatch.setattr(places, "ADAPTERS", folder.parent)
    monkeypatch.setenv("CONFORM_CACHE", str(tmp_path / "cache"))
    return folder


def write(home: Path, name: str, *directives: str) -> None:
    body = (TARGETS / "adapter.py").read_text(encoding="utf-8")
    (home / name).write_text("".join(f"# conform-{line}\n" for line in directives) + body, encoding="utf-8")


def test_an_adapter_is_built_once_and_run(home: Path, tmp_path: Path, vectors: Path, conform: Conform) -> None:
    copy = "{python} -c \"import shutil, sys; shutil.copy(sys.argv[1], 'built.py')\" {source}"
    write(home, "mine.py", "about: Mine.", f"build: {copy}", "run: {python} {build}/built.py sound")
    first = conform("run", "adapter:mine", "--vectors", vectors)
    (built,) = tmp_path.glob("cache/mine-*/built.py")
    stamp = built.stat().st_mtime_ns
    second = conform("run", "adapter:mine", "--vectors", vectors)

    assert (first.status, second.status) == (0, 0)
    assert built.stat().st_mtime_ns == stamp
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [built.parent.name]


@pytest.mark.skipif(os.name == "nt", reason="does not say whose a folder is")
@pytest.mark.parametrize("which", ["cache", "cache/mine-*"])
@pytest.mark.parametrize("owner", ["another", "all"])
def test_a_build_that_others_could_have_made_is_not_used(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str, owner: str
) -> None:
    write(home, "mine.py", "run: {python} {source} sound")
    found = adapter.find("mine")
    before = os.umask(0)
    try:
        adapter.ready(found)
    finally:
        os.umask(before)
    assert adapter.ready(found)
    (folder,) = tmp_path.glob(which)
    if owner == "all":
        folder.chmod(0o777)
    else:
        monkeypatch.setattr(files, "is_foreign", lambda path: path == folder)

    with pytest.raises(TargetError, match=f"{folder} belongs to another user, or all can write to it"):
        adapter.ready(found)


def test_a_missing_program_is_named_with_what_to_install(home: Path, vectors: Path, conform: Conform) -> None:
    write(home, "mine.py", "needs: no-such-program", "install: apt-get install such", "run: no-such-program")
    done = conform("run", "adapter:mine", "--vectors", vectors)

    assert done.status == 3
    assert done.err.splitlines() == [
        "conform: adapter:mine cannot be run: no-such-program not found",
        "  hint: install what it needs: apt-get install such",
    ]


def test_a_build_that_fails_says_its_last_words_and_leaves_nothing(
    home: Path, tmp_path: Path, vectors: Path, conform: Conform
) -> None:
    write(home, "mine.py", "build: {python} -c \"import sys; sys.exit('no \\x1b[31mheader')\"", "run: true")
    done = conform("run", "adapter:mine", "--vectors", vectors)

    assert done.status == 3
    assert "no \\x1b[31mheader" in done.err
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_library_that_is_missing_at_run_time_is_said_with_what_to_install(
    home: Path, vectors: Path, conform: Conform
) -> None:
    write(home, "mine.py", "install: apt-get install such", "run: {python} {source} says_why_it_cannot")
    done = conform("run", "adapter:mine", "--vectors", vectors)

    assert done.status == 3
    assert "libpuny is not installed" in done.err
    assert "apt-get install such" in done.err


def test_directives_are_looked_for_in_the_head_only(home: Path) -> None:
    (home / "late.py").write_text("\n" * 40 + "# conform-run: true\n", encoding="utf-8")
    (home / "binary.bin").write_bytes(b"\xff\xfe# conform-run: true\n")

    assert adapter.every() == []
    with pytest.raises(ConformError, match="no adapter is named 'late'"):
        adapter.find("late")


def test_placeholders_are_filled_after_the_words_are_split(home: Path) -> None:
    write(home, "mine.py", "run: {python} '{source}' a{exe} {unknown}")
    command = adapter.ready(adapter.find("mine"))

    assert command == (
        sys.executable,
        str(home / "mine.py"),
        "a" + (".exe" if sys.platform == "win32" else ""),
        "{unknown}",
    )


def test_a_build_step_that_is_no_program_is_a_target_error(home: Path) -> None:
    write(home, "mine.py", "build: no-such-program", "run: true")
    with pytest.raises(TargetError, match="no-such-program"):
        adapter.ready(adapter.find("mine"))
