"""The likely causes of a target's failures: faults of the suite that give the same wrong answers.

A wrong cause sends people astray. So a fault is named for an operation only if the target is wrong wherever the fault is, and
its answers are those of the fault there, but for calls that another named fault affects too, and for what a choice allows. And
the named faults together must explain nine tenths of the operation's failures: otherwise an unknown fault may be behind all.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from ..faults import FAULTS, Fault
from ..suite.choices import Choices
from ..suite.facts import LABEL_BITS, LABEL_LENGTH, Facts
from ..suite.oracle import expect, must_be_given
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
from ..suite.verdict import BAD, judge
from .fault_answers import BROKEN, REFUSED, SPECIAL, Row, Table, digest

_NEARLY_ALL = 0.9
_ANY = Choices()


class Answer(NamedTuple):
    """A target's answer to a case, with the oracle's facts about the call."""

    id: str
    call: Call
    outcome: Outcome
    facts: Facts
    failed: bool


class Match(NamedTuple):
    """A fault beside a target's failures in one operation.

    Attributes:
        same: the failed calls in which it gives the target's answer.
        other: those in which it gives another wrong answer.
        neutral: those in which the difference shows nothing: both crash, or the fault refuses what may be refused.
        hidden: how many calls the target refuses by choice and the fault gets wrong.
    """

    fault: Fault
    operation: Operation
    same: Set[int]
    other: Set[int]
    neutral: Set[int]
    hidden: int


class LikelyCause(NamedTuple):
    """The fields of a report's cause, but for the laws that it breaks."""

    fault: Fault
    says: str
    explains: int
    failed: int
    operation: str
    left: int
    cases: tuple[str, ...]
    together: tuple[str, ...]


class _Target:
    """The answers of a target, by the numbers of their calls in the table."""

    def __init__(self, answers: Iterable[Answer], table: Table) -> None:
        numbered = ((table.number(answer.call), answer) for answer in answers)
        self.answers = {number: answer for number, answer in numbered if number is not None}
        # What fails only for a choice that is declared has no fault as its cause.
        self.failed = {n: digest(a.call, a.outcome) for n, a in self.answers.items() if a.failed and not _is_right(a)}
        refused = [a.facts for a in self.answers.values() if isinstance(a.outcome, Rejected) and not a.failed]
        # Refusals that choices allow hide whatever else is wrong.
        self._limited = any(f.value and (f.surrogate or f.bits > LABEL_BITS or f.length > LABEL_LENGTH) for f in refused)

    def of(self, operation: Operation) -> frozenset[int]:
        """The failed calls of an operation that a fault could explain."""
        failed = (n for n in self.failed if self.answers[n].call.operation is operation)
        return frozenset(n for n in failed if not isinstance(self.answers[n].outcome, Unsupported))

    def match(self, fault: Fault, operation: Operation, row: Row) -> Match | None:
        """A fault that explains failures; None if it explains none, or is wrong where the target is right."""
        same = {number for number, answer in row.items() if self.failed.get(number) == answer}
        other, neutral, hidden = set[int](), set[int](), 0
        for number in row.keys() - same if same else ():
            answer, asked = row[number], self.answers.get(number)
            if asked is None or (answer == REFUSED and not must_be_given(asked.facts, _ANY)):
                neutral.add(number)
            elif number in self.failed:
                both_crash = answer & 3 == BROKEN and isinstance(asked.outcome, Crashed)
                (neutral if both_crash else other).add(number)
            elif isinstance(asked.outcome, Unsupported) or self._hides(asked, answer):
                hidden += 1
            else:
                return None
        return Match(fault, operation, same, other, neutral, hidden) if same else None

    def _hides(self, answer: Answer, wrong: int) -> bool:
        """Whether the target refuses a call so that it may have the fault that gives this wrong answer."""
        refused = isinstance(answer.outcome, Rejected)
        return refused and (answer.facts.value is not None or (wrong & 3 == SPECIAL and self._limited))


def _is_right(answer: Answer) -> bool:
    """Whether an answer is right, whatever choices are declared."""
    if answer.facts.met_by(answer.outcome):
        return True
    return judge(expect(answer.facts, _ANY), answer.outcome, answer.call.operation).verdict not in BAD


def likely_causes(answers: Iterable[Answer], table: Table, *, stable: bool) -> list[LikelyCause]:
    """The faults that explain a target's failures, the one that explains most first.

    Args:
        answers: to the cases that gate, in their order.
        table: of the wrong answers of faults.
        stable: whether calls that were repeated got the same answers, so that no fault of state is behind failures.
    """
    every = list(answers)
    target = _Target(every, table)
    named: dict[Operation, list[Match]] = {}
    for operation in Operation:
        failed = target.of(operation)
        rows = ((FAULTS[name], rows[operation]) for name, rows in table.rows.items() if failed and operation in rows)
        matches = (target.match(fault, operation, row) for fault, row in rows if not (stable and fault.keeps_state))
        named[operation] = [match for match in matches if match]
    in_both = frozenset.intersection(*(frozenset(one.fault.name for one in of) for of in named.values()))
    chosen = {o: _chosen(target.of(o), of, in_both) for o, of in named.items()}
    return _said(chosen, every, target)


def _chosen(failed: Set[int], matches: Sequence[Match], in_both: Set[str]) -> list[Match]:
    """The few that together explain the failures of an operation; none if too much is left."""
    candidates = [one for one in matches if one.fault.name in in_both or not _tells_of_another(one)]
    while cover := _cover(candidates, in_both):
        explained = frozenset().union(*(one.same for one in cover))
        contradicted = [one for one in cover if not one.other <= explained | _joint(cover, one)]
        if not contradicted:
            rest = failed.difference(*(one.neutral for one in cover), _affected_by_two(cover) - explained)
            return cover if len(explained) >= _NEARLY_ALL * len(rest | explained) else []
        worst = max(contradicted, key=lambda one: len(one.other - explained) / len(one.same))
        candidates = [one for one in candidates if one is not worst]
    return []


def _cover(matches: Sequence[Match], in_both: Set[str]) -> list[Match]:
    """The faults that explain most of the failures left by those before."""
    cover: list[Match] = []
    left = frozenset().union(*(one.same for one in matches))

    def rank(one: Match) -> tuple[int, ...]:
        # Of faults that explain as much, one of both sides says more if it does so on both; otherwise one of one side.
        sides = 0 if len(one.fault.sides) == 1 else 1 if one.fault.name in in_both else -1
        return len(one.same & left), -len(one.other), -one.hidden, sides

    # A single call more shows nothing: there are many faults, and one of them will do.
    while left and len((best := max(matches, key=rank)).same & left) > bool(cover):
        cover.append(best)
        left -= best.same
    return cover


def _affected(one: Match) -> Set[int]:
    return one.same | one.other


def _joint(cover: Sequence[Match], one: Match) -> Set[int]:
    """The calls that another fault affects too: the answer there may be of both."""
    return frozenset().union(*(_affected(other) for other in cover if other is not one)) & _affected(one)


def _affected_by_two(cover: Sequence[Match]) -> Set[int]:
    return frozenset().union(*(_joint(cover, one) for one in cover))


def _tells_of_another(one: Match) -> bool:
    """Whether the sentence of a fault is about the other operation too, which the target does not get wrong."""
    (other,) = (operation for operation in Operation if operation is not one.operation)
    return len(one.fault.sides) > 1 and other.value in one.fault.says.lower()


def _said(chosen: Mapping[Operation, Sequence[Match]], answers: Sequence[Answer], target: _Target) -> list[LikelyCause]:
    """The causes, the one that explains most first."""
    by_fault: dict[str, list[Match]] = {}
    for one in (one for cover in chosen.values() for one in cover):
        by_fault.setdefault(one.fault.name, []).append(one)
    joint = frozenset().union(*(_affected_by_two(cover) for cover in chosen.values()))
    joint -= frozenset().union(*(one.same for cover in chosen.values() for one in cover))
    failed = [answer for answer in answers if answer.failed]
    calls = {answer.call: number for number, answer in target.answers.items()}
    causes, left = list[LikelyCause](), {answer.id for answer in failed}
    for sides in sorted(by_fault.values(), key=lambda sides: -sum(len(one.same) for one in sides)):
        fault, operations = sides[0].fault, {one.operation for one in sides}
        explained = frozenset().union(*(one.same | (_affected(one) & joint) for one in sides))
        of = [answer for answer in failed if answer.call.operation in operations]
        own = [answer for answer in of if calls.get(answer.call) in explained]
        ids = [answer.id for answer in own if answer.id in left]
        left.difference_update(ids)
        side = "" if len(of) == len(failed) else sides[0].operation.value
        says = fault.says if len(sides) == len(fault.sides) else f"{fault.says.removesuffix('.')}, in {sides[0].operation}."
        both = tuple(answer.id for answer in own if calls.get(answer.call) in joint)
        causes.append(LikelyCause(fault, says, len(own), len(of), side, len(left), tuple(ids), both))
    return causes
