"""The likely causes of a target's failures: faulty codecs whose mistake is known.

A wrong cause sends people astray. So a fault is named for an operation only if it gives the target's own wrong answers
there, no other wrong answer where the target is wrong, and none where it is right; and only if it explains nearly all
failures of the operation, or does with one or two more such faults. One that keeps something from one call to the next
is asked in the same order as the target, and only if no other explains an operation.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from ..faults import FAULTS, Fault
from ..suite.choices import Choices
from ..suite.encoded import same_encoding
from ..suite.facts import Facts
from ..suite.oracle import expect
from ..suite.outcome import Call, Operation, Outcome, Returned, Unsupported, alike
from ..suite.verdict import BAD, Verdict, judge
from ..targets.local import Local
from .report import Cause
from .result import CaseResult, LawResult, Result


class Answer(NamedTuple):
    """A call, what the target did, and what the oracle says about it."""

    call: Call
    outcome: Outcome
    facts: Facts


_FEW = 40  # failed calls of an operation by which faults are sifted, the shortest first
_POINTS = 2000  # in all of these; long inputs take most of the time and tell least
_HOPEFUL = 12  # faults of each operation that are then asked everything
_NAMED = 3
_NEARLY_ALL, _WORTH_NAMING = 0.9, 0.1
_STATE = "state-kept-between-calls"  # such faults cannot be sifted by a few calls


@dataclass(frozen=True, slots=True)
class _Explained:
    """A fault, and the indexes of the answers that it explains."""

    fault: Fault
    indexes: frozenset[int]


def causes(
    results: Iterable[Result], facts: Mapping[Call, Facts], faults: Iterable[Fault] = FAULTS.values()
) -> list[Cause]:
    """The faults that explain a target's failures, if there are such, for both operations or for one.

    Args:
        results: of the target, in the order in which it answered.
        facts: about the calls of all cases.
        faults: those that may be named.
    """
    every_result = list(results)
    cases = [one for one in every_result if isinstance(one, CaseResult) and not one.advisory]
    asked = [Answer(one.call, one.outcome, facts[one.call]) for one in cases]
    right = [not _has_failed(one) for one in cases]
    failed = {o: frozenset(_failed(asked, right, o)) for o in Operation}
    every = frozenset().union(*failed.values())
    if not every:
        return []
    shown = {o: frozenset(i for i in failed[o] if _is_text(asked[i][1])) for o in Operation}
    # Faults run in this process, which one that hangs or crashes would take with it.
    faults = [fault for fault in faults if fault.ends]
    samples = {o: _few(asked, shown[o]) for o in Operation if shown[o]}
    found = [_Explained(fault, _explained(fault, sides, asked, right)) for fault, sides in _hopeful(faults, samples)]
    chosen = {o: _chosen(found, shown[o]) for o in samples}
    # Asking about state takes long; and what a single call shows of it may have many causes.
    unexplained = [o for o in samples if not chosen[o] and len(shown[o]) > 1]
    stateful = [fault for fault in faults if unexplained and fault.bug == _STATE]
    found += [_Explained(fault, _explained(fault, unexplained, asked, right)) for fault in stateful]
    chosen |= {o: _chosen(found, shown[o]) for o in unexplained}
    laws = [one for one in every_result if isinstance(one, LawResult) and _has_failed(one)]
    named: list[Cause] = []
    left = set(every)
    # The one that explains most first, as the report reads from the top.
    for one in sorted(found, key=lambda one: -len(one.indexes)):
        sides = [o for o in samples if one in chosen[o]]
        if sides:
            of = every if len(sides) == len(Operation) else failed[sides[0]]
            fault, explained = one.fault, one.indexes & of
            ids = tuple(cases[i].id for i in sorted(explained & left))
            broken = [law for law in laws if _follows(law, {asked[i].call for i in explained})]
            laws = [law for law in laws if law not in broken]
            left -= explained
            side = "" if of == every else sides[0].value
            about = fault.name, fault.says, fault.clause, len(explained), len(of), side, len(left), fault.bug
            named.append(Cause(*about, (*ids, *(law.id for law in broken))))
    return named


def _has_failed(result: Result) -> bool:
    return result.verdict in BAD or result.verdict is Verdict.XFAIL


def _follows(law: LawResult, wrong: Set[Call]) -> bool:
    """Whether some calls break a law: each breach that the report shows is one of theirs."""
    return all(not wrong.isdisjoint(breach.calls) for breach in law.breaches)


def _failed(answers: Sequence[Answer], right: Sequence[bool], operation: Operation) -> Iterator[int]:
    return (i for i, answer in enumerate(answers) if not right[i] and answer[0].operation is operation)


def _is_text(outcome: Outcome) -> bool:
    """Whether a fault, being a codec from text to text, could do the same."""
    return not isinstance(outcome, Returned) or max(outcome.value, default=0) <= sys.maxunicode


def _few(answers: Sequence[Answer], failed: Iterable[int]) -> list[Answer]:
    """The shortest failed calls of one operation, at least one."""
    few: list[Answer] = []
    points = 0
    # By call, since two vectors may make the same one.
    for answer in sorted({answers[i][0]: answers[i] for i in failed}.values(), key=lambda answer: len(answer[0].input)):
        points += len(answer[0].input)
        if len(few) == _FEW or (few and points > _POINTS):
            break
        few.append(answer)
    return few


def _hopeful(
    faults: Sequence[Fault], samples: Mapping[Operation, Sequence[Answer]]
) -> Iterator[tuple[Fault, Sequence[Operation]]]:
    """The faults without state that may explain much of a sample, and in which operations: the best of each."""
    operations: dict[str, list[Operation]] = {}
    for operation, sample in samples.items():
        shares = {fault.name: _share(fault, sample) for fault in faults if fault.bug != _STATE}
        for name in sorted(filter(shares.get, shares), key=lambda name: -shares[name])[:_HOPEFUL]:
            operations.setdefault(name, []).append(operation)
    return ((fault, operations[fault.name]) for fault in faults if fault.name in operations)


def _share(fault: Fault, sample: Sequence[Answer]) -> float:
    """How much of a sample of failed calls a fault explains; none if it gives another wrong answer in one of them."""
    same = 0
    for answer, outcome in _asked(fault, sample):
        if _same(answer[0], outcome, answer[1]):
            same += 1
        elif not _right(answer, outcome):
            return 0
    return same / max(len(sample), 1)


def _explained(
    fault: Fault, operations: Iterable[Operation], answers: Sequence[Answer], right: Sequence[bool]
) -> frozenset[int]:
    """The answers that a fault explains: none of an operation in which it gives another wrong answer."""
    found: dict[Operation, set[int]] = {o: set() for o in operations}
    asked: Sequence[int] = range(len(answers))
    if fault.bug != _STATE:  # in any order, so the shortest first: most faults soon differ
        asked = sorted(
            (i for i in asked if answers[i][0].operation in found), key=lambda index: len(answers[index][0].input)
        )
    for index, (answer, outcome) in zip(asked, _asked(fault, [answers[i] for i in asked]), strict=True):
        operation = answer[0].operation
        if isinstance(answer[1], Unsupported) or operation not in found:
            continue
        if not right[index] and _same(answer[0], outcome, answer[1]):
            found[operation].add(index)
        elif not _right(answer, outcome):
            del found[operation]
            if not found:
                break
    return frozenset().union(*found.values())


def _chosen(found: Sequence[_Explained], failed: frozenset[int]) -> list[_Explained]:
    """The few that explain nearly all of the failures that could show them, or none: most could have many causes."""
    chosen: list[_Explained] = []
    left = failed
    for one in sorted(found, key=lambda one: -len(one.indexes & failed)):
        more = len(one.indexes & left)
        # A single call more shows nothing: there are many faults, and one of them will do.
        if more > (1 if chosen else 0) and more >= _WORTH_NAMING * len(failed) and len(chosen) < _NAMED:
            chosen.append(one)
            left -= one.indexes
    return chosen if len(failed) - len(left) >= _NEARLY_ALL * len(failed) else []


def _asked(fault: Fault, answers: Sequence[Answer]) -> Iterator[tuple[Answer, Outcome]]:
    # A new codec each time: one that keeps state must not have been asked before.
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
