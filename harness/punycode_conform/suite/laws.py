"""Laws: properties over several calls, checked on the answers to the vectors and to follow-up calls.

Pure: :func:`check` judges all that was seen; what else to ask is in :mod:`.follow_up`. A law is broken only by what no
choice allows, so a correct codec with any integer width or length limit keeps them all.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..notation import quote, show
from . import A_LABEL, PUNYCODE
from .choices import BOUNDS
from .coherence import incoherent
from .encoded import canonical, other_case, same_encoding
from .evidence import Evidence
from .limits import odd
from .observed import digit_cases
from .outcome import (
    Call,
    Hiccup,
    Operation,
    Outcome,
    Rejected,
    Returned,
    Unsupported,
    alike,
    answered,
    difference,
    in_words,
)

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE


class Law(NamedTuple):
    """A law by name."""

    name: str
    clause: str
    says: str
    remark: str = ""


ROUND_TRIP = Law(
    "round-trip", "1.1", "What is encoded decodes to itself, and what is decoded encodes to itself (reversibility)."
)
UNIQUENESS = Law(
    "decode-uniqueness", "6.2", "A decoder does not produce the same output for two distinct inputs (uniqueness)."
)
CASE_BLIND = Law(
    "case-blind-digits", "5", "A decoder recognizes digits in both upper and lower case, with the same result."
)
ONE_CASE = Law(
    "one-digit-case", "5", "An encoder outputs only upper-case or only lower-case digits.", remark="breaks a SHOULD"
)
STABILITY = Law("stability", "6", "A call repeated later, in another order or in another process answers alike.")
COHERENCE = Law("coherence", "5", "A codec behaves alike for all inputs of a choice.")
LIMITS = Law(
    "limits",
    "1.1",
    "A call that is refused for its length or its integers asks for more than what is answered, by some usual count.",
    remark="odd",
)
LABEL_IDEMPOTENCE = Law(
    "label-idempotence",
    "3490-4.1",
    "ToASCII gives ASCII, and applied again it changes nothing but the case of letters.",
)
LABEL_ROUND_TRIP = Law(
    "label-round-trip", "5890-2.3.2.1", "ToUnicode of the A-label that ToASCII gives is the text again (symmetry)."
)
LABEL_UNIQUENESS = Law(
    "label-uniqueness",
    "5890-2.3.2.1",
    "ToUnicode gives one text for two labels only if they differ by no more than case.",
)
LAWS = (ROUND_TRIP, UNIQUENESS, CASE_BLIND, ONE_CASE, STABILITY, COHERENCE, LIMITS)
LABEL_LAWS = (LABEL_IDEMPOTENCE, LABEL_ROUND_TRIP, LABEL_UNIQUENESS, STABILITY)
BY_LAYER = {PUNYCODE: LAWS, A_LABEL: LABEL_LAWS}
EVERY = tuple(dict.fromkeys((*LAWS, *LABEL_LAWS)))


class Breach(NamedTuple):
    """One instance of a broken law: the calls that show it, and what they show."""

    calls: tuple[Call, ...]
    shows: str


def check(evidence: Evidence) -> dict[Law, list[Breach]]:
    """The breaches of each law, the shortest first."""
    found = {
        ROUND_TRIP: _round_trip(evidence),
        UNIQUENESS: _uniqueness(evidence),
        CASE_BLIND: _case_blind(evidence),
        ONE_CASE: _one_case(evidence),
        STABILITY: unstable(evidence),
        COHERENCE: _coherence(evidence),
        LIMITS: _limits(evidence),
    }
    return {law: sorted(breaches, key=by_size) for law, breaches in found.items()}


def unrepeated(hiccup: Hiccup) -> Breach:
    """A crash that did not happen again is a breach of stability."""
    return Breach((hiccup.call,), f"{answered(hiccup.call, hiccup.outcome)}, but not when it was repeated")


def unlike(call: Call, first: Outcome, other: Outcome, when: str) -> Breach:
    """An answer that depends on the process or thread is a breach of stability; ``when`` says how the other was given."""
    shows = f"{answered(call, first)}, but {when} it {in_words(other, call.operation)}"
    return Breach((call,), shows + difference(first, other, call.operation))


def by_size(breach: Breach) -> int:
    """A sort key: the shortest breach first, since it shows most."""
    return sum(len(call.input) for call in breach.calls)


def _round_trip(evidence: Evidence) -> Iterable[Breach]:
    for call, outcome in evidence.seen.items():
        if not isinstance(outcome, Returned):
            continue
        back = Call(_DECODE if call.operation is _ENCODE else _ENCODE, outcome.value)
        answer = evidence.seen.get(back)
        # Strings that cannot hold the input of the way back are no fault of the codec.
        if answer is None or isinstance(answer, Unsupported):
            continue
        if isinstance(answer, Returned):
            # Text must come back exactly; an encoder is free to write the digits in its own case.
            if answer.value == call.input or (back.operation is _ENCODE and same_encoding(answer.value, call.input)):
                continue
        # A choice may be made for each operation: some codecs decode to surrogates and do not encode them.
        elif isinstance(answer, Rejected) and evidence.free(back):
            continue
        differs = difference(Returned(call.input), answer, back.operation)
        yield Breach((call, back), f"{answered(call, outcome)}, but {answered(back, answer)}{differs}")


def _uniqueness(evidence: Evidence) -> Iterable[Breach]:
    inputs: dict[tuple[int, ...], dict[Sequence[int], Call]] = {}
    for call, outcome in evidence.seen.items():
        if call.operation is _DECODE and isinstance(outcome, Returned):
            # Inputs that differ only in the case of digits are one: decoders must read both alike (section 5).
            inputs.setdefault(outcome.value, {}).setdefault(canonical(call.input), call)
    for output, calls in inputs.items():
        if len(calls) > 1:
            shortest = sorted(calls.values(), key=lambda call: (len(call.input), call.input))
            texts = " and ".join(quote(call.input, 60) for call in shortest[:4])
            one, other = (Returned(call.input) for call in shortest[:2])
            differs = difference(one, other, _ENCODE) if len(calls) == 2 else ""
            yield Breach(tuple(shortest[:4]), f"{texts}{differs and f'{differs},'} decode alike, to {show(output, 12)}")


def _case_blind(evidence: Evidence) -> Iterable[Breach]:
    reported: set[Call] = set()
    for call, outcome in evidence.seen.items():
        if call.operation is not _DECODE or (other := other_case(call.input)) is None:
            continue
        twin = Call(_DECODE, other)
        answer = evidence.seen.get(twin)
        if (
            answer is None
            or alike(outcome, answer)
            or isinstance(outcome, Unsupported)
            or isinstance(answer, Unsupported)
            or call in reported  # the twin of the twin is this call, so each pair is met twice
        ):
            continue
        reported.add(twin)
        differs = difference(outcome, answer, _DECODE)
        yield Breach((call, twin), f"{answered(call, outcome)}, but {answered(twin, answer)}{differs}")


def _one_case(evidence: Evidence) -> Iterable[Breach]:
    shown: dict[str, tuple[Call, Outcome]] = {}
    for call, outcome, case in digit_cases(evidence):
        shown.setdefault(case, (call, outcome))
    # The SHOULD of section 5 has one exception, the mixed-case annotation of appendix A.
    if evidence.choices.digit_case != "mixed" and (len(shown) > 1 or "mixed" in shown):
        texts = " and ".join(f"{answered(*one)} ({case})" for case, one in shown.items())
        yield Breach(tuple(dict.fromkeys(call for call, _ in shown.values())), texts)


def unstable(evidence: Evidence) -> Iterable[Breach]:
    """The calls that were answered differently when they were repeated."""
    seen = evidence.seen
    # Digits in another case are the same answer: if an encoder writes both, it breaks a SHOULD, which has its own law.
    later = [(call, answer) for call, answer in evidence.again if not alike(seen[call], answer, call.operation)]
    # A call may have been repeated more than once; the first other answer is enough.
    for call, answer in reversed(dict(reversed(later)).items()):
        yield unlike(call, seen[call], answer, "later")


def _coherence(evidence: Evidence) -> Iterable[Breach]:
    for choice, calls in incoherent(evidence):
        yield Breach(calls, f"{choice}: " + ", but ".join(answered(call, evidence.seen[call]) for call in calls))


def _limits(evidence: Evidence) -> Iterable[Breach]:
    for refused, more in odd(evidence):
        shown = " and ".join(bound.name for bound in BOUNDS if bound.applies(evidence.facts[refused]))
        texts = f"{answered(refused, evidence.seen[refused])}, but {answered(more, evidence.seen[more])}"
        yield Breach((refused, more), f"{shown}: {texts}, which asks for more by every usual count")
