"""The totals of a sweep: counts, and the first differences of each kind."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ..run import shape
from ..run.problem import Problem
from ..run.report_file import expected_json, got_json
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.laws import LAWS, ROUND_TRIP, UNIQUENESS
from ..suite.oracle import Expectation
from ..suite.outcome import Crashed, Operation, Returned, TimedOut
from ..suite.verdict import Judgement, Verdict, judge

_KEPT = 20  # differences of a kind that are kept: enough to see a pattern
_KINDS = 40  # of differences: more than any one codec shows, unless each crash has a class of its own


@dataclass(frozen=True, slots=True)
class Difference:
    """A problem, and what should have happened instead.

    Attributes:
        kind: the kind of problem in words; differences of one kind are reported together.
        problem: the problem.
        expectation: what the oracle and the choices ask for, None if no single answer shows the problem.
        judgement: of the answer.
    """

    kind: str
    problem: Problem
    expectation: Expectation | None
    judgement: Judgement

    @property
    def collides(self) -> tuple[int, ...] | None:
        """Another input that the target decodes to the same result."""
        outcome = self.problem.outcome
        if UNIQUENESS.name in self.problem.laws and isinstance(outcome, Returned):
            return oracle.encode_fast(outcome.value)
        return None

    @property
    def source(self) -> tuple[int, ...] | None:
        """For a round trip, the encoded form whose result is the input here."""
        return oracle.encode_fast(self.problem.call.input) if ROUND_TRIP.name in self.problem.laws else None

    def as_json(self) -> dict[str, Any]:
        """The difference as a line of a report."""
        problem = self.problem
        line = {
            "type": "difference",
            "kind": self.kind,
            "signature": problem.signature,
            "operation": problem.call.operation.value,
            "input": list(problem.call.input),
            "verdict": self.judgement.verdict.value,
            "expected": expected_json(self.expectation),
            "got": got_json(problem.outcome),
            "why": self.judgement.why,
        }
        for key, points in (("source", self.source), ("collides", self.collides)):
            if points is not None:
                line[key] = list(points)
        stderr = getattr(problem.outcome, "stderr", "")
        return line | ({"stderr": stderr} if stderr else {})


@dataclass(slots=True)
class Totals:
    """The totals of a sweep. Small, however much was asked.

    Attributes:
        choices: the declared choices.
        counts: by name: ``decode inputs``, ``decode accepted`` (by the target), ``decode oracle`` (accepted by the
            oracle), ``decode skipped``, the same for encode, ``round trips``, ``collisions``, ``mixed case``, ``slow once``.
        kinds: the number of differences of each kind.
        first: the first of each kind, in the order of the sweep.
        observed: the behaviour of each choice that the answers show.
        known: the kinds of which a baseline knows all findings.
    """

    choices: Choices
    counts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    first: list[Difference] = field(default_factory=list)
    observed: dict[str, str] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def add(self, problem: Problem) -> None:
        """Count a problem, and keep it if it is one of the first of its kind."""
        kind = kind_of(problem)
        if kind not in self.kinds and len(self.kinds) >= _KINDS:
            kind = f"{problem.call.operation.value}: other differences"  # the totals stay small, whatever a target does
        self.kinds[kind] += 1
        if self.kinds[kind] <= _KEPT:
            self.first.append(_difference(kind, problem, self.choices))

    @property
    def inputs(self) -> int:
        """The number of inputs that were answered."""
        return self._sum("inputs")

    @property
    def accepted(self) -> int:
        """The number of inputs that the target accepted."""
        return self._sum("accepted")

    @property
    def evaded(self) -> int:
        """The inputs answered with ``unsupported`` that strings of every type can hold."""
        return self._sum("evaded")

    @property
    def skipped(self) -> int:
        """The number of inputs that the target's strings cannot hold."""
        return self._sum("skipped")

    def _sum(self, what: str) -> int:
        return sum(self.counts[f"{operation} {what}"] for operation in Operation)

    @property
    def new(self) -> int:
        """The number of differences that no baseline knows."""
        return sum(number for kind, number in self.kinds.items() if kind not in self.known)

    @property
    def differing(self) -> int:
        """The number of differences."""
        return self.kinds.total()


def kind_of(problem: Problem) -> str:
    """The kind of a problem in words, from what can be said of it before it is minimised."""
    name = "round trip" if ROUND_TRIP.name in problem.laws else problem.call.operation.value
    what = problem.title.partition(" ")[2]
    detail = shape.outcome_class(problem.outcome) or shape.offence(problem.call)
    if problem.kind in (law.name for law in LAWS):
        return f"{name}: {what}"
    said = f"{name}: {what}{f' ({detail})' * bool(detail)}"
    return f"{said}, and another input decodes alike" if UNIQUENESS.name in problem.laws else said


def _difference(kind: str, problem: Problem, choices: Choices) -> Difference:
    call, outcome = problem.call, problem.outcome
    if problem.shows:
        verdict = {Crashed: Verdict.CRASH, TimedOut: Verdict.TIMEOUT}.get(type(outcome), Verdict.FAIL)
        return Difference(kind, problem, None, Judgement(verdict, problem.shows))
    expectation = oracle.expect(oracle.facts(call), choices)
    judgement = judge(expectation, outcome, call.operation, digit_case=choices.digit_case)
    return Difference(kind, problem, expectation, judgement)
