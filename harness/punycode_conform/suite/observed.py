"""The behaviour that a target's answers show of each choice, in the words in which it can be declared.

Nothing is concluded from wrong answers. A limit that answers on both sides show is exact; else it is ``at least`` what was
answered. Whatever is shown can be declared, and then the same answers pass.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from .choices import (
    AT_LEAST,
    DIGIT_CASE,
    INTEGERS,
    LENGTH,
    PERMISSIONS,
    UNBOUNDED,
    Bound,
    Choices,
    Permission,
    in_words,
)
from .coherence import behaviours, contradiction
from .encoded import case_of_digits
from .evidence import Asked, Evidence
from .facts import Facts
from .outcome import Call, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

# More than integers of 64 bits and counters of 16 bits hold: an answer beyond shows that there is no limit.
_NO_LIMIT = {INTEGERS.name: 64, LENGTH.name: 1 << 16}
INCOHERENT = "incoherent"
_OUT_OF_RANGE = ("overflow", "beyond-unicode")


class Shown(NamedTuple):
    """The limit that the answers of one operation show."""

    low: int
    high: int = UNBOUNDED
    refused: Call | None = None

    def word(self, bound: Bound) -> str:
        """The limit as it can be declared."""
        if self.high == UNBOUNDED and self.low > _NO_LIMIT[bound.name]:
            return bound.write(UNBOUNDED)
        return bound.write(self.low) if self.high == self.low + 1 else AT_LEAST + bound.write(self.low)


def observe(evidence: Evidence) -> dict[str, str]:
    """The behaviours as they can be declared, for one operation where the two differ; or ``incoherent``."""
    asked, unsure = evidence.asked(), evidence.misrefusing()
    observed = _permissions(evidence, unsure)
    limits = _bounds(asked, unsure, observed)
    for bound in (LENGTH, INTEGERS):
        found = {op: limits[op][bound] for op in Operation if bound in limits.get(op, ())}
        observed |= _bound_in_words(bound, found, evidence)
    cases = {case for _, _, case in digit_cases(evidence)}
    if cases:
        observed[DIGIT_CASE.name] = cases.pop() if len(cases) == 1 else "mixed"
    return observed


def _bound_in_words(bound: Bound, found: Mapping[Operation, Shown], evidence: Evidence) -> dict[str, str]:
    words = {operation: shown.word(bound) for operation, shown in found.items()}
    if all(word.startswith(AT_LEAST) for word in words.values()):
        # The two differ in what was asked, and not in what they show.
        words = {operation: min(found.values()).word(bound) for operation in words}
    return _words(bound, words, evidence)


def _permissions(evidence: Evidence, unsure: Set[Operation]) -> dict[str, str]:
    observed: dict[str, str] = {}
    special = evidence.special()
    for choice in PERMISSIONS:
        words = {op: word for op in choice.operations if (word := _shown(choice, op, evidence, special, unsure))}
        observed |= _words(choice, words, evidence)
    return observed


def _words(choice: Permission | Bound, words: Mapping[Operation, str], evidence: Evidence) -> dict[str, str]:
    """One word for the choice, if all operations that answer at all show it; else a word for each that shows one."""
    if not words:
        return {}
    answering = {call.operation for call, outcome in evidence.seen.items() if not isinstance(outcome, Unsupported)}
    whole = len({*words.values()}) == 1 and {*words} >= answering & {*choice.operations}
    return in_words(choice.name, words, whole=whole)


def _shown(
    choice: Permission, operation: Operation, evidence: Evidence, special: Mapping[Call, Facts], unsure: Set[Operation]
) -> str:
    """The behaviour of one operation, ``incoherent`` if no behaviour explains its answers, empty if no word is true."""
    shown = behaviours(choice, operation, evidence, special)
    if contradiction(choice, operation, evidence, shown):
        return INCOHERENT
    # Answers that belong together and have no behaviour in common are divided by a width.
    common = set(next(iter(shown))).intersection(*shown) if shown else set()
    word = next((word for word in choice.sides if word in common), "")
    given = any(evidence.right(call) for calls in shown.values() for call in calls)
    # What refuses all that must be given shows nothing by a refusal.
    return word if given or operation not in unsure else ""


def bounds(evidence: Evidence) -> dict[Operation, dict[Bound, Shown]]:
    """The limits that the answers of each operation show; none of what they do not show."""
    asked, unsure = evidence.asked(), evidence.misrefusing()
    return _bounds(asked, unsure, _permissions(evidence, unsure))


def _bounds(
    asked: Sequence[Asked], unsure: Set[Operation], permitted: Mapping[str, str]
) -> dict[Operation, dict[Bound, Shown]]:
    declared = Choices().declare_all({name: word for name, word in permitted.items() if word != INCOHERENT})
    sure = [operation for operation in Operation if operation not in unsure]
    return {
        operation: _limits([one for one in asked if one.call.operation is operation], declared) for operation in sure
    }


def _limits(asked: Sequence[Asked], declared: Choices) -> dict[Bound, Shown]:
    found: dict[Bound, Shown] = {}
    if length := _limit(LENGTH, [one for one in asked if not INTEGERS.applies(one.facts)], declared):
        found[LENGTH] = length
    # What is longer may be refused for that.
    longest = LENGTH.least if length is None else length.low if length.refused else UNBOUNDED
    if integers := _limit(INTEGERS, [one for one in asked if one.facts.length <= longest or not one.refused], declared):
        found[INTEGERS] = integers
    return found


def _limit(bound: Bound, asked: Sequence[Asked], declared: Choices) -> Shown | None:
    refused, wrong = Shown(bound.least), UNBOUNDED
    needing = [(bound.need(one.facts), one) for one in asked if bound.applies(one.facts)]
    for need, one in needing:
        if one.refused and need < refused.high and _for_a_limit(one.facts, declared):
            refused = Shown(bound.least, need, one.call)
        elif _is_wrong(one):
            wrong = min(wrong, need)
    if bound is INTEGERS and any(one.facts.reason in _OUT_OF_RANGE and _is_wrong(one) for one in asked):
        wrong = min(wrong, UNBOUNDED - 1)  # a number that no string holds, out of range of every integer
    answered = max((need for need, one in needing if need < refused.high and one.right), default=bound.least)
    if wrong < refused.high or (answered == bound.least and refused.refused is None):
        return None
    return refused._replace(low=answered)


def _is_wrong(one: Asked) -> bool:
    return not isinstance(one.outcome, Rejected | TimedOut | Unsupported) and not one.right


def _for_a_limit(facts: Facts, declared: Choices) -> bool:
    """Whether nothing but a limit explains a refusal."""
    if facts.value is None:
        return False
    free, duty = declared.allowing(facts)
    return not duty and all(isinstance(choice, Bound) for choice in free)


def digit_cases(evidence: Evidence) -> Iterator[tuple[Call, Outcome, str]]:
    """The case of the digits in each right encoded form that has letters among them, also where a call was repeated; of
    those that are as the oracle writes them, in lower case, the first alone."""
    lower = False
    for call, outcome in (*evidence.seen.items(), *evidence.again):
        if call.operation is Operation.ENCODE and isinstance(outcome, Returned) and call in evidence.facts:
            facts = evidence.facts[call]
            if lower and outcome.value == facts.value:
                continue
            case = case_of_digits(outcome.value)
            if case is not None and facts.met_by(outcome):
                lower = lower or case == "lower"
                yield call, outcome, case
