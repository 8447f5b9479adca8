"""A real terminal, narrow: lines are broken at its width, and what is drawn over and over stays on one line."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from punycode_conform.cli.output import Status

if os.name == "nt":
    pytest.skip("no pseudo-terminals", allow_module_level=True)

WIDTH = 60
LAST = "DOES NOT CONFORM: "  # in one line, as other programs look for it


@pytest.fixture
def terminal() -> Iterator[tuple[IO[str], int]]:
    """A terminal of so many columns: the end that programs write to, and the other."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
    with os.fdopen(slave, "w", encoding="utf-8") as stream:
        yield stream, master
    os.close(master)


def shown(master: int) -> str:
    """All that was written; a read gives only a part of it."""
    parts = []
    while select.select([master], [], [], 0.2)[0]:
        parts.append(os.read(master, 1 << 16))
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_a_report_fits_the_terminal(terminal: tuple[IO[str], int]) -> None:
    stream, master = terminal
    words = ["run", "codec:punycode", "--only", "leading-delimiter-then-kva/*", "--color", "never"]
    command = [sys.executable, "-m", "punycode_conform", *words]
    subprocess.run(command, stdout=stream, stderr=subprocess.DEVNULL, check=False)
    *lines, last = shown(master).splitlines()

    assert len(lines) > 10
    assert last.startswith(LAST)
    assert [line for line in lines if len(line) > WIDTH] == []


def test_a_progress_bar_is_one_line_with_its_numbers_and_names_a_step(
    terminal: tuple[IO[str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, master = terminal
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("punycode_conform.cli.output._PATIENCE", -1.0)
    with Status("-- ./adapter") as status:
        status.count(1234, 11_566)
        status.step("looking for the cause of the failures, which takes a while")
    counted, step = re.findall(r"\x1b\[K([^\x1b\r]+)", shown(master))

    assert counted.startswith("-- ./adapter   11%  1,234 of about 11,566 calls")
    assert step.startswith("-- ./adapter  looking for the cause")
    assert len(counted) <= len(step) == WIDTH - 1
