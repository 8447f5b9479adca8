"""Where a target differs from the oracle, and the fold of a sweep: counts, and the first differences of each kind."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ..run.report_file import call_json, expected_json, got_json, read_expected, read_got
from ..suite.encoded import same_encoding
from ..suite.notation import plain, show
from ..suite.oracle import Expectation, Rejects
from ..suite.outcome import Call, Crashed, Hiccup, Operation, Outcome, Rejected, Returned, TimedOut, answered, in_words
from ..suite.verdict import Judgement, Verdict

_KEPT = 20  # differences of a kind that are kept
_KINDS = 40  # of differences; what a target says when it crashes must not make ever more of them
_TEXT = 60  # characters of a crash's message that make a kind


@dataclass(frozen=True, slots=True)
class Difference:
    """One call whose answer is not what the oracle and the choices ask for.

    Attributes:
        kind: what is wrong, in words; differences of one kind are told together.
        operation, input: the call.
        verdict, why: the judgement.
        expectation: None for what is seen over several calls.
        outcome: what the target did.
        source: for a round trip, the encoded form whose result is the input here.
        collides: another input that the target decodes to the same result.
    """

    kind: str
    operation: Operation
    input: tuple[int, ...]
    verdict: Verdict
    why: str
    expectation: Expectation | None
    outcome: Outcome
    source: tuple[int, ...] | None = None
    collides: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        call: Call,
        expectation: Expectation,
        outcome: Outcome,
        judgement: Judgement,
        source: tuple[int, ...] | None = None,
    ) -> Self:
        """The difference that a judgement found."""
        return cls(
            f"{call.operation if source is None else 'round trip'}: {_what(call.operation, expectation, outcome)}",
            call.operation,
            call.input,
            judgement.verdict,
            judgement.why,
            expectation,
            outcome,
            source,
        )

    @property
    def stderr(self) -> str:
        """The end of what the target wrote to stderr, after a crash or a hang."""
        return self.outcome.stderr if isinstance(self.outcome, Crashed | TimedOut) else ""

    def colliding(self, other: tuple[int, ...]) -> Self:
        """This difference, known to be a collision with another input."""
        return replace(self, kind=f"{self.kind}, and another input decodes alike", collides=other)

    def as_json(self) -> dict[str, Any]:
        """The difference as a line of a report."""
        line = {
            "type": "difference",
            "kind": self.kind,
            "operation": self.operation.value,
            "input": list(self.input),
            "verdict": self.verdict.value,
            "expected": expected_json(self.expectation),
            "got": got_json(self.outcome),
            "why": self.why,
        }
        for key, points in (("source", self.source), ("collides", self.collides)):
            if points is not None:
                line[key] = list(points)
        return line | ({"stderr": self.stderr} if self.stderr else {})

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`as_json`."""
        return cls(
            line["kind"],
            Operation(line["operation"]),
            tuple(line["input"]),
            Verdict(line["verdict"]),
            line["why"],
            read_expected(line["expected"]) if line["expected"] else None,
            read_got(line["got"], line.get("stderr", "")),
            *(tuple(line[key]) if key in line else None for key in ("source", "collides")),
        )


def _what(operation: Operation, expectation: Expectation, outcome: Outcome) -> str:
    match outcome:
        case Crashed(message):
            return f"a crash, {plain(message.partition(':')[0], _TEXT)}"
        case TimedOut():
            return "no answer in time"
        case Returned(value):
            if isinstance(expectation, Rejects):
                return f"accepts what must be refused ({expectation.reason})"
            if operation is Operation.ENCODE and same_encoding(value, expectation.value):
                return "another case of digits than declared"
            order = (len(value) > len(expectation.value)) - (len(value) < len(expectation.value))
            return f"a wrong result{('', ', too long', ', too short')[order]}"
        case Rejected():
            return "refuses a valid input"
    return "a skip"  # which is no difference


def unrepeated(hiccup: Hiccup) -> Difference:
    """A breakdown that could not be repeated, which is never passed over."""
    call, outcome = hiccup.call, hiccup.outcome
    return Difference(
        "stability: a breakdown that could not be repeated",
        call.operation,
        call.input,
        Verdict.CRASH if isinstance(outcome, Crashed) else Verdict.TIMEOUT,
        f"{in_words(outcome)}, but not when it was repeated",
        None,
        outcome,
    )


@dataclass(frozen=True, slots=True)
class Totals:
    """The fold of a sweep. Small, however much was asked.

    Attributes:
        counts: by name: ``decode inputs``, ``decode accepted`` (by the target), ``decode oracle`` (accepted by the
            oracle), ``decode skipped``, the same for encode, ``round trips``, ``collisions``, ``mixed case``.
        kinds: the number of differences of each kind.
        first: the first of each kind, in the order of the sweep.
        sides: of choice ``surrogates``, ``accept`` or ``reject``: the first call that shows it.
    """

    counts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    first: tuple[Difference, ...] = ()
    sides: dict[str, Call] = field(default_factory=dict)

    def plus(
        self, counts: Counter[str], differences: Iterable[Difference], sides: Mapping[str, Call] | None = None
    ) -> Self:
        """These totals and what came after them."""
        kinds, first = self.kinds.copy(), list(self.first)
        for difference in differences:
            kind = difference.kind
            if kind not in kinds and len(kinds) >= _KINDS:
                kind = f"{difference.operation}: other differences"
            kinds[kind] += 1
            if kinds[kind] <= _KEPT:
                first.append(replace(difference, kind=kind))
        return replace(
            self,
            counts=self.counts + counts,
            kinds=kinds,
            first=tuple(first),
            sides={**(sides or {}), **self.sides},
        )

    def coherence(self) -> list[Difference]:
        """Whether surrogates are accepted here and refused there, which no choice allows.

        The other choices have bounds, which may lie anywhere, so that both sides of them prove nothing.
        """
        accepts, rejects = self.sides.get("accept"), self.sides.get("reject")
        if not accepts or not rejects:
            return []
        kind = "coherence: both sides of choice surrogates"
        why = f"{answered(rejects, Rejected())}, but {accepts.operation} takes {show(accepts.input)}"
        return [Difference(kind, rejects.operation, rejects.input, Verdict.FAIL, why, None, Rejected())]

    @property
    def inputs(self) -> int:
        """The number of inputs that were answered."""
        return self._sum("inputs")

    @property
    def accepted(self) -> int:
        """The number of inputs that the target accepted."""
        return self._sum("accepted")

    @property
    def skipped(self) -> int:
        """The number of inputs that the target's strings cannot hold."""
        return self._sum("skipped")

    def _sum(self, what: str) -> int:
        return sum(self.counts[f"{operation} {what}"] for operation in Operation)

    @property
    def differing(self) -> int:
        """The number of differences."""
        return self.kinds.total()

    def as_json(self) -> dict[str, Any]:
        """The totals, from which :meth:`from_json` makes them again."""
        return {
            "counts": dict(self.counts),
            "kinds": dict(self.kinds),
            "first": [difference.as_json() for difference in self.first],
            "sides": {key: call_json(call) for key, call in self.sides.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`as_json`."""
        sides = {key: Call(Operation(call["operation"]), tuple(call["input"])) for key, call in data["sides"].items()}
        first = tuple(map(Difference.from_json, data["first"]))
        return cls(Counter(data["counts"]), Counter(data["kinds"]), first, sides)
