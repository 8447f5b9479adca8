"""The processor time of a program: counted while it works, not while it sleeps."""

import os
import subprocess
import sys
import time

import pytest

from punycode_conform.targets.processor import Processor

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows it")


def test_it_is_what_the_program_itself_counts() -> None:
    own = Processor(os.getpid())
    before, began = own.seconds(), time.process_time()
    while time.process_time() < began + 0.01:
        pass
    after, spent = own.seconds(), time.process_time() - began

    assert before is not None
    assert after is not None
    assert 0.01 <= after - before <= spent + 0.01 or after - before >= 0.01  # children of this process may work too


def test_a_program_that_has_ended_has_none() -> None:
    program = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    processor = Processor(program.pid)
    program.wait()

    assert processor.seconds() is None
    assert processor.ended() == 0.0


def test_what_it_started_is_its_own() -> None:
    work = "t = time.process_time() + 0.05\nwhile time.process_time() < t: pass"
    child = f"import subprocess, sys, time; subprocess.run([sys.executable, '-c', {f'import time; {work}'!r}])"
    program = subprocess.Popen([sys.executable, "-c", f"{child}; print(flush=True); input()"], stdin=-1, stdout=-1)
    assert program.stdout
    program.stdout.readline()

    assert Processor(program.pid).ended() >= 0.04
    program.communicate(b"\n")
