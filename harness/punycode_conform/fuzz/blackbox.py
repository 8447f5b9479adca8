"""The black-box engine: generated cases, in batches, to any target that speaks the protocol."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..record import record
from ..suite.choices import Choices
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from ..target.name import Target
from ..target.pool import Pool
from ..target.session import Limits, TooManyRestarts
from . import cost, shape
from .check import Check, Problem
from .finding import MEMORY, SLOW, UNREPEATED, Finding
from .generator import numbered
from .probe import Probe

_BATCHES = (64, 192, 768, 2048)  # small ones first: a codec that is wrong everywhere should be told so at once
_EXAMPLES = 3  # problems of one sort that are minimised
_FINDINGS = 40  # after so many distinct ones further problems are only counted
_UNSTABLE = 2  # problems that depend on the calls before; each takes many processes to find that out
_HISTORY = 6000
# Asked first of all: what goes wrong at the first call alone should not be hidden by a refusal.
GREETING = Call(Operation.ENCODE, (0x62, 0xFC))


@record
class Plan:
    """Which cases to run, and for how long.

    Attributes:
        seed: of the cases.
        cases: their number, over all shards.
        seconds: after which no more are asked, None for no limit.
        shard: its index from 0, and the number of shards.
        vectors: calls whose variations are mixed in.
    """

    seed: int
    cases: int | None
    seconds: float | None
    shard: tuple[int, int]
    vectors: tuple[Call, ...]

    def numbers(self, done: int, size: int) -> list[int]:
        """The numbers of the next cases of this shard."""
        index, shards = self.shard
        wanted = [index + shards * k for k in range(done, done + size)]
        return [number for number in wanted if self.cases is None or number < self.cases]


class BlackBox:
    """A run in progress: iterate over :meth:`findings`.

    Attributes:
        cases, calls: that were asked so far; of cases those in whole batches.
        problems: how many were seen, by sort.
        check: knows how many cases were answered, and how many accepted.
        stopped: why the run ended early, empty if it did not.
        notes: what is no finding, but worth a word.
        known: the findings by signature.
        progress: called now and then while answers come.
    """

    def __init__(
        self,
        plan: Plan,
        pool: Pool,
        target: Target,
        limits: Limits,
        choices: Choices,
    ) -> None:
        self.plan = plan
        self.check = Check(choices)
        self.cases = self.calls = 0
        self.problems: Counter[tuple[str, ...]] = Counter()
        self.stopped = ""
        self.notes: list[str] = []
        self.known: dict[str, Finding] = {}
        self.progress: Callable[[], None] = lambda: None
        self._pool = pool
        self._probe = Probe(target, limits, choices)
        self._until = time.monotonic() + plan.seconds if plan.seconds is not None else None
        self._over = False  # then the pool may have calls open, and must not be asked again
        self._asked: deque[Call] = deque(maxlen=_HISTORY)
        self._examined: Counter[tuple[str, ...]] = Counter()
        self._hiccups = 0
        self._slow: list[Call] = []
        self._memory = pool.memory()

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
        finally:
            self._probe.close()

    def _generated(self) -> Iterator[Mapping[Call, int]]:
        done = batch = 0
        while not self._over and (numbers := self.plan.numbers(done, _BATCHES[min(batch, len(_BATCHES) - 1)])):
            done, batch = done + len(numbers), batch + 1
            yield {numbered(self.plan.seed, number, self.plan.vectors): number for number in numbers}
            self.cases += 0 if self._over else len(numbers)

    def _batch(self, numbers: Mapping[Call, int], cases: Sequence[Call]) -> Iterator[Finding]:
        problems = [*self.check.batch(cases, self._ask), *self._unrepeatable()]
        for problem in sorted(problems, key=_size):
            sort = sort_of(problem)
            self.problems[sort] += 1
            if self._worth_a_look(sort):
                fresh = list(self._new(self._examine(problem, numbers)))
                if not fresh:  # what is new about this sort is known
                    self._examined[sort] = _EXAMPLES
                yield from fresh
        for problem in self._costly():
            yield from self._new(Finding(problem, problem.calls[-1], numbers.get(problem.calls[-1])))

    def _new(self, finding: Finding | None) -> Iterator[Finding]:
        if finding is not None and finding.signature not in self.known:
            self.known[finding.signature] = finding
            yield finding

    def _costly(self) -> Iterator[Problem]:
        """What took too long, or too much memory; examined a few times at most, since that takes many processes."""
        slow, self._slow = sorted(self._slow, key=lambda call: len(call.input)), []
        for call in slow[: max(_EXAMPLES - self._examined[SLOW,], 0)]:
            self._examined[SLOW,] += 1
            if (problem := cost.slow(call, self._probe)) is not None:
                yield problem
        before, self._memory = self._memory, self._pool.memory()
        if self._memory - before > cost.GROWTH and before and self._examined[MEMORY,] < _EXAMPLES:
            self._examined[MEMORY,] += 1
            if (problem := cost.hungry(self._asked, self._probe)) is not None:
                yield problem

    def _worth_a_look(self, sort: tuple[str, ...]) -> bool:
        return (
            self._examined[sort] < _EXAMPLES and len(self.known) < _FINDINGS and self._examined["unstable",] < _UNSTABLE
        )

    def _examine(self, problem: Problem, origin: Mapping[Call, int]) -> Finding | None:
        """Confirm and minimise a problem; None if it cannot be told from chance."""
        self._examined[sort_of(problem)] += 1
        number = origin.get(problem.calls[0])
        if problem.kind == UNREPEATED:
            return Finding(problem, problem.calls[0], number)
        confirmed = self._probe.confirm(problem)
        if confirmed is not None:
            least, probes = self._probe.least(confirmed)
            return Finding(least, problem.calls[0], number, probes)
        self._examined["unstable",] += 1
        history = list(self._asked)
        call = problem.calls[0]
        at = history.index(call) if call in history else len(history)
        if (unstable := self._probe.after(history[:at], problem)) is not None:
            return Finding(unstable, call, number)
        if problem.kind == "timeout":
            self.notes.append(f"{call.operation.value} of {len(call.input)} code points timed out once, and not again")
            return None
        return Finding(Problem(UNREPEATED, (call,), problem.outcome, ("stability",), problem.kind), call, number)

    def _unrepeatable(self) -> Iterator[Problem]:
        """Deaths that did not happen again; a hang that did not is more likely the machine's."""
        hiccups = self._pool.hiccups
        for hiccup in hiccups[self._hiccups :]:
            if isinstance(hiccup.outcome, Crashed):
                yield Problem(UNREPEATED, (hiccup.call,), hiccup.outcome, ("stability",), "crash")
            else:
                self.notes.append(f"{hiccup.call.operation.value} timed out once, and not when it was repeated")
        self._hiccups = len(hiccups)

    def _ask(self, calls: Sequence[Call]) -> Sequence[Outcome | None]:
        outcomes: list[Outcome | None] = [None] * len(calls)
        self._asked.extend(calls)
        if self._over:
            return outcomes
        share = -(-len(calls) // self._pool.jobs) or 1  # the pool deals calls out in shares, each to a process
        last = [time.monotonic()] * self._pool.jobs
        try:
            for index, outcome in self._pool.ask(calls):
                outcomes[index] = outcome
                before, now = last[index // share], time.monotonic()
                last[index // share] = now
                if now - before > cost.SUSPICIOUS and isinstance(outcome, Returned | Rejected):
                    self._slow.append(calls[index])
                self.calls += 1
                self.progress()
                if self._until is not None and now > self._until:
                    self._over = True
                    break
        except TooManyRestarts:
            self._over, self.stopped = True, "the target broke down too often"
        return outcomes

    @property
    def accepted(self) -> float:
        """The share of the answered cases that gave a result: it tells whether cases get past the first check."""
        return self.check.accepted / max(self.check.answered, 1)


def _size(problem: Problem) -> tuple[int, int]:
    return len(problem.calls), sum(len(call.input) for call in problem.calls)


def sort_of(problem: Problem) -> tuple[str, ...]:
    """What can be told of a problem before it is minimised."""
    call = problem.calls[0]
    gave = "longer" if isinstance(problem.outcome, Returned) and len(problem.outcome.value) > len(call.input) else ""
    sort = (call.operation.value, problem.kind, shape.outcome_class(problem.outcome), shape.offence(call), gave)
    return sort[:2] if len(problem.calls) > 1 else sort[:3] if problem.kind in ("crash", "timeout") else sort
