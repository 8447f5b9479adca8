"""Which side of each choice a target's answers take."""

from collections.abc import Iterator, Mapping

from .choices import LABEL_BITS, LABEL_LENGTH
from .coherence import answered_right, contradiction, sides, too_narrow, unexplained
from .encoded import case_of_digits, same_encoding
from .oracle import Facts
from .outcome import Call, Crashed, Operation, Outcome, Rejected, Returned

# Codecs with integers of 32 bits are common, so an answer that needs more is the least that shows that there is no bound.
_WIDE = 32
_Counted = list[tuple[Call, Facts, Outcome]]


def observe(seen: Mapping[Call, Outcome], known: Mapping[Call, Facts]) -> dict[str, str]:
    """The sides in the words in which they can be declared, or ``incoherent``, or a side for each operation.

    A bound is just below the first refusal that it explains: of a width of integers, or of an encoded form for its
    length. Where nothing tells, as when a limit on the length hides the width of integers, nothing is said.

    Args:
        seen: the answers.
        known: the oracle's facts about the calls that count here.
    """
    observed: dict[str, str] = {}
    for name, words in (
        ("surrogates", {"accept": "accept", "reject": "reject"}),
        ("beyond-unicode", {"accept": "integer", "reject": "reject"}),
    ):
        shown = {operation: sides(name, operation, seen, known) for operation in Operation}
        taken = {operation.value: words[next(iter(calls))] for operation, calls in shown.items() if calls}
        if contradiction(name, seen, known):
            observed[name] = "incoherent"
        elif len(set(taken.values())) == 2:
            observed[name] = ", ".join(" ".join(pair) for pair in taken.items())
        elif taken and all(len(calls) < 2 for calls in shown.values()):
            observed[name] = next(iter(taken.values()))
    accepts = observed.get("beyond-unicode") == "integer"
    odd = unexplained(seen, known)
    ordinary = [
        (call, facts, seen[call])
        for call, facts in known.items()
        if (facts.bits > LABEL_BITS or facts.length > LABEL_LENGTH) and facts.value and not facts.surrogate
        if (accepts or not facts.beyond) and call in seen and call not in odd
    ]
    limits = {operation: _limit(operation, ordinary) for operation in Operation}
    if any(facts.bits <= LABEL_BITS and facts.length > LABEL_LENGTH for _, facts, _ in ordinary):
        found = [limit for limit in limits.values() if limit is not None]
        observed["length"] = str(min(found)) if found else "none"
    narrow = any(too_narrow(refused, answered, known) for refused, answered in odd.items())
    if not narrow and (width := _width([one for one in ordinary if _within(limits[one[0].operation], one[1])])):
        observed["integers"] = width
    cases = {case for _, case in digit_cases(seen, known)}
    if cases:
        observed["digit-case"] = cases.pop() if len(cases) == 1 else "mixed"
    return observed


def _limit(operation: Operation, ordinary: _Counted) -> int | None:
    """The longest that was answered right before the first refusal, None if nothing was refused for its length."""
    long = [
        one
        for one in ordinary
        if one[0].operation is operation and one[1].bits <= LABEL_BITS and one[1].length > LABEL_LENGTH
    ]
    refused = min((facts.length for _, facts, outcome in long if isinstance(outcome, Rejected)), default=None)
    if refused is None:
        return None
    before = (f.length for c, f, outcome in long if f.length < refused and answered_right(outcome, c, f))
    return max(before, default=LABEL_LENGTH)


def _within(limit: int | None, facts: Facts) -> bool:
    return limit is None or facts.length <= limit


def _width(ordinary: _Counted) -> str:
    """The side of ``integers``; empty if the answers show none."""
    wide = [one for one in ordinary if one[1].bits > LABEL_BITS]
    refused = min((facts.bits for _, facts, outcome in wide if isinstance(outcome, Rejected)), default=None)
    below = [one for one in wide if refused is None or one[1].bits < refused]
    # A wrong answer is no side: what is wrong before anything is refused tells of another fault.
    if any(isinstance(o, Crashed) or (isinstance(o, Returned) and not answered_right(o, c, f)) for c, f, o in below):
        return ""
    if refused is not None:
        return f"2^{refused - 1}"
    return "unbounded" if any(f.bits > _WIDE and isinstance(o, Returned) for _, f, o in below) else ""


def digit_cases(seen: Mapping[Call, Outcome], known: Mapping[Call, Facts]) -> Iterator[tuple[Call, str]]:
    """The case of the digits in each right encoded form that has letters among them."""
    for call, outcome in seen.items():
        facts = known.get(call)
        if call.operation is not Operation.ENCODE or not isinstance(outcome, Returned) or not facts or not facts.value:
            continue
        case = case_of_digits(outcome.value)
        if case is not None and same_encoding(outcome.value, facts.value):
            yield call, case
