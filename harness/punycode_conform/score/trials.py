"""Trying the vectors on faulty codecs, several at a time.

A codec whose calls all end is called directly, in a process that tries many of them: a child process for each would take
most of the time. One that may hang or die has a child process of its own, as any target has, and little patience.
"""

import gc
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module

from ..errors import ConformError
from ..faults import Fault
from ..run.plan import LAW, Plan
from ..run.run import Progress, Run
from ..suite.choices import Choices
from ..suite.verdict import BAD
from ..targets import worker
from ..targets.limits import Limits
from ..targets.local import Local
from ..targets.name import Target
from ..targets.pool import Pool
from .score import Trial

REGISTER = "punycode_conform.faults"
_LONG = 2000  # code points of an input
_IMPATIENT = Limits(call=0.5, restarts=5)
_STUCK = 300.0  # seconds without a single codec tried: one of them does not end, whatever is written of it
_CHILDREN = 4  # they mostly wait for a time limit


class _Cancelled(Exception):
    """The score is not wanted any more."""


def registered(register: str) -> tuple[Mapping[str, Fault], Mapping[str, Fault]]:
    """The faults and the controls of a register, by name."""
    module = import_module(register)
    return module.FAULTS, module.CONTROLS


@dataclass(slots=True)
class Trials:
    """Codecs to be tried with one or several plans.

    Attributes:
        register: the module that has them in its ``FAULTS`` and ``CONTROLS``.
        plans: what to ask each of them.
        all_laws: look at the laws and at long vectors for every codec; otherwise only where they matter, for sound codecs
            and for faults that fewer than two other vectors detect, since they take more time than all else.
        jobs: processes side by side.
        progress: told how many codecs have been tried, and how many there are.
    """

    register: str
    plans: Sequence[Plan]
    all_laws: bool
    jobs: int
    progress: Progress = lambda done, total: None
    _cancelled: threading.Event = field(default_factory=threading.Event)

    def of(self, faults: Sequence[Fault]) -> dict[str, tuple[Trial, ...]]:
        """For the name of each codec, a trial for each plan.

        Raises:
            ConformError: a codec that should end does not, or has killed its process.
        """
        processes = ProcessPoolExecutor(
            max(1, min(self.jobs, len(faults))),
            # The same on all platforms, and no threads or locks are copied.
            multiprocessing.get_context("spawn"),
            _prepare,
            (self.register, self.plans, self.all_laws),
        )
        threads = ThreadPoolExecutor(_CHILDREN)
        try:
            with _interrupts_held():
                futures = {self._submitted(fault, processes, threads): fault.name for fault in faults}
            return self._collected(futures)
        except BaseException:
            self._cancelled.set()
            for process in multiprocessing.active_children():
                process.kill()  # has no child of its own, and nothing to put in order
                process.join()
            raise
        finally:
            for executor in (processes, threads):
                executor.shutdown(cancel_futures=True)

    def _submitted(self, fault: Fault, processes: Executor, threads: Executor) -> Future[tuple[Trial, ...]]:
        # By name, since what makes a codec is often a closure, which cannot be sent to another process.
        return processes.submit(_called, fault.name) if fault.ends else threads.submit(self._in_child, fault)

    def _collected(self, futures: Mapping[Future[tuple[Trial, ...]], str]) -> dict[str, tuple[Trial, ...]]:
        left = set(futures)
        while left:
            done, left = wait(left, _STUCK, FIRST_COMPLETED)
            died = any(isinstance(future.exception(), BrokenProcessPool) for future in done)
            if died or not done:
                # They are taken in order, so it is one of the first that have no answer.
                names = [name for future, name in futures.items() if future in done | left][: self.jobs]
                what = "died" if died else f"gave no answer for {_STUCK:g} s"
                raise ConformError(f"a process {what} with one of {', '.join(names)}", "does it need ends=False?")
            self.progress(len(futures) - len(left), len(futures))
        return {name: future.result() for future, name in futures.items()}

    def _in_child(self, fault: Fault) -> tuple[Trial, ...]:
        def check(done: int, total: int) -> None:
            if self._cancelled.is_set():
                raise _Cancelled

        def found(plan: Plan) -> Trial:
            with Pool(target, _IMPATIENT, 1) as pool:
                pool.start()
                pool.greet()
                return _trial(fault, Run(plan, Choices(), False, pool, check))

        target = Target(f"fault:{fault.name}", (sys.executable, worker.__file__, f"{self.register}:{fault.name}"))
        return _tried(self.plans, self.all_laws or _is_sound(self.register, fault.name), found)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile never see an interrupt, which is the parent's affair; the parent sees it later."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What a trying process is told once, when it starts.
_told: list[tuple[str, Sequence[Plan], bool]] = []


def _prepare(register: str, plans: Sequence[Plan], all_laws: bool) -> None:
    """Make a process ready to try codecs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where they cannot be held, see above
    worker.limit_memory()
    _told.append((register, plans, all_laws))
    registered(register)  # imported before all that is here now is exempt from collection
    gc.freeze()
    gc.disable()  # a run keeps what it makes


def _called(name: str) -> tuple[Trial, ...]:
    """Try a codec in this process, a fresh one each time."""
    ((register, plans, all_laws),) = _told
    faults, controls = registered(register)
    fault = faults[name] if name in faults else controls[name]

    def found(plan: Plan) -> Trial:
        codec = fault.make()
        asker = Local(codec.encode, codec.decode, register.partition(".")[0])
        return _trial(fault, Run(plan, Choices(), False, asker))

    trials = _tried(plans, all_laws or _is_sound(register, name), found)
    gc.collect()
    return trials


def _is_sound(register: str, name: str) -> bool:
    return name in registered(register)[1]


def _tried(plans: Sequence[Plan], always: bool, found: Callable[[Plan], Trial]) -> tuple[Trial, ...]:
    """A trial for each plan; ``found`` makes it, ``always`` says that its laws are wanted in any case."""
    trials = []
    for plan in plans:
        if plan.cases and plan.laws and not always:
            trial = found(Plan(tuple(case for case in plan.cases if len(case.call.input) < _LONG), (), plan.unreported))
            # A codec that broke down too often to go on does not get as far as the laws.
            trials.append(trial if len(trial.vectors) > 1 or trial.stopped else found(plan))
        else:
            trials.append(found(plan))
    return tuple(trials)


def _trial(fault: Fault, run: Run) -> Trial:
    """What a run finds."""
    failed = [result.case for result in run.results() if result.verdict in BAD]
    vectors = sorted({case.rpartition("/")[0] for case in failed if not case.startswith(LAW)})
    laws = tuple(case.removeprefix(LAW) for case in failed if case.startswith(LAW))
    tried = laws if laws or run.plan.laws else None
    return Trial(fault.name, fault.says, fault.clause, tuple(vectors), tried, bool(run.stopped))
