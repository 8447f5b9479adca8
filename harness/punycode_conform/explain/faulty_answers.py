"""The answers of codecs that go on where RFC 3492 refuses: a few for each class of bug, given by the suite's faults."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ..codec import Reason
from ..faults import FAULTS, Fault
from .blocks import Block, Paragraph, Table
from .characters import named, quoted

_PARTIAL = "partial-result-returned"
_DIGITS = "underscore-as-digit", "non-ascii-digit-accepted", "non-digit-accepted", "signed-digit-comparison"
# For each reason the classes of vectors/bugs.yaml, the most telling first.
_CLASSES = {
    Reason.BAD_DIGIT: ("leading-delimiter-dropped", *_DIGITS, _PARTIAL),
    Reason.TRUNCATED: ("truncated-delta-accepted", _PARTIAL),
    Reason.NON_BASIC: ("non-ascii-literal-accepted", _PARTIAL),
    Reason.BEYOND_UNICODE: ("beyond-unicode-mangled", "overflow-wraps", _PARTIAL),
}
_MOST, _MOST_OF_A_CLASS = 6, 3
_ABOUT = (
    "A codec that goes on gives a wrong answer. These are answers of known faults; conform vectors show CLASS explains a "
    "class."
)


def answers(encoded: Sequence[int], reason: Reason) -> Iterator[Block]:
    """Yield a table of the answers that faulty codecs give to a refused string, none twice; or nothing."""
    rows: dict[str, tuple[str, str, str]] = {}
    for bug in _CLASSES.get(reason, ()) if max(encoded, default=0) <= 0x10FFFF else ():
        new: dict[str, tuple[str, str, str]] = {}
        for fault in FAULTS.values():
            # Of partial results only those of the algorithm itself: others swallow the error and go on with nothing.
            tells = fault.bug == bug and fault.ends and not fault.keeps_state and (fault.steps or bug != _PARTIAL)
            if tells and (answer := _answer(fault, "".join(map(chr, encoded)))) not in {None, *rows}:
                new.setdefault(str(answer), (bug, str(answer), fault.says))
        rows |= dict(islice(new.items(), _MOST_OF_A_CLASS))
    if rows:
        yield Paragraph(_ABOUT)
        yield Table("", ("class of bug", "answer", "fault"), list(rows.values())[:_MOST])


def _answer(fault: Fault, text: str) -> str | None:
    try:
        points = list(map(ord, fault.make().decode(text)))
    except Exception:  # a fault may raise anything, or give something else than text
        return None
    return f"{quoted(points)}" + (f", {named(points[0])}" if len(points) == 1 and points[0] > 0x7E else "")
