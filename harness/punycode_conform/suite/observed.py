"""The behaviour that a target's answers show of each choice."""

from collections.abc import Iterator, Sequence

from .choices import BEYOND_UNICODE, BOUNDS, DIGIT_CASE, INTEGERS, LENGTH, PERMISSIONS, UNBOUNDED, Permission, in_words
from .coherence import behaviours, contradiction, too_narrow, unexplained
from .encoded import case_of_digits
from .evidence import Evidence
from .facts import Facts
from .outcome import Call, Crashed, Operation, Outcome, Returned

# Codecs with integers of 32 bits are common, so an answer that needs more is the least that shows that there is no bound.
_WIDE = 32


def observe(evidence: Evidence) -> dict[str, str]:
    """The behaviours as they can be declared, for one operation where the two differ; or ``incoherent``.

    A bound is just below the first refusal that it explains: of a width of integers, or of an encoded form for its
    length. Where no answer shows it, as when a limit on the length hides the width of integers, nothing is said.
    """
    seen, known = evidence.seen, evidence.facts
    observed: dict[str, str] = {}
    for choice in PERMISSIONS:
        observed |= _behaviour(choice, evidence)
    accepts = observed.get(BEYOND_UNICODE.name) == "integer"
    # A refusal that no bound explains does not show where a bound is, so it is left out below.
    odd = unexplained(evidence)
    # A refusal that another choice allows shows no bound: surrogates, and results beyond Unicode if they are refused.
    ordinary = [
        call
        for call, facts in known.items()
        if any(bound.applies(facts) for bound in BOUNDS) and facts.value and not facts.surrogate
        if (accepts or not facts.beyond) and call in seen and call not in odd
    ]
    limits = {operation: _limit(operation, ordinary, evidence) for operation in Operation}
    if any(_only_long(known[call]) for call in ordinary):
        # A limit is declared for both operations at once, so the lower one is reported.
        observed[LENGTH.name] = LENGTH.write(min((limit for limit in limits.values() if limit), default=UNBOUNDED))
    # A width below 26 bits breaks section 6.4: it is no behaviour of the choice and cannot be declared.
    narrow = any(too_narrow(refused, answered, evidence) for refused, answered in odd.items())
    short = [call for call in ordinary if _within(limits[call.operation], known[call])]
    if not narrow and (width := _width(short, evidence)):
        observed[INTEGERS.name] = width
    cases = {case for _, _, case in digit_cases(evidence)}
    if cases:
        observed[DIGIT_CASE.name] = cases.pop() if len(cases) == 1 else "mixed"
    return observed


def _behaviour(choice: Permission, evidence: Evidence) -> dict[str, str]:
    """The behaviour that each operation shows, or one for both; nothing if none shows it."""
    words = {op: word for op in choice.operations if (word := _shown(choice, op, evidence))}
    return in_words(choice.name, words, whole=len(set(words.values())) == 1)


def _shown(choice: Permission, operation: Operation, evidence: Evidence) -> str:
    """The behaviour of one operation, ``incoherent`` if no behaviour explains its answers, empty if no word is true."""
    if contradiction(choice, evidence, operation):
        return "incoherent"
    shown = list(behaviours(choice, operation, evidence))
    # Answers that belong together and have no behaviour in common are divided by a width.
    common = set(shown[0]).intersection(*shown[1:]) if shown else set()
    return next((word for word in choice.sides if word in common), "")


def _only_long(facts: Facts) -> bool:
    """Whether a call needs nothing but its length."""
    return LENGTH.applies(facts) and not INTEGERS.applies(facts)


def _limit(operation: Operation, ordinary: Sequence[Call], evidence: Evidence) -> int | None:
    """The longest that was answered right before the first refusal, None if nothing was refused for its length."""
    lengths = {
        call: evidence.facts[call].length
        for call in ordinary
        if call.operation is operation and _only_long(evidence.facts[call])
    }
    refused = min((length for call, length in lengths.items() if evidence.refused(call)), default=None)
    if refused is None:
        return None
    before = (length for call, length in lengths.items() if length < refused and evidence.right(call))
    # If nothing longer was answered, the limit is what every codec must give.
    return max(before, default=LENGTH.least)


def _within(limit: int | None, facts: Facts) -> bool:
    return limit is None or facts.length <= limit


def _width(ordinary: Sequence[Call], evidence: Evidence) -> str:
    """The behaviour of ``integers``; empty if the answers show none."""
    widths = {call: facts.bits for call in ordinary if INTEGERS.applies(facts := evidence.facts[call])}
    refused = min((bits for call, bits in widths.items() if evidence.refused(call)), default=None)
    below = {call: bits for call, bits in widths.items() if refused is None or bits < refused}
    # A wrong answer is no behaviour of a choice: an answer that is wrong below the first refusal has another cause.
    if any(isinstance(evidence.seen[call], Crashed | Returned) and not evidence.right(call) for call in below):
        return ""
    if refused is not None:
        # A call is refused for the width that it needs, so the codec has one bit less.
        return INTEGERS.write(refused - 1)
    answered = (bits for call, bits in below.items() if isinstance(evidence.seen[call], Returned))
    return INTEGERS.write(UNBOUNDED) if max(answered, default=0) > _WIDE else ""


def digit_cases(evidence: Evidence) -> Iterator[tuple[Call, Outcome, str]]:
    """The case of the digits in each right encoded form that has letters among them, also where a call was repeated."""
    for call, outcome in (*evidence.seen.items(), *evidence.again):
        if call.operation is Operation.ENCODE and isinstance(outcome, Returned) and call in evidence.facts:
            case = case_of_digits(outcome.value)
            if case is not None and evidence.facts[call].met_by(outcome):
                yield call, outcome, case
