"""The likely causes of a target's failures: faults of the suite that give the same wrong answers.

A wrong cause sends people astray. So a fault is named for an operation only if the target is wrong wherever the fault is
wrong, and gives its answers there. Two differences count for nothing: what a choice allows, and a call that another named
fault affects too. But if the fault is about such choices alone, many refusals inside of what the target answers contradict
it. All named faults together must explain nine tenths of the operation's failures: otherwise one unknown
fault may have caused them all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from operator import le
from typing import NamedTuple

from ..faults import FAULTS, Fault
from ..suite.choices import LABEL_BITS, LABEL_LENGTH, Choices
from ..suite.oracle import expect, must_be_given
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
from ..suite.verdict import BAD, judge
from .answers import Answer
from .fault_answers import BROKEN, REFUSED, SPECIAL, Row, Table, digest

_NEARLY_ALL = 0.9
_PROCEDURES = {Operation.DECODE: "6.2", Operation.ENCODE: "6.3"}  # the clause of each operation's procedure
_ANY = Choices()
_NONE = frozenset[int]()
Ask = Callable[[Sequence[Fault], Sequence[Call]], Iterable[Outcome]]
"""Takes faults and calls; gives the answers of one codec with all these faults."""


class Match(NamedTuple):
    """A fault beside a target's failures in one operation."""

    fault: Fault
    operation: Operation
    same: frozenset[int]  # the failed calls in which it gives the target's answer
    other: frozenset[int]  # those in which it gives another wrong answer
    neutral: frozenset[int]  # those in which both crash, which shows nothing
    hidden: int  # how many calls the target refuses by choice and the fault gets wrong
    joint: frozenset[int] = _NONE  # of ``same``, those in which it gives the answer only together with other faults

    @property
    def is_about_both(self) -> bool:
        """Whether the sentence of the fault is about the other operation too."""
        return len(self.fault.sides) > 1 and self.operation.inverse.value in self.fault.says.lower()


class LikelyCause(NamedTuple):
    """A cause, but for the laws that it breaks; see the report's, which has the same fields."""

    fault: Fault
    says: str
    clause: str
    explained: tuple[str, ...]  # the ids of all failed cases that it explains
    failed: int
    operation: str
    left: int
    cases: tuple[str, ...]  # those that no cause before it explains
    together: tuple[str, ...]
    line: str


class _Target:
    """The answers of a target, by the numbers of their calls in the table."""

    def __init__(self, answers: Iterable[Answer], table: Table) -> None:
        self.answers: dict[int, Answer] = {}
        for answer in answers:
            if (number := table.number(answer.call)) is not None:
                self.answers.setdefault(number, answer)  # the first answer to a call, as in the table
        # What fails only for a choice that is declared has no fault as its cause.
        self.failed = {n: digest(a.call, a.outcome) for n, a in self.answers.items() if a.failed and not _is_right(a)}
        refused = [a.facts for a in self.answers.values() if isinstance(a.outcome, Rejected) and not a.failed]
        answered: dict[Operation, list[tuple[int, ...]]] = {operation: [(0, 0, 0, 0)] for operation in Operation}
        for a in self.answers.values():
            if a.facts.value is not None and isinstance(a.outcome, Returned):
                answered[a.call.operation].append(_extent(a))
        self._most = {operation: [*map(max, *extents, (0, 0, 0, 0))] for operation, extents in answered.items()}
        # Refusals that choices allow hide whatever else is wrong.
        self._limited = any(
            f.value and (f.surrogate or f.bits > LABEL_BITS or f.length > LABEL_LENGTH) for f in refused
        )

    def of(self, operation: Operation) -> frozenset[int]:
        """The failed calls of an operation that a fault could explain."""
        failed = (n for n in self.failed if self.answers[n].call.operation is operation)
        return frozenset(n for n in failed if not isinstance(self.answers[n].outcome, Unsupported))

    def match(self, fault: Fault, operation: Operation, row: Row) -> Match | None:
        """A fault that explains failures; None if it explains none, or is wrong where the target is right."""
        same = frozenset(number for number, answer in row.items() if self.failed.get(number) == answer)
        other, neutral, hidden, inside = set[int](), set[int](), 0, 0
        for number in row.keys() - same if same else ():
            answer, asked = row[number], self.answers.get(number)
            if asked is None or (answer == REFUSED and not must_be_given(asked.facts, _ANY)):
                continue
            if number in self.failed:
                both_crash = answer & 3 == BROKEN and isinstance(asked.outcome, Crashed)
                (neutral if both_crash else other).add(number)
            elif isinstance(asked.outcome, Unsupported) or self._hides(asked, answer):
                hidden += 1
                inside += all(map(le, _extent(asked), self._most[operation]))
            else:
                return None
        # A single call shows no state, nor do refusals alone: any fault that is wrong there would do.
        likely = len({row[number] for number in same}) > fault.keeps_state and len(same) >= len(other)
        # A fault of what may be refused is contradicted by refusals that no limit explains.
        if 2 * inside > len(same) and not any(must_be_given(self.answers[n].facts, _ANY) for n in same):
            return None
        return Match(fault, operation, same, frozenset(other), frozenset(neutral), hidden) if likely else None

    def joint(self, faults: Sequence[Fault], left: Set[int], ask: Ask) -> frozenset[int]:
        """Those of some failures in which a codec with all of some faults gives the target's answer."""
        calls = {number: self.answers[number].call for number in sorted(left)}
        outcomes = zip(calls.items(), ask(faults, list(calls.values())), strict=True)
        return frozenset(n for (n, call), outcome in outcomes if digest(call, outcome) == self.failed[n])

    def _hides(self, answer: Answer, wrong: int) -> bool:
        """Whether the target refuses a call so that it may have the fault that gives this wrong answer."""
        refused = isinstance(answer.outcome, Rejected)
        return refused and (answer.facts.value is not None or (wrong & 3 == SPECIAL and self._limited))


def _extent(answer: Answer) -> tuple[int, ...]:
    """Numbers that say how much a call demands: what is past all that a target answers in one of them may be refused."""
    facts = answer.facts
    return max((*answer.call.input, *(facts.value or ())), default=0), facts.bits, facts.length, facts.surrogate


def _is_right(answer: Answer) -> bool:
    """Whether an answer is right, whatever choices are declared."""
    judgement = judge(expect(answer.facts, _ANY), answer.outcome, answer.call.operation)
    return answer.facts.met_by(answer.outcome) or judgement.verdict not in BAD


def likely_causes(answers: Sequence[Answer], table: Table, ask: Ask, *, stable: bool) -> list[LikelyCause]:
    """The faults that explain a target's failures, the one that explains most first."""
    target = _Target(answers, table)
    named: dict[Operation, list[Match]] = {}
    for operation in Operation:
        failed = target.of(operation)
        rows = ((FAULTS[name], rows[operation]) for name, rows in table.rows.items() if failed and operation in rows)
        matches = (target.match(fault, operation, row) for fault, row in rows if not (stable and fault.keeps_state))
        named[operation] = [match for match in matches if match]
    in_both = frozenset.intersection(*(frozenset(match.fault.name for match in of) for of in named.values()))
    chosen = [match for o, of in named.items() for match in _chosen(target, target.of(o), of, in_both, ask)]
    return _in_order(chosen, answers, target)


def _chosen(target: _Target, failed: Set[int], matches: Sequence[Match], in_both: Set[str], ask: Ask) -> list[Match]:
    """The few that together explain the failures of an operation; none if too much is left."""
    candidates = [match for match in matches if match.fault.name in in_both or not match.is_about_both]
    while cover := _cover(candidates, in_both):
        alone = _NONE.union(*(match.same for match in cover))
        joint = target.joint([match.fault for match in cover], failed - alone, ask) if len(cover) > 1 else _NONE
        contradicted = [match for match in cover if not match.other <= alone | joint]
        if not contradicted:
            # What only several explain together is counted with that which explains most.
            cover[0] = cover[0]._replace(same=cover[0].same | joint, joint=joint)
            left = failed - alone - joint - _NONE.union(*(match.neutral for match in cover))
            return cover if len(alone | joint) >= _NEARLY_ALL * len(alone | joint | left) else []
        candidates.remove(max(contradicted, key=lambda match: len(match.other - alone) / len(match.same)))
    return []


def _cover(matches: Sequence[Match], in_both: Set[str]) -> list[Match]:
    """The faults that explain most of the failures left by those before."""
    cover: list[Match] = []
    left = _NONE.union(*(match.same for match in matches))

    def rank(match: Match) -> tuple[int, ...]:
        # Of faults that explain as much, one of both sides says more if it does so on both; otherwise one of one side.
        sides = 0 if len(match.fault.sides) == 1 else 1 if match.fault.name in in_both else -1
        return len(match.same & left), -len(match.other), -match.hidden, sides

    # A single call more shows nothing: there are many faults, and one of them will do.
    while left and len((best := max(matches, key=rank)).same & left) > bool(cover):
        cover.append(best)
        left -= best.same
    return cover


def _in_order(chosen: Sequence[Match], answers: Sequence[Answer], target: _Target) -> list[LikelyCause]:
    """The causes, the one that explains most first."""
    by_fault: dict[str, list[Match]] = {}
    for match in chosen:
        by_fault.setdefault(match.fault.name, []).append(match)
    numbers: Mapping[Call, int] = {answer.call: number for number, answer in target.answers.items()}
    failed = {answer.id: answer.call for answer in answers if answer.failed}
    causes, left = list[LikelyCause](), set(failed)
    for sides in sorted(by_fault.values(), key=lambda sides: -sum(len(match.same) for match in sides)):
        fault, operations = sides[0].fault, {match.operation for match in sides}
        same, joint = (_NONE.union(*(getattr(match, name) for match in sides)) for name in ("same", "joint"))
        of = {name: numbers.get(call) for name, call in failed.items() if call.operation in operations}
        own = tuple(name for name, number in of.items() if number in same)
        ids = tuple(name for name in own if name in left)
        left.difference_update(ids)
        says, clause, both = fault.says, fault.clause, tuple(name for name in own if of[name] in joint)
        if len(sides) < len(fault.sides):
            says = f"{says.replace(' on both sides', '').removesuffix('.')}, in {sides[0].operation}."
            clause = _PROCEDURES[sides[0].operation] if clause in _PROCEDURES.values() else clause
        side = "" if len(of) == len(failed) else sides[0].operation.value
        line = fault.line(operations)
        causes.append(LikelyCause(fault, says, clause, own, len(of), side, len(left), ids, both, line))
    return causes
