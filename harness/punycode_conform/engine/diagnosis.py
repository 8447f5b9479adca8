"""What a failing target resembles: faulty codecs of which is known what is wrong with them.

A wrong cause sends people astray. So a fault is named for an operation only if it gives the target's own wrong answers
there, no other wrong answer where the target is wrong, and none where it is right; and only if it explains nearly all
failures of the operation, or does with one or two more such faults. It is asked in the same order as the target, since a fault may keep
something from one call to the next.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence

from ..codec.faults import FAULTS, Fault
from ..record import record
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

_FEW = 40  # failed calls of an operation by which faults are sifted, the shortest first
_POINTS = 2000  # in all of these; long inputs take most of the time and tell least
_HOPEFUL = 12  # faults of each operation that are then asked everything
_NAMED = 3
_NEARLY_ALL, _WORTH_NAMING = 0.9, 0.1
_STATE = "state-kept-between-calls"  # such faults cannot be sifted by a few calls


@record
class _Explained:
    """A fault, the indexes of the answers that it explains, and whether it is like the target in both operations."""

    fault: Fault
    indexes: frozenset[int]
    wholly: bool


def likenesses(answers: Iterable[Answer], faults: Iterable[Fault] = FAULTS.values()) -> list[Likeness]:
    """The faults that explain a target's failures, if there are such, for both operations or for one.

    Args:
        answers: of the target, in the order in which it gave them.
        faults: those that may be named.
    """
    told = list(answers)
    right = [isinstance(answer[1], Unsupported) or _right(answer, answer[1]) for answer in told]
    failed = {o: frozenset(_failed(told, right, o)) for o in Operation}
    every = frozenset().union(*failed.values())
    if not every:
        return []
    found = []
    shown = {o: frozenset(i for i in failed[o] if _is_text(told[i][1])) for o in Operation}
    for fault in _hopeful([fault for fault in faults if fault.ends], [_few(told, shown[o]) for o in Operation]):
        one = _explained(fault, told, right)
        # What a single call shows of state may have many causes.
        found += [one] if len(one.indexes) > (fault.bug == _STATE) else []
    chosen = {o: _chosen(found, shown[o]) for o in Operation}
    named: list[Likeness] = []
    left = set(every)
    for one in sorted(found, key=lambda one: -len(one.indexes)):
        sides = [o for o in Operation if one in chosen[o]]
        if sides:
            of = every if len(sides) == 2 or (one.wholly and one.indexes == every) else failed[sides[0]]
            left -= one.indexes & of
            fault, explains = one.fault, len(one.indexes & of)
            side = "" if of == every else sides[0].value
            named.append(Likeness(fault.name, fault.says, fault.clause, explains, len(of), side, len(left), fault.bug))
    return named


def _failed(told: Sequence[Answer], right: Sequence[bool], operation: Operation) -> Iterator[int]:
    return (i for i, answer in enumerate(told) if not right[i] and answer[0].operation is operation)


def _is_text(outcome: Outcome) -> bool:
    """Whether a fault, being a codec from text to text, could do the same."""
    return not isinstance(outcome, Returned) or max(outcome.value, default=0) <= sys.maxunicode


def _few(told: Sequence[Answer], failed: Iterable[int]) -> list[Answer]:
    """The shortest failed calls of one operation, at least one."""
    few: list[Answer] = []
    points = 0
    for answer in sorted({told[i][0]: told[i] for i in failed}.values(), key=lambda answer: len(answer[0].input)):
        points += len(answer[0].input)
        if len(few) == _FEW or (few and points > _POINTS):
            break
        few.append(answer)
    return few


def _hopeful(faults: Sequence[Fault], samples: Sequence[Sequence[Answer]]) -> list[Fault]:
    """The faults that may explain much of a sample, the most hopeful of each, and all that are about state."""
    able = [fault for fault in faults if fault.bug != _STATE]
    hopeful: dict[str, Fault] = {}
    for sample in samples:
        shares = [(share, fault) for fault in able if (share := _share(fault, sample))]
        shares.sort(key=lambda one: -one[0])
        hopeful |= {fault.name: fault for _, fault in shares[:_HOPEFUL]}
    return [*hopeful.values(), *(fault for fault in faults if fault.bug == _STATE)]


def _share(fault: Fault, sample: Sequence[Answer]) -> float:
    """How much of a sample of failed calls a fault explains; none if it gives another wrong answer in one of them."""
    same = 0
    for answer, outcome in _asked(fault, sample):
        if _same(answer[0], outcome, answer[1]):
            same += 1
        elif not _right(answer, outcome):
            return 0
    return same / max(len(sample), 1)


def _explained(fault: Fault, told: Sequence[Answer], right: Sequence[bool]) -> _Explained:
    """What a fault explains; nothing of an operation if it is wrong there where the target is right, or in another way."""
    found: dict[Operation, set[int]] = {o: set() for o in Operation}
    for index, (answer, outcome) in enumerate(_asked(fault, told)):
        operation = answer[0].operation
        if isinstance(answer[1], Unsupported) or operation not in found:
            continue
        if not right[index] and _same(answer[0], outcome, answer[1]):
            found[operation].add(index)
        elif not _right(answer, outcome):
            del found[operation]
            if not found:
                break
    return _Explained(fault, frozenset().union(*found.values()), len(found) == len(Operation))


def _chosen(found: Sequence[_Explained], failed: frozenset[int]) -> list[_Explained]:
    """The few that explain nearly all of an operation's failures that could show them, or none: most of them could have many causes."""
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
