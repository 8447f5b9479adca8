"""The score of the vectors: which faulty codecs they detect; and the table of these codecs' wrong answers.

Which vectors detect a fault is looked up in the table. A fault that fewer than two vectors detect, or not on each side, is
asked, and the laws are checked. So are controls, and faults that keep a state. Codecs are tried in several processes; one
that may hang or die runs in a child process of its own.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property, partial
from importlib import import_module
from typing import NamedTuple

from .account.fault_answers import REFUSED, Row, Table, checksum, digest
from .errors import ConformError
from .faults import FAULTS, RARELY_DETECTED, Codec, Fault
from .render.words import cited, several
from .run.conformance import Progress, Run
from .run.plan import LAW, Plan
from .suite.choices import Choices
from .suite.oracle import Returns
from .suite.outcome import Call, Operation, Outcome, Rejected, Unsupported
from .suite.vector import Case
from .suite.verdict import BAD
from .targets import worker
from .targets.name import Target
from .targets.pool import Local, Pool
from .targets.session import Limits
from .terminal import BOLD, GREEN, RED, style

REGISTER = "punycode_conform.faults"
# Those in the table: they end, and answer alike in every process.
REPEATABLE = {name: fault for name, fault in FAULTS.items() if fault.ends and name != "hash-order"}
_LIMITS = Limits(call=0.5, restarts=5)  # these codecs hang on purpose, and each hang is asked twice
_SAMPLED = 97  # of so many calls one is asked again, whether the answer was wrong or not


class Trial(NamedTuple):
    """A codec and what it failed."""

    name: str
    says: str
    clause: str
    vectors: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    alone: Mapping[str, tuple[str, ...]] = {}  # what detects a side that is wrong beside a right other side
    stopped: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        return (*self.vectors, *(LAW + name for name in self.laws))

    @property
    def hidden(self) -> list[str]:
        """The operations that nothing detects beside a right other side."""
        return [side for side, ids in self.alone.items() if not ids]


class Questions:
    """The module that holds the codecs in its ``FAULTS`` and ``CONTROLS``, and the plan by which each of them is asked."""

    def __init__(self, register: str, plan: Plan) -> None:
        self.register, self.plan = register, plan

    def codecs(self) -> dict[str, Fault]:
        module = import_module(self.register)
        return {**module.FAULTS, **module.CONTROLS}

    def trial(self, name: str) -> Trial:
        """The trial of a codec: vectors first, then laws too if fewer than two vectors detect it, or not on each side."""
        fault = self.codecs()[name]
        if fault.is_control:  # of a control any failure counts
            trial = self._asked(fault, fault.make, self.plan)
        else:
            trial = self._looked_up(fault) or self._asked(fault, fault.make, Plan(self.plan.cases, ()))
            if self.plan.laws and not trial.stopped and (len(trial.vectors) < 2 or trial.hidden):
                trial = self._asked(fault, fault.make, self.plan)
        if len(fault.sides) < 2:
            return trial._replace(alone=dict.fromkeys(trial.alone, trial.ids))
        # A law asks both sides, and both may share a state.
        unclear = [*trial.alone] if fault.keeps_state else trial.hidden
        asked = {side: self._asked(fault, partial(fault.alone, side), self.plan).ids for side in unclear if fault.ends}
        return trial._replace(alone={**trial.alone, **asked})

    @cached_property
    def _cases(self) -> dict[int | None, list[Case]]:
        """The cases by the numbers of their calls in the table."""
        cases: dict[int | None, list[Case]] = {}
        for case in self.plan.cases:
            cases.setdefault(Table.read().number(case.call), []).append(case)
        return cases

    def _looked_up(self, fault: Fault) -> Trial | None:
        """The trial by the vectors as the table has it; None if the table does not have all answers."""
        rows = Table.read().rows.get(fault.name)
        if self.register != REGISTER or rows is None or fault.keeps_state or None in self._cases:
            return None
        wrong = ((case, row[n]) for row in rows.values() for n in row for case in self._cases.get(n, ()))
        failed = [case.id for case, answer in wrong if _fails(case, answer)]
        return _trial(fault, failed, self.plan.cases)

    def _asked(self, fault: Fault, make: Callable[[], Codec], plan: Plan) -> Trial:
        if fault.ends:
            codec = make()
            return _run(fault, plan, Local(codec.encode, codec.decode, self.register.partition(".")[0]))
        target = Target(f"fault:{fault.name}", (sys.executable, worker.__file__, f"{self.register}:{fault.name}"))
        with Pool(target, _LIMITS, 1) as pool:
            pool.start()
            pool.greet()
            return _run(fault, plan, pool)


def _fails(case: Case, answer: int) -> bool:
    """Whether an answer that is not the right one fails a case: a choice may allow a refusal, and no string holds
    what is beyond Unicode.
    """
    allowed = answer == REFUSED and not isinstance(case.expectation(Choices()), Returns)
    return not allowed and case.vector.level == "must" and max(case.call.input, default=0) <= sys.maxunicode


def _run(fault: Fault, plan: Plan, target: Local | Pool) -> Trial:
    run = Run(plan, Choices(), False, target)
    failed = [result.id for result in run.results() if result.verdict in BAD]
    laws = tuple(name.removeprefix(LAW) for name in failed if name.startswith(LAW))
    return _trial(fault, failed, plan.cases)._replace(laws=laws, stopped=bool(run.stopped))


def _trial(fault: Fault, failed: Sequence[str], cases: Iterable[Case]) -> Trial:
    """The trial of a codec by its failed cases: a vector has a case for each operation, and detects a fault by either."""
    asked = {case.operation for case in cases} if not fault.is_control else set[Operation]()
    vectors = {
        side: tuple(sorted(name.removesuffix(f"/{side}") for name in failed if name.endswith(f"/{side}")))
        for side in Operation
    }
    alone = {side.value: vectors[side] for side in Operation if side in asked and side in fault.sides}
    return Trial(fault.name, fault.says, fault.clause, tuple(sorted({*sum(vectors.values(), ())})), (), alone)


_questions: list[Questions] = []
"""In a process that tries codecs: what to try them with. They are sent once, since there are thousands of cases."""


def _prepare(questions: Questions) -> None:
    worker.limit_memory()
    _questions.append(questions)


def _try(name: str) -> Trial:
    return _questions[0].trial(name)


def trials(questions: Questions, names: Sequence[str], jobs: int, progress: Progress) -> list[Trial]:
    context = multiprocessing.get_context("spawn")  # the same on all platforms, and no threads or locks are copied
    executor = ProcessPoolExecutor(max(1, min(jobs, len(names))), context, _prepare, (questions,))
    interrupts = {signal.SIGINT}
    try:
        if sys.platform != "win32":  # the processes inherit this: they have no traceback to show
            signal.pthread_sigmask(signal.SIG_BLOCK, interrupts)
        # By name, since a codec is often made by a closure, which cannot be sent to another process.
        futures = [executor.submit(_try, name) for name in names]
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, interrupts)
        for done, _ in enumerate(as_completed(futures), 1):
            progress(done, len(names))
        return [future.result() for future in futures]
    except BrokenProcessPool:
        raise ConformError("a codec has ended its process", "does its fault need ends=False?") from None
    finally:
        for process in multiprocessing.active_children():
            process.kill()  # a codec's own child ends with it
        executor.shutdown(cancel_futures=True)


class Score(NamedTuple):
    """The trials of faults and of controls by the vectors of these ids."""

    vectors: tuple[str, ...]
    faults: tuple[Trial, ...]
    controls: tuple[Trial, ...]

    @property
    def good(self) -> bool:
        """Whether all faults are detected, also on each side alone, and no control failed."""
        return all(t.ids and not t.hidden for t in self.faults) and not any(t.ids for t in self.controls)

    def text(self, suite: str, *, color: bool = False, verbose: bool = False) -> str:
        """The score as text; the verdict is the last line, where people look."""
        styled, detecting = style(color), {name for trial in self.faults for name in trial.vectors}
        each = [f"{len(t.vectors):>5,}  {t.name}  {', '.join(t.laws)}".rstrip() for t in self.faults]
        found, lost = ([t for t in self.faults if bool(t.ids) is detected] for detected in (True, False))
        says = {trial.name: f"{trial.says} ({cited(trial.clause)})" for trial in self.faults}
        parts = {
            "Faults: how many vectors, and which laws, detect each": each * verbose,
            "Vectors that detect no fault": [name for name in self.vectors if name not in detecting] * verbose,
            "Detected by fewer than two vectors, and why": [
                f"{t.name}, by {t.ids[0]}: {RARELY_DETECTED.get(t.name, 'no reason is known')}"
                for t in found
                if len(t.vectors) < 2
            ],
            "Sides that nothing detects alone": [
                f"{t.name}, {' and '.join(t.hidden)}: {says[t.name]}" for t in found if t.hidden
            ],
            "Survivors: faults that nothing detects": [f"{t.name}: {says[t.name]}" for t in lost],
            "False alarms: correct codecs that fail": [f"{t.name}: {', '.join(t.ids)}" for t in self.controls if t.ids],
        }
        lines = []
        for heading, part in parts.items():
            lines += [styled(heading, BOLD), *(f"  {line}" for line in part), ""] if part else []
        alarms = sum(bool(trial.ids) for trial in self.controls)
        verdict = (
            f"{len(found):,} of {several(len(self.faults), 'fault')} detected, {several(alarms, 'false alarm')} from "
            f"{several(len(self.controls), 'correct codec')}, by {several(len(self.vectors), 'vector')} ({suite})"
        )
        return "\n".join([*lines, styled(verdict, BOLD, GREEN if self.good else RED)]) + "\n"


def table(plan: Plan, old: Table) -> Table:
    """The table of the wrong answers of faults to the calls of the suite, asked in the order of a run.

    Faults that keep no state and have a row in an older table are asked new calls only.
    """
    calls = [plan.asked[index].call for part in plan.order for index in part]  # with repetitions, which change a state
    numbers = {call: number for number, call in enumerate(dict.fromkeys(calls))}
    moved = {was: now for call, now in numbers.items() if (was := old.number(call)) is not None}
    new, rows = [call for call in calls if old.number(call) is None], dict[str, dict[Operation, Row]]()
    for fault in REPEATABLE.values():
        before = {} if fault.keeps_state and new else old.rows.get(fault.name, {})
        sides = {o: {moved[n]: answer for n, answer in before.get(o, {}).items() if n in moved} for o in Operation}
        for call, outcome in _wrong(fault, new if before else calls, plan):
            sides[call.operation][numbers[call]] = digest(call, outcome)
        rows[fault.name] = {o: dict(sorted(row.items())) for o, row in sides.items() if row}
    return Table(list(map(checksum, numbers)), rows)


def _wrong(fault: Fault, calls: Sequence[Call], plan: Plan) -> Iterator[tuple[Call, Outcome]]:
    """The first answers of a fault to calls that are neither right nor the refusal that is due."""
    codec, seen = fault.make(), set[Call]()
    for index, outcome in Local(codec.encode, codec.decode, "punycode_conform").ask(calls):
        right = plan.facts[calls[index]]
        # What no string of Python can hold says nothing about codecs that take it.
        if calls[index] in seen or isinstance(outcome, Unsupported):
            continue
        seen.add(calls[index])
        if not (isinstance(outcome, Rejected) if right.value is None else right.met_by(outcome)):
            yield calls[index], outcome


def outdated(plan: Plan, table: Table) -> set[str]:
    """The faults whose row is missing, or is wrong in a sample; and rows of faults that are gone."""
    calls = {number: call for call in plan.facts if (number := table.number(call)) is not None}
    names = table.rows.keys() ^ REPEATABLE.keys()
    for name in table.rows.keys() - names:
        wrong = sorted(number for row in table.rows[name].values() for number in row if number in calls)
        numbers = {*wrong[::40], *[*calls][::_SAMPLED]} if not REPEATABLE[name].keeps_state else ()
        answers = _wrong(REPEATABLE[name], [calls[number] for number in numbers], plan)
        given = {call: table.gives(name, call, outcome) for call, outcome in answers}
        if given != dict.fromkeys((calls[number] for number in {*wrong}.intersection(numbers)), True):
            names.add(name)
    return names
