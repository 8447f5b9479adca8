"""Facts about a call: everything that an expectation follows from, and by which choices are seen."""

from itertools import pairwise
from typing import NamedTuple, Self

from .encoded import fold, same_encoding
from .outcome import Call, Operation, Outcome, Returned

LABEL_BITS = 26
"""The width of integers, in bits, that is enough for every valid label (section 6.4)."""
LABEL_LENGTH = 59
"""The longest encoded form of a label: 63 octets less the prefix ``xn--``."""


# A tuple with names, which is made faster than a dataclass: a run makes thousands.
class Facts(NamedTuple):
    """The oracle's facts about a call."""

    value: tuple[int, ...] | None
    reason: str = ""
    bits: int = LABEL_BITS
    length: int = 0
    surrogate: bool = False
    beyond: bool = False
    encoding: bool = False
    paired: bool | None = False
    lone: bool = False
    broken: bool = False
    capitals: bool = False

    @classmethod
    def of(cls, call: Call, value: tuple[int, ...], bits: int) -> Self:
        """The facts about a call whose right answer is known."""
        encoding = call.operation is Operation.ENCODE
        decoded, encoded = (call.input, value) if encoding else (value, call.input)
        top = max(decoded, default=0)
        # Most strings have no code point so high, and max() is far quicker than the loop.
        surrogate = top >= 0xD800 and any(0xD800 <= c <= 0xDFFF for c in decoded)
        paired, lone = (_paired(decoded), _has_lone(decoded)) if surrogate else (False, False)
        return cls(value, "", bits, len(encoded), surrogate, top > 0x10FFFF, encoding, paired, lone)

    @property
    def operation(self) -> Operation:
        """The operation of the call."""
        return Operation.ENCODE if self.encoding else Operation.DECODE

    @property
    def usual(self) -> bool:
        """Whether no choice allows a refusal: quicker to see than to ask each choice, and true of nearly all calls."""
        special = self.surrogate or self.beyond or self.broken or self.capitals
        return not (special or self.bits > LABEL_BITS or self.length > LABEL_LENGTH)

    def met_by(self, outcome: Outcome | None) -> bool:
        """Whether an outcome is the answer that RFC 3492 gives, whatever the case of digits."""
        if not isinstance(outcome, Returned) or self.value is None:
            return False
        if self.broken:
            return fold(outcome.value) == fold(self.value)
        return same_encoding(outcome.value, self.value) if self.encoding else outcome.value == self.value


def _paired(decoded: tuple[int, ...]) -> bool | None:
    if _has_pair(decoded):
        return True
    # Code points are inserted in their order, so those above the surrogates come between them only at the end.
    return None if _has_pair(tuple(c for c in decoded if c <= 0xDFFF)) else False


def _has_lone(points: tuple[int, ...]) -> bool:
    pairs = sum(a >> 10 == 0x36 and b >> 10 == 0x37 for a, b in pairwise(points))
    return sum(0xD800 <= c <= 0xDFFF for c in points) > 2 * pairs


def _has_pair(points: tuple[int, ...]) -> bool:
    return any(a >> 10 == 0x36 and b >> 10 == 0x37 for a, b in pairwise(points))
