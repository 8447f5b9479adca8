"""Outcomes: how a target answered a call, and when two results are the same.

Outcomes are never folded together: a crash is not a refusal, a hang is not a crash. Of two encoded forms the literal part
counts exactly, the digits without case (RFC 3492 section 5).
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from ..notation import parting, plain, quote, show

MARK = 0xFFFD
# How the message of a Crashed begins that is a wrong answer, and of one that is a line of no answer.
TOO_LONG, STRAY = "an answer that is far too long", "protocol error"
LONGEST_LABEL = 63  # octets, prefix included (RFC 5890 section 2.3.2.1)

Points = tuple[Annotated[int, Meta(ge=0)], ...]


class Operation(StrEnum):
    """An operation that a target is asked for."""

    ENCODE = "encode"
    DECODE = "decode"

    __hash__ = str.__hash__  # Enum's own is slow, and a run looks up calls all the time

    @property
    def inverse(self) -> "Operation":
        return Operation.DECODE if self is Operation.ENCODE else Operation.ENCODE


class Call(NamedTuple):
    """An operation on an input, as code points; what goes over the wire."""

    operation: Operation
    input: tuple[int, ...]


# Reports and findings name the first field of an outcome as below.
class Returned(Struct, frozen=True, rename={"value": "returned"}):
    """The target gave a result."""

    value: Points


class Rejected(Struct, frozen=True, rename={"message": "rejected"}):
    """The target said that it refuses the input."""

    message: str = ""


class Crashed(Struct, frozen=True, rename={"message": "crashed"}):
    """The target broke: an undeclared exception, the death of its process, or an answer outside the protocol."""

    message: str
    stderr: str = ""


class TimedOut(Struct, frozen=True, rename={"limit": "timed_out"}):
    """The target did not answer within the limit, in seconds, also when it was called once more alone."""

    limit: Annotated[float, Meta(ge=0, le=1e9)]
    stderr: str = ""  # the end of what the target wrote there
    asked: bool = True  # false for a call that was not made, since a shorter one was late already


class Unsupported(Struct, frozen=True, rename={"message": "unsupported"}):
    """The target's strings cannot hold the input or the result, or it cannot be asked for it."""

    message: str = ""


class Evaded(Struct, frozen=True, rename={"message": "evaded"}):
    """The target answered ``unsupported`` to an input and a result that strings of every type can hold."""

    message: str = ""


FILL_IN = "if the adapter is not filled in: call your codec where its file says YOUR CODEC"

Outcome = Returned | Rejected | Crashed | TimedOut | Unsupported | Evaded


class Transient(NamedTuple):
    """A transient failure: a crash or hang that did not recur when the same calls were repeated."""

    call: Call
    outcome: Crashed | TimedOut

    @property
    def slow(self) -> str:
        """A remark on a call that was late once, empty after a crash. The machine may have been busy, so it is no fault."""
        late = f"slow once: {answered(self.call, self.outcome)}, but it was answered when it was repeated"
        return "" if isinstance(self.outcome, Crashed) else late


def alike(a: Outcome, b: Outcome, operation: Operation | None = None) -> bool:
    """Whether two answers say the same: the same value, or both a refusal; messages may differ."""
    if isinstance(a, Returned) and isinstance(b, Returned):
        return a.value == b.value or (operation is Operation.ENCODE and same_encoding(a.value, b.value))
    # Messages may hold addresses and versions, so only the kind counts.
    return type(a) is type(b)


def unambiguous(points: Sequence[int]) -> str:
    """An encoded side: ASCII as text, all else as code points, since two characters may look the same."""
    return quote(points, 60) if is_ascii(points) else show(points, 12)


def in_words(outcome: Outcome, operation: Operation | None = None) -> str:
    """An answer in words, with the call as subject: ``is refused``."""
    match outcome:
        case Returned(value):
            return f"gives {unambiguous(value) if operation is Operation.ENCODE else show(value, 12)}"
        case Rejected():
            return "is refused"
        case Crashed(message):
            return f"fails ({plain(message, 80)})"
        case TimedOut(limit):
            return f"gives no answer within {limit:g} s" if outcome.asked else "is not asked"
        case Unsupported() | Evaded():
            return "is unsupported"


def answered(call: Call, outcome: Outcome) -> str:
    """A call and its answer in words."""
    shown = show(call.input, 12) if call.operation is Operation.ENCODE else unambiguous(call.input)
    return f"{call.operation.value} {shown} {in_words(outcome, call.operation)}"


def difference(one: Outcome, other: Outcome, operation: Operation) -> str:
    """The first difference of two results in words, to follow them; empty if the words for the results show it."""
    if not isinstance(one, Returned) or not isinstance(other, Returned) or one.value == other.value:
        return ""
    if in_words(one, operation) != in_words(other, operation):
        return ""
    at = parting(one.value, other.value)
    return f", differing first at index {at:,}, with U+{other.value[at]:04X} instead of U+{one.value[at]:04X}"


def is_ascii(text: Sequence[int]) -> bool:
    """Whether there are no code points but ASCII's."""
    return max(text, default=0) < 0x80


def is_marked(text: Sequence[int], operation: Operation) -> bool:
    """Whether a result of ToUnicode marks an error by U+FFFD (UTS 46 section 4)."""
    return operation is Operation.DECODE and MARK in text


def same_encoding(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two encoded forms differ by no more than the case of digits."""
    return tuple(a) == tuple(b) or (len(a) == len(b) and canonical(a) == canonical(b))  # case never changes a length


def canonical(encoded: Sequence[int]) -> tuple[int, ...]:
    """An encoded form with its digits in lower case, equal to that of each form that is the same."""
    literal = literal_length(encoded)
    return (*encoded[:literal], *fold(encoded[literal:]))


def literal_length(encoded: Sequence[int]) -> int:
    """The length of the literal part of an encoded form, its delimiter included (section 3.1)."""
    try:
        return bytes(encoded).rfind(b"-") + 1
    except ValueError:  # not all of it is ASCII
        return next((index for index in range(len(encoded), 0, -1) if encoded[index - 1] == 0x2D), 0)


def _cased(digits: Sequence[int], change: Callable[[bytes], bytes]) -> tuple[int, ...]:
    try:
        return tuple(change(bytes(digits)))  # bytes know the case of ASCII only, and are quick
    except ValueError:
        return tuple(change(bytes([c]))[0] if c < 0x80 else c for c in digits)


def fold(digits: Sequence[int]) -> tuple[int, ...]:
    """ASCII letters in lower case; nothing else is touched."""
    return _cased(digits, bytes.lower)


def other_case(encoded: Sequence[int]) -> tuple[int, ...] | None:
    """An encoded form with its digits in upper case, or in lower case if they were; None if it has no letters there."""
    literal = literal_length(encoded)
    digits = tuple(encoded[literal:])
    upper, lower = _cased(digits, bytes.upper), fold(digits)
    return None if upper == lower else (*encoded[:literal], *(lower if upper == digits else upper))


def case_of_digits(encoded: Sequence[int]) -> str | None:
    """``lower``, ``upper`` or ``mixed``: the case of the letters after the literal part; None if there are none."""
    digits = bytes(c for c in encoded[literal_length(encoded) :] if c < 0x80)
    if digits.islower():
        return "lower"
    return "upper" if digits.isupper() else "mixed" if digits.lower() != digits.upper() else None
