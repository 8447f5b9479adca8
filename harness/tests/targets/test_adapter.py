"""Adapters as files: how they are found, built, kept, and what is said if that fails."""

import sys
import time
from pathlib import Path

import pytest

from punycode_conform import files
from punycode_conform.errors import NoTarget, TargetError
from punycode_conform.run.setup import Setup
from punycode_conform.targets import adapter

from ..conftest import TARGETS, Conform

VERSIONS = ("versions: 2.0 1.10", "build: {python} -c \"open('{version}', 'w')\"", "run: {build}/{version}")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for adapters, with a cache of its own."""
    folder = tmp_path / "adapters" / "python"
    folder.mkdir(parents=True)
    monkeypatch.setattr(files, "ADAPTERS", folder.parent)
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


def test_the_time_limit_of_a_run_bounds_a_build(home: Path, tmp_path: Path) -> None:
    write(home, "mine.py", 'build: {python} -c "import time; time.sleep(60)"', "run: true")
    began = time.monotonic()
    with pytest.raises(TargetError, match=r"failed: no end within 0\.\d+ s"):
        Setup("adapter:mine").resolve(began + 0.2)

    assert time.monotonic() - began < 20
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize(
    ("directives", "why"),
    [
        (["needs: no-such-program", "run: true"], "no-such-program not found"),
        (["build: {python} -c \"raise SystemExit('no \x1b[31mheader')\"", "run: true"], "header"),
        (["run: {python} {source} says_why_it_cannot"], "libpuny is not installed"),
    ],
)
def test_an_adapter_that_cannot_be_run_says_why_and_what_to_install(
    home: Path, tmp_path: Path, conform: Conform, directives: list[str], why: str
) -> None:
    write(home, "mine.py", "install: the library", "packages: gcc such", *directives)
    done = conform("run", "adapter:mine")

    assert done.status == 3
    assert why in done.err
    assert done.err.endswith("\n  hint: install what it needs: the library: apt-get install gcc such\n")
    assert "\x1b" not in done.err
    assert [*tmp_path.glob("cache/mine-*/*"), *tmp_path.glob("cache/mine-*-*")] == []


def test_directives_are_looked_for_in_the_head_and_their_words_filled_in_last(home: Path) -> None:
    (home / "late.py").write_text("\n" * 40 + "# conform-run: true\n", encoding="utf-8")
    write(home, "mine.py", "run: {python} '{source}' a{exe} {unknown}")
    exe = ".exe" if sys.platform == "win32" else ""

    assert adapter.ready(adapter.find("mine")) == (sys.executable, str(home / "mine.py"), f"a{exe}", "{unknown}")
    assert [found.name for found in adapter.every()] == ["mine"]


def test_a_version_is_built_in_a_folder_of_its_own(home: Path) -> None:
    write(home, "mine.py", *VERSIONS)
    commands = [adapter.ready(adapter.find(name))[0] for name in adapter.find("mine").names]

    assert adapter.find("mine").names == ("mine", "mine@1.10")
    assert [Path(command).name for command in commands if Path(command).is_file()] == ["2.0", "1.10"]
    assert len({Path(command).parent for command in commands}) == 2
    assert adapter.find("mine@2.0") == adapter.find("mine")


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("mine@1.1", "adapter:mine has no version '1.1'", "versions: 2.0, 1.10"),
        ("min@2.0", "no adapter is named 'min'; did you mean mine?", "adapters: mine, other"),
    ],
)
def test_an_unknown_adapter_or_version_is_reported_with_the_known(
    home: Path, name: str, message: str, hint: str
) -> None:
    write(home, "mine.py", *VERSIONS)
    write(home, "other.py", "run: true")
    with pytest.raises(NoTarget) as raised:
        adapter.find(name)

    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_a_digest_is_of_an_adapters_own_files_whatever_their_line_ends(home: Path) -> None:
    write(home, "mine.py", "with: shared.py", "run: true")
    shared, other = home / "shared.py", home / "other.py"
    shared.write_bytes(b"1\n")
    before = adapter.digest(adapter.find("mine"))
    other.write_bytes(b"1\n")
    shared.write_bytes(b"1\r\n")
    same = adapter.digest(adapter.find("mine"))
    shared.write_bytes(b"2\n")

    assert same == before != adapter.digest(adapter.find("mine"))
