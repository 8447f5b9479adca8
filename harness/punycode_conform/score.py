"""The score of the vectors: which faulty codecs they detect; and the table of these codecs' wrong answers.

The table says which cases a fault gets wrong, so these are asked, and judged. That is all if two vectors detect the fault on
each side. Otherwise, and for controls, all cases are asked and the laws are checked. Codecs are tried in several processes;
one that may hang or die runs in a child process of its own.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import NamedTuple

from .account.fault_answers import Row, Table, checksum, digest
from .errors import ConformError
from .faults import FAULTS, RARELY_DETECTED, Codec, Fault
from .render.words import cited
from .run.plan import LAW, Plan
from .run.run import Progress, Run
from .suite.choices import Choices
from .suite.outcome import Call, Operation, Outcome, Rejected
from .suite.verdict import BAD
from .targets import worker
from .targets.local import Local
from .targets.name import Target
from .targets.pool import Pool
from .targets.session import Limits
from .terminal import BOLD, GREEN, RED, style, wrapped

REGISTER = "punycode_conform.faults"
# Those in the table: they end, and answer alike in every process.
REPEATABLE = {name: fault for name, fault in FAULTS.items() if fault.ends and name != "hash-order"}
_SAMPLES = "rfc-sample-"
_LIMITS = Limits(call=0.5, restarts=5)  # these codecs hang on purpose, and each hang is asked twice
_WIDTH, _BAR, _SHOWN = 110, 40, 8  # columns; characters; vectors of a false alarm
_STEPS = (("none", 0, 0), ("one", 1, 1), ("2 to 9", 2, 9), ("10 to 99", 10, 99), ("100 and more", 100, sys.maxsize))


class Trial(NamedTuple):
    """A codec and what it failed."""

    name: str
    says: str
    clause: str
    vectors: tuple[str, ...] = ()
    laws: tuple[str, ...] | None = None
    alone: Mapping[str, tuple[str, ...]] = {}
    stopped: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all that detects it."""
        return (*self.vectors, *(LAW + name for name in self.laws or ()))

    @property
    def hidden(self) -> list[str]:
        """The operations that nothing detects beside a right other side."""
        return [side for side, ids in self.alone.items() if not ids]


class Questions(NamedTuple):
    """The module that holds the codecs in its ``FAULTS`` and ``CONTROLS``, and what each of them is asked."""

    register: str
    plan: Plan
    all_laws: bool

    def codecs(self) -> dict[str, Fault]:
        """The faults and controls by name."""
        module = import_module(self.register)
        return {**module.FAULTS, **module.CONTROLS}

    def trial(self, name: str) -> Trial:
        """The trial of a codec: vectors first, then laws too if fewer than two vectors detect it, or not on each side."""
        fault, table = self.codecs()[name], Table.read()
        always = self.all_laws or fault.is_control  # of a control any failure counts, so all is asked
        known = self.register == REGISTER and fault.name in table.rows and not (fault.keeps_state or always)
        rows = table.rows[fault.name] if known else None
        # A table that is too old can hide vectors, but never makes one detect a fault.
        cases = [
            case for case in self.plan.cases if not rows or table.number(case.call) in rows.get(case.operation, ())
        ]
        vectors_only = Plan(cases, ())
        trial = self._tried(fault, fault.make, self.plan if always else vectors_only)
        if self.plan.laws and not always and not trial.stopped and (len(trial.vectors) < 2 or trial.hidden):
            trial = self._tried(fault, fault.make, self.plan)
        alone = dict(trial.alone)
        for side in alone if fault.keeps_state else trial.hidden if len(fault.sides) > 1 else ():
            # A law asks both sides, and both may share a state.
            alone[side] = self._tried(fault, partial(fault.alone, side), self.plan).ids if fault.ends else ()
        return trial._replace(alone=alone if len(fault.sides) > 1 else dict.fromkeys(alone, trial.ids))

    def _tried(self, fault: Fault, make: Callable[[], Codec], plan: Plan) -> Trial:
        if fault.ends:
            codec = make()
            local = Local(codec.encode, codec.decode, self.register.partition(".")[0])
            return _trial(fault, Run(plan, Choices(), False, local))
        target = Target(f"fault:{fault.name}", (sys.executable, worker.__file__, f"{self.register}:{fault.name}"))
        with Pool(target, _LIMITS, 1) as pool:
            pool.start()
            pool.greet()
            return _trial(fault, Run(plan, Choices(), False, pool))


def _trial(fault: Fault, run: Run) -> Trial:
    """The trial of a codec, from what failed in a run."""
    failed = [result.id for result in run.results() if result.verdict in BAD]
    # A vector has a case for each operation, and detects a fault by either.
    vectors = {
        side: [case.removesuffix(f"/{side}") for case in failed if case.endswith(f"/{side}")] for side in Operation
    }
    laws = tuple(case.removeprefix(LAW) for case in failed if case.startswith(LAW))
    asked = {case.operation for case in run.plan.cases} if not fault.is_control else set[Operation]()
    alone = {side.value: tuple(vectors[side]) for side in Operation if side in asked and side in fault.sides}
    every = tuple(sorted({*vectors[Operation.ENCODE], *vectors[Operation.DECODE]}))
    # Laws that none of the calls broke differ from laws that were not checked.
    return Trial(
        fault.name, fault.says, fault.clause, every, laws if laws or run.plan.laws else None, alone, bool(run.stopped)
    )


_questions: list[Questions] = []
"""In a process that tries codecs: what to try them with. They are sent once, since there are thousands of cases."""


def _prepare(questions: Questions) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's business
    worker.limit_memory()
    _questions.append(questions)


def _try(name: str) -> Trial:
    return _questions[0].trial(name)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Start processes that have no traceback to show until they ignore interrupts."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def trials(questions: Questions, names: Sequence[str], jobs: int, progress: Progress) -> list[Trial]:
    """The trials of codecs, tried side by side in ``jobs`` processes.

    Raises:
        ConformError: a codec that claims to end killed its process.
    """
    context = multiprocessing.get_context("spawn")  # the same on all platforms, and no threads or locks are copied
    executor = ProcessPoolExecutor(max(1, min(jobs, len(names))), context, _prepare, (questions,))
    try:
        # By name, since a codec is often made by a closure, which cannot be sent to another process.
        with _interrupts_deferred():
            futures = [executor.submit(_try, name) for name in names]
        for done, _ in enumerate(as_completed(futures), 1):
            progress(done, len(names))
        return [future.result() for future in futures]
    except BrokenProcessPool:
        first = [name for name, future in zip(names, futures, strict=True) if future.exception()][:jobs]
        raise ConformError(f"a process died with one of {', '.join(first)}", "does it need ends=False?") from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.kill()  # a codec's own child ends with it
        raise
    finally:
        executor.shutdown(cancel_futures=True)


class Score(NamedTuple):
    """The trials of faults and of controls by the vectors of these ids."""

    vectors: tuple[str, ...]
    faults: tuple[Trial, ...]
    controls: tuple[Trial, ...]

    @property
    def lists(self) -> dict[str, list[Trial]]:
        """The trials that need a look, by the name of the list in the report."""
        detected = [trial for trial in self.faults if trial.ids]
        return {
            "survivors": [trial for trial in self.faults if not trial.ids],
            "half_survivors": [trial for trial in detected if trial.hidden],
            "false_alarms": [trial for trial in self.controls if trial.ids],
            "weak": [trial for trial in detected if len(trial.vectors) < 2],
        }

    @property
    def good(self) -> bool:
        """Whether all faults are detected, also on each side alone, and no control failed."""
        return not any(trials for name, trials in self.lists.items() if name != "weak")

    @property
    def by_samples(self) -> tuple[int, list[str]]:
        """The number of the RFC's samples, and the faults that they detect."""
        samples = {name for name in self.vectors if name.startswith(_SAMPLES)}
        return len(samples), [trial.name for trial in self.faults if not samples.isdisjoint(trial.vectors)]

    def idle_and_cover(self) -> tuple[list[str], list[str]]:
        """The vectors that detect no fault; and a small set, chosen greedily, that detects what any vector detects."""
        detects: dict[str, set[str]] = {vector: set() for vector in self.vectors}
        for trial in self.faults:
            for vector in trial.vectors:
                detects[vector].add(trial.name)
        cover, left = list[str](), set[str]().union(*detects.values())
        while left:
            cover.append(max(detects, key=lambda vector: len(detects[vector] & left)))
            left -= detects[cover[-1]]
        return [vector for vector, faults in detects.items() if not faults], cover


def report(score: Score, *, version: str, digest: str) -> dict[str, object]:
    """The score as JSON, with the version and the digest of the suite."""
    idle, cover = score.idle_and_cover()
    lists = {name: [trial.name for trial in trials] for name, trials in score.lists.items()}
    samples, detected = score.by_samples
    return {
        "type": "score",
        "format": 1,
        "suite": {"version": version, "digest": digest},
        "samples": {"vectors": samples, "detected": detected} if samples else None,
        "vectors": len(score.vectors),
        "faults": [trial._asdict() | {"detected": bool(trial.ids)} for trial in score.faults],
        "controls": [trial._asdict() | {"detected": bool(trial.ids)} for trial in score.controls],
        **lists,
        "half_survivors": {trial.name: trial.hidden for trial in score.lists["half_survivors"]},
        "weak": {name: RARELY_DETECTED.get(name) for name in lists["weak"]},
        "idle": idle,
        "cover": cover,
    }


def text(score: Score, *, suite: str, color: bool = False, verbose: bool = False) -> str:
    """The score as text; the verdict is the last line, where people look."""
    (idle, cover), (samples, by_samples), lists, faults = (
        score.idle_and_cover(), score.by_samples, score.lists, f"{len(score.faults):,} faults"
    )  # fmt: skip
    two = [ids for trial in score.faults if len(trial.alone) > 1 for ids in trial.alone.values()]
    both = f"{len(two) // 2:,} faults are wrong on both sides: {sum(map(bool, two)):,} of {len(two):,} sides detected"
    alarms = len(lists["false_alarms"])
    verdict = (
        f"{len(score.faults) - len(lists['survivors']):,} of {faults} detected, "
        f"{alarms or 'no'} false alarm{'s' * (alarms > 1)} from {len(score.controls):,} correct codecs, "
        f"by {len(score.vectors):,} vectors ({suite})"
    )
    greedy = ["chosen greedily: a smaller set may exist", *_listed(cover)]
    parts: list[tuple[str, Iterable[str], str]] = [
        ("Faults: how many vectors, and which laws, detect each", map(_each, score.faults if verbose else ()), ""),
        ("Faults by the number of vectors that detect them", _spread(score), ""),
        ("Detected by fewer than two vectors, and why", _weak(lists["weak"]), ""),
        (f"Vectors that detect no fault: {len(idle):,} of {len(score.vectors):,}",
         _listed(idle) if verbose else ["--verbose lists them"], ""),
        (f"A set of {len(cover):,} vectors detects every fault that any vector detects", greedy, ""),
        ("The RFC's samples alone",
         [f"{len(by_samples):,} of {faults} detected by {samples:,} vectors"] * bool(samples), ""),
        ("Each side alone, beside a right other side", [both], ""),
        ("Sides that nothing detects alone",
         (f"{one.name}, {' and '.join(one.hidden)}: {_cited(one)}" for one in lists["half_survivors"]), RED),
        ("Survivors: faults that nothing detects", (f"{one.name}: {_cited(one)}" for one in lists["survivors"]), RED),
        ("False alarms: correct codecs that fail", _alarms(lists["false_alarms"]), RED),
    ]  # fmt: skip
    styled, shown = style(color), list[str]()
    for heading, lines, code in parts:
        if body := [f"  {line}" for line in lines]:
            shown += [styled(heading, BOLD, *filter(None, [code])), *body, ""]
    return "\n".join([*shown, styled(verdict, BOLD, GREEN if score.good else RED)]) + "\n"


def _cited(trial: Trial) -> str:
    return f"{trial.says} ({cited(trial.clause)})"


def _each(trial: Trial) -> str:
    stopped = " (stopped: it crashed or hung too often)" * trial.stopped
    return f"{len(trial.vectors):>5,}  {trial.name}{stopped}  {', '.join(trial.laws or ())}".rstrip()


def _spread(score: Score) -> Iterator[str]:
    counts = [len(trial.vectors) for trial in score.faults]
    steps = {name: sum(low <= count <= high for count in counts) for name, low, high in _STEPS}
    for name, number in steps.items():
        yield f"{name:<13} {number:>5,}  {'#' * -(-number * _BAR // max(*steps.values(), 1))}".rstrip()


def _weak(weak: Sequence[Trial]) -> Iterator[str]:
    width = max((len(trial.name) for trial in weak), default=0)
    for trial in weak:
        yield f"{trial.name:<{width}}  " + (
            f"vector {trial.vectors[0]}" if trial.vectors else f"laws alone: {', '.join(trial.laws or ())}"
        )
        yield f"{'':<{width}}  {trial.says}"
        yield f"{'':<{width}}  why: {RARELY_DETECTED.get(trial.name, 'no reason is known; add another vector')}"


def _alarms(alarms: Iterable[Trial]) -> Iterator[str]:
    for trial in alarms:
        more = [f"and {len(trial.vectors) - _SHOWN:,} more"] * (len(trial.vectors) > _SHOWN)
        yield f"{trial.name}: {trial.says}"
        yield from _listed([*trial.vectors[:_SHOWN], *more, *(f"law {name}" for name in trial.laws or ())])


def _listed(names: Iterable[str]) -> list[str]:
    return wrapped(", ".join(names), _WIDTH)


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
        if calls[index] in seen:
            continue
        seen.add(calls[index])
        if not (isinstance(outcome, Rejected) if right.value is None else right.met_by(outcome)):
            yield calls[index], outcome


def outdated(plan: Plan, table: Table) -> set[str]:
    """The faults whose row is missing, or is wrong in a sample; and rows of faults that are gone."""
    calls = {table.number(call): call for call in plan.facts}
    names = table.rows.keys() ^ REPEATABLE.keys()
    for name in table.rows.keys() - names:
        wrong = sorted(number for row in table.rows[name].values() for number in row if number in calls)
        sample = [calls[number] for number in wrong[::40]] if not REPEATABLE[name].keeps_state else []
        answers = _wrong(REPEATABLE[name], sample, plan)
        if {call for call, outcome in answers if table.gives(name, call, outcome)} != {*sample}:
            names.add(name)
    return names
