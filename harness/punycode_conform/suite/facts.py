"""Facts about a call: everything that an expectation follows from, and by which choices are seen."""

from typing import NamedTuple, Self

from .encoded import same_encoding
from .outcome import Call, Operation, Outcome, Returned

LABEL_BITS = 26
"""The width of integers, in bits, that is enough for every valid label (section 6.4)."""
LABEL_LENGTH = 59
"""The longest encoded form of a label: 63 octets less the prefix ``xn--``."""


# A tuple with names, which is made faster than a dataclass: a run makes thousands.
class Facts(NamedTuple):
    """The oracle's facts about a call.

    Attributes:
        value: the oracle's result, None if it refuses.
        reason: why it refuses.
        bits: the narrowest unsigned integer with which the procedure does not overflow.
        length: of the encoded side.
        surrogate, beyond: whether the decoded side has a surrogate, or a code point above 10FFFF.
        encoding: whether the decoded side is the input.
    """

    value: tuple[int, ...] | None
    reason: str = ""
    bits: int = LABEL_BITS
    length: int = 0
    surrogate: bool = False
    beyond: bool = False
    encoding: bool = False

    @classmethod
    def of(cls, call: Call, value: tuple[int, ...], bits: int) -> Self:
        """The facts about a call whose right answer is known."""
        encoding = call.operation is Operation.ENCODE
        decoded, encoded = (call.input, value) if encoding else (value, call.input)
        top = max(decoded, default=0)
        # Most strings have no code point so high, and max() is far quicker than the loop.
        surrogate = top >= 0xD800 and any(0xD800 <= c <= 0xDFFF for c in decoded)
        return cls(value, "", bits, len(encoded), surrogate, top > 0x10FFFF, encoding)

    def met_by(self, outcome: Outcome | None) -> bool:
        """Whether an outcome is the answer that RFC 3492 gives, whatever the case of digits."""
        if not isinstance(outcome, Returned) or self.value is None:
            return False
        return same_encoding(outcome.value, self.value) if self.encoding else outcome.value == self.value
