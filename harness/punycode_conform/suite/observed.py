"""Which side of each choice a target's answers take."""

from collections.abc import Iterator, Mapping

from .choices import LABEL_BITS, LABEL_LENGTH
from .encoded import case_of_digits, same_encoding
from .oracle import Facts
from .outcome import Call, Operation, Outcome, Rejected, Returned

# Lengths are counted in different ways: of either side, in code points, UTF-16 units or bytes. Two counts of one string
# differ by no more than this factor, so a refusal so far below the longest answer is no limit on the length.
_COUNTS_DIFFER = 8


def observe(seen: Mapping[Call, Outcome], known: Mapping[Call, Facts]) -> dict[str, str]:
    """The sides in the words in which they can be declared, or ``incoherent``.

    A bound is just below the first refusal: of a width of integers, or of an encoded form for its length.

    Args:
        seen: the answers.
        known: the oracle's facts about the calls that count here.
    """
    observed: dict[str, str] = {}
    special = [call for call, facts in known.items() if facts.surrogate or facts.beyond]
    for name, words in (
        ("surrogates", {"accept": "accept", "reject": "reject"}),
        ("beyond-unicode", {"accept": "integer", "reject": "reject"}),
    ):
        sides = {side(name, call, seen[call], known) for call in special if call in seen} - {""}
        if sides:
            observed[name] = words[sides.pop()] if len(sides) == 1 else "incoherent"
    accepts = observed.get("beyond-unicode") == "integer"
    ordinary = [
        (f, seen[c])
        for c, f in known.items()
        if c in seen and f.value and not f.surrogate and (accepts or not f.beyond)
    ]
    long = [(f.length, o) for f, o in ordinary if f.bits <= LABEL_BITS and f.length > LABEL_LENGTH]
    limit = _before_refusal(long, LABEL_LENGTH)
    if long:
        observed["length"] = "none" if limit is None else str(limit)
    wide = [(f.bits, o) for f, o in ordinary if f.bits > LABEL_BITS and (limit is None or f.length <= limit)]
    bound = min((bits - 1 for bits, o in wide if isinstance(o, Rejected)), default=None)
    if any(isinstance(o, Returned) for _, o in wide) or bound is not None:
        observed["integers"] = "unbounded" if bound is None else f"2^{bound}"
    cases = {case for _, case in digit_cases(seen, known)}
    if cases:
        observed["digit-case"] = cases.pop() if len(cases) == 1 else "mixed"
    return observed


def _before_refusal(long: list[tuple[int, Outcome]], least: int) -> int | None:
    """The longest that was answered before the first refusal, None if nothing was refused for its length."""
    longest = max((length for length, o in long if isinstance(o, Returned)), default=least)
    refused = min((n for n, o in long if isinstance(o, Rejected) and n * _COUNTS_DIFFER > longest), default=None)
    if refused is None:
        return None
    return max((length for length, o in long if isinstance(o, Returned) and length < refused), default=least)


def side(name: str, call: Call, outcome: Outcome, known: Mapping[Call, Facts]) -> str:
    """``accept`` or ``reject``, as an answer shows; empty if it shows neither, or if another choice may lie behind it."""
    facts = known.get(call)
    if facts is None or facts.bits > LABEL_BITS or facts.length > LABEL_LENGTH:
        return ""
    if facts.beyond and call.operation is Operation.ENCODE:  # the choice is about results
        return ""
    if (facts.surrogate, facts.beyond) != (name == "surrogates", name == "beyond-unicode"):
        return ""
    if isinstance(outcome, Rejected):
        return "reject"
    return "accept" if isinstance(outcome, Returned) and outcome.value == facts.value else ""


def digit_cases(seen: Mapping[Call, Outcome], known: Mapping[Call, Facts]) -> Iterator[tuple[Call, str]]:
    """The case of the digits in each right encoded form that has letters among them."""
    for call, outcome in seen.items():
        facts = known.get(call)
        if call.operation is not Operation.ENCODE or not isinstance(outcome, Returned) or not facts or not facts.value:
            continue
        case = case_of_digits(outcome.value)
        if case is not None and same_encoding(outcome.value, facts.value):
            yield call, case
