"""The likely causes of a target's failures: faulty codecs whose mistake is known.

A wrong cause sends people astray. So a fault is named for an operation only if it is wrong nowhere that the target is
right, and if the target's answers are its own wherever it is wrong: but for calls that another fault named explains, and
for what the target refuses by choice. And of the failures of the same sort nearly all must be explained, as else a
greater fault that is not known may be behind all of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from ..faults import FAULTS, Fault
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.outcome import Call, Crashed, Operation, Rejected, Returned
from ..suite.verdict import BAD, Verdict
from . import crash
from .likeness import Answer, Likeness, Target, answers, is_right, is_same
from .report import Cause
from .result import CaseResult, LawResult, Result

_OF_A_SORT, _FEW, _POINTS = 8, 200, 4000  # failed calls by which faults are sifted, and code points in them
_LOOK = 2  # of a sort, in a first look at all faults, and in a second one at what the first left unexplained
_BEST = 6  # faults that explain most, of all that explain a call of these
_TIES = 6  # faults that explain as much, of which that with the least to hide is named
_NEARLY_ALL = 0.9


def causes(results: Iterable[Result], evidence: Evidence, faults: Iterable[Fault] = FAULTS.values()) -> list[Cause]:
    """The faults that explain a target's failures, if there are such, for both operations or for one.

    Args:
        results: of the target, in the order in which it answered.
        evidence: all answers, and facts about the calls of all cases.
        faults: those that may be named.
    """
    every = list(results)
    cases = [one for one in every if isinstance(one, CaseResult) and not one.advisory]
    target = Target(_answer(one, evidence) for one in cases)
    # Asking about state takes long, so not where calls that were repeated got the same answers.
    stable = any(isinstance(one, LawResult) and one.law is laws.STABILITY and not _has_failed(one) for one in every)
    # Faults run in this process, which one that hangs or crashes would take with it.
    safe = [fault for fault in faults if fault.ends and not (stable and fault.keeps_state)]
    named = _named(target, [o for o in Operation if target.failed[o]], safe)
    broken = [one for one in every if isinstance(one, LawResult) and _has_failed(one)]
    return _as_causes(named, cases, broken, evidence)


def _answer(result: CaseResult, evidence: Evidence) -> Answer:
    facts = evidence.facts[result.call]
    # What fails only for a choice that is declared has no fault as its cause: a right codec may answer so.
    failed = _has_failed(result) and not is_right(Answer(result.call, result.outcome, facts, True), result.outcome)
    return Answer(result.call, result.outcome, facts, failed, _group(result))


def _has_failed(result: Result) -> bool:
    return result.verdict in BAD or result.verdict is Verdict.XFAIL


def _group(result: CaseResult) -> tuple[str, ...]:
    """The sort of an answer.

    Of failures: where many mistakes could give an answer, all such answers are of one sort. A value that nothing but the
    mistake explains is of the sort of its vector, and so is a right answer.
    """
    call, right = result.call, getattr(result.expectation, "value", None)
    if not _has_failed(result):
        return call.operation.value, "right", result.bug or result.clause
    match result.outcome:
        case Crashed(message):
            return call.operation.value, "crashed", crash.kind(message)
        case Rejected():
            return call.operation.value, "refused"
        case Returned(value) if value == call.input:
            return call.operation.value, "unchanged"
        case Returned(value) if right is not None and value == right[: len(value)]:
            return call.operation.value, "cut"
        case Returned():
            return call.operation.value, "wrong" if right is not None else "accepted", result.bug or result.clause
        case _:
            return call.operation.value, "not answered"


def _named(target: Target, operations: Sequence[Operation], faults: Sequence[Fault]) -> dict[Operation, list[Likeness]]:
    """The faults that are named for each operation, the one that explains most first."""
    pure = [fault for fault in faults if not fault.keeps_state]
    # The usual case, and by far the cheapest: one mistake that is known.
    entire = _proven(target, {o: [*filter(None, (target.entire(fault, o) for fault in pure))] for o in operations})
    if all(entire.values()):
        return entire
    hopeful = {o: _hopeful(target, o, pure) for o in operations}
    every = frozenset().union(*hopeful.values())
    found = {
        o: [
            one
            for fault in pure
            if fault.name in (every if o in fault.sides else hopeful[o]) and (one := target.likeness(fault, o))
        ]
        for o in operations
    }
    named = _proven(target, found)
    left = {o: frozenset(target.failed[o]).difference(*(one.same for one in named[o])) for o in operations}
    # Faults of state cannot be sifted by a few calls; and what a single call shows may have many causes.
    stateful = [fault for fault in faults if fault.keeps_state and any(len(one) > 1 for one in left.values())]
    for o in operations:
        if len(left[o]) > 1:
            found[o] += [one for fault in stateful if (one := target.likeness_in_order(fault, o, left[o]))]
    return _proven(target, found) if stateful else named


def _sample(answers: Iterable[Answer], of_a_sort: int, most: int = _POINTS) -> list[Answer]:
    """The shortest answers of each sort: at least one, and no more code points in all than ``most`` says."""
    chosen: list[Answer] = []
    points, taken = 0, Counter[tuple[str, ...]]()
    # By call, since two vectors may make the same one.
    for answer in sorted({one.call: one for one in answers}.values(), key=lambda one: len(one.call.input)):
        if taken[answer.group] == of_a_sort or (chosen and points + len(answer.call.input) > most):
            continue
        chosen.append(answer)
        taken[answer.group] += 1
        points += len(answer.call.input)
        if len(chosen) == _FEW:
            break
    return chosen


def _hopeful(target: Target, operation: Operation, faults: Sequence[Fault]) -> frozenset[str]:
    """The faults that may explain failures: for each call of a sample those that explain most of it."""
    failed = _sample((target.answers[i] for i in target.failed[operation]), _OF_A_SORT)
    right = _sample(target.right(operation), 1)
    explained: dict[str, Set[int]] = {}
    worth: dict[str, int] = {}
    for fault, same, other in _some(faults, operation, failed):
        if same and all(map(target.fits, right, answers(fault, [one.call for one in right]))):
            explained[fault.name] = same
            worth[fault.name] = 2 * len(same) - len(other)
    hopeful: set[str] = set()
    for i in range(len(failed)):
        found = sorted((name for name, same in explained.items() if i in same), key=lambda name: -worth[name])
        # All that are worth as much as the last of the best.
        hopeful.update(name for name in found if worth[name] >= worth[found[:_BEST][-1]])
    return frozenset(hopeful)


def _some(
    faults: Sequence[Fault], operation: Operation, failed: Sequence[Answer]
) -> Iterator[tuple[Fault, Set[int], Set[int]]]:
    """The faults of an operation that explain some of a few failures, and those that explain one that none of them does.

    Each is yielded as it compares with all the failures.
    """
    few = _sample(failed, _LOOK, _POINTS // 4)
    left, later = set(range(len(failed))), list[Fault]()
    for fault in faults:
        if operation in fault.sides:
            if _compared(fault, few)[0]:
                same, other = _compared(fault, failed)
                left -= same
                yield fault, same, other
            else:
                later.append(fault)
    asked = {one.call for one in few}
    rest = _sample((failed[i] for i in left if failed[i].call not in asked), _LOOK)
    yield from ((fault, *_compared(fault, failed)) for fault in later if _compared(fault, rest)[0])


def _compared(fault: Fault, failed: Sequence[Answer]) -> tuple[Set[int], Set[int]]:
    """The indexes of the failures in which a fault gives the same answer, and of those in which it is wrong otherwise."""
    given = list(answers(fault, [one.call for one in failed]))
    same = {i for i, one in enumerate(failed) if is_same(one.call, given[i], one.outcome)}
    return same, {i for i, one in enumerate(failed) if i not in same and not is_right(one, given[i])}


def _proven(target: Target, found: Mapping[Operation, Sequence[Likeness]]) -> dict[Operation, list[Likeness]]:
    """The few of each operation that together explain their sorts of failures, the one that explains most first."""
    names = [frozenset(one.fault.name for one in found.get(operation, ())) for operation in Operation]
    in_all = frozenset.intersection(*names)
    true = {
        o: [one for one in likely if one.fault.name in in_all or not _tells_of_another(one)]
        for o, likely in found.items()
    }
    return {o: _proven_of(target, o, candidates, in_all) for o, candidates in true.items()}


def _proven_of(
    target: Target, operation: Operation, candidates: Sequence[Likeness], in_all: Set[str]
) -> list[Likeness]:
    while True:
        chosen = _cover(target, candidates, in_all)
        if not chosen:
            return []
        alone = frozenset().union(*(one.same for one in chosen))
        joint = target.joint(chosen, frozenset(target.failed[operation]) - alone)
        doubtful = _doubtful(target, operation, chosen, alone | joint)
        if not doubtful:
            # What only several explain together is counted with that which explains most.
            return [replace(chosen[0], same=chosen[0].same | joint, joint=joint), *chosen[1:]]
        candidates = [one for one in candidates if not any(_is_part(one, of) for of in doubtful)]


def _is_part(one: Likeness, of: Likeness) -> bool:
    """Whether a fault explains no more than one that is contradicted: then both may be like a mistake that is not known."""
    return one.same <= of.same and (one is of or 2 * len(of.other) <= 3 * len(of.same))


def _cover(target: Target, found: Sequence[Likeness], in_all: Set[str]) -> list[Likeness]:
    """The faults that explain most of what is left by those before, and that the target may have."""
    chosen: list[Likeness] = []
    left: Set[int] = frozenset().union(*(one.same for one in found))
    while best := _best(target, found, left, in_all):
        # A single call more shows nothing: there are many faults, and one of them will do.
        if len(best.same & left) < (2 if chosen else 1):
            break
        chosen.append(best)
        left -= best.same
    return chosen


def _best(target: Target, found: Sequence[Likeness], left: Set[int], in_all: Set[str]) -> Likeness | None:
    """The fault that explains most of some failures, gives fewest other wrong answers, and has the least to hide."""

    def rank(one: Likeness) -> tuple[int, ...]:
        # Of faults that explain as much, one of both sides says more if it does so on both, and else one of one side.
        sides = 0 if len(one.fault.sides) == 1 else 1 if one.fault.name in in_all else -1
        return len(one.same & left), -len(one.other), sides

    possible: list[tuple[int, Likeness]] = []
    for one in sorted(found, key=rank, reverse=True):
        if possible and rank(one)[:2] != rank(possible[0][1])[:2]:
            break
        # Only now are the right answers asked for: that takes longest, and most faults never come this far.
        hidden = target.hidden(one.fault, one.operation)
        possible += [] if hidden is None else [(hidden, one)]
        if hidden == 0 or len(possible) == _TIES:
            break
    return min(possible, key=lambda one: one[0])[1] if possible else None


def _doubtful(target: Target, operation: Operation, chosen: Sequence[Likeness], explained: Set[int]) -> list[Likeness]:
    """Those of some faults that are contradicted, or else those that explain too little of a sort of failures.

    Args:
        target, operation: the target, and what is asked of it.
        chosen: the faults.
        explained: the failures that they explain, alone or together.
    """
    contradicted = [one for one in chosen if not one.other <= explained]
    if contradicted:  # one at a time, since those that remain may then explain more
        return [max(contradicted, key=lambda one: len(one.other - explained) / len(one.same))]
    failed = target.failed[operation]
    if len(explained) >= _NEARLY_ALL * len(failed):
        return []
    every = Counter(target.answers[i].group for i in failed)
    known = Counter(target.answers[i].group for i in explained)
    # If most wrong values have no cause, one that is not known may give the others too.
    wrong = [sum(number for group, number in counted.items() if group[1] == "wrong") for counted in (every, known)]
    sure = {
        group
        for group, number in every.items()
        if known[group] >= _NEARLY_ALL * number and (group[1] != "wrong" or 2 * wrong[1] >= wrong[0])
    }
    return [
        one
        for one in chosen
        if 2 * sum(target.answers[i].group in sure for i in one.same) < len(one.same) or len(one.same) == 1
    ]


def _as_causes(
    named: Mapping[Operation, Sequence[Likeness]],
    cases: Sequence[CaseResult],
    broken: Sequence[LawResult],
    evidence: Evidence,
) -> list[Cause]:
    """The causes, the one that explains most first, as a report reads from the top."""
    failed = {
        o: frozenset(i for i, one in enumerate(cases) if _has_failed(one) and one.call.operation is o)
        for o in Operation
    }
    every = frozenset().union(*failed.values())
    found: dict[str, list[Likeness]] = {}
    for one in (one for several in named.values() for one in several):
        found.setdefault(one.fault.name, []).append(one)
    causes: list[Cause] = []
    left, laws_left = set(every), list(broken)
    for sides in sorted(found.values(), key=lambda sides: -sum(len(one.same) for one in sides)):
        fault, explained = sides[0].fault, frozenset().union(*(one.same for one in sides))
        of = frozenset().union(*(failed[one.operation] for one in sides))
        ids = [cases[i].id for i in sorted(explained & left)]
        wrong = {cases[i].call for i in explained}
        ids += [law.id for law in laws_left if _follows(law, fault, wrong, evidence)]
        laws_left = [law for law in laws_left if law.id not in ids]
        left -= explained
        side = "" if of == every else sides[0].operation.value
        about = fault.name, _said(fault, sides), fault.clause, len(explained), len(of), side, len(left), fault.bug
        together = sorted(frozenset().union(*(one.joint for one in sides)))
        causes.append(Cause(*about, tuple(ids), tuple(cases[i].id for i in together)))
    return causes


def _said(fault: Fault, sides: Sequence[Likeness]) -> str:
    """The sentence of a fault, for the operations that it is named for."""
    if len(sides) == len(fault.sides):
        return fault.says
    return f"{fault.says.removesuffix('.')}, in {sides[0].operation}."


def _tells_of_another(one: Likeness) -> bool:
    """Whether the sentence of a fault is about the other operation too, which the target does not get wrong."""
    other = Operation.DECODE if one.operation is Operation.ENCODE else Operation.ENCODE
    return len(one.fault.sides) > 1 and other.value in one.fault.says.lower()


def _follows(law: LawResult, fault: Fault, wrong: Set[Call], evidence: Evidence) -> bool:
    """Whether a fault breaks a law as the target does: each breach that the report shows is one of its own."""
    if law.law is laws.STABILITY and not fault.keeps_state:
        return False
    return all(not wrong.isdisjoint(breach.calls) or _gives(fault, breach.calls, evidence) for breach in law.breaches)


def _gives(fault: Fault, calls: Sequence[Call], evidence: Evidence) -> bool:
    """Whether a fault gives the target's answers to some calls."""
    return all(
        call in evidence.seen and is_same(call, given, evidence.seen[call])
        for call, given in zip(calls, answers(fault, calls), strict=True)
    )
