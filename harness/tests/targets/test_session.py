"""A session and a pool of them at their end: no child comes after it, whichever thread asks."""

import queue
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from punycode_conform.errors import TargetError
from punycode_conform.suite.outcome import Call, Crashed, Operation, Rejected, Returned, TimedOut
from punycode_conform.targets import worker
from punycode_conform.targets.child import Child
from punycode_conform.targets.name import Target
from punycode_conform.targets.pool import Pool
from punycode_conform.targets.session import Limits, OutOfTime, Session, TooManyRestarts

from ..conftest import until

TARGET = Target("a", (sys.executable, worker.__file__, "punycode_conform.codec"))
CALL = Call(Operation.DECODE, (0x61,))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """All children that are started."""
    children: list[Child] = []

    def kept(command: tuple[str, ...], threads: int) -> Child:
        children.append(Child(command, threads))
        return children[-1]

    monkeypatch.setattr("punycode_conform.targets.session.Child", kept)
    return children


def test_what_is_over_starts_no_child(started: list[Child]) -> None:
    session = Session(TARGET)
    session.over = True
    with pytest.raises(OutOfTime):
        session.start()
    with pytest.raises(OutOfTime):
        session.once(CALL)

    assert [child._process.poll() is not None for child in started] == [True]


def test_a_share_that_recovers_while_the_pool_is_closed_starts_no_child(started: list[Child]) -> None:
    with Pool(TARGET, Limits(), 2) as pool:
        pool.start()
        pool.greet()
        going = pool.ask([CALL] * 4)
        next(going)
    with pytest.raises(OutOfTime):
        pool.start()

    # A share closes what it has started itself, in its own thread.
    until(lambda: all(child._process.poll() is not None for child in started))


@pytest.mark.parametrize(("length", "binding", "answered"), [(4097, False, 3), (4096, False, 1), (4097, True, 1)])
def test_a_codec_that_is_slow_on_very_long_strings_uses_up_no_restarts(
    length: int, binding: bool, answered: int
) -> None:
    # It says hello, and then reads on without an answer.
    silent = Target("a", (sys.executable, "-c", "print('conform 1', flush=True); [0 for _ in open(0)]"))
    calls, got = [Call(Operation.DECODE, (0x61,) * length)] * 3, 0
    with Pool(silent, Limits(0.05, 30, 1, binding), 1) as pool, suppress(TooManyRestarts):
        pool.start()
        pool.greet()
        for _, outcome in pool.ask(calls):
            assert isinstance(outcome, TimedOut)
            got += 1

    assert got == answered


def test_no_module_of_a_project_is_mistaken_for_pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("difflib", "pkgutil", "encodings", "threading", "csv", "resource"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(0)\n")
    (tmp_path / "mine.py").write_text(
        "encode = decode = lambda text: text"
    )  # without a version, which is then looked up
    monkeypatch.chdir(tmp_path)
    with Pool(Target("a", (sys.executable, worker.__file__, "mine")), Limits(), 1) as pool:
        pool.start()

        assert pool.greet().version == "unknown"
    with Pool(Target("a", (sys.executable, worker.__file__, "mine:encod,")), Limits(), 1) as pool:
        pool.start()
        with pytest.raises(TargetError, match="did you mean encode"):
            pool.greet()


def test_the_first_handshake_counts_for_all_processes(tmp_path: Path) -> None:
    (tmp_path / "adapter.py").write_text(
        "import os, pathlib, sys\n"
        "number = len([*pathlib.Path(sys.argv[1]).glob('started-*')])\n"
        "pathlib.Path(sys.argv[1], f'started-{os.getpid()}').touch()\n"
        "input()\n"
        "print('conform 1 name=a', 'lacks=61 ops=decode' if number else '', flush=True)\n"
        "for line in sys.stdin: print(line.split()[0], 'ok', flush=True)\n"
    )
    target = Target("a", (sys.executable, str(tmp_path / "adapter.py"), str(tmp_path)))
    calls = [CALL, Call(Operation.ENCODE, (0x62,))]
    with Pool(target, Limits(), 2) as pool:
        pool._sessions[0].start()
        until(lambda: len([*tmp_path.glob("started-*")]) == 1)
        pool._sessions[1].start()

        assert not pool.greet().lacks
        assert dict(pool.ask(calls)) == {0: Returned(()), 1: Returned(())}
        further = pool.fresh(Limits())
        assert not further.greet().lacks
        assert [further.once(call) for call in calls] == [Returned(()), Returned(())]


@pytest.mark.parametrize(("claims", "outcome"), [("mine", Rejected), ("builtins", Crashed)])
def test_a_module_that_claims_another_name_makes_no_refusal_of_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claims: str, outcome: type
) -> None:
    (tmp_path / "mine.py").write_text(
        f"__name__ = {claims!r}\n"
        "class Own(Exception): pass\n"
        "def encode(text): return text\n"
        f"def decode(text): raise {'Own' if claims == 'mine' else 'KeyError'}(text)\n"
    )
    monkeypatch.chdir(tmp_path)
    with Pool(Target("a", (sys.executable, worker.__file__, "mine")), Limits(), 1) as pool:
        pool.start()
        pool.greet()

        assert isinstance(pool.once(CALL), outcome)


@pytest.mark.skipif(sys.platform != "linux", reason="limits are looked up in /proc")
def test_a_project_with_a_module_named_resource_has_limits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resource.py").write_text("of_the_project = 1\n")
    lines = "open('/proc/self/limits').read().splitlines()"
    limit = f"next(int(line.split()[3]) >> 30 for line in {lines} if 'address' in line)"
    (tmp_path / "mine.py").write_text(
        f"import resource\nencode = decode = lambda text: [{limit}, resource.of_the_project]"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    target = Target("a", (sys.executable, worker.__file__, "mine"))
    with Pool(target, Limits(), 1) as pool:
        pool.start()
        pool.greet()

        assert [*pool.ask([CALL])] == [(0, Returned((4, 1)))]


def test_an_interrupt_between_two_steps_of_the_queue_is_still_one(
    started: list[Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unlocked(queue.Queue[bytes]):
        def get(self, block: bool = True, timeout: float | None = None) -> bytes:
            with self.mutex:
                self.mutex.release()  # as Condition.wait has it while it waits
                raise SystemExit(143)

    with Pool(TARGET, Limits(), 1) as pool:
        pool.start()
        monkeypatch.setattr(started[0], "_lines", Unlocked())
        with pytest.raises(SystemExit):
            pool.greet()
