"""Shared: running ``conform`` in this process, small vector files, the misbehaving adapter."""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from punycode_conform import files
from punycode_conform.cli import main
from punycode_conform.run import new_process
from punycode_conform.suite import corpus
from punycode_conform.targets import session

# Hypothesis' examples for each test: few in the default run, many where the slow tests run too.
settings.register_profile("few", max_examples=25, deadline=None)  # a busy machine is no failure
settings.register_profile("many", max_examples=300, deadline=None)

# Tests read the suite hundreds of times, and none changes it.
read_suite = corpus.suite
corpus.suite = functools.cache(read_suite)

TARGETS = Path(__file__).parent / "fakes"
CHECKOUT = Path(__file__).resolve().parents[2]
# The one fault that the standard library's codec had up to Python 3.12. From 3.13 on it has another one too, so tests that
# need exactly this fault take it as their target.
ONE_FAULT = "fault:leading-delimiter-consumed"

VECTORS = """\
about: A handful of cases; "zzzz" makes the misbehaving adapter act.
clause: "6.2"
vectors:
  - {id: plain, decoded: U+0061, encoded: "a-"}
  - {id: empty, decoded: "", encoded: ""}
  - {id: umlaut, decoded: U+0062 U+00FC U+0063 U+0068 U+0065 U+0072, encoded: "bcher-kva"}
  - {id: trigger, encoded: "zzzz", reject: truncated}
  - {id: leading, encoded: "-", reject: bad-digit}
  - {id: surrogate, decoded: U+D800, encoded: "ib9b", choice: surrogates}
  - {id: kanji, decoded: U+4E2D, encoded: "fiq"}
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what tests compare with anew")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: many tests wait for what hangs on purpose."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it for what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.load_profile("few" if "not slow" in config.option.markexpr else "many")


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def commands(self) -> list[str]:
        """The commands after ``again:``, each in a line: a long one goes on after a backslash."""
        found = re.findall(r"^ +again: ((?:.*\\\n)*.*)", self.out, re.MULTILINE)
        return [re.sub(r"\\\n +", "", command) for command in found]


Conform = Callable[..., Done]


@pytest.fixture
def conform(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Conform:
    """A function that runs ``conform`` with the given arguments."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    # A target that hangs does not end by itself: the two seconds that it has for that are waited for in vain.
    monkeypatch.setattr(session, "_GRACE", 0.3)
    # Whether a failed call fails alone is asked in three more processes, for which run/test_new_process has tests.
    monkeypatch.setattr(new_process, "_FAILING", 0.0)

    def run(*arguments: object) -> Done:
        capfd.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        captured = capfd.readouterr()
        return Done(status, captured.out, captured.err)

    return run


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    """A small vector file."""
    path = tmp_path / "vectors.yaml"
    path.write_text(VECTORS, encoding="utf-8")
    return path


@pytest.fixture
def suite(tmp_path: Path, vectors: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the place of the suite's own: the small vector file, no bug classes, one retired id."""
    folder = tmp_path / "suite"
    folder.mkdir()
    vectors.rename(folder / vectors.name)
    (folder / "bugs.yaml").write_text("bugs: []\n", encoding="utf-8")
    (folder / "clauses.yaml").write_text("clauses: []\n", encoding="utf-8")
    (folder / "retired.yaml").write_text('retired: ["old"]\n', encoding="utf-8")
    shutil.copy(files.VECTORS / "choices.yaml", folder)
    for module, name, path in (
        (files, "VECTORS", folder),
        (files, "BUILT_VECTORS", folder / "built.json"),
        (files, "FAULT_ANSWERS", folder / "fault-answers.json.gz"),
        (corpus, "suite", read_suite),
    ):
        monkeypatch.setattr(module, name, path)
    return folder


@pytest.fixture
def in_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder is the one with the faulty codecs, so that ``faulty_codec`` can be imported by targets."""
    monkeypatch.chdir(TARGETS)


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for a condition, and fail if it does not come true: the limit is far above what a machine under load needs."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def left(mark: str) -> list[int]:
    """The processes that have a text among their arguments; those that have ended and wait for their parent have none."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may end at any moment
            if mark in (one / "cmdline").read_text(encoding="utf-8", errors="replace"):
                found.append(int(one.name))
    return found


def verdicts(report: Path) -> dict[str, str]:
    """The verdicts in a report by case or law; it may be one that was broken off."""
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {line["case"]: line["verdict"] for line in lines if line["type"] == "result"}


def needed(program: str) -> str:
    """A program that is there; the test is skipped where it is not, and with CONFORM_REAL set, as in CI, it fails."""
    found = shutil.which(program)
    if found is None and os.environ.get("CONFORM_REAL"):
        pytest.fail(f"{program} is not installed")
    return found or pytest.skip(f"{program} is not installed")


def run_tool(*words: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with more in its environment, and keep what it writes."""
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )


def mostly_slow(values: Sequence[Any], fast: int = 1) -> list[Any]:
    """Parameters of a test, of which all but the first few are slow."""
    rest = [one if isinstance(one, tuple) else (one,) for one in values[fast:]]
    return [*values[:fast], *(pytest.param(*one, marks=pytest.mark.slow) for one in rest)]


def vector_files(*names: str) -> list[object]:
    """The options that select some of the suite's vector files, where a whole run would say no more."""
    return [word for name in names for word in ("--vectors", files.VECTORS / f"{name}.yaml")]


def adapter(behaviour: str, *more: object) -> list[object]:
    """The arguments that name the misbehaving adapter as the target."""
    return ["--", sys.executable, TARGETS / "adapter.py", behaviour, *more]
