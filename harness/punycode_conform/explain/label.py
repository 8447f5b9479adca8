"""A string to explain: its labels, and the direction of each."""

import re
from collections.abc import Sequence

from msgspec import Struct

from ..codec import punycode
from ..codec.trace import Decoding, Encoding, decoding, encoding
from ..suite.oracle import A_LABEL_PREFIX, MAX_UNICODE
from ..suite.outcome import Operation

# U+3002 and the others separate labels too (RFC 3490 section 3.1).
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_LABEL = re.compile(r"(?:[A-Za-z0-9-]|[^\x00-\x7f])+")


class Label(Struct, frozen=True):
    """A label, or a string as it is."""

    points: tuple[int, ...]  # as they were given, the prefix included
    trace: Decoding | Encoding | None  # None for a label that is not encoded
    prefixed: bool = False
    guessed: bool = False  # the other direction makes sense too
    annotated: bool = False  # its case is folded and annotated

    @property
    def text(self) -> tuple[int, ...]:
        return self.trace.result if isinstance(self.trace, Decoding) and not self.trace.error else self.points

    @property
    def encoded(self) -> tuple[int, ...]:
        """The label encoded, with its prefix in a domain."""
        if isinstance(self.trace, Encoding):
            return (*map(ord, A_LABEL_PREFIX * self.prefixed), *self.trace.output)
        return self.points


def labels(
    points: Sequence[int], operation: Operation | None = None, *, raw: bool = False, annotate: bool = False
) -> tuple[Label, ...]:
    """Trace a string, or each label of a domain; ``raw`` treats dots and the prefix like all other characters."""
    points = tuple(points)
    raw = raw or max(points, default=0) > MAX_UNICODE
    parts = [] if raw else _DOTS.split("".join(map(chr, points)))
    if parts[1:] and not parts[-1]:
        parts = parts[:-1]  # the dot at the end is the root's
    if len(parts) > 1 and all(map(_LABEL.fullmatch, parts)):
        return tuple(_label(tuple(map(ord, part)), operation, annotate, domain=True) for part in parts)
    return (_label(points, operation, annotate, raw=raw),)


def _label(
    points: tuple[int, ...], operation: Operation | None, annotate: bool, *, raw: bool = False, domain: bool = False
) -> Label:
    start, rest = points[: len(A_LABEL_PREFIX)], points[len(A_LABEL_PREFIX) :]
    if not raw and operation is not Operation.ENCODE and "".join(map(chr, start)).lower() == A_LABEL_PREFIX:
        return Label(points, decoding(rest, max_code_point=MAX_UNICODE), prefixed=True)
    basic = max(points, default=0) < 0x80
    if domain and (basic or operation is Operation.DECODE):
        return Label(points, None)
    guessed = operation is None and basic and not annotate
    if guessed or operation is Operation.DECODE:
        return Label(points, decoding(points, max_code_point=MAX_UNICODE), guessed=guessed)
    folded, uppercase = punycode.fold_case(points) if annotate else (points, None)
    return Label(points, encoding(folded, uppercase=uppercase), prefixed=domain, annotated=annotate)
