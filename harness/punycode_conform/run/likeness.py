"""How like a target a fault is: the failed calls in which it gives the target's answer, and those in which it does not."""

import sys
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from ..faults import Codec, Fault, together
from ..suite.choices import Choices
from ..suite.facts import LABEL_BITS, LABEL_LENGTH, Facts
from ..suite.oracle import expect
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported, alike
from ..suite.verdict import Verdict, judge
from ..targets.local import Local
from . import crash

_ANY = Choices()
_NEVER = sys.maxsize
_MISSES = 2
_CONTRADICTIONS = 30  # and twice as many as failures explained: no other fault will explain these


class Answer(NamedTuple):
    """A call and the answer of a target.

    Attributes:
        call, outcome, facts: what was asked, what the target did, and what the oracle says.
        failed: whether that is a failure.
        group: of a failure, what sort it is; failures of one cause are of few sorts.
    """

    call: Call
    outcome: Outcome
    facts: Facts
    failed: bool
    group: tuple[str, ...] = ()


class Limits(NamedTuple):
    """Refusals of a target that the choices of RFC 3492 allow; they hide whatever else is wrong with it.

    Attributes:
        length: the shortest encoded form that it refuses for its length.
        bits: the narrowest integers that it refuses for their width.
        surrogates: whether it refuses to decode to surrogates.
    """

    length: int
    bits: int
    surrogates: bool

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> "Limits":
        """The limits that some answers show."""
        refused = [a.facts for a in answers if isinstance(a.outcome, Rejected) and a.facts.value and not a.failed]
        return cls(
            min((f.length for f in refused if f.length > LABEL_LENGTH and f.bits <= LABEL_BITS), default=_NEVER),
            min((f.bits for f in refused if f.bits > LABEL_BITS and f.length <= LABEL_LENGTH), default=_NEVER),
            any(f.surrogate and not f.encoding for f in refused),
        )

    def hide(self, answer: Answer, given: Outcome) -> bool:
        """Whether the target refused a call so that it cannot be seen if it has the fault that gives another answer."""
        if answer.failed or not isinstance(answer.outcome, Rejected):
            return False
        if answer.facts.value is not None or answer.facts.length >= self.length:
            return True
        if not isinstance(given, Returned):
            return False
        # A fault that accepts what has to be refused may get a text that the target refuses.
        greatest = max(given.value, default=0)
        return (self.surrogates and any(0xD800 <= c <= 0xDFFF for c in given.value)) or (
            greatest * (len(given.value) + 1)
        ).bit_length() >= self.bits


@dataclass(frozen=True, slots=True)
class Likeness:
    """A fault beside a target's failures in one operation.

    Attributes:
        fault: the fault.
        operation: the operation.
        same: the indexes of the failures in which it gives the target's own answer.
        other: those in which it gives another wrong answer.
        joint: those of ``same`` in which it does so only together with other faults.
    """

    fault: Fault
    operation: Operation
    same: frozenset[int]
    other: frozenset[int]
    joint: frozenset[int] = frozenset()


class Target:
    """The answers of a target, ready to be compared with those of faults.

    Attributes:
        answers: in the order in which they were given.
        failed: the indexes of the failures of each operation.
    """

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.answers = list(answers)
        self.limits = Limits.of(self.answers)
        shown = [i for i, answer in enumerate(self.answers) if _comparable(answer.outcome)]
        shown.sort(key=lambda i: len(self.answers[i].call.input))
        asked = {o: [i for i in shown if self.answers[i].call.operation is o] for o in Operation}
        self.failed = {o: [i for i in asked[o] if self.answers[i].failed] for o in Operation}
        self._right = {o: [i for i in asked[o] if not self.answers[i].failed] for o in Operation}
        self._hidden: dict[tuple[str, Operation], int | None] = {}

    def right(self, operation: Operation) -> Iterator[Answer]:
        """The right answers of an operation."""
        return (self.answers[i] for i in self._right[operation])

    def fits(self, answer: Answer, given: Outcome) -> bool:
        """Whether the target may have a fault that gives this, where the target's answer is right."""
        return is_right(answer, given) or self.limits.hide(answer, given)

    def likeness(self, fault: Fault, operation: Operation) -> Likeness | None:
        """How like a target's failures a fault is; None if it gives other wrong answers in too many."""
        same, other = set[int](), set[int]()
        for index, given in self._given(fault, self.failed[operation]):
            answer = self.answers[index]
            if is_same(answer.call, given, answer.outcome):
                same.add(index)
            elif not is_right(answer, given):
                other.add(index)
                if len(other) > _CONTRADICTIONS + 2 * len(same):
                    return None
        return Likeness(fault, operation, frozenset(same), frozenset(other)) if same else None

    def entire(self, fault: Fault, operation: Operation) -> Likeness | None:
        """The likeness of a fault that explains all failures; None if there is one that it does not."""
        failed = self.failed[operation]
        if operation not in fault.sides or not all(
            is_same(self.answers[i].call, given, self.answers[i].outcome) for i, given in self._given(fault, failed)
        ):
            return None
        return Likeness(fault, operation, frozenset(failed), frozenset())

    def hidden(self, fault: Fault, operation: Operation) -> int | None:
        """The number of calls in which a fault is wrong and the target refuses by choice; None if the target is right in
        one, so that it cannot have the fault."""
        key = fault.name, operation
        if key not in self._hidden:
            self._hidden[key] = self._count_hidden(fault, self._right[operation])
        return self._hidden[key]

    def _count_hidden(self, fault: Fault, right: list[int]) -> int | None:
        hidden = 0
        for place, (index, given) in enumerate(self._given(fault, right)):
            answer = self.answers[index]
            if is_right(answer, given):
                continue
            if not self.limits.hide(answer, given):
                # What tells one fault apart tells others apart, too, and so comes first from now on.
                right.insert(0, right.pop(place))
                return None
            hidden += 1
        return hidden

    def _given(self, fault: Fault, indexes: Sequence[int]) -> Iterator[tuple[int, Outcome]]:
        return zip(indexes, answers(fault, [self.answers[i].call for i in indexes]), strict=True)

    def likeness_in_order(self, fault: Fault, operation: Operation, left: Set[int]) -> Likeness | None:
        """The likeness of a fault that keeps something from one call to the next: it is asked all that the target was.

        Args:
            fault, operation: as for :meth:`likeness`.
            left: the failures that have no other cause. A fault that soon misses several of these is given up.
        """
        same, other, missed = set[int](), set[int](), 0
        for index, given in self._given(fault, range(len(self.answers))):
            answer = self.answers[index]
            if answer.call.operation is not operation or not _comparable(answer.outcome):
                continue
            if answer.failed and is_same(answer.call, given, answer.outcome):
                same.add(index)
                continue
            missed += index in left
            if missed > _MISSES + len(same) or not (answer.failed or self.fits(answer, given)):
                return None
            if answer.failed and not is_right(answer, given):
                other.add(index)
        self._hidden[fault.name, operation] = 0  # all has been asked
        return Likeness(fault, operation, frozenset(same), frozenset(other)) if same else None

    def joint(self, chosen: Sequence[Likeness], left: Set[int]) -> frozenset[int]:
        """Those of some failures in which a codec with all of some faults gives the target's answer."""
        if len(chosen) < 2:
            return frozenset()
        indexes = sorted(left)
        calls = [self.answers[i].call for i in indexes]
        given = ask(together(one.fault for one in chosen), calls)
        return frozenset(
            i
            for i, one in zip(indexes, given, strict=True)
            if is_same(self.answers[i].call, one, self.answers[i].outcome)
        )


def _comparable(outcome: Outcome) -> bool:
    """Whether a fault, being a codec from text to text, could do the same."""
    if isinstance(outcome, Returned):
        return max(outcome.value, default=0) <= sys.maxunicode
    return not isinstance(outcome, Unsupported)  # strings that cannot hold an input show nothing of the codec


def answers(fault: Fault, calls: Sequence[Call]) -> Iterator[Outcome]:
    """The answers of a fault, from a new codec: one that keeps state must not have been asked before."""
    return ask(fault.make(), calls)


def ask(codec: Codec, calls: Sequence[Call]) -> Iterator[Outcome]:
    """The answers of a codec of ours."""
    return (outcome for _, outcome in Local(codec.encode, codec.decode, "punycode_conform").ask(calls))


def is_right(answer: Answer, given: Outcome) -> bool:
    """Whether an outcome is right, whatever choices are declared."""
    if answer.facts.met_by(given):
        return True
    verdict = judge(expect(answer.facts, _ANY), given, answer.call.operation).verdict
    return verdict in (Verdict.PASS, Verdict.SKIP)


def is_same(call: Call, one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes show the same: values but for the case of digits, refusals, and crashes of one kind."""
    if isinstance(one, Crashed) and isinstance(other, Crashed):
        return crash.kind(one.message) == crash.kind(other.message)
    return alike(one, other, call.operation)
