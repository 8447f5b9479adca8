"""Files are written whole, errors are one line, and files that belong together are written whatever signal comes."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from punycode_conform import files
from punycode_conform.errors import ConformError
from punycode_conform.files import SIGNALS, uninterrupted


def test_a_text_is_written_with_its_line_ends_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.write(path, "one\r\n")
    files.write(path, ["two", "\n"], "a")

    assert path.read_bytes() == b"one\r\ntwo\n"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there, and modes mean little")
def test_a_file_that_is_replaced_keeps_its_link_and_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    files.replace(link, "new")

    assert (link.is_symlink(), path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == (True, "new", 0o640)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "link"]


@pytest.mark.parametrize("write", [files.write, files.replace])
def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path, write: Callable[[Path, str], None]) -> None:
    path = tmp_path / "none" / "a.txt"

    with pytest.raises(ConformError) as error:
        write(path, "x")
    assert error.value.message == f"{path}: cannot be written: No such file or directory"


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
