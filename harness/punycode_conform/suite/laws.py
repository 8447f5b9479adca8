"""Laws: properties over several calls, on what the vectors showed and on follow-up calls.

Pure: :func:`check` judges all that was seen; what else to ask is in :mod:`.follow_up`. A law is broken only by what no
choice allows, so a sound codec with any integer width or length limit keeps them all.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from . import oracle
from .choices import Choices
from .coherence import incoherent
from .encoded import fold, literal_length, other_case, same_encoding
from .notation import plain, quote, show
from .observed import digit_cases
from .oracle import Facts
from .outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
Seen = Mapping[Call, Outcome]


@dataclass(frozen=True, slots=True)
class Law:
    """A law by name.

    Attributes:
        name: a slug; the law's result has the id ``law/<name>``.
        clause: where RFC 3492 gives it.
        says: the law in a sentence.
        should: whether it is a SHOULD, which gates only when the user asks for that.
    """

    name: str
    clause: str
    says: str
    should: bool = False


ROUND_TRIP = Law(
    "round-trip", "1.1", "What is encoded decodes to itself, and what is decoded encodes to itself (reversibility)."
)
UNIQUENESS = Law(
    "decode-uniqueness", "6.2", "A decoder does not produce the same output for two distinct inputs (uniqueness)."
)
DIGIT_CASE = Law("digit-case", "5", "A decoder recognizes digits in both upper and lower case, with the same result.")
ONE_CASE = Law("one-digit-case", "5", "An encoder outputs only upper-case or only lower-case digits.", should=True)
STABILITY = Law("stability", "6", "A call repeated later and in another order answers alike.")
COHERENCE = Law(
    "coherence",
    "5",
    "Within a choice a codec takes one side for all inputs; it does not refuse one and answer another that asks for more.",
)
LAWS = (ROUND_TRIP, UNIQUENESS, DIGIT_CASE, ONE_CASE, STABILITY, COHERENCE)


@dataclass(frozen=True, slots=True)
class Breach:
    """One instance of a broken law: the calls that show it, and what they show."""

    calls: tuple[Call, ...]
    shows: str


def check(
    seen: Seen, again: Iterable[tuple[Call, Outcome]], known: Mapping[Call, Facts], choices: Choices
) -> dict[Law, list[Breach]]:
    """The breaches of each law.

    Args:
        seen: the first answer to each call, of the vectors and of the follow-ups.
        again: the answers to repeated calls.
        known: facts that were worked out before.
        choices: the declared sides.
    """

    def free(call: Call) -> bool:
        """Whether a choice lets this call be refused."""
        return not isinstance(oracle.expect(known.get(call) or oracle.facts(call), choices), oracle.Returns)

    found = {
        ROUND_TRIP: _round_trip(seen, free),
        UNIQUENESS: _uniqueness(seen),
        DIGIT_CASE: _digit_case(seen),
        ONE_CASE: _one_case(seen, known, choices),
        STABILITY: _stability(seen, again),
        COHERENCE: _coherence(seen, known),
    }
    return {law: sorted(breaches, key=_size) for law, breaches in found.items()}


def _size(breach: Breach) -> int:
    """The shortest breach tells most."""
    return sum(len(call.input) for call in breach.calls)


def _round_trip(seen: Seen, free: Callable[[Call], bool]) -> Iterable[Breach]:
    for call, outcome in seen.items():
        if not isinstance(outcome, Returned):
            continue
        back = Call(_DECODE if call.operation is _ENCODE else _ENCODE, outcome.value)
        answer = seen.get(back)
        if answer is None or isinstance(answer, Unsupported):
            continue
        if isinstance(answer, Returned):
            same = answer.value == call.input if call.operation is _ENCODE else same_encoding(answer.value, call.input)
            if same:
                continue
        elif isinstance(answer, Rejected) and free(back):
            continue
        yield Breach((call, back), f"{told(call, outcome)}, but {told(back, answer)}")


def _uniqueness(seen: Seen) -> Iterable[Breach]:
    inputs: dict[tuple[int, ...], dict[tuple[int, ...], Call]] = {}
    for call, outcome in seen.items():
        if call.operation is _DECODE and isinstance(outcome, Returned):
            literal = literal_length(call.input)
            canonical = (*call.input[:literal], *fold(call.input[literal:]))
            inputs.setdefault(outcome.value, {}).setdefault(canonical, call)
    for output, calls in inputs.items():
        if len(calls) > 1:
            shortest = sorted(calls.values(), key=lambda call: (len(call.input), call.input))
            texts = " and ".join(quote(call.input, 60) for call in shortest[:4])
            yield Breach(tuple(shortest[:4]), f"{texts} decode alike, to {show(output, 12)}")


def _digit_case(seen: Seen) -> Iterable[Breach]:
    told_of: set[Call] = set()
    for call, outcome in seen.items():
        if call.operation is not _DECODE or call in told_of or (other := other_case(call.input)) is None:
            continue
        twin = Call(_DECODE, other)
        answer = seen.get(twin)
        if (
            answer is None
            or alike(outcome, answer)
            or isinstance(outcome, Unsupported)
            or isinstance(answer, Unsupported)
        ):
            continue
        told_of.add(twin)
        yield Breach((call, twin), f"{told(call, outcome)}, but {told(twin, answer)}")


def _one_case(seen: Seen, known: Mapping[Call, Facts], choices: Choices) -> Iterable[Breach]:
    shown: dict[str, Call] = {}
    for call, case in digit_cases(seen, known):
        shown.setdefault(case, call)
    if choices.digit_case != "mixed" and (len(shown) > 1 or "mixed" in shown):
        texts = " and ".join(f"{told(call, seen[call])} ({case})" for case, call in shown.items())
        yield Breach(tuple(shown.values()), texts)


def _stability(seen: Seen, again: Iterable[tuple[Call, Outcome]]) -> Iterable[Breach]:
    # A call may have been repeated more than once; the first other answer is enough.
    for call, answer in reversed({c: a for c, a in reversed([*again]) if not alike(seen[c], a)}.items()):
        yield Breach((call,), f"{told(call, seen[call])}, but later it {said(answer, call.operation)}")


def _coherence(seen: Seen, known: Mapping[Call, Facts]) -> Iterable[Breach]:
    for choice, calls in incoherent(seen, known):
        yield Breach(calls, f"{choice}: " + ", but ".join(told(call, seen[call]) for call in calls))


def alike(a: Outcome, b: Outcome) -> bool:
    """Whether two answers say the same: the same value, or both a refusal; messages may differ."""
    if isinstance(a, Returned) and isinstance(b, Returned):
        return a.value == b.value
    return type(a) is type(b)


def told(call: Call, outcome: Outcome) -> str:
    """A call and its answer in words."""
    shown = show(call.input, 12) if call.operation is _ENCODE else quote(call.input, 60)
    return f"{call.operation.value} {shown} {said(outcome, call.operation)}"


def said(outcome: Outcome, operation: Operation | None = None) -> str:
    """An answer in words."""
    match outcome:
        case Returned(value):
            return f"gives {quote(value, 60) if operation is _ENCODE else show(value, 12)}"
        case Rejected():
            return "is refused"
        case Crashed(message):
            return f"crashes ({plain(message, 80)})"
        case TimedOut(limit):
            return f"gives no answer within {limit:g} s"
        case Unsupported():
            return "is unsupported"
