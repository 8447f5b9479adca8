"""A session finds the guilty call, and a pool of sessions looks like one; no child comes after its end."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from punycode_conform.errors import ConformError, TargetError
from punycode_conform.run.conformance import Run
from punycode_conform.run.plan import Plan
from punycode_conform.run.report import CaseResult
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.corpus import suite
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import cases
from punycode_conform.targets import worker
from punycode_conform.targets.child import Child
from punycode_conform.targets.name import Target, resolve
from punycode_conform.targets.pool import Pool
from punycode_conform.targets.session import Limits, OutOfTime, Session, TooManyRestarts

TARGET = Target("a", (sys.executable, worker.__file__, "punycode_conform.codec"))
CALL = Call(Operation.DECODE, (0x61,))


def program(source: str) -> Target:
    """A target whose adapter answers the handshake, and then is this source."""
    return Target(
        "a", (sys.executable, "-c", f"import os, sys, time\ninput()\nprint('conform 1', flush=True)\n{source}")
    )


@contextmanager
def greeted(target: Target, limits: Limits | None = None) -> Iterator[Pool]:
    """A pool of one process, after its handshake."""
    with Pool(target, limits or Limits(), 1) as pool:
        pool.start()
        pool.greet()
        yield pool


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """All children that are started."""
    children: list[Child] = []

    def kept(command: tuple[str, ...], threads: int) -> Child:
        children.append(Child(command, threads))
        return children[-1]

    monkeypatch.setattr("punycode_conform.targets.session.Child", kept)
    return children


LOOP = """
bad = False
while chunk := os.read(0, 1 << 16):
    lines = [line.split() for line in chunk.splitlines()]
    if {before}: os.abort()
    for number, _, point in lines:
        n = int(point, 16)
        bad |= n == 30
        if {at_call}: os.abort()
        print(number.decode(), 'ok', flush=True)
"""
ONCE = "n == 61 and not os.path.exists('died') and [open('died', 'w')]"


@pytest.mark.parametrize(
    ("before", "at_call", "words", "transients"),
    [
        ("0", "n == 61", "killed by SIGABRT", []),
        ("0", "bad and n == 61", "killed by SIGABRT (only after other calls: alone it answers)", []),
        # It reads ahead, so that the oldest call without an answer is an innocent one.
        ("any(line[2] == b'3d' for line in lines)", "0", "killed by SIGABRT", []),
        ("0", ONCE, "", [(61,)]),
    ],
    ids=["alone", "after another call", "while it reads ahead", "once"],
)
def test_the_guilty_call_is_found_and_no_other_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, at_call: str, words: str, transients: list[object]
) -> None:
    monkeypatch.chdir(tmp_path)
    calls = [Call(Operation.DECODE, (number,)) for number in range(200)]
    with greeted(program(LOOP.format(before=before, at_call=at_call))) as pool:
        outcomes = dict(pool.ask(calls))
    blamed = {number: outcome for number, outcome in outcomes.items() if outcome != Returned(())}

    assert len(outcomes) == 200
    assert list(blamed) == ([61] if words else [])
    assert all(isinstance(outcome, Crashed) and outcome.message.endswith(words) for outcome in blamed.values())
    assert [transient.call.input for transient in pool.transients] == transients


def test_an_end_starts_no_child(started: list[Child]) -> None:
    session = Session(TARGET)
    session.over = True
    with pytest.raises(OutOfTime):
        session.start()
    with pytest.raises(OutOfTime):
        session.once(CALL)

    assert [child._process.poll() is not None for child in started] == [True]


@pytest.mark.parametrize(
    ("length", "binding", "restarts", "answered"),
    [(4097, False, 1, 4), (4096, False, 1, 1), (4097, True, 1, 1), (1, False, 20, 3)],
)
def test_hangs_use_up_restarts_except_on_very_long_strings_and_three_without_any_answer_are_enough(
    length: int, binding: bool, restarts: int, answered: int
) -> None:
    outcomes: list[Outcome] = []
    limits = Limits(0.05, 30, restarts, binding)
    with greeted(program("[0 for _ in sys.stdin]"), limits) as pool, suppress(TooManyRestarts):
        outcomes += (outcome for _, outcome in pool.ask([Call(Operation.DECODE, (0x61,) * length)] * 4))

    assert len(outcomes) == answered
    assert all(isinstance(outcome, TimedOut) for outcome in outcomes)


DIES = """
for line in sys.stdin:
    if line.split()[-1] == '62': os._exit(1)
    print(line.split()[0], 'ok', flush=True)
"""


@pytest.mark.parametrize(
    ("spares", "source", "answered"), [(True, DIES, 5), (False, DIES, 3), (True, "os._exit(1)", 3)]
)
def test_crashes_may_be_spared_once_there_is_an_answer(spares: bool, source: str, answered: int) -> None:
    outcomes: list[Outcome] = []
    with greeted(program(source), Limits(restarts=2 + (source != DIES))) as pool, suppress(TooManyRestarts):
        if spares:
            pool.spare_crashes()
        outcomes += (outcome for _, outcome in pool.ask([CALL, *[Call(Operation.DECODE, (0x62,))] * 4]))

    assert len(outcomes) == answered


WORKS_LITTLE = """
for line in sys.stdin:
    end = time.process_time() + {seconds}
    while time.process_time() < end: sum(range(100_000)), time.sleep(0.005)
    print(line.split()[0], 'ok', flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the processor time of another process")
@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "outcome"), [(0.2, Returned(())), (9, TimedOut(0.3))])
def test_a_call_has_its_time_limit_of_processor_time_on_a_busy_machine(seconds: float, outcome: Outcome) -> None:
    with greeted(program(WORKS_LITTLE.format(seconds=seconds)), Limits(0.3)) as pool:
        assert [found for _, found in pool.ask([CALL, CALL])] == [outcome] * 2
        assert pool.transients == []


@pytest.mark.parametrize(("worked", "starved"), [(0.2, False), (1, True), (4, True), (4.9, False)])
def test_what_had_nearly_a_whole_processor_or_waits_is_not_starved(worked: float, starved: bool) -> None:
    """Of 5 seconds a busy process gets a little less even on a quiet machine."""
    child: Any = SimpleNamespace(_before=0.0, _worked=0.0, processor=SimpleNamespace(seconds=lambda: worked))

    assert Child.starved(child, 5) is starved


@pytest.mark.slow
def test_after_its_first_hang_a_target_has_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punycode_conform.run.conformance._SHORT", 0.1)
    chosen = [case for case in cases(list(suite().vectors)) if case.id.startswith("rfc-sample-")][:3]
    with (
        greeted(program("for line in sys.stdin:\n    while True: time.sleep(1)"), Limits(0.3)) as pool,
        suppress(Exception),
    ):
        results = list(Run(Plan(tuple(chosen), ()), Choices(), False, pool).results())

    late = [result.outcome for result in results if isinstance(result, CaseResult)]
    assert late == [TimedOut(0.3), TimedOut(0.1), TimedOut(0.1)]


def test_no_module_of_a_project_is_mistaken_for_pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("encodings", "csv", "resource", "supervisor"):
        (tmp_path / f"{name}.py").write_text("raise ValueError\n")
    # Without a version, which is then looked up.
    (tmp_path / "mine.py").write_text("encode = decode = lambda text: text * (1 << 36)")
    monkeypatch.chdir(tmp_path)
    with greeted(Target("a", (sys.executable, worker.__file__, "mine"))) as pool:
        assert pool.first.handshake.version == ""
        # The module resource limits memory.
        assert str(pool.first.once(CALL)).startswith("Crashed(message='MemoryError") or sys.platform == "win32"


@pytest.mark.parametrize(("claims", "outcome"), [("mine", Rejected), ("builtins", Crashed)])
def test_a_refusal_is_of_the_imported_package_whatever_name_it_claims(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claims: str, outcome: type
) -> None:
    (tmp_path / "mine.py").write_text(
        f"__name__ = {claims!r}\n"
        "class Own(Exception): pass\n"
        "def encode(text): return text\n"
        f"def decode(text): raise {'Own' if claims == 'mine' else 'KeyError'}(text)\n"
    )
    monkeypatch.chdir(tmp_path)
    with greeted(Target("a", (sys.executable, worker.__file__, "mine"))) as pool:
        assert isinstance(pool.first.once(CALL), outcome)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder has a program that is not executable."""
    (tmp_path / "my-adapter").touch()
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("./mylib/punycode.py", "an import path has dots: mylib.punycode"),
        ("mylib/", "an import path has dots: mylib"),
        ("my-adapter", "a command comes after --: -- ./my-adapter"),
        *[(name, "pkg.mod, ") for name in ("/", "/.py", "my-lib/codec.py", "json:", "json:,", "codec:")],
    ],
)
def test_a_name_that_names_no_target_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(ConformError, match="does not name a target") as caught:
        resolve(name, ())

    assert caught.value.hint.startswith(hint)


_FIRST_LINE = "its first line must be #! and the path of an interpreter that is installed, and end in LF alone"


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("program", "hint"),
    [
        ("./my-adapter", "make it executable: chmod +x ./my-adapter"),
        ("my-adapter", "for a file of the current folder write ./my-adapter"),
        ("./my-adapter x", "write the program and its arguments as separate words"),
        ("./mylib", "it is a folder: name a program in it"),
        ("./no-interpreter", _FIRST_LINE),
        ("./no-first-line", _FIRST_LINE),
        ("./absent", "is it built? A relative path begins in the current folder"),
    ],
)
def test_a_program_that_does_not_start_gets_a_hint(program: str, hint: str) -> None:
    Path("mylib").mkdir()
    for name, text in (("no-interpreter", "#!/absent/interpreter\n"), ("no-first-line", "")):
        Path(name).write_text(text, encoding="utf-8")
        Path(name).chmod(0o755)
    with Pool(resolve(None, [program]), Limits(), 1) as pool:
        pool.start()
        with pytest.raises(TargetError, match=f"cannot start '{re.escape(program)}'") as caught:
            pool.greet()

    assert caught.value.hint == hint
