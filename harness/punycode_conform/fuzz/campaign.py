"""A campaign against one target: cases in batches, the check of each batch, and what it shows as findings.

The cases are numbered, or they come from libFuzzer. Of a sweep's cases the right answers are counted and forgotten, so that
millions of them can be asked.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing

from msgspec.structs import replace

from ..errors import NothingRan
from ..run.baseline import Entry
from ..run.check import UNREPEATED, Ask, Check, Problem, answers
from ..run.report import Stale
from ..run.started import Started
from ..suite import oracle
from ..suite.outcome import FILL_IN, Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Transient
from ..targets.session import OutOfTime, TooManyRestarts
from .cases import Cases
from .confirmer import Confirmer, Rechecked
from .finding import Finding

_BATCHES = (64, 192, 768, 2048)  # small ones first, so that a codec that is wrong everywhere hears of it at once
_EXAMPLES = 3  # problems of one sort that are minimised: two faults may look alike before that
_FINDINGS = 40  # after that many problems are only counted
_UNSTABLE = 2  # problems whose earlier calls are tried in vain; it takes many processes to see that
_HISTORY = 1 << 16  # calls that are remembered: all of a run with the usual number of cases
_SHORT = 1.0  # seconds for a call when the target is known to hang
_OVERTIME = 10.0  # seconds at least, after those of the run, to examine what was seen
_EXAMINATION = 20.0  # seconds for one problem, beside the time limits of four calls
# Asked first of all, so that a refusal does not hide what goes wrong at the first call only.
GREETING = Call(Operation.ENCODE, (0x62, 0xFC))

Batches = Generator[Mapping[Call, int], None, None]
"""Cases with their numbers."""


class Campaign:
    """Iterate over :meth:`findings`; what is counted and noted meanwhile is in the attributes."""

    def __init__(self, started: Started, cases: Cases, baseline: Iterable[Entry] = ()) -> None:
        self.started, self.cases, self._baseline = started, cases, baseline
        self.limits = started.pool.limits
        self.check = Check(started.choices, patient=not self.limits.binding)
        self.asked = self.calls = 0  # cases that were answered, counted by the batch; and all calls
        self.counts: Counter[str] = (
            Counter()
        )  # of a sweep: ``decode inputs``, ``decode accepted``, ``decode oracle``, …
        self.problems: Counter[tuple[str, ...]] = Counter()
        self.stopped = ""  # why the run ended early, empty if it did not
        self.notes: list[str] = []
        self.new: dict[str, Finding] = {}  # by signature, as the next two
        self.holding: dict[str, Entry] = {}  # the known findings that still hold, or that are not asked again
        self.known: dict[str, Entry] = {}  # those of them that were seen to hold
        self.stale: list[Stale] = []  # the known findings that are stale, each with the reason
        self.progress: Callable[[], None] = lambda: None  # called now and then while answers come
        self.begun = time.monotonic()
        self.over = False  # then the pool may have calls open, and must not be asked again
        self._pool = started.pool
        self._confirmer = Confirmer(started.target, self.limits, started.choices)
        self._overtime = max(_OVERTIME, 3 * self.limits.call)  # a hang is confirmed by waiting for a full limit
        self._until = self.begun + cases.seconds
        self._asked: deque[Call] = deque(maxlen=_HISTORY)  # the calls that a problem may depend on
        self._examined: Counter[tuple[str, ...]] = Counter()
        self._signatures: set[str] = set()
        self._transients: list[Transient] = []
        self._unstable, self._unexamined = 0, ""
        self._unanswered: frozenset[Call] = frozenset()  # when the run was over
        self._hanging: list[Problem] = []  # at that time

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    @property
    def status(self) -> int:
        return 1 if self.new or self.stopped else 5 if self.stale else 0

    @property
    def accepted(self) -> float:
        """The share of the answered cases that gave a result: it shows whether cases get past the first check."""
        return self.check.accepted / max(self.check.answered, 1)

    def refuse_nothing(self) -> None:
        """Raise an error if no case was answered: then there is no verdict."""
        if self._signatures or self.stopped or self.check.answered:
            return
        if self.calls:
            raise NothingRan("nothing ran: no case was answered", FILL_IN)
        why = "no time was left" if self.cases.numbers(0, 1) else "an empty shard, or no file to replay"
        raise NothingRan("nothing ran: no case was asked", why)

    def count(self, cases: int, calls: int, answered: int, accepted: int) -> None:
        """Add the counts of another engine's process, whose suspicious cases are then asked in a time of their own."""
        self.asked += cases
        self.calls += calls
        self.check.answered += answered
        self.check.accepted += accepted
        self._until = max(self._until, time.monotonic() + self._overtime)
        self._pool.bound(self._until)

    def recheck(self) -> Iterator[tuple[Entry, Rechecked]]:
        """Ask the calls of the baseline's findings again, and yield each entry with what has become of it."""
        with closing(self._confirmer):
            for entry in self._baseline:
                now = self._confirmer.recheck(entry)
                if now.holds:
                    self.holding[entry.id] = entry
                if now.why:
                    self.stale.append(entry.stale(now.why))
                elif now.got:
                    self.known[entry.id] = entry
                yield entry, now

    def findings(self, batches: Batches | None = None) -> Generator[Finding, None, None]:
        """Yield each distinct finding when it is confirmed; by default the cases are the numbered ones."""
        self.begun = time.monotonic()
        self._until = self.begun + self.cases.seconds
        self._pool.bound(self._until)
        with closing(self._confirmer), closing(batches or self._numbered()) as source:
            for numbers in source:
                if self.over:
                    break
                for finding in self._batch(numbers):
                    if (signature := finding.problem.signature) not in self._signatures:
                        self._signatures.add(signature)
                        if finding.answered and isinstance(finding.problem.outcome, Returned | Rejected):
                            self.started.check_layer()
                        if signature not in self.holding:
                            self.new[signature] = finding
                        yield finding
        self.notes += self.check.late.notes
        # The limit of the whole run also ends what was being confirmed.
        out_of_time = str(OutOfTime()) if self.over and self.cases.limited else self._unexamined
        self.stopped = self.stopped or out_of_time

    def _numbered(self) -> Batches:
        done, batch, factor = 0, 0, 8 if self.cases.seed is None else 1
        while not self.over and (numbers := self.cases.numbers(done, factor * _BATCHES[min(batch, 3)])):
            done, batch = done + len(numbers), batch + 1
            calls = {number: self.cases.make(number) for number in numbers}
            yield {call: number for number, call in calls.items()}
            self.asked += sum(call not in self._unanswered for call in calls.values())

    def _batch(self, numbers: Mapping[Call, int]) -> Iterator[Finding]:
        ask: Ask = self._ask
        if self.cases.seed is None:
            calls, ask = self._differing([*numbers])
        else:
            calls = [*numbers] if self._asked else [GREETING, *numbers]
        problems = [*self.check.batch(calls, ask), *self._hanging, *self._unrepeatable()]
        if problems and all(problem.kind == "evaded" for problem in problems):
            self.refuse_nothing()
        # Quick ones first, hangs last.
        problems.sort(key=lambda p: (p.kind == "timeout", len(p.calls), sum(len(call.input) for call in p.calls)))
        for problem in problems:
            sort = problem.sort
            self.problems[sort] += 1
            # Known findings take no place from new ones.
            if self._examined[sort] < _EXAMPLES and len(self._signatures) < _FINDINGS + len(self.holding):
                self._examined[sort] += 1
                if least := self._examine(problem):
                    call = problem.calls[0]
                    finding = Finding(least[0], call, numbers.get(call), least[1], self.cases.aimed.get(call, ""))
                    if finding.problem.signature in self._signatures:  # what is new about this sort is known
                        self._examined[sort] = _EXAMPLES
                    yield finding

    def _differing(self, calls: Sequence[Call]) -> tuple[list[Call], Ask]:
        """The calls of a sweep's batch whose answers are not the oracle's own, and a way to ask that gives these answers.

        What was decoded is encoded again.
        """
        again: dict[Call, None] = {}
        differing: dict[Call, Outcome] = {}
        for call, outcome in answers(calls, self._ask):
            facts, name = oracle.light_facts(call), call.operation.value
            self.counts[f"{name} inputs"] += 1
            self.counts[f"{name} accepted"] += isinstance(outcome, Returned)
            self.counts[f"{name} oracle"] += facts.value is not None
            if not self.check.plain(call, outcome, facts):
                differing[call] = outcome
                continue
            self.check.answered += 1
            self.check.accepted += isinstance(outcome, Returned)
            if call.operation is Operation.DECODE and isinstance(outcome, Returned) and self.cases.round_trip:
                again[Call(Operation.ENCODE, outcome.value)] = None
        for call, outcome in answers([*again], self._ask):
            if not self.check.plain(call, outcome, oracle.light_facts(call)):
                differing[call] = outcome

        def ask(calls: Sequence[Call]) -> list[Outcome | None]:
            rest = iter(self._ask([call for call in calls if call not in differing]))
            return [differing.pop(call) if call in differing else next(rest) for call in calls]

        return [*differing], ask

    def _examine(self, problem: Problem) -> tuple[Problem, int] | None:
        """A problem as confirmed and minimised, and how many calls that took; None if it may have been chance."""
        if problem.kind == UNREPEATED:
            return problem, 0
        until = time.monotonic() + _EXAMINATION + 4 * self.limits.call
        self._confirmer.until = min(self._until + self._overtime, until)
        try:
            if examined := self._confirmer.examine(problem):
                return examined
            unconfirmed = self._unconfirmed(problem)
        except OutOfTime:
            self.over |= time.monotonic() > min(self._until, self.limits.until)
            self._unexamined = "the time was up before all problems could be confirmed"
            return None
        return (unconfirmed, 0) if unconfirmed else None

    def _unconfirmed(self, problem: Problem) -> Problem | None:
        """A problem that a new process does not show: one that needs the calls before it, or one that was seen once."""
        if isinstance(problem.outcome, TimedOut) and problem.outcome.limit < self.limits.call:
            return None  # slow, and asked with a short time limit
        if problem.kind != "timeout" and f"{problem.call.operation.value}: stability" in self._signatures:
            return None  # one example of state is enough, and this one would have no replay
        repeated = problem.kind == "stability"  # of a call that was repeated, between others
        once = replace(problem, kind=UNREPEATED) if repeated else None
        if self._unstable == _UNSTABLE:
            return once
        history, call, shows = list(self._asked), problem.calls[0], problem.kind
        if call in history:
            # Of a repeated call the last answer is the one that differs.
            history = history[: len(history) - 1 - history[::-1].index(call) if repeated else history.index(call)]
        try:
            if (unstable := self._confirmer.after(history, problem)) is not None:
                return unstable
        except OutOfTime:
            shows += "; there was no time to try all calls before it"
        self._unstable += 1
        if problem.kind == "timeout":
            self.notes.append(f"{call.operation.value} of {len(call.input)} code points timed out once, and not again")
            return None
        return once or Problem(UNREPEATED, (call,), problem.outcome, ("stability",), shows)

    def _unrepeatable(self) -> Iterator[Problem]:
        """Deaths that did not happen again; a hang that did not is noted, since the machine may have been busy."""
        # Each process has a list of its own, so what is new is not at the end.
        new = [transient for transient in self._pool.transients if transient not in self._transients]
        self._transients += new
        for transient in new:
            if isinstance(transient.outcome, Crashed):
                yield Problem(UNREPEATED, (transient.call,), transient.outcome, ("stability",), "crash")
            elif transient.outcome.limit >= self.limits.call:  # under the short limit it may have been merely slow
                self.notes.append(transient.slow)

    def _ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """Ask calls; those that need not be made have no answer."""
        outcomes: list[Outcome | None] = [None] * len(calls)
        if self.over:
            return outcomes
        made = [index for index, call in enumerate(calls) if not self.check.late.instead(call)]
        self._asked.extend(calls[index] for index in made)
        try:
            for place, outcome in self._pool.ask([calls[index] for index in made]):
                call = calls[made[place]]
                outcomes[made[place]] = outcome if self._is_answer(call, outcome) else None
                if isinstance(outcome, TimedOut):
                    self.check.late.take(call, outcome)
                    # One full wait is enough: a hang under the short limit is confirmed with the full one.
                    self._pool.shorten(_SHORT)
                self.calls += 1
                self.progress()
                if time.monotonic() > self._until:
                    self.over = True
                    break
        except TooManyRestarts as why:
            self.over, self.stopped = True, str(why)
        except OutOfTime:
            self.over = True
        if self.over:
            unanswered = [calls[index] for index in made if outcomes[index] is None]
            self._unanswered = frozenset(unanswered)
            # A process may hang at the oldest of its calls.
            late = [Problem("timeout", (call,), TimedOut(0.0)) for call in unanswered[: not self.stopped]]
            self._hanging += [problem for problem in late if not self.check.late.spares(problem.call, problem.outcome)]
        return outcomes

    def _is_answer(self, call: Call, outcome: Outcome) -> bool:
        """Whether an answer is no mere effect of a short time limit, by which a call seems to be answered in two ways."""
        short = isinstance(outcome, TimedOut) and outcome.limit < self.limits.call
        return not (short and isinstance(self.check.evidence.seen.get(call), Returned | Rejected))
