"""A whole explanation: what is explained, label after label, and together."""

from collections.abc import Iterable, Iterator, Sequence

from ..codec import annotation
from ..codec.trace import Decoding, Encoding
from . import rules
from .blocks import Answer, Block, Heading, Paragraph
from .decode import decode
from .encode import encode
from .label import Label
from .shown import quoted


def explanation(labels: Sequence[Label], *, brief: bool = False, scan: bool = False) -> Iterator[Block]:
    """Yield the blocks for the labels of a string.

    Args:
        labels: one, or those of a domain.
        brief: the tables and the result only.
        scan: the scan tables of an encoder too.
    """
    ruled: set[type] = set()
    for count, label in enumerate(labels, 1):
        yield from _about(label, f"Label {count} of {len(labels)}: " if len(labels) > 1 else "", brief)
        direction = type(label.trace)
        if label.trace and not brief and direction not in ruled:  # once for all labels of a domain
            ruled.add(direction)
            yield Heading("The rules")
            yield from (rules.decoding if direction is Decoding else rules.encoding)(label.trace.codec)
        yield from _traced(label, brief, scan)
    if len(labels) > 1:
        yield Heading("The whole domain", 1)
        yield Answer(quoted(_joined(label.text for label in labels)))
        yield Answer(quoted(_joined(label.encoded for label in labels)))
        yield Paragraph(
            "This is the Punycode step alone. IDNA checks and maps the characters of a domain before it, for example "
            "capital letters to small ones. --raw explains the string as it is, its dots included."
        )


def _about(label: Label, which: str, brief: bool) -> Iterator[Block]:
    match label.trace:
        case None:
            yield Heading(f"{which}{quoted(label.points)} stays as it is", 1)
            yield Paragraph("A label of basic (ASCII) characters is not encoded, and without xn-- it is not decoded.")
        case Decoding() as trace:
            yield Heading(f"{which}Decode {quoted(label.points)}", 1)
            if label.guessed and not brief:
                yield Paragraph(
                    "All of it is basic (ASCII), so it is read as an encoded form. --encode reads it as text."
                )
            if label.prefixed:
                yield Paragraph(f"xn-- marks an encoded label (IDNA). The encoded form is {quoted(trace.encoded)}.")
        case Encoding() as trace:
            yield Heading(f"{which}Encode {quoted(label.points)}", 1)
            if label.annotated:
                yield Paragraph(
                    f"Its case is folded first, to {quoted(trace.code_points)}. The case of digits says what was in upper "
                    "case (appendix A)."
                )


def _traced(label: Label, brief: bool, scan: bool) -> Iterator[Block]:
    match label.trace:
        case Decoding() as trace:
            yield from decode(trace, brief=brief)
            yield from _annotated(trace)
        case Encoding() as trace:
            yield from encode(trace, brief=brief, scan=scan)
            if label.prefixed:
                yield Paragraph(f"As a label of a domain, with the prefix xn-- (IDNA): {quoted(label.encoded)}")


def _joined(labels: Iterable[tuple[int, ...]]) -> list[int]:
    return [c for label in labels for c in (0x2E, *label)][1:]


def _annotated(trace: Decoding) -> Iterator[Block]:
    if trace.error is None and any(step.upper for step in trace.steps):
        uppercase = trace.codec.decode(trace.encoded)[1]
        mapped = annotation.apply(trace.result, uppercase)
        yield Paragraph(f"With the case that its capital digits suggest (appendix A): {quoted(mapped)}")
