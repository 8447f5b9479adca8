"""Files are written whole, and what the system refuses is one line."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from punycode_conform import files
from punycode_conform.errors import ConformError


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there, and modes mean little")
@pytest.mark.parametrize("content", ["one\r\nä\udcff\n", b"one\r\n\xc3\xa4\\udcff\n", ["one\r\n", "ä", "\udcff\n"]])
def test_a_file_is_replaced_as_a_whole_and_keeps_its_link_and_its_mode(tmp_path: Path, content: str | bytes) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write(link, content)

    assert (link.is_symlink(), path.read_bytes()) == (True, b"one\r\n\xc3\xa4\\udcff\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert {each.name for each in tmp_path.iterdir()} == {"a.txt", "link"}


def test_a_stream_is_read_as_it_is_written_and_leaves_the_old_file_until_then(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old", encoding="utf-8")
    link.symlink_to(path)
    with suppress(KeyboardInterrupt), files.stream(link) as add:
        for text, whole in (("", "old"), ("one\n", "one\n"), ("two", "one\ntwo")):
            if text:
                add(text)
            assert path.read_text(encoding="utf-8") == whole
        raise KeyboardInterrupt
    assert (link.is_symlink(), path.read_text(encoding="utf-8")) == (True, "one\ntwo")
    assert {each.name for each in tmp_path.iterdir()} == {"a.txt", "link"}


def test_what_cannot_be_read_or_written_is_one_line_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(ConformError, match="none: cannot be read: No such file or directory"):
        files.read(tmp_path / "none", 9)
    for path in (tmp_path, tmp_path / "none" / "a.txt", tmp_path / ("x" * 300), Path("/dev/null")):
        with pytest.raises(ConformError, match="cannot be written"):
            files.write(path, "x")
    files.check_writable(tmp_path / "new.txt")
    files.check_folder(tmp_path / "new" / "folder", "--out")

    assert list(tmp_path.iterdir()) == []
