"""Files are written whole, errors are one line, and files that belong together are written whatever signal comes."""

import os
import signal
from contextlib import chdir
from pathlib import Path

import pytest

from punycode_conform import files
from punycode_conform.errors import ConformError
from punycode_conform.files import SIGNALS, uninterrupted


def names(folder: Path) -> list[str]:
    """All that is in a folder."""
    return sorted(one.name for one in folder.iterdir())


@pytest.mark.parametrize("content", ["one\r\nä\udcff\n", b"one\r\n\xc3\xa4\\udcff\n", ["one\r\n", "ä", "\udcff\n"]])
def test_a_file_is_written_as_it_is(tmp_path: Path, content: str | bytes | list[str]) -> None:
    path = tmp_path / "a.txt"
    files.write(path, content)

    assert path.read_bytes() == b"one\r\n\xc3\xa4\\udcff\n"
    assert names(tmp_path) == ["a.txt"]


def test_a_text_is_added_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.append(path, "one\r\n")
    files.append(path, "two\n")

    assert path.read_bytes() == b"one\r\ntwo\n"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there, and modes mean little")
def test_a_file_that_is_replaced_keeps_its_link_and_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write(link, "new")

    assert (link.is_symlink(), path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == (True, "new", 0o640)
    assert names(tmp_path) == ["a.txt", "link"]


@pytest.mark.skipif(os.name == "nt", reason="modes mean little there")
def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "a.txt", "new")
    finally:
        os.umask(before)

    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no such pipes")
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "socket", "nowhere"])
def test_what_is_no_file_is_one_line_at_once(tmp_path: Path, kind: str) -> None:
    path = Path(os.devnull) if kind == "device" else tmp_path / "a"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "socket":
            import socket

            with socket.socket(socket.AF_UNIX) as made, chdir(tmp_path):
                made.bind(path.name)
        case "nowhere":
            path = tmp_path / "none" / "a"
    before = names(tmp_path)
    for act in (
        lambda: files.write(path, "x"),
        lambda: files.append(path, "x"),
        lambda: files.read(path, 9),
        lambda: files.check_writable(path),
    ):
        with pytest.raises(ConformError, match=r"cannot be (written|read)") as error:
            act()
        assert error.value.message.startswith(f"{path}: ")
        assert "\n" not in error.value.message

    assert names(tmp_path) == before


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(1 << 20))

    assert len(files.read(path, 1 << 20)) == 1 << 20
    path.write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(ConformError, match="it: larger than 1 MiB"):
        files.read(path, 1 << 20, "it")


def test_a_name_that_holds_a_nul_is_one_line() -> None:
    with pytest.raises(ConformError, match="cannot be read"):
        files.read(Path("a\0b"), 9)


@pytest.mark.parametrize(
    ("kept", "written", "left"),
    [(False, b"new", b"old"), (True, b"new", b"new"), (True, b"", None), (False, b"", b"old")],
)
def test_what_was_there_is_whole_after_an_interrupt(
    tmp_path: Path, kept: bool, written: bytes, left: bytes | None
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def work() -> None:
        with files.written(path, kept=kept) as file:
            file.write(written)
            file.flush()
            assert path.read_bytes() == b"old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert names(tmp_path) == (["a.txt"] if left is not None else [])
    assert left is None or path.read_bytes() == left


def test_a_name_that_is_prepared_for_it_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    path, trap, other = tmp_path / "a.txt", tmp_path / f".conform-{bytes(12).hex()}.new", tmp_path / "other"
    other.write_text("other's")
    trap.symlink_to(other)
    with pytest.raises(ConformError, match="cannot be written: File exists"):
        files.write(path, "new")

    assert (path.exists(), other.read_text()) == (False, "other's")


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.change(path, None, "one")
    files.change(path, b"one", "two")
    for before in (b"one", None):
        with pytest.raises(ConformError, match="another program has changed it"):
            files.change(path, before, "three")

    assert path.read_text() == "two"


@pytest.mark.skipif(os.name == "nt", reason="has no such locks")
def test_only_one_at_a_time_writes_what_belongs_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_PATIENCE", 0.05)
    with files.locked(tmp_path), pytest.raises(ConformError, match="another run writes there"), files.locked(tmp_path):
        pass
    with files.locked(tmp_path):
        pass

    assert names(tmp_path) == []


def test_two_names_of_one_file_are_refused(tmp_path: Path) -> None:
    there, link, folder = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "vectors"
    there.write_text("a")
    link.symlink_to(there)
    folder.mkdir()
    new = tmp_path / "new"
    files.check_apart([("--a", there), ("--b", new)], [("--in", folder), ("--in", tmp_path / "none")])
    for written, taken in (
        ([("--a", new), ("--b", folder / ".." / "new")], []),
        ([("--a", there), ("--b", link)], []),
        ([("--a", link)], [("--in", there)]),
        ([("--a", folder / "more.yaml")], [("--in", folder)]),
    ):
        with pytest.raises(ConformError, match="names this file too"):
            files.check_apart(written, taken)


@pytest.mark.skipif(os.name == "nt", reason="does not say")
def test_a_file_of_another_user_is_foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.geteuid()
    monkeypatch.delenv("SUDO_UID", raising=False)

    assert not files.is_foreign(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert files.is_foreign(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("SUDO_UID", str(mine))
    assert not files.is_foreign(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="does not say")
@pytest.mark.parametrize(("owner", "foreign"), [(0, False), (1, True)], ids=["of root", "of another user"])
def test_what_is_behind_a_link_of_another_user_is_foreign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: int, foreign: bool
) -> None:
    link, second, lstat = tmp_path / "link", tmp_path / "second", Path.lstat
    link.symlink_to("file")
    second.symlink_to("link")
    (tmp_path / "file").touch()
    assert not files.is_foreign(second)

    def status(path: Path) -> os.stat_result:
        found = list(lstat(path))
        if path == link:
            found[4] = owner and os.geteuid() + owner
        return os.stat_result(found)

    monkeypatch.setattr(Path, "lstat", status)
    assert [files.is_foreign(path) for path in (link, second, tmp_path / "file")] == [foreign, foreign, False]


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    files.check_writable(None)
    files.check_writable(tmp_path / "new.txt")
    for path in (tmp_path, tmp_path / "none" / "new.txt"):
        with pytest.raises(ConformError, match="cannot be written"):
            files.check_writable(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_takes_effect_at_the_end_and_then_as_before(number: int) -> None:
    came: list[int] = []
    before = signal.signal(number, lambda number, frame: came.append(number))
    try:
        with uninterrupted():
            signal.raise_signal(number)
            assert came == []
        assert came == [number]
        signal.raise_signal(number)
    finally:
        signal.signal(number, before)

    assert came == [number, number]


def test_an_interrupt_is_raised_at_the_end() -> None:
    steps = []

    def work() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            steps.append("done")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == ["done"]
