"""A command that is ended by a signal leaves no process, no half file and no traceback, at whatever moment it comes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import TARGETS, adapter, left, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sends POSIX signals, and looks into /proc")
MAIN = (sys.executable, "-m", "punycode_conform")
# The same with another folder of adapters, the first argument.
WITH_ADAPTERS = (
    "import sys; from pathlib import Path; from punycode_conform import files; from punycode_conform.cli import command;"
    "files.ADAPTERS = Path(sys.argv.pop(1)); command()"
)
SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"]


def ended(command: list[object], folder: Path, name: str, moment: Callable[[], bool]) -> str:
    """Run a command until a moment, end it by a signal, and give its standard error when nothing of it is left."""
    number = getattr(signal, name)
    inherited = signal.signal(number, signal.SIG_DFL) if name == "SIGHUP" else None  # nohup ignores it
    process = subprocess.Popen(
        list(map(str, command)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "CONFORM_CACHE": str(folder / "cache")},
    )
    if inherited is not None:
        signal.signal(number, inherited)
    until(moment)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)

    assert process.returncode == (-9 if name == "SIGKILL" else 128 + number)
    until(lambda: left(str(folder)) == [])
    assert "Traceback" not in err
    # After SIGKILL a file may remain that was written beside, but none with the name of a whole one.
    assert name == "SIGKILL" or not [*folder.rglob(".conform-*")]
    return err


@pytest.mark.parametrize("name", SIGNALS)
def test_a_run(vectors: Path, tmp_path: Path, name: str) -> None:
    report, page, pids = tmp_path / "report.jsonl", tmp_path / "page.html", tmp_path / "pids"
    report.write_text("old")
    page.write_text("old")
    hangs = adapter("leaves_children_and_hangs", pids)
    ended(
        [*MAIN, "run", "--vectors", vectors, "--report", report, "--html", page, *hangs],
        tmp_path,
        name,
        lambda: pids.exists() and len(pids.read_text().split()) >= 3,
    )

    until(lambda: not any(Path("/proc", pid).exists() for pid in pids.read_text().split()))
    # Whatever was there stays until there is something new in its place; a report is begun with its first line.
    assert page.read_text() == "old"
    if report.read_text() not in ("old", ""):
        assert json.loads(report.read_text().splitlines()[0])["type"] == "header"


@pytest.mark.parametrize("name", SIGNALS)
def test_a_build(vectors: Path, tmp_path: Path, name: str) -> None:
    source = tmp_path / "adapters" / "python" / "slow.py"
    source.parent.mkdir(parents=True)
    step = f"{{python}} {TARGETS / 'escaping.py'} becomes_a_daemon_with_no_environment {tmp_path}"
    half = "{python} -c \"open('half', 'w').close()\""
    source.write_text(f"# conform-build: {half}\n# conform-build: {step}\n# conform-run: true\n")
    cache = tmp_path / "cache"
    ended(
        [sys.executable, "-c", WITH_ADAPTERS, source.parents[1], "run", "--vectors", vectors, "adapter:slow"],
        tmp_path,
        name,
        lambda: bool([*cache.glob("slow-*/build/half")]) and len(left(f"stays\0{tmp_path}")) > 0,
    )

    # What is built has no folder "build" in it: that is where it is made before it is renamed.
    assert [one for one in cache.iterdir() if not (one / "build").exists()] == []
    assert name == "SIGKILL" or [*cache.iterdir()] == []


@pytest.mark.parametrize("broken", ["__getattr__", "command"])
@pytest.mark.parametrize(("error", "shown"), [("KeyboardInterrupt", False), ("RuntimeError", True)])
def test_an_interrupt_before_a_handler_is_set_is_silent(broken: str, error: str, shown: bool) -> None:
    code = (
        f"import sys; from types import ModuleType\ndef end(*name): raise {error}\n"
        f"sys.modules['punycode_conform.cli'] = cli = ModuleType('cli'); cli.{broken} = end\n"
        "from punycode_conform import __main__ as program; program.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == (1 if shown else 130)
    assert (error in done.stderr) == shown


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_in_a_callback_of_the_interpreter_is_not_lost(name: str) -> None:
    code = (
        "import os, signal, sys, time, weakref; from punycode_conform import cli\n"
        "for number in (signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_DFL)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"def called(_): os.kill(os.getpid(), signal.{name}); time.sleep(1)\n"
        "def run(_):\n    thing = set(); reference = weakref.ref(thing, called); del thing; time.sleep(60); return 1\n"
        "cli._run = run; cli.command()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=50)

    assert done.returncode == 128 + getattr(signal, name)
    assert "Traceback" not in done.stderr
