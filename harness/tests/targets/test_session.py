"""A session and a pool of them at their end: no child comes after it, whichever thread asks."""

import queue
import sys

import pytest

from punycode_conform.suite.outcome import Call, Operation
from punycode_conform.targets import worker
from punycode_conform.targets.child import Child
from punycode_conform.targets.name import Target
from punycode_conform.targets.pool import Pool
from punycode_conform.targets.session import Limits, OutOfTime, Session

TARGET = Target("a", (sys.executable, worker.__file__, "punycode_conform.codec"))
CALL = Call(Operation.DECODE, (0x61,))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """All children that are started."""
    children: list[Child] = []

    def kept(command: tuple[str, ...]) -> Child:
        children.append(Child(command))
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

    assert all(child._process.poll() is not None for child in started)


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
