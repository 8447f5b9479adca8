"""Many implementations side by side: each ends, and none holds up the others."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import Protocol

from ..targets.child import Child
from .measurement import Failure, Implementation, measure
from .result import Result

_LOOK = 0.2  # seconds between two looks at what runs


class Measure(Protocol):
    """As :func:`.measurement.measure`."""

    def __call__(self, one: Implementation, limit: float, running: Callable[[Child], None], /) -> Result | Failure:
        """The result of one implementation."""


def run(
    every: Sequence[Implementation],
    jobs: int,
    limit: float,
    progress: Callable[[Sequence[str]], None] = lambda running: None,
    measuring: Measure = measure,
) -> Iterator[Result | Failure]:
    """The results, each as soon as it is there.

    Args:
        every: the implementations.
        jobs: how many run at once.
        limit: seconds for the run of each.
        progress: takes the targets that run, again and again.
        measuring: runs one of them.
    """
    children: list[Child] = []
    over = Event()
    at_work: dict[str, None] = {}  # in the order of their start

    def running(child: Child) -> None:
        children.append(child)
        if over.is_set():  # a thread that had just begun when the others were ended
            child.close()

    def one(implementation: Implementation) -> Result | Failure:
        at_work[implementation.target] = None
        try:
            return measuring(implementation, limit, running)
        except Exception as error:  # of one implementation, and no reason to lose the others
            return Failure(implementation.target, f"{type(error).__name__}: {error}")
        finally:
            del at_work[implementation.target]

    pool = ThreadPoolExecutor(jobs)
    left: set[Future[Result | Failure]] = {pool.submit(one, implementation) for implementation in every}
    try:
        while left:
            done, left = wait(left, _LOOK, FIRST_COMPLETED)
            progress(list(at_work))
            yield from (future.result() for future in done)
    finally:
        # After an interrupt: the threads end when their processes do.
        pool.shutdown(wait=False, cancel_futures=True)
        over.set()
        if left:
            for child in children:
                child.close()
        pool.shutdown()
