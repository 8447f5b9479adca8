"""Limits: ``integers`` and ``length`` allow refusals, and RFC 3492 does not say what a limit counts.

Codecs count characters, code points, octets, insertions, or the effort of all these. So no refusal is wrong because of
another answer. If a call is refused and one that asks for more by every usual count is answered, that is worth a remark.
"""

from collections.abc import Iterator
from functools import cached_property

from .choices import BOUNDS
from .encoded import literal_length
from .evidence import Evidence
from .facts import Facts
from .outcome import Call


def odd(evidence: Evidence) -> Iterator[tuple[Call, Call]]:
    """Refusals that only a limit explains, each with the shortest answered call that asks for more.

    Where an operation refuses what every codec must give, that may be the reason of all its refusals: then there are none.
    """
    limited = {
        call: facts
        for call, facts in evidence.special().items()
        # Surrogates and results beyond Unicode are refused for themselves.
        if facts.value is not None and not (facts.surrogate or facts.beyond) and any(b.applies(facts) for b in BOUNDS)
    }
    if not any(map(evidence.refused, limited)):
        return
    unsure = evidence.misrefusing()
    efforts = [_Effort(call, facts) for call, facts in limited.items() if call.operation not in unsure]
    refused = [effort for effort in efforts if evidence.refused(effort.call)]
    answered = [effort for effort in efforts if evidence.right(effort.call)]
    answered.sort(key=lambda effort: effort.facts.length)
    for less in refused:
        if (more := next((more for more in answered if more.covers(less)), None)) is not None:
            yield less.call, more.call


class _Effort:
    """A call with what it asks for, counted when that is needed first: a run compares very many pairs."""

    def __init__(self, call: Call, facts: Facts) -> None:
        self.call = call
        self.facts = facts

    @cached_property
    def counts(self) -> tuple[int, ...]:
        return _counts(self.call, self.facts)

    def covers(self, less: "_Effort") -> bool:
        """Whether this asks for no less by any count."""
        mine, its = self.facts, less.facts
        # Most pairs end here, before anything is counted.
        if mine.encoding is not its.encoding or mine.length < its.length or mine.bits < its.bits:
            return False
        return all(a >= b for a, b in zip(self.counts, less.counts, strict=True))


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
