"""Trying the vectors on the faulty codecs and the controls, several at a time.

A codec whose calls always end is called directly, in a process that tries many codecs: starting a child process for each
would take most of the time. A codec that may hang or die runs in its own child process with a short time limit.
"""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module

from ..errors import ConformError
from ..faults import Codec, Fault
from ..run.plan import LAW, Plan
from ..run.run import Progress, Run
from ..suite.choices import Choices
from ..suite.verdict import BAD
from ..targets import worker
from ..targets.local import Local
from ..targets.name import Target
from ..targets.pool import Pool
from ..targets.session import Limits
from .score import Trial

REGISTER = "punycode_conform.faults"
_LONG = 2000  # code points of an input; longer ones take most of the time and few faults need them
_LIMITS = Limits(call=0.5, restarts=5)  # these codecs hang on purpose, and each hang is asked twice
_STUCK = 300.0  # seconds in which not one codec was tried: one of them hangs, although it claims to end
Try = Callable[[Plan], Trial]
_CHILDREN = 4  # more than there are processors, since they mostly wait for a time limit


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions that every codec is asked.

    Attributes:
        register: the module that holds the codecs in its ``FAULTS`` and ``CONTROLS``.
        plans: what to ask; each gives a trial.
        all_laws: ask for the laws and the long vectors always. They take most of the time, so they are otherwise asked of
            controls and of faults that fewer than two other vectors detect.
    """

    register: str
    plans: Sequence[Plan]
    all_laws: bool

    def codecs(self) -> Mapping[str, Fault]:
        """The faults and controls by name."""
        module = import_module(self.register)
        return {**module.FAULTS, **module.CONTROLS}

    def trials(self, fault: Fault, try_plan: Try, try_alone: Callable[[str], Try] | None) -> tuple[Trial, ...]:
        """A trial of a codec for each plan.

        Args:
            fault: the codec.
            try_plan: makes its trial.
            try_alone: makes one that tries a side of it beside a right other side; None if that cannot be done.
        """
        always = self.all_laws or fault.is_control  # of a control any failure counts, so all is asked
        found = [try_plan(plan) if always else _short_first(plan, try_plan) for plan in self.plans]
        if not fault.is_control:
            found[0] = _with_sides_alone(found[0], fault, partial(_short_first, self.plans[0]), try_alone)
        return tuple(found)


def _short_first(plan: Plan, try_plan: Try) -> Trial:
    if not (plan.cases and plan.laws):
        return try_plan(plan)
    short = tuple(case for case in plan.cases if len(case.call.input) < _LONG)
    trial = try_plan(Plan(short, (), plan.unreported, plan.layer))
    # A codec that crashes or hangs too often never gets as far as the laws.
    return trial if (len(trial.vectors) > 1 and not trial.hidden) or trial.stopped else try_plan(plan)


def _with_sides_alone(
    trial: Trial, fault: Fault, asked: Callable[[Try], Trial], try_alone: Callable[[str], Try] | None
) -> Trial:
    """A trial with what detects each wrong side alone.

    A vector asks one side, so what it detects it detects beside any other side too. Laws ask both sides, and a state may be
    shared, so then the side is tried beside a right one.
    """
    alone = dict(trial.alone)
    for side, found in trial.alone.items():
        if try_alone and (fault.keeps_state or (not found and len(fault.sides) > 1)):
            alone[side] = asked(try_alone(side)).found
        elif len(fault.sides) == 1:
            alone[side] = trial.found
    return replace(trial, alone=alone)


def try_codecs(
    questions: Questions, codecs: Sequence[Fault], jobs: int, progress: Progress = lambda done, total: None
) -> dict[str, tuple[Trial, ...]]:
    """Try codecs side by side.

    Args:
        questions: what each of them is tried with.
        codecs: to be tried.
        jobs: the number of processes.
        progress: called with the number of codecs tried, and the number of all.

    Returns:
        For the name of each codec, a trial for each plan.

    Raises:
        ConformError: a codec that claims to end does not, or killed its process.
    """
    processes = ProcessPoolExecutor(
        max(1, min(jobs, len(codecs))),
        # The same on all platforms, and no threads or locks are copied.
        multiprocessing.get_context("spawn"),
        _prepare,
        (questions,),
    )
    threads = ThreadPoolExecutor(_CHILDREN)
    cancelled = threading.Event()  # a thread cannot be killed: it looks at this between two answers
    try:
        with _interrupts_deferred():
            futures = {
                # By name, since a codec is often made by a closure, which cannot be sent to another process.
                processes.submit(_try_here, codec.name)
                if codec.ends
                else threads.submit(_try_in_child, codec, questions, cancelled): codec.name
                for codec in codecs
            }
        for done in _done(futures, jobs):
            progress(done, len(futures))
        return {name: future.result() for future, name in futures.items()}
    except BaseException:
        cancelled.set()
        for process in multiprocessing.active_children():
            process.kill()  # it has no child of its own, and nothing to clean up
            process.join()
        raise
    finally:
        for executor in (processes, threads):
            executor.shutdown(cancel_futures=True)


def _done(futures: Mapping[Future[tuple[Trial, ...]], str], jobs: int) -> Iterator[int]:
    """The number of finished futures, whenever it grows."""
    left = set(futures)
    while left:
        done, left = wait(left, _STUCK, FIRST_COMPLETED)
        died = any(isinstance(future.exception(), BrokenProcessPool) for future in done)
        if died or not done:
            # They are taken in order, so it is one of the first without an answer.
            names = [name for future, name in futures.items() if future in done | left][:jobs]
            what = "died" if died else f"gave no answer for {_STUCK:g} s"
            raise ConformError(f"a process {what} with one of {', '.join(names)}", "does it need ends=False?")
        yield len(futures) - len(left)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Start processes that ignore interrupts, which are the parent's business; the parent sees them afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_questions: list[Questions] = []
"""In a process that tries codecs: what to try them with. They are sent once, since there are thousands of cases."""


def _prepare(questions: Questions) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for Windows, where interrupts cannot be deferred
    threading.Thread(target=_end_with_parent, daemon=True).start()
    worker.limit_memory()
    _questions.append(questions)
    questions.codecs()  # imports them, before everything that is here now is exempt from collection
    gc.freeze()
    gc.disable()  # a run keeps what it makes


def _end_with_parent() -> None:
    """End this process when the one that has started it does, by whatever signal."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _try_here(name: str) -> tuple[Trial, ...]:
    """Try a codec in this process, a fresh one for each plan."""
    (questions,) = _questions
    fault = questions.codecs()[name]

    def tried(codec: Codec, sides: Sequence[str], plan: Plan) -> Trial:
        asker = Local(codec.encode, codec.decode, questions.register.partition(".")[0])
        return _trial(fault, sides, Run(plan, Choices(), False, asker))

    trials = questions.trials(
        fault,
        lambda plan: tried(fault.make(), fault.sides, plan),
        lambda side: lambda plan: tried(fault.alone(side), (side,), plan),
    )
    gc.collect()  # here alone, since the collector is off while a codec is tried
    return trials


def _try_in_child(fault: Fault, questions: Questions, cancelled: threading.Event) -> tuple[Trial, ...]:
    target = Target(f"fault:{fault.name}", (sys.executable, worker.__file__, f"{questions.register}:{fault.name}"))

    def check(done: int, total: int) -> None:
        if cancelled.is_set():
            raise CancelledError

    def try_plan(plan: Plan) -> Trial:
        with Pool(target, _LIMITS, 1) as pool:
            pool.start()
            pool.greet()
            return _trial(fault, fault.sides, Run(plan, Choices(), False, pool, check))

    return questions.trials(fault, try_plan, None)


def _trial(fault: Fault, sides: Sequence[str], run: Run) -> Trial:
    """The trial of a codec, from what failed in a run; ``sides`` are those that are wrong."""
    failed = [result.id for result in run.results() if result.verdict in BAD]
    # A vector has a case for each operation, and detects a fault by either.
    vectors = sorted({case.rpartition("/")[0] for case in failed if not case.startswith(LAW)})
    laws = tuple(case.removeprefix(LAW) for case in failed if case.startswith(LAW))
    # Laws that none of the calls broke differ from laws that were not checked.
    tried = laws if laws or run.plan.laws else None
    asked = {case.call.operation.value for case in run.plan.cases}
    alone = {
        side: tuple(case.rpartition("/")[0] for case in failed if case.endswith(f"/{side}"))
        for side in sides
        if side in asked and not fault.is_control
    }
    return Trial(fault.name, fault.says, fault.clause, tuple(vectors), tried, alone, bool(run.stopped))
