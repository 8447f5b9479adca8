"""The answers of codecs that go on where RFC 3492 refuses: one for each class of bug, given by the suite's faulty codecs."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ..codec import Reason
from ..faults import FAULTS, Fault
from .blocks import Block, Paragraph, Table
from .shown import named, quoted

_PARTIAL = "partial-result-returned"
# For each reason the classes of vectors/bugs.yaml, the most telling first.
_CLASSES = {
    Reason.BAD_DIGIT: (
        "leading-delimiter-dropped",
        "underscore-as-digit",
        "non-ascii-digit-accepted",
        "non-digit-accepted",
        "signed-digit-comparison",
        _PARTIAL,
    ),
    Reason.TRUNCATED: ("truncated-delta-accepted", _PARTIAL),
    Reason.NON_BASIC: ("non-ascii-literal-accepted", _PARTIAL),
    Reason.BEYOND_UNICODE: ("beyond-unicode-mangled", "overflow-wraps", _PARTIAL),
}
_MOST, _MOST_OF_A_CLASS = 6, 3


def answers(encoded: Sequence[int], reason: Reason) -> Iterator[Block]:
    """Yield a table of the answers that faulty codecs give to a refused string, none twice; or nothing.

    Args:
        encoded: the string, of characters.
        reason: why it is refused.
    """
    if max(encoded, default=0) > 0x10FFFF:
        return
    text = "".join(map(chr, encoded))
    found: dict[str, Fault] = {}
    for bug in _CLASSES.get(reason, ()):
        new: dict[str, Fault] = {}
        for answer, fault in _of_class(bug, text):
            if answer not in found:
                new.setdefault(answer, fault)
        found |= dict(islice(new.items(), _MOST_OF_A_CLASS))
    rows = [(fault.bug, answer, fault.says) for answer, fault in list(found.items())[:_MOST]]
    if rows:
        yield Paragraph(
            "A codec that goes on gives a wrong answer. These are answers of known faults; conform vectors show CLASS "
            "explains a class."
        )
        yield Table("", ("class of bug", "answer", "fault"), rows)


def _of_class(bug: str, text: str) -> Iterator[tuple[str, Fault]]:
    for fault in FAULTS.values():
        # Of partial results only those of the algorithm itself: others swallow the error and go on with nothing.
        right_class = fault.bug == bug and (fault.bends or bug != _PARTIAL)
        if right_class and fault.ends and not fault.keeps_state and (answer := _answer(fault, text)) is not None:
            yield answer, fault


def _answer(fault: Fault, text: str) -> str | None:
    try:
        given: object = fault.make().decode(text)
    except Exception:  # a fault may raise anything, and then it gives no text
        return None
    if not isinstance(given, str):
        return None
    points = list(map(ord, given))
    return f"{quoted(points)}" + (f", {named(points[0])}" if len(points) == 1 and points[0] > 0x7E else "")
