"""Coherence: the answers inside a choice belong together. A codec has one behaviour, and a bound bounds.

Each answer alone may be allowed by a choice, and together they may make no sense:

* ``surrogates``: one is accepted and another refused, unless all that is refused are pairs, and no pair is accepted.
* ``beyond-unicode``: one is accepted and another refused, unless a width explains it: k bits hold 2^k - 1, not 2^k.
* ``integers``, ``length``: a call is refused, and one that asks for more is answered.

Each operation is looked at by itself. A correct codec may accept surrogates in one operation and refuse them in the
other, and the two may have different bounds.

Codecs count bits and lengths in many ways, and no way is wrong: signed or unsigned; of i, n, w or delta; a limit on the
digits of a delta; of characters, code points, UTF-16 units or octets, of the input or of the output. So "asks for more"
means: not for less in any of these. Then a refusal has no bound and no limit behind it, however the codec counts.
"""

from collections.abc import Iterator
from itertools import chain, combinations

from .choices import BOUNDS, INTEGERS, LENGTH, PERMISSIONS, Permission
from .encoded import literal_length
from .evidence import Evidence
from .facts import Facts
from .outcome import Call, Operation

TOO_NARROW = "integers of fewer than 26 bits, against section 6.4"
"""The message for refusals that only a bound below 2^26 explains, or a limit on the digits of a delta."""


def incoherent(evidence: Evidence) -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Choices, each with calls whose answers do not belong together."""
    for choice in PERMISSIONS:
        if calls := contradiction(choice, evidence):
            yield choice.name, calls
    for refused, answered in unexplained(evidence).items():
        # Either bound could have been the reason, so both are named.
        names = " and ".join(bound.name for bound in BOUNDS if bound.applies(evidence.facts[refused]))
        yield (TOO_NARROW if too_narrow(refused, answered, evidence) else names), (refused, answered)


def too_narrow(refused: Call, answered: Call, evidence: Evidence) -> bool:
    """Whether a bound on integers that no choice allows explains why one call is refused and the other answered."""
    facts = evidence.facts
    less, more = _Effort(refused, facts[refused]), _Effort(answered, facts[answered])
    # A call for which 26 bits suffice may be refused for its length, but never for its integers (section 6.4).
    return not INTEGERS.applies(facts[refused]) and _less(more.counted()[1], less.counted()[1])


def contradiction(choice: Permission, evidence: Evidence, operation: Operation | None = None) -> tuple[Call, ...]:
    """Calls that no behaviour of a choice explains together, of one operation; none if the answers belong together."""
    if choice.by_input:
        return ()
    for one in (operation,) if operation else choice.operations:
        shown = behaviours(choice, one, evidence)
        if choice.by_width and _a_width_apart(shown, evidence):
            continue
        for a, b in combinations(shown, 2):
            if not set(a) & set(b):
                return shown[a][0], shown[b][0]
    return ()


def behaviours(choice: Permission, operation: Operation, evidence: Evidence) -> dict[tuple[str, ...], list[Call]]:
    """The calls of an operation by the behaviours that explain the answer."""
    shown: dict[tuple[str, ...], list[Call]] = {}
    for call, facts in evidence.facts.items():
        # An encoder and a decoder may differ: RFC 3492 does not tie them together.
        if call.operation is not operation or not choice.shown_by(facts):
            continue
        if (given := evidence.right(call)) or evidence.refused(call):
            shown.setdefault(choice.explaining(facts, given), []).append(call)
    return shown


def _a_width_apart(shown: dict[tuple[str, ...], list[Call]], evidence: Evidence) -> bool:
    """Whether all that was refused has a wider code point than all that was accepted."""
    widths: dict[bool, list[int]] = {True: [], False: []}
    for call in chain.from_iterable(shown.values()):
        widest = max(evidence.facts[call].value or (0,)).bit_length()
        widths[evidence.right(call)].append(widest)
    return bool(widths[True] and widths[False]) and max(widths[True]) < min(widths[False])


class _Effort:
    """A call with its facts, and what it asks for: counted when it is needed first."""

    def __init__(self, call: Call, facts: Facts) -> None:
        self.call = call
        self.facts = facts
        # What may explain a refusal; asked of each pair of calls, so worked out once.
        self.long, self.wide = LENGTH.applies(facts), INTEGERS.applies(facts)
        self.counts: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    def counted(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The lengths and the integers."""
        if self.counts is None:
            decoded, encoded = self.call.input, self.facts.value or ()
            if self.call.operation is Operation.DECODE:
                decoded, encoded = encoded, decoded
            self.counts = _lengths(decoded, encoded), _integers(decoded, encoded)
        return self.counts

    def covers(self, other: "_Effort") -> bool:
        """Whether no bound and no limit that takes this call can refuse the other."""
        more, less = self.facts, other.facts
        long, wide = other.long, other.wide
        # Most pairs end here, before anything is counted.
        if self.call.operation is not other.call.operation or (less.beyond and not more.beyond):
            return False
        if (long and more.length < less.length) or (wide and more.bits < less.bits):
            return False
        (lengths, integers), (its_lengths, its_integers) = self.counted(), other.counted()
        return not (long and _less(lengths, its_lengths)) and not (wide and _less(integers, its_integers))


def unexplained(evidence: Evidence) -> dict[Call, Call]:
    """Refusals that ``integers`` and ``length`` allow but no bound or limit explains, with an answer that shows it."""
    refused, answered = [], []
    for call, facts in evidence.facts.items():
        # What no other choice allows to refuse.
        if facts.value is None or facts.surrogate or not (LENGTH.applies(facts) or INTEGERS.applies(facts)):
            continue
        if evidence.refused(call):
            refused.append(_Effort(call, facts))
        elif evidence.right(call):
            answered.append(_Effort(call, facts))
    answered.sort(key=lambda effort: effort.facts.length)  # the shortest that shows it is reported
    found = {}
    for effort in refused:
        witnesses = [other for other in answered if other.covers(effort)]
        if witnesses:
            # Best one that asks for no smaller integers either: then the length alone is in question.
            best = (other.call for other in witnesses if not too_narrow(effort.call, other.call, evidence))
            found[effort.call] = next(best, witnesses[0].call)
    return found


def _less(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return any(x < y for x, y in zip(a, b, strict=True))


def _lengths(decoded: tuple[int, ...], encoded: tuple[int, ...]) -> tuple[int, ...]:
    """All that a limit on the length may count."""
    inserted = [c for c in decoded if c >= 0x80]
    wide = sum(c > 0xFFFF for c in inserted)
    return (
        len(encoded),
        len(encoded) - literal_length(encoded),
        len(decoded),
        len(decoded) - len(inserted),
        len(inserted),
        len(set(inserted)),
        len(decoded) + wide,  # UTF-16
        len(decoded) + len(inserted) + sum(c > 0x7FF for c in inserted) + wide,  # UTF-8
    )


def _integers(decoded: tuple[int, ...], encoded: tuple[int, ...]) -> tuple[int, ...]:
    """All that a bound on integers may look at: the greatest of each of what sections 6.2 and 6.3 compute, and sums."""
    # An encoded form without deltas asks for nothing, in each of the five numbers of a step.
    found = list(_steps(encoded)) or [(0,) * 5]
    return (
        max(decoded, default=0),
        len(decoded),
        sum(step[0] for step in found),
        *(max(column) for column in zip(*found, strict=True)),
    )


def _steps(encoded: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """For each delta of a right encoded form: itself; i after it is added, alone and with n * (h + 1), which together
    number the decoder's states; the last weight; the number of digits.
    """
    start = literal_length(encoded)
    from ..codec.trace import steps  # start-up time: only where something was refused

    # The delimiter is consumed, but it is no code point of the literal part.
    for step in steps(encoded, start, max(start - 1, 0)):
        state = step.before.n * (step.before.length + 1) + step.total
        yield step.delta, step.total, state, step.weight, step.end - step.start
