"""A sweep: every input of a small space is asked and compared with the oracle.

The oracle here is the second codec, so that a sweep of the reference codec compares two algorithms. An answer that equals
its own is passed at once and forgotten; the check judges the others, by the choices.

Uniqueness needs no table of what was seen. Two inputs that decode alike cannot both be the oracle's encoding of that
result, so a collision shows at one of them as a wrong answer. To name the other one, the target is asked whether it decodes
that encoding to the same result.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..run.check import Check
from ..run.problem import Problem, unrepeated
from ..run.report import Header
from ..run.report_file import as_json
from ..run.run import Asker, Progress
from ..suite import oracle
from ..suite.choices import PERMISSIONS, Choices
from ..suite.encoded import same_encoding
from ..suite.facts import Facts
from ..suite.follow_up import worth_following
from ..suite.laws import ROUND_TRIP, UNIQUENESS
from ..suite.observed import digit_cases, observe
from ..suite.outcome import Call, Evaded, Hiccup, Operation, Outcome, Returned, Unsupported
from ..targets.session import Unfinished
from .domain import Space
from .totals import Totals

_LEAST, _MOST = 200, 20_000  # calls in a step: the first differences show at once, and memory stays bounded
_BRISK, _SLOW = 0.5, 2.0  # seconds: after a step that took less comes a longer one, after one that took more a shorter
_DECODE = Operation.DECODE


class Sweep:
    """A sweep: what is asked, and what it showed so far.

    Iterate over :meth:`steps`; after each, ``done`` and ``totals`` belong together.

    Attributes:
        space: what to ask.
        round_trip: whether the target encodes again what it decoded.
        asker: the target.
        progress: called as inputs are answered.
        check: judges the answers.
        done: how many inputs of the space were asked.
        totals: what they showed.
        stopped: why the sweep ended early, empty if it did not.
    """

    def __init__(
        self,
        space: Space,
        choices: Choices,
        asker: Asker,
        *,
        round_trip: bool = True,
        progress: Progress = lambda done, total: None,
    ) -> None:
        self.space = space
        self.asker = asker
        self.round_trip = round_trip
        self.progress = progress
        self.check = Check(choices)
        self.done = 0
        self.totals = Totals(choices)
        self.stopped = ""
        self._hiccups: list[Hiccup] = []

    @property
    def conforms(self) -> bool:
        """Whether nothing differs but what a baseline knows, and the sweep came to its end."""
        return not self.totals.new and not self.stopped

    @property
    def verdict(self) -> str:
        """The verdict, in the words of a run."""
        if not self.conforms or self.nothing_ran:
            return "does not conform"
        return "conforms as the baseline expects" if self.totals.known else "conforms"

    @property
    def nothing_ran(self) -> bool:
        """Whether nothing but ``unsupported`` was answered."""
        return self.totals.inputs == self.totals.skipped + self.totals.evaded

    def first_line(self, header: Header) -> dict[str, Any]:
        """The first line of a report about this target; a sweep uses no vectors, so it has no digest."""
        sweep = {**self.space.as_json(), "round_trip": self.round_trip}
        return {**as_json(header), "suite": {"version": header.suite_version}, "sweep": sweep}

    def footer(self) -> dict[str, Any]:
        """The report's last line."""
        line = {
            "type": "footer",
            "inputs": self.totals.inputs,
            "accepted": self.totals.accepted,
            "counts": dict(self.totals.counts),
            "kinds": dict(self.totals.kinds),
            "verdict": self.verdict,
        }
        return line | ({"stopped": self.stopped} if self.stopped else {})

    def steps(self, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
        """Ask everything, some calls at a time; yield after each step."""
        total, size = len(self.space.numbers), _LEAST
        while self.done < total:
            began = clock()
            calls = self.space.calls(self.done, self.done + size)
            self._step(calls, total)
            if self.stopped:
                break
            self.done += len(calls)
            took = clock() - began
            if took < _BRISK:
                size = min(size * 2, _MOST)
            elif took > _SLOW:
                size = max(size // 2, _LEAST)
            yield
        self.asker.finish()  # first, since a line that the target still writes counts as unrepeated
        self._add_unrepeated()
        self._add_coherence()

    def _step(self, calls: Sequence[Call], total: int) -> None:
        self.check.begin()
        returns: dict[int, Call] = {}  # results to encode again, by the index of what they were decoded from
        others: list[tuple[int, Outcome]] = []  # answers that are not the oracle's own
        for done, (index, outcome) in enumerate(self._ask(calls), self.done + 1):
            if self._counted(calls[index], outcome):
                self._note_return(returns, index, calls[index], outcome)
            else:
                others.append((index, outcome))
            self.progress(done, total)
        problems: dict[int, Problem] = {}
        for index, outcome in sorted(others, key=lambda other: other[0]):  # so that the shortest are remembered
            if kind := self.check.take(calls[index], outcome):
                problems[index] = Problem(kind, (calls[index],), outcome)
            else:
                self._note_return(returns, index, calls[index], outcome)
        self._follow_up(problems, returns)
        for _, problem in sorted(problems.items()):
            self.totals.add(problem)
        # Where a case is declared, a breach of it is a difference, and mixed digits may be what was declared.
        if self.check.choices.digit_case is None:
            cases = (case for _, _, case in digit_cases(self.check.evidence))
            self.totals.counts["mixed case"] += sum(case == "mixed" for case in cases)
        self._add_unrepeated()

    def _ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Ask the target, if it can go on."""
        if self.stopped:
            return
        try:
            yield from self.asker.ask(calls)
        except Unfinished as why:
            total, answered = len(self.space.numbers), self.totals.inputs
            self.stopped = f"{why}; of {total:,} inputs {answered:,} were answered"

    def _counted(self, call: Call, outcome: Outcome) -> bool:
        """Count an answer; whether it is the oracle's own, which needs no judgement and is no evidence."""
        counts, name, facts = self.totals.counts, call.operation.value, oracle.light_facts(call)
        counts[name + " inputs"] += 1
        if facts.value is not None:
            counts[name + " oracle"] += 1
        if isinstance(outcome, Returned):
            counts[name + " accepted"] += 1
        elif isinstance(outcome, Unsupported):
            counts[name + " skipped"] += 1
        elif isinstance(outcome, Evaded):
            counts[name + " evaded"] += 1
        return self._own(call, outcome, facts)

    def _own(self, call: Call, outcome: Outcome, facts: Facts) -> bool:
        same = not isinstance(outcome, Returned) or outcome.value == facts.value
        return same and self.check.plain(call, outcome, facts)

    def _note_return(self, returns: dict[int, Call], index: int, call: Call, outcome: Outcome) -> None:
        if self.round_trip and call.operation is _DECODE and isinstance(outcome, Returned):
            returns[index] = Call(Operation.ENCODE, outcome.value)

    def _follow_up(self, problems: dict[int, Problem], returns: dict[int, Call]) -> None:
        """Ask about possible collisions and for the round trips; problems are added to those by index."""
        others = {index: other for index, problem in problems.items() if (other := self._other(problem))}
        # Collisions come first, so that the number of an answer shows what was asked.
        follow = [*others.items(), *returns.items()]
        for number, outcome in self._ask([call for _, call in follow]):
            index, call = follow[number]
            if number < len(others):
                if outcome == problems[index].outcome:
                    self.totals.counts["collisions"] += 1
                    problems[index] = replace(problems[index], laws=(UNIQUENESS.name,))
                continue
            self.totals.counts["round trips"] += not isinstance(outcome, Unsupported)
            if not self._own(call, outcome, oracle.light_facts(call)) and (kind := self.check.take(call, outcome)):
                problems[index] = Problem(kind, (call,), outcome, (ROUND_TRIP.name,))

    def _other(self, problem: Problem) -> Call | None:
        """Another input, whose right answer is the wrong one that was given to this call."""
        call, outcome = problem.call, problem.outcome
        if call.operation is not _DECODE or not isinstance(outcome, Returned):
            return None
        if not worth_following(call, outcome.value):
            return None
        encoded = oracle.encode_fast(outcome.value)
        return None if same_encoding(encoded, call.input) else Call(_DECODE, encoded)

    def _add_unrepeated(self) -> None:
        """Add the crashes that did not happen again, each once, and count the hangs."""
        for hiccup in self.asker.hiccups:
            if hiccup not in self._hiccups:
                self._hiccups.append(hiccup)
                if hiccup.slow:
                    self.totals.counts["slow once"] += 1
                else:
                    self.totals.add(unrepeated(hiccup))

    def _add_coherence(self) -> None:
        """Judge whether the answers inside a choice belong together, over the whole sweep."""
        self.check.begin()
        for problem in self.check.problems():
            self.totals.add(problem)
        observed = observe(self.check.evidence)
        # Short inputs show no limit on length or integers.
        permitted = {choice.name for choice in PERMISSIONS}
        self.totals.observed = {name: side for name, side in observed.items() if name.partition(".")[0] in permitted}
