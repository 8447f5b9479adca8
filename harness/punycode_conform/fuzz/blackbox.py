"""The black-box engine: generated cases, in batches, to any target that speaks the protocol."""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..run.check import Check
from ..run.late import Late
from ..run.problem import MEMORY, SLOW, UNREPEATED, Problem, unrepeated
from ..suite.choices import Choices
from ..suite.oracle import very_long
from ..suite.outcome import Call, Crashed, Hiccup, Operation, Outcome, Rejected, Returned, TimedOut
from ..targets.name import Target
from ..targets.pool import Pool
from ..targets.session import Limits, OutOfTime, TooManyRestarts
from . import resources
from .confirmer import SHORT, Confirmer
from .finding import Finding
from .generator import numbered

_BATCHES = (64, 192, 768, 2048)  # small ones first, so that a codec that is wrong everywhere hears of it at once
_EXAMPLES = 3  # problems of one sort that are minimised: two faults may look alike before that
_FINDINGS = 40
_UNSTABLE = 2  # problems whose earlier calls are tried in vain; it takes many processes to see that
_HISTORY = 1 << 16  # calls that are remembered: all of a run with the usual number of cases
_SHORT = 1.0  # seconds for a call when the target is known to hang
_OVERTIME = 10.0  # seconds at least, after those of the run, to examine what was seen
_EXAMINATION = 30.0  # seconds for one problem, beside the time limits of four calls
# Asked first of all, so that a refusal does not hide what goes wrong at the first call only.
GREETING = Call(Operation.ENCODE, (0x62, 0xFC))


@dataclass(frozen=True, slots=True)
class Budget:
    """Which cases to run, and for how long.

    Attributes:
        seed: of the cases.
        cases: their number over all shards, None for no limit.
        seconds: after which nothing more is asked, None for no limit; problems are still examined for a while.
        shard: its index from 0, and the number of shards.
        vectors: calls whose variations are mixed in.
        limited: whether ``seconds`` are those of the time limit: then a run that ends by them has not done its work.
    """

    seed: int
    cases: int | None
    seconds: float | None
    shard: tuple[int, int]
    vectors: tuple[Call, ...]
    limited: bool = False

    def numbers(self, done: int, size: int) -> list[int]:
        """The numbers of the next cases of this shard."""
        index, shards = self.shard
        wanted = [index + shards * k for k in range(done, done + size)]
        return [number for number in wanted if self.cases is None or number < self.cases]


class BlackBox:
    """A run in progress: iterate over :meth:`findings`.

    Attributes:
        cases, calls: that were answered so far; cases are counted by the batch.
        problems: how many were seen, by sort.
        check: knows how many cases were answered, and how many accepted.
        stopped: why the run ended early, empty if it did not.
        notes: remarks that are not findings.
        known: the findings by signature.
        most: the number of distinct findings after which further problems are only counted.
        progress: called now and then while answers come.
    """

    def __init__(self, budget: Budget, pool: Pool, target: Target, limits: Limits, choices: Choices) -> None:
        self.budget = budget
        self.check = Check(choices, Late(spared=not limits.binding))
        self.cases = self.calls = 0
        self.problems: Counter[tuple[str, ...]] = Counter()
        self.stopped = ""
        self.notes: list[str] = []
        self.known: dict[str, Finding] = {}
        self.most = _FINDINGS
        self.progress: Callable[[], None] = lambda: None
        self._pool = pool
        self._confirmer = Confirmer(target, limits, choices)
        self.limits = limits
        self._until = time.monotonic() + (math.inf if budget.seconds is None else budget.seconds)
        # Three limits, since a hang is confirmed by waiting for a full one.
        self._end = self._until + max(_OVERTIME, 3 * limits.call)
        pool.bound(self._until)
        self._over = False  # then the pool may have calls open, and must not be asked again
        self._asked: deque[Call] = deque(maxlen=_HISTORY)  # the calls that a problem may depend on
        self._examined: Counter[tuple[str, ...]] = Counter()
        self._hiccups: list[Hiccup] = []
        self._unstable = self._unexamined = 0
        self._unanswered: frozenset[Call] = frozenset()  # when the run was over
        self._hanging: list[Problem] = []  # at that time
        self._broken: set[Call] = set()  # calls that crashed or hung; their cost is not examined
        self._slowest = 0.0  # seconds for one answer
        self._slow: list[Call] = []
        self._memory = pool.memory()

    def count(self, cases: int, calls: int, answered: int, accepted: int) -> None:
        """Add what another engine has asked by itself."""
        self.cases += cases
        self.calls += calls
        self.check.answered += answered
        self.check.accepted += accepted

    def findings(self, batches: Iterable[Mapping[Call, int]] | None = None) -> Iterator[Finding]:
        """Yield each distinct finding when it is confirmed.

        Args:
            batches: cases and their numbers from another engine, which counts them; by default this one makes its own.
        """
        try:
            for number, batch in enumerate(self._generated() if batches is None else batches):
                if self._over:
                    break
                yield from self._batch(batch, [*batch] if number else [GREETING, *batch])
            self._account()
        finally:
            self._confirmer.close()

    def _account(self) -> None:
        """Note what was late, and the problems that there was no time for."""
        self.notes += self.check.late.notes
        if self._over and self.budget.limited:
            self.stopped = self.stopped or str(OutOfTime())
        if self._unexamined:
            said = (
                f"the time was up before {self._unexamined:,} of {self.problems.total():,} problems could be confirmed"
            )
            self.notes.append(said)
            if not self.known:
                self.stopped = self.stopped or said  # problems were seen, so the run must not pass

    def _generated(self) -> Iterator[Mapping[Call, int]]:
        done = batch = 0
        while not self._over and (numbers := self.budget.numbers(done, _BATCHES[min(batch, len(_BATCHES) - 1)])):
            done, batch = done + len(numbers), batch + 1
            calls = {number: numbered(self.budget.seed, number, self.budget.vectors) for number in numbers}
            yield {call: number for number, call in calls.items()}
            self.cases += sum(call not in self._unanswered for call in calls.values())

    def _batch(self, numbers: Mapping[Call, int], cases: Sequence[Call]) -> Iterator[Finding]:
        problems = [*self.check.batch(cases, self._ask), *self._hanging, *self._unrepeatable()]
        for problem in sorted(problems, key=_expense):
            sort = problem.sort
            self.problems[sort] += 1
            if self._examined[sort] < _EXAMPLES and len(self.known) < self.most:
                finding = self._examine(problem, numbers)
                fresh = list(self._new(finding))
                if finding is not None and not fresh:  # what is new about this sort is known
                    self._examined[sort] = _EXAMPLES
                yield from fresh
                if self._confirmer.interrupt:
                    raise self._confirmer.interrupt
        for problem in self._costly():
            if problem.kind == SLOW and self.check.late.spared and very_long(problem.call):
                self.notes.append(f"{problem.title}: {problem.shows}")
                continue
            yield from self._new(Finding(problem, problem.calls[-1], numbers.get(problem.calls[-1])))

    def _new(self, finding: Finding | None) -> Iterator[Finding]:
        if finding is not None and finding.signature not in self.known:
            self.known[finding.signature] = finding
            yield finding

    def _costly(self) -> Iterator[Problem]:
        """Calls that took too long or too much memory; few are examined, since that takes many processes."""
        slow, self._slow = sorted(self._slow, key=lambda call: len(call.input)), []
        for call in slow[: max(_EXAMPLES - self._examined[SLOW,], 0)]:
            if f"{call.operation.value}: {SLOW}" not in self.known:
                yield from self._cost(SLOW, 1, partial(resources.slow, call, self._confirmer))
        before, self._memory = self._memory, self._pool.memory()
        if self._memory - before > resources.GROWTH and before and self._examined[MEMORY,] < _EXAMPLES:
            calm = [call for call in self._asked if call not in self._broken]
            # Four times as long as other problems, since halving takes a process for each half.
            yield from self._cost(MEMORY, 4, partial(resources.hungry, calm, self._confirmer))

    def _cost(self, kind: str, times: int, examine: Callable[[], Problem | None]) -> Iterator[Problem]:
        self._examined[kind,] += 1
        self._allow(times)
        try:
            problem = examine()
        except OutOfTime:
            return
        if problem is not None:
            yield problem

    def _examine(self, problem: Problem, numbers: Mapping[Call, int]) -> Finding | None:
        """Confirm and minimise a problem; None if it may have been chance."""
        self._examined[problem.sort] += 1
        found: Problem | None = problem
        probes, call = 0, problem.calls[0]
        if problem.kind != UNREPEATED:
            self._allow(1)
            try:
                found, probes = self._confirmer.examine(problem) or (self._unconfirmed(problem), 0)
            except OutOfTime:
                self._unexamined += 1
                return None
        return Finding(found, call, numbers.get(call), probes) if found else None

    def _unconfirmed(self, problem: Problem) -> Problem | None:
        """A problem that a fresh process does not show: one that needs the calls before it, or one that was seen once."""
        if isinstance(problem.outcome, TimedOut) and problem.outcome.limit < self.limits.call:
            return None  # slow, and asked with a short time limit
        if problem.kind != "timeout" and f"{problem.call.operation.value}: stability" in self.known:
            return None  # one example of state is enough, and this one would have no replay
        repeated = problem.kind == "stability"  # of a call that was repeated, between others
        if self._unstable == _UNSTABLE:
            return replace(problem, kind=UNREPEATED) if repeated else None
        history, call, shows = list(self._asked), problem.calls[0], problem.kind
        if call in history:
            # Of a repeated call the last answer is the one that differs.
            end = len(history) - 1 - history[::-1].index(call) if repeated else history.index(call)
            history = history[:end]
        try:
            if (unstable := self._confirmer.after(history, problem)) is not None:
                return unstable
        except OutOfTime:
            shows += "; there was no time to try all calls before it"
        self._unstable += 1
        if problem.kind == "timeout":
            self.notes.append(f"{call.operation.value} of {len(call.input)} code points timed out once, and not again")
            return None
        if repeated:
            return replace(problem, kind=UNREPEATED)
        return Problem(UNREPEATED, (call,), problem.outcome, ("stability",), shows)

    def _allow(self, times: int) -> None:
        """Give the confirmer time to examine one problem."""
        # A codec that is slow on long inputs must not look as if it hung.
        self._confirmer.short = min(max(SHORT, 10 * self._slowest), self.limits.call)
        self._confirmer.until = min(self._end, time.monotonic() + times * (_EXAMINATION + 4 * self.limits.call))

    def _unrepeatable(self) -> Iterator[Problem]:
        """Deaths that did not happen again; a hang that did not is noted, since the machine may have been busy."""
        # Each process has a list of its own, so what is new is not at the end.
        new = [hiccup for hiccup in self._pool.hiccups if hiccup not in self._hiccups]
        self._hiccups += new
        for hiccup in new:
            if isinstance(hiccup.outcome, Crashed):
                yield replace(unrepeated(hiccup), shows="crash")
            elif hiccup.outcome.limit >= self.limits.call:  # under the short limit it may have been merely slow
                self.notes.append(hiccup.slow)

    def _ask(self, calls: Sequence[Call]) -> Sequence[Outcome | None]:
        """Ask calls; those that need not be made have no answer."""
        made = [index for index, call in enumerate(calls) if not self.check.late.instead(call)]
        outcomes: list[Outcome | None] = [None] * len(calls)
        for index, outcome in zip(made, self._ask_pool([calls[index] for index in made]), strict=True):
            outcomes[index] = outcome
        return outcomes

    def _ask_pool(self, calls: Sequence[Call]) -> Sequence[Outcome | None]:
        outcomes: list[Outcome | None] = [None] * len(calls)
        self._asked.extend(calls)
        if self._over:
            return outcomes
        share = -(-len(calls) // self._pool.jobs) or 1  # the pool gives each process a share of the calls
        last = [time.monotonic()] * self._pool.jobs
        try:
            for index, outcome in self._pool.ask(calls):
                outcomes[index] = outcome if self._telling(calls[index], outcome) else None
                before, now = last[index // share], time.monotonic()
                last[index // share] = now
                self._watch(calls[index], outcome, now - before)
                self.calls += 1
                self.progress()
                if now > self._until:
                    self._over = True
                    break
        except TooManyRestarts as why:
            self._over, self.stopped = True, str(why)
        except OutOfTime:
            self._over = True
        if self._over:
            self._unanswered = frozenset(call for call, outcome in zip(calls, outcomes, strict=True) if outcome is None)
        if self._over and not self.stopped:
            waited = [time.monotonic() - since for since in last]
            hanging = _waited_for(calls, outcomes, share, waited)
            self._hanging += [one for one in hanging if not self.check.late.spares(one.call, one.outcome)]
        return outcomes

    def _watch(self, call: Call, outcome: Outcome, seconds: float) -> None:
        """Note how long an answer took."""
        if isinstance(outcome, Crashed | TimedOut):
            self._broken.add(call)
        if isinstance(outcome, Returned | Rejected):
            self._slowest = max(self._slowest, seconds)
            if seconds > resources.SUSPICIOUS:
                self._slow.append(call)
        elif isinstance(outcome, TimedOut):
            self.check.late.take(call, outcome)
            # One full wait is enough: a hang under the short limit is confirmed with the full one.
            self._pool.shorten(max(_SHORT, 20 * self._slowest))

    def _telling(self, call: Call, outcome: Outcome) -> bool:
        """Whether an answer is no mere effect of a short time limit, by which a call seems to be answered in two ways."""
        short = isinstance(outcome, TimedOut) and outcome.limit < self.limits.call
        return not (short and isinstance(self.check.evidence.seen.get(call), Returned | Rejected))

    @property
    def accepted(self) -> float:
        """The share of the answered cases that gave a result: it shows whether cases get past the first check."""
        return self.check.accepted / max(self.check.answered, 1)


def _expense(problem: Problem) -> tuple[bool, int, int]:
    """The order of examination: quick ones first, hangs last."""
    return problem.kind == "timeout", len(problem.calls), sum(len(call.input) for call in problem.calls)


def _waited_for(
    calls: Sequence[Call], outcomes: Sequence[Outcome | None], share: int, waited: Sequence[float]
) -> Iterator[Problem]:
    """The calls that the processes were busy with when the time was up, if that took long."""
    # Not strict: where there are fewer calls than processes, the last processes have none.
    for start, seconds in zip(range(0, len(calls), share), waited, strict=False):
        oldest = next((i for i in range(start, start + share) if outcomes[i : i + 1] == [None]), None)
        if oldest is not None and seconds > _SHORT:  # else it was only being answered
            yield Problem("timeout", (calls[oldest],), TimedOut(seconds))
