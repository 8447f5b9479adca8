"""Limits: ``integers`` and ``length`` allow refusals, and RFC 3492 does not say what a limit counts.

Codecs count characters, code points, octets, insertions, or the effort of all these. So no refusal is wrong because of
another answer. If a call is refused and one that asks for more by every usual count is answered, that is worth a remark.
"""

from collections.abc import Iterator

from .choices import BOUNDS
from .encoded import literal_length
from .evidence import Evidence
from .facts import Facts
from .outcome import Call


def odd(evidence: Evidence) -> Iterator[tuple[Call, Call]]:
    """Refusals that only a limit explains, each with the shortest answered call that asks for more.

    Where an operation refuses what every codec must give, that may be the reason of all its refusals: then there are none.
    """
    refused, answered, unsure = [], [], evidence.misrefusing()
    for call, facts in evidence.facts.items():
        # Surrogates and results beyond Unicode are refused for themselves.
        if facts.value is None or facts.surrogate or facts.beyond or call.operation in unsure:
            continue
        if not any(bound.applies(facts) for bound in BOUNDS):
            continue
        if evidence.refused(call):
            refused.append(call)
        elif evidence.right(call):
            answered.append(call)
    answered.sort(key=lambda call: evidence.facts[call].length)
    counted: dict[Call, tuple[int, ...]] = {}

    def asks_for(call: Call) -> tuple[int, ...]:
        if call not in counted:
            counted[call] = _counts(call, evidence.facts[call])
        return counted[call]

    def covers(other: Call, call: Call) -> bool:
        more, less = evidence.facts[other], evidence.facts[call]
        # Most pairs end here, before anything is counted.
        if call.operation is not other.operation or more.length < less.length or more.bits < less.bits:
            return False
        return all(a >= b for a, b in zip(asks_for(other), asks_for(call), strict=True))

    for call in refused:
        if (other := next((other for other in answered if covers(other, call)), None)) is not None:
            yield call, other


def _counts(call: Call, facts: Facts) -> tuple[int, ...]:
    """The usual counts, beside the length of the encoded side and the width of integers."""
    from ..codec.second import deltas  # start-up time: only where something was refused

    decoded, encoded = call.input, facts.value or ()
    if not facts.encoding:
        decoded, encoded = encoded, decoded
    inserted = [c for c in decoded if c >= 0x80]
    astral = sum(c > 0xFFFF for c in inserted)
    numbers = list(deltas(decoded))
    return (
        len(encoded) - literal_length(encoded),
        len(decoded),
        len(decoded) - len(inserted),
        len(inserted),
        len(set(inserted)),
        len(decoded) + astral,  # units of UTF-16
        len(decoded) + len(inserted) + sum(c > 0x7FF for c in inserted) + astral,  # octets of UTF-8
        max(decoded, default=0),
        max(numbers, default=0),
        sum(numbers),
    )
