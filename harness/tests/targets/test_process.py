"""Nothing that a program has started outlives it, nor the tool, however either of them ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.targets.child import Process, Processor

from ..conftest import TARGETS, left, mostly_slow, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt those that escape")
ESCAPING = TARGETS / "escaping.py"
WAYS = [
    "starts_a_child",
    "leaves_its_session",
    "becomes_a_daemon_with_no_environment",
    "forks_on",
    "forks_on_in_crowds",
]
# The tool, as far as it matters here: it starts the program that its arguments are, and waits.
TOOL = """
import subprocess, sys
from punycode_conform.targets.child import Process
program = Process(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
print(program.stdout.readline(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def mark(tmp_path: Path) -> str:
    """An argument that no other process has."""
    return f"mark-of-{tmp_path}"


def started(way: str, mark: str) -> Process:
    """The escaping program, when it has started what it starts."""
    program = Process([sys.executable, str(ESCAPING), way, mark], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stdout.readline() == b"ready\n"
    program.stdout.close()
    return program


@pytest.mark.parametrize("way", mostly_slow(WAYS, 3))
def test_a_program_that_is_killed_leaves_nothing(way: str, mark: str) -> None:
    program = started(way, mark)
    assert left(mark)
    program.kill()
    program.kill()  # which changes nothing

    assert left(mark) == []


@pytest.mark.parametrize("way", mostly_slow(WAYS, 1))
def test_a_program_that_ends_by_itself_leaves_nothing(way: str, mark: str) -> None:
    program = started(way, mark)
    os.kill(program.pid, signal.SIGKILL)

    assert program.wait(60) == -signal.SIGKILL
    until(lambda: left(mark) == [])
    program.kill()


@pytest.mark.parametrize("way", mostly_slow(WAYS, 2))
def test_a_tool_that_is_killed_leaves_nothing(way: str, mark: str) -> None:
    command = [sys.executable, "-c", TOOL, sys.executable, str(ESCAPING), way, mark]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
        assert tool.stdout is not None
        tool.stdout.readline()
        assert left(mark)
        tool.kill()

    until(lambda: left(mark) == [])


def test_a_supervisor_that_is_killed_takes_its_program_along(mark: str) -> None:
    program = started("stays_alone", mark)
    program._popen.kill()

    until(lambda: left(mark) == [])
    assert program.wait(60) == -signal.SIGKILL
    program.kill()


def test_the_processor_time_of_a_program_is_that_of_its_session_and_of_its_children_that_ended() -> None:
    work = "import time; t = time.process_time() + 0.05\nwhile time.process_time() < t: pass"
    source = (
        f"import subprocess, sys; {work}\nsubprocess.run([sys.executable, '-c', {work!r}]); print(flush=True); input()"
    )
    program = subprocess.Popen([sys.executable, "-c", source], stdin=-1, stdout=-1, start_new_session=True)
    assert program.stdout
    program.stdout.readline()
    processor = Processor(program.pid)

    assert (processor.seconds() or 0) >= 0.09
    program.communicate(b"\n")
    assert processor.seconds() is None
