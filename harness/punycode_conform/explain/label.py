"""A string to explain: which labels it has, and in which direction each goes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..codec import PUNYCODE, Bootstring, annotation
from ..codec.trace import Decoding, Encoding, decoding, encoding
from ..suite.oracle import A_LABEL_PREFIX, MAX_UNICODE
from ..suite.outcome import Operation

# U+3002 and the others separate labels too (RFC 3490 section 3.1).
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_LABEL = re.compile(r"(?:[A-Za-z0-9-]|[^\x00-\x7f])+")


@dataclass(frozen=True, slots=True)
class Label:
    """A label, or a string as it is.

    Attributes:
        points: as they were given, the prefix included.
        trace: of the codec; None for a label of a domain that is not encoded.
        prefixed: whether ``xn--`` comes before the encoded form.
        guessed: whether the direction was guessed, though the other one makes sense too.
        annotated: whether the case of the text is folded and annotated.
    """

    points: tuple[int, ...]
    trace: Decoding | Encoding | None
    prefixed: bool = False
    guessed: bool = False
    annotated: bool = False

    @property
    def text(self) -> tuple[int, ...]:
        """The label decoded."""
        return self.trace.result if isinstance(self.trace, Decoding) and not self.trace.error else self.points

    @property
    def encoded(self) -> tuple[int, ...]:
        """The label encoded, with its prefix in a domain."""
        if isinstance(self.trace, Encoding):
            return (*map(ord, A_LABEL_PREFIX * self.prefixed), *self.trace.output)
        return self.points


def labels(
    points: Sequence[int],
    operation: Operation | None = None,
    *,
    raw: bool = False,
    codec: Bootstring = PUNYCODE,
    annotate: bool = False,
    unicode: bool = True,
) -> tuple[Label, ...]:
    """Trace a string, or each label of a domain.

    Args:
        points: code points.
        operation: None to find it from the string: what has the prefix is decoded, what has other code points than
            basic ones is encoded, and all else is decoded.
        raw: whether dots and the prefix ``xn--`` are like all other characters.
        codec: the instance of Bootstring; other profiles know neither domains nor the prefix.
        annotate: whether to fold the case of a text, and to annotate it (appendix A).
        unicode: whether a code point above 10FFFF is refused.
    """
    limit = MAX_UNICODE if unicode else None
    raw = raw or codec is not PUNYCODE or max(points, default=0) > MAX_UNICODE
    parts = [] if raw else _DOTS.split("".join(map(chr, points)))
    if parts[1:] and not parts[-1]:
        parts = parts[:-1]  # the dot at the end is the root's
    if len(parts) > 1 and all(map(_LABEL.fullmatch, parts)):
        return tuple(_of_domain(tuple(map(ord, part)), operation, annotate) for part in parts)
    if not raw and operation is not Operation.ENCODE and _has_prefix(points):
        return (_prefixed(tuple(points), limit),)
    basic = all(c in codec.basic for c in points)
    if (operation or (Operation.DECODE if basic and not annotate else Operation.ENCODE)) is Operation.DECODE:
        trace: Decoding | Encoding = decoding(points, codec=codec, max_code_point=limit)
    else:
        trace = _encoding(tuple(points), codec, annotate)
    guessed = operation is None and basic and not annotate
    return (Label(tuple(points), trace, guessed=guessed, annotated=annotate and isinstance(trace, Encoding)),)


def _of_domain(points: tuple[int, ...], operation: Operation | None, annotate: bool) -> Label:
    """A label of a domain: it is encoded if it must be, and decoded if it has the prefix."""
    if _has_prefix(points) and operation is not Operation.ENCODE:
        return _prefixed(points, MAX_UNICODE)
    if max(points) < 0x80 or operation is Operation.DECODE:
        return Label(points, None)
    return Label(points, _encoding(points, PUNYCODE, annotate), prefixed=True, annotated=annotate)


def _prefixed(points: tuple[int, ...], limit: int | None) -> Label:
    trace = decoding(points[len(A_LABEL_PREFIX) :], max_code_point=limit)
    return Label(points, trace, prefixed=True)


def _encoding(points: tuple[int, ...], codec: Bootstring, annotate: bool) -> Encoding:
    if not annotate:
        return encoding(points, codec=codec)
    folded, uppercase = annotation.fold(points)
    return encoding(folded, codec=codec, uppercase=uppercase)


def _has_prefix(points: Sequence[int]) -> bool:
    return "".join(map(chr, points[: len(A_LABEL_PREFIX)])).lower() == A_LABEL_PREFIX
