"""The behaviour that a target's answers show of each choice, and whether its answers belong together.

Nothing is concluded from wrong answers. A limit that answers on both sides show is exact; otherwise it is ``at least`` what
was answered. Every word shown can be declared, and then the same answers pass.

Each answer alone may be allowed by a choice, and together they may be incoherent:

* ``surrogates``: one is accepted and another refused, unless only pairs are refused, or only those in no pair.
* ``beyond-unicode``: one is accepted and another refused, unless a width explains it: k bits hold 2^k - 1, not 2^k.

Each operation is looked at by itself, since RFC 3492 does not tie an encoder to a decoder. If an operation also refuses what
every codec must give, that may be the reason of the refusal here, too: then nothing is concluded from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
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
from .encoded import case_of_digits
from .evidence import Asked, Evidence
from .facts import Facts
from .outcome import Call, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

# More than integers of 64 bits and counters of 16 bits hold: an answer beyond shows that there is no limit.
_NO_LIMIT = {INTEGERS.name: 64, LENGTH.name: 1 << 16}
INCOHERENT = "incoherent"
_OUT_OF_RANGE = ("overflow", "beyond-unicode")

Explained = dict[tuple[str, ...], list[Asked]]
"""Answers by the behaviours that explain them."""


def explained(choice: Permission, operation: Operation, evidence: Evidence) -> Explained:
    """The answers of an operation that show a behaviour of a choice, by the behaviours that explain them."""
    answers: Explained = {}
    for asked in evidence.asked():
        if asked.call.operation is operation and choice.shown_by(asked.facts) and (asked.right or asked.refused):
            answers.setdefault(choice.explaining(asked.facts, asked.right), []).append(asked)
    return answers


def incoherent(evidence: Evidence) -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Choices, each with calls whose answers do not belong together."""
    for choice in PERMISSIONS:
        pairs = (_contradiction(choice, explained(choice, op, evidence)) for op in _sure(evidence, choice.operations))
        if calls := next(filter(None, pairs), None):
            yield choice.name, calls


def _sure(evidence: Evidence, operations: Sequence[Operation] = tuple(Operation)) -> list[Operation]:
    """The operations that refuse nothing that must be given."""
    return [operation for operation in operations if operation not in evidence.misrefusing()]


def _contradiction(choice: Permission, answers: Explained) -> tuple[Call, ...]:
    """Calls that no behaviour of a choice explains together; none if the answers belong together."""
    if choice.by_input or (choice.by_width and _a_width_apart(answers)):
        return ()
    apart = ((a, b) for a, b in combinations(answers, 2) if not set(a) & set(b))
    return next(((answers[a][0].call, answers[b][0].call) for a, b in apart), ())


def _a_width_apart(answers: Explained) -> bool:
    """Whether all that was refused has a wider code point than all that was accepted."""
    widths: dict[bool, list[int]] = {True: [], False: []}
    for asked in chain.from_iterable(answers.values()):
        widths[asked.right].append(max(asked.facts.value or (0,)).bit_length())
    return bool(widths[True] and widths[False]) and max(widths[True]) < min(widths[False])


def observe(evidence: Evidence) -> dict[str, str]:
    """The behaviours as they can be declared, for one operation where the two differ; or ``incoherent``."""
    observed = _permissions(evidence)
    limits = _bounds(evidence, observed)
    for bound in (LENGTH, INTEGERS):
        shown = {op: limits[op][bound] for op in Operation if bound in limits.get(op, ())}
        words = {operation: limit.word(bound) for operation, limit in shown.items()}
        if all(word.startswith(AT_LEAST) for word in words.values()):
            # The two differ in what was asked, and not in what they show.
            words = {operation: min(shown.values()).word(bound) for operation in words}
        observed |= _words(bound, words, evidence)
    cases = {case for _, _, case in digit_cases(evidence)}
    if cases:
        observed[DIGIT_CASE.name] = cases.pop() if len(cases) == 1 else "mixed"
    return observed


def _permissions(evidence: Evidence) -> dict[str, str]:
    observed: dict[str, str] = {}
    for choice in PERMISSIONS:
        words = {op: word for op in choice.operations if (word := _behaviour(choice, op, evidence))}
        observed |= _words(choice, words, evidence)
    return observed


def _words(choice: Permission | Bound, words: Mapping[Operation, str], evidence: Evidence) -> dict[str, str]:
    """One word for the choice, if all operations that answer at all show it; else a word for each that shows one."""
    if not words:
        return {}
    answering = {call.operation for call, outcome in evidence.seen.items() if not isinstance(outcome, Unsupported)}
    whole = len({*words.values()}) == 1 and {*words} >= answering & {*choice.operations}
    return in_words(choice.name, words, whole=whole)


def _behaviour(choice: Permission, operation: Operation, evidence: Evidence) -> str:
    """The behaviour of one operation, ``incoherent`` if none explains its answers, empty if no word is true."""
    answers, sure = explained(choice, operation, evidence), operation in _sure(evidence)
    if sure and _contradiction(choice, answers):
        return INCOHERENT
    # Answers that belong together and have no behaviour in common are divided by a width.
    common = set(next(iter(answers))).intersection(*answers) if answers else set()
    word = next((word for word in choice.sides if word in common), "")
    given = any(asked.right for asked in chain.from_iterable(answers.values()))
    # An operation that refuses what must be given shows nothing by a refusal.
    return word if given or sure else ""


class Shown(NamedTuple):
    """The limit that the answers of one operation show."""

    low: int  # the greatest need of a call that was answered, or what every codec must give
    high: int = UNBOUNDED  # the least need of one that was refused for it
    refused: Call | None = None  # that call

    def word(self, bound: Bound) -> str:
        """The limit as it can be declared."""
        if self.high == UNBOUNDED and self.low > _NO_LIMIT[bound.name]:
            return bound.write(UNBOUNDED)
        return bound.write(self.low) if self.high == self.low + 1 else AT_LEAST + bound.write(self.low)


def bounds(evidence: Evidence) -> dict[Operation, dict[Bound, Shown]]:
    """The limits that the answers of each operation show; none of what they do not show."""
    return _bounds(evidence, _permissions(evidence))


def _bounds(evidence: Evidence, permitted: Mapping[str, str]) -> dict[Operation, dict[Bound, Shown]]:
    declared = Choices().declare_all({name: word for name, word in permitted.items() if word != INCOHERENT})
    return {
        operation: _limits([asked for asked in evidence.asked() if asked.call.operation is operation], declared)
        for operation in _sure(evidence)
    }


def _limits(answers: Sequence[Asked], declared: Choices) -> dict[Bound, Shown]:
    limits: dict[Bound, Shown] = {}
    if length := _limit(LENGTH, [asked for asked in answers if not INTEGERS.applies(asked.facts)], declared):
        limits[LENGTH] = length
    # What is longer may be refused for that.
    longest = LENGTH.least if length is None else length.low if length.refused else UNBOUNDED
    short = [asked for asked in answers if asked.facts.length <= longest or not asked.refused]
    if integers := _limit(INTEGERS, short, declared):
        limits[INTEGERS] = integers
    return limits


def _limit(bound: Bound, answers: Sequence[Asked], declared: Choices) -> Shown | None:
    refused, wrong = Shown(bound.least), UNBOUNDED
    needing = [(bound.need(asked.facts), asked) for asked in answers if bound.applies(asked.facts)]
    for need, asked in needing:
        if asked.refused and need < refused.high and _for_a_limit(asked.facts, declared):
            refused = Shown(bound.least, need, asked.call)
        elif _is_wrong(asked):
            wrong = min(wrong, need)
    if bound is INTEGERS and any(asked.facts.reason in _OUT_OF_RANGE and _is_wrong(asked) for asked in answers):
        wrong = min(wrong, UNBOUNDED - 1)  # a number that no string holds, out of range of every integer
    answered = max((need for need, asked in needing if need < refused.high and asked.right), default=bound.least)
    if wrong < refused.high or (answered == bound.least and refused.refused is None):
        return None
    return refused._replace(low=answered)


def _is_wrong(asked: Asked) -> bool:
    return not isinstance(asked.outcome, Rejected | TimedOut | Unsupported) and not asked.right


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
