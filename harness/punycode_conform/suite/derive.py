"""A vector compared with RFC 3492: the vector is wrong if it expects something else than the oracle gives."""

from ..codec import Reason
from ..notation import plain, quote, show
from . import oracle
from .choices import CHOICES, PERMISSIONS
from .encoded import same_encoding
from .facts import Facts
from .outcome import Call, Operation
from .vector import Vector, points

_WIDE = 64  # bits; the widest integers that most languages have


def derive(vector: Vector) -> Vector:
    """The vector, completed by the oracle: the integer widths that its cases need, and the answer that a choice allows.

    Raises:
        ValueError: the vector contradicts RFC 3492.
    """
    bits: list[int] = []
    free: set[str] = set()
    right: tuple[int, ...] | None = None
    for operation in vector.operations:
        side = vector.decoded if operation is Operation.ENCODE else points(vector.encoded)
        assert side is not None
        known = oracle.facts(Call(operation, side), vector.layer)
        bits.append(known.bits)
        free.update(choice.name for choice in PERMISSIONS if choice.applies(known))
        if vector.reject:
            right = _refused(vector, operation, known)
        else:
            _returned(vector, operation, known)
    # The other choices are about sizes and spelling, which any vector may be about.
    free_anywhere = {choice.name for choice in CHOICES} - {choice.name for choice in PERMISSIONS}
    if vector.choice and vector.choice not in free | free_anywhere:
        raise ValueError(f"choice {plain(vector.choice, 40)!r} does not apply to this vector")
    # Sorted, since a set has no order and the built JSON must come out alike each time.
    choice = vector.choice or next(iter(sorted(free)), "")
    return vector._replace(bits=tuple(bits), right=right, choice=choice)


def _returned(vector: Vector, operation: Operation, known: Facts) -> None:
    encoding = operation is Operation.ENCODE
    expected = points(vector.encoded) if encoding else vector.decoded
    assert expected is not None
    if known.value is None:
        raise ValueError(f"{operation} gives no value by RFC 3492: {known.reason}")
    same = same_encoding(expected, known.value) if encoding else expected == known.value
    if not same:
        shown = quote(known.value) if encoding else show(known.value)
        raise ValueError(f"{operation} by RFC 3492 gives {shown}")


def _refused(vector: Vector, operation: Operation, known: Facts) -> tuple[int, ...] | None:
    """The answer that a choice allows in place of the refusal, if any."""
    if vector.reject != (reason := _reason(operation, known)):
        why = f"it is refused for {reason}" if reason else "nothing in RFC 3492 refuses it"
        raise ValueError(f"reject: {vector.reject} is wrong: {why}")
    return known.value


def _reason(operation: Operation, known: Facts) -> str:
    """The reason for which a call is refused: always, or where a choice allows it. Empty if nothing refuses it."""
    if known.surrogate:  # first, since code points are decoded in their order
        return Reason.SURROGATE
    if not known.beyond:
        return known.reason
    # Every string of nonnegative integers can be encoded, so there only a choice can refuse one.
    return Reason.OVERFLOW if operation is Operation.DECODE and known.bits > _WIDE else Reason.BEYOND_UNICODE
