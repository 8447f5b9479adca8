"""Whether code points went through an adapter unharmed, as far as an answer tells: pure functions.

An adapter is only ever seen together with its codec, so a wrong answer alone is nobody's. What is surely the adapter's is
``BAD``. What either may have done is ``UNCLEAR``, and the reason says what it looks like and where to look.

An adapter that can echo shows its conversions without the codec. What they harm is surely the adapter's. What they carry,
and comes back wrong from the codec, is the codec's: a ``NOTE``. Only where it looks like what people do to a string on its
way, such as trimming it, it stays unclear, since that may be done in the call of the codec alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal
from unicodedata import normalize

from ..codec import BootstringError, decode_code_points, encode_code_points
from ..suite.encoded import same_encoding
from ..suite.notation import show
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

Points = tuple[int, ...]


class State(Enum):
    """What a check found; the worst of several is the greatest."""

    NONE = "n/a"
    OK = "ok"
    NOTE = "note"
    UNCLEAR = "unclear"
    BAD = "not ok"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one answer, or a whole check, comes to.

    Attributes:
        state: see :class:`State`.
        why: what was seen, empty if nothing is to be said.
        mend: what to do, or where to look.
        harm: whether it looks as if something had been done to the string.
    """

    state: State
    why: str = ""
    mend: str = ""
    harm: bool = False


_ORDER = list(State)
_ALONE = "call the codec with this input without the adapter: if it gives the same there, the fault is the codec's"


def worst(findings: Sequence[Finding]) -> Finding:
    """The first of the worst findings."""
    return max(findings, key=lambda found: _ORDER.index(found.state))


def encoded(points: Sequence[int]) -> Points:
    """The encoded form by the reference codec."""
    return tuple(map(ord, encode_code_points(points)))


def calls(points: Points) -> tuple[Call, Call]:
    """The calls whose inputs or results are these code points."""
    return Call(Operation.ENCODE, points), Call(Operation.DECODE, encoded(points))


def carried(points: Points, call: Call, outcome: Outcome, *, may_lack: bool = False) -> Finding:
    """Judge the answer to one of the two calls of :func:`calls`.

    Args:
        points: the decoded side.
        call, outcome: what was asked, what came.
        may_lack: whether strings exist that cannot hold these code points, and codecs that refuse them.
    """
    what = f"{call.operation} {show(call.input, 6)}"
    match outcome:
        case Unsupported():
            if may_lack:
                return Finding(State.NONE, "unsupported")
            return Finding(State.BAD, f"{what}: unsupported", "any string holds this; is the codec called at all?")
        case Rejected(message):
            if may_lack:
                return Finding(State.NONE, "refused")
            why = f"{what}: refused" + (f" ({message})" if message else "")
            return Finding(State.UNCLEAR, why, _ALONE)
        case Crashed(message):
            return Finding(State.UNCLEAR, f"{what}: {message}", _ALONE)
        case Returned(value) if _right(points, call, value):
            return Finding(State.OK)
        case Returned(value) if call.operation is Operation.DECODE and value == _joined(points):
            return Finding(State.OK, "a pair of surrogates in a UTF-16 string is one code point")
        case Returned(value):
            return _wrong(points, call, value, what)
    return Finding(State.UNCLEAR, f"{what}: no answer in time", _ALONE)


def _right(points: Points, call: Call, value: Points) -> bool:
    return same_encoding(value, encoded(points)) if call.operation is Operation.ENCODE else value == points


def _wrong(points: Points, call: Call, value: Points, what: str) -> Finding:
    got = f"{what}: answered {show(value, 6)}"
    if value == call.input:
        return Finding(State.UNCLEAR, f"{got}, the input itself", _ALONE)
    if not value:
        return Finding(
            State.UNCLEAR, f"{got}, the empty string", f"look at the status of the call; else {_ALONE}", True
        )
    for image, why, look in _HARMS:
        harmed = image(points)
        if harmed != points and _right(harmed, call, value):
            return _looks(f"{got}: {why}", image, look)
    return misread(call, value) or Finding(State.UNCLEAR, got, _ALONE)


def misread(call: Call, value: Points) -> Finding | None:
    """What to say of a result of decode that is right for another input, which a bad conversion makes of this one."""
    for image, why, look in _HARMS:
        harmed = image(call.input)
        if call.operation is Operation.DECODE and harmed != call.input and value == _decoded(harmed):
            what = f"{call.operation} {show(call.input, 6)}: answered {show(value, 6)}: {why}"
            return _looks(what, image, look)
    return None


def _looks(why: str, image: Callable[[Points], Points], look: str) -> Finding:
    """What looks like a harm; to read by units or to cut numbers is what codecs do, to a string people do the others."""
    return Finding(
        State.UNCLEAR, why, f"{look}; else {_ALONE}", image not in (_halves, _octets) and look is not _NARROW
    )


def _decoded(points: Points) -> Points | None:
    try:
        return tuple(decode_code_points("".join(map(chr, points))))
    except (BootstringError, ValueError):  # what is no character is no input of the reference codec
        return None


def echoed(points: Points, outcome: Outcome, *, may_lack: bool = False) -> Finding:
    """Judge what an adapter gave back by its conversions alone; arguments as for :func:`carried`."""
    what = f"echo {show(points, 6)}"
    match outcome:
        case Returned(value) if value == points:
            return Finding(State.OK)
        case Returned(value):
            got = f"{what}: answered {show(value, 6)}"
            for image, why, look in _HARMS:
                if image(points) == value:
                    return Finding(State.BAD, f"{got}: {why}", look)
            return Finding(State.BAD, got, "an echo goes the way of a call, without the codec")
        case Unsupported() if may_lack:
            return Finding(State.NONE, "unsupported")
        case Unsupported():
            return Finding(State.BAD, f"{what}: unsupported", "any string holds this")
    return Finding(State.BAD, f"{what}: {told(outcome)}", "nothing is to be refused where no codec is called")


def cleared(found: Finding) -> Finding:
    """A finding on a call whose strings an echo has shown to be carried."""
    if found.state is not State.UNCLEAR or found.harm:
        return found
    return Finding(State.NOTE, f"{found.why}; an echo carries it, so this is the codec's", found.mend)


def _joined(points: Points) -> Points:
    if max(points, default=0) > 0x10FFFF:
        return points
    text = "".join(map(chr, points))
    return tuple(map(ord, text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")))


def _halves(points: Points) -> Points:
    found: list[int] = []
    for c in points:
        found += [0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF)] if 0xFFFF < c <= 0x10FFFF else [c]
    return tuple(found)


def _octets(points: Points) -> Points:
    return (
        points if max(points, default=0) > 0x10FFFF else tuple("".join(map(chr, points)).encode(errors="surrogatepass"))
    )


def _instead(replacement: int, only: Callable[[int], bool]) -> Callable[[Points], Points]:
    return lambda points: tuple(replacement if only(c) else c for c in points)


def _rare(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF or c > 0xFFFF or c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF


def _lowered(points: Points) -> Points:
    return tuple(ord(chr(c).lower()) if c <= 0x10FFFF and len(chr(c).lower()) == 1 else c for c in points)


def _normalised(form: Literal["NFC", "NFD"]) -> Callable[[Points], Points]:
    def image(points: Points) -> Points:
        return (
            points if max(points, default=0) > 0x10FFFF else tuple(map(ord, normalize(form, "".join(map(chr, points)))))
        )

    return image


_REPAIR = "a conversion of strings repairs what it does not like; make it strict, and answer unsupported"
_NARROW = (
    "parse numbers into 64 bits, compare, then narrow, and where decode takes octets, pass UTF-8; answer unsupported for "
    "what does not fit"
)
# What harm looks like: what becomes of the code points, how to say it, where to look first.
_HARMS: tuple[tuple[Callable[[Points], Points], str, str], ...] = (
    (_joined, "two surrogates became one code point", "answer unsupported for a pair of surrogates in UTF-16 strings"),
    (_halves, "a code point became two surrogates", "read strings by code points, not by UTF-16 units"),
    (_octets, "octets of UTF-8 were taken as code points", "read strings by code points, not by octets"),
    (_instead(0xFFFD, _rare), "U+FFFD stands in its place", _REPAIR),
    (_instead(0xFFFD, lambda c: c > 0x7F), "U+FFFD stands in its place", _REPAIR),
    (_instead(0x3F, _rare), "a question mark stands in its place", _REPAIR),
    (_instead(0x3F, lambda c: c > 0x7F), "a question mark stands in its place", _REPAIR),
    (_instead(0x3F, lambda c: c > 0xFF), "a question mark stands in its place", _REPAIR),
    (lambda points: tuple(c for c in points if not _rare(c)), "it was dropped", _REPAIR),
    (
        lambda points: points[: points.index(0)] if 0 in points else points,
        "cut at NUL",
        "pass the length, or answer unsupported for NUL",
    ),
    (lambda points: tuple(c for c in points if c), "NUL was dropped", "pass the length, or answer unsupported for NUL"),
    (
        lambda points: points[1:] if points[:1] == (0xFEFF,) else points,
        "the first code point was taken for a byte order mark",
        "choose a conversion without a byte order mark",
    ),
    (lambda points: tuple(c & 0xFFFF for c in points), "cut to 16 bits", _NARROW),
    (lambda points: tuple(c & 0xFF for c in points), "cut to 8 bits", _NARROW),
    (lambda points: tuple(c & 0xFFFFFFFF for c in points), "cut to 32 bits", _NARROW),
    (lambda points: tuple(0xA if c == 0xD else c for c in points), "line ends were changed", "no text mode on the way"),
    (lambda points: tuple(map(ord, "".join(map(_text, points)).strip())), "white space was cut off", "do not trim"),
    (_lowered, "upper case became lower case", "do not map"),
    (_normalised("NFC"), "it was normalised (NFC)", "do not map"),
    (_normalised("NFD"), "it was normalised (NFD)", "do not map"),
)


def _text(c: int) -> str:
    return chr(c) if c <= 0x10FFFF else "x"


def told(outcome: Outcome) -> str:
    """An outcome in the protocol's words."""
    match outcome:
        case Returned(()):
            return "an empty ok"
        case Returned(value):
            return "ok " + " ".join(f"{c:x}" for c in value[:8])
        case Rejected(message):
            return f"reject {message}".rstrip()
        case Unsupported(message):
            return f"unsupported {message}".rstrip()
        case TimedOut(limit):
            return f"no answer within {limit:g} s"
        case Crashed(message):
            return f"a breakdown: {message}"
