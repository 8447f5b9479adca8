"""What a failing target resembles: faulty codecs of which is known what is wrong with them.

A fault explains failed cases if it gives the target's own wrong answers there, and is wrong nowhere else. So whatever is
named is borne out by every answer of the target, and what is left over has another cause.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..codec.faults import FAULTS, Fault
from ..suite.choices import Choices
from ..suite.encoded import same_encoding
from ..suite.laws import alike
from ..suite.oracle import Facts, expect
from ..suite.outcome import Call, Operation, Outcome, Returned, Unsupported
from ..suite.verdict import Verdict, judge
from ..target.local import Local
from .report import Likeness

Answer = tuple[Call, Outcome, Facts]
"""A call, what the target did, and what the oracle says about it."""

_LONG = 600  # code points; longer calls take most of the time and tell least
_FAILED = 200  # failed calls that are looked at, the shortest first
_NAMED = 3


def likenesses(answers: Iterable[Answer], faults: Iterable[Fault] = FAULTS.values()) -> list[Likeness]:
    """The faults that explain a target's failures, a few at most, each of them more than those before it leave over."""
    told = sorted((a for a in answers if not isinstance(a[1], Unsupported)), key=lambda answer: len(answer[0].input))
    short = [answer for answer in told if len(answer[0].input) <= _LONG]
    failed = [answer for answer in short if not _right(answer, answer[1])][:_FAILED]
    passed = [answer for answer in short if _right(answer, answer[1])]
    explained = {fault.name: set(_explained(fault, failed)) for fault in faults if fault.ends}
    named: list[Likeness] = []
    left = {call for call, _, _ in failed}
    for fault in sorted(faults, key=lambda fault: -len(explained.get(fault.name, ()))):
        more = left & explained.get(fault.name, set())
        if more and len(named) < _NAMED and not _contradicted(fault, passed):
            named.append(Likeness(fault.name, fault.says, fault.clause, len(explained[fault.name]), len(failed)))
            left -= more
    return named


def _explained(fault: Fault, failed: Sequence[Answer]) -> Iterator[Call]:
    """The calls in which a fault gives the target's wrong answer; none if it gives another wrong answer in one of them."""
    found = []
    for answer, outcome in _asked(fault, failed):
        if _same(answer[0], outcome, answer[1]):
            found.append(answer[0])
        elif not _right(answer, outcome):
            return
    yield from found


def _contradicted(fault: Fault, passed: Sequence[Answer]) -> bool:
    return any(not _right(answer, outcome) for answer, outcome in _asked(fault, passed))


def _asked(fault: Fault, answers: Sequence[Answer]) -> Iterator[tuple[Answer, Outcome]]:
    codec = fault.make()
    asker = Local(codec.encode, codec.decode, "punycode_conform")
    for index, outcome in asker.ask([call for call, _, _ in answers]):
        yield answers[index], outcome


def _right(answer: Answer, outcome: Outcome) -> bool:
    call, _, facts = answer
    return judge(expect(facts, Choices()), outcome, call.operation).verdict in (Verdict.PASS, Verdict.SKIP)


def _same(call: Call, a: Outcome, b: Outcome) -> bool:
    if call.operation is Operation.ENCODE and isinstance(a, Returned) and isinstance(b, Returned):
        return same_encoding(a.value, b.value)
    return alike(a, b)
