"""Laws of whole labels, for layer a-label: ToASCII and ToUnicode of one label, and the calls that show whether they hold.

Pure, as :mod:`.laws`. IDNA2003, IDNA2008 and UTS 46 all demand each of these laws, so an implementation of any of them keeps
it. Limits, mapping and errors, in which they differ, break none.
"""

from collections.abc import Iterable, Sequence

from ..notation import quote, show
from . import oracle
from .encoded import fold
from .evidence import Evidence
from .follow_up import worth_following
from .laws import LABEL_IDEMPOTENCE, LABEL_ROUND_TRIP, LABEL_UNIQUENESS, STABILITY, Breach, Law, by_size, unstable
from .outcome import Call, Operation, Rejected, Returned, Unsupported, answered, difference

LONGEST = 63  # octets of a label, prefix included (RFC 5890 section 2.3.2.1)
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE


def lengths() -> list[Call]:
    """Labels of each length to encode: one letter again and again, and letters of ASCII with one other at the end."""
    runs = [(0xFC,) * n for n in range(1, LONGEST)]
    tails = [(*(0x61,) * n, 0xFC) for n in range(1, LONGEST)]
    return [Call(_ENCODE, text) for text in (*runs, *tails) if len(_label(text)) <= LONGEST]


def follow_ups(evidence: Evidence) -> list[Call]:
    """The calls to ask after the vectors: each result of ToASCII both ways, and possible collisions of ToUnicode."""
    asked: dict[Call, None] = {}  # a dict and not a set, whose order would differ from process to process
    for call, outcome in evidence.seen.items():
        if not isinstance(outcome, Returned) or not worth_following(call, outcome.value):
            continue
        if call.operation is _ENCODE:
            asked[Call(_ENCODE, outcome.value)] = asked[Call(_DECODE, outcome.value)] = None
        elif fold(outcome.value) != fold(call.input):
            # Is there another label for this text?
            asked[Call(_DECODE, _label(outcome.value))] = None
    return [call for call in asked if call not in evidence.seen]


def check(evidence: Evidence) -> dict[Law, list[Breach]]:
    """The breaches of each law, the shortest first."""
    found = {
        LABEL_IDEMPOTENCE: _idempotence(evidence),
        LABEL_ROUND_TRIP: _round_trip(evidence),
        LABEL_UNIQUENESS: _uniqueness(evidence),
        STABILITY: unstable(evidence),
    }
    return {law: sorted(breaches, key=by_size) for law, breaches in found.items()}


def _label(text: Sequence[int]) -> tuple[int, ...]:
    """The label of a text: its A-label, or itself if it is ASCII."""
    return tuple(text) if _is_ascii(text) else (*oracle.A_LABEL_PREFIX.encode(), *oracle.encode_fast(text))


def _is_ascii(text: Sequence[int]) -> bool:
    return max(text, default=0) < 0x80


def _idempotence(evidence: Evidence) -> Iterable[Breach]:
    for call, outcome in evidence.seen.items():
        if call.operation is not _ENCODE or not isinstance(outcome, Returned):
            continue
        if not _is_ascii(outcome.value):
            yield Breach((call,), f"{answered(call, outcome)}, which is not ASCII")
            continue
        again = Call(_ENCODE, outcome.value)
        answer = evidence.seen.get(again)
        if answer is None or isinstance(answer, Unsupported) or len(outcome.value) > LONGEST:
            continue
        if not isinstance(answer, Returned) or fold(answer.value) != fold(outcome.value):
            yield Breach((call, again), f"{answered(call, outcome)}, but {answered(again, answer)}")


def _round_trip(evidence: Evidence) -> Iterable[Breach]:
    for call, outcome in evidence.seen.items():
        # What is ASCII may be an A-label, and then ToUnicode gives its text.
        if call.operation is not _ENCODE or not isinstance(outcome, Returned) or _is_ascii(call.input):
            continue
        back = Call(_DECODE, outcome.value)
        answer = evidence.seen.get(back)
        if answer is None or isinstance(answer, Unsupported):
            continue
        if isinstance(answer, Returned) and fold(answer.value) == fold(call.input):
            continue
        if isinstance(answer, Rejected) and len(outcome.value) > LONGEST:
            continue
        differs = difference(Returned(call.input), answer, _DECODE)
        yield Breach((call, back), f"{answered(call, outcome)}, but {answered(back, answer)}{differs}")


def _uniqueness(evidence: Evidence) -> Iterable[Breach]:
    labels: dict[tuple[int, ...], dict[tuple[int, ...], Call]] = {}
    for call, outcome in evidence.seen.items():
        # UTS 46 maps what is not ASCII.
        if call.operation is _DECODE and isinstance(outcome, Returned) and _is_ascii(call.input):
            labels.setdefault(outcome.value, {}).setdefault(fold(call.input), call)
    for text, calls in labels.items():
        if len(calls) > 1:
            shortest = sorted(calls.values(), key=lambda call: (len(call.input), call.input))[:4]
            texts = " and ".join(quote(call.input, 70) for call in shortest)
            yield Breach(tuple(shortest), f"{texts} decode alike, to {show(text, 12)}")
