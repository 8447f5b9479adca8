"""A fault of an answer in words: only what the call, the expectation and the answer themselves show.

A vector's bug class says what the vector looks for. A codec that fails it may have quite another fault, so no word here
comes from there.
"""

import unicodedata
from collections.abc import Iterator, Sequence

from ..run import shape
from ..run.result import CaseResult
from ..suite import oracle
from ..suite.encoded import fold, literal_length
from ..suite.oracle import Either, Rejects
from ..suite.outcome import Call, Crashed, Evaded, Operation, Rejected, Returned, TimedOut, Unsupported

Points = Sequence[int]

_DELIMITER, _REPLACEMENT, _QUESTION = 0x2D, 0xFFFD, 0x3F
_LEADING = "bad-digit leading-delimiter"
UNDERSCORE = "decode accepts an underscore as a digit"
NO_DIGIT = "decode accepts an ASCII character that is no digit"
_OFFENCES = {
    "truncated": "decode accepts input whose last digit is missing",
    "non-basic": "decode accepts a non-ASCII character before the last delimiter",
    _LEADING: "decode drops a delimiter that has nothing before it",
    "bad-digit underscore": UNDERSCORE,
    "bad-digit ascii": NO_DIGIT,
    "bad-digit non-ascii": "decode accepts a non-ASCII character as a digit",
}


def wrong(result: CaseResult) -> str:
    """The fault of a failed case, without a subject; equal for cases that are likely to have one cause."""
    operation, expectation = result.call.operation, result.expectation
    refuses = isinstance(expectation, Rejects)
    match result.outcome:
        case Returned(value):
            if isinstance(expectation, Rejects):
                return _accepted(result.call, value, expectation.reason)
            return f"{operation} gives a wrong result: {difference(operation, result.call.input, expectation.value, value)}"
        case Rejected():
            return f"{operation} refuses valid input"
        case Crashed() as crash:
            free = isinstance(expectation, Either)
            due = "where a refusal is due" if refuses else "where a refusal is allowed" if free else "on valid input"
            return f"{operation} {_crashed(crash)} {due}"
        case TimedOut():
            return f"{operation} does not answer {'invalid' if refuses else 'valid'} input"
        case Unsupported() | Evaded():
            return f"{operation} answers 'unsupported' to input that every string can hold"


def _crashed(crash: Crashed) -> str:
    if shape.ended(crash):
        return "ends the process"
    if crash.message.startswith("UTF-8: "):  # as adapters say it, see adapters/README.md
        return "answers with ill-formed UTF-8"
    name = shape.outcome_class(crash)
    return "crashes" if name == "crash" else f"fails with {name}"


def _accepted(call: Call, value: Points, reason: str) -> str:
    # What is no raw Punycode, such as a whole label, has other reasons.
    offence = (shape.offence(call) if reason in ("bad-digit", "truncated", "non-basic") else "") or reason
    if offence == _LEADING and oracle.light_facts(call._replace(input=call.input[1:])).value != value:
        return NO_DIGIT  # the delimiter was read as a digit
    return _OFFENCES.get(offence, f"{call.operation} accepts input that must be refused ({reason})")


def difference(operation: Operation, given: Points, wanted: Points, got: Points) -> str:
    """The difference of a wrong result from the right one.

    Args:
        operation: of the call.
        given: its input.
        wanted, got: the right result and the wrong one.
    """
    sides = tuple(given), tuple(wanted), tuple(got)
    found = _encoded(*sides) if operation is Operation.ENCODE else _decoded(*sides)
    return next(found)


def _encoded(given: Points, wanted: Points, got: Points) -> Iterator[str]:
    if got == given:
        yield "the input as it was given"
    if wanted[-1:] == (_DELIMITER,) and got == wanted[:-1]:
        yield "the delimiter at the end is missing"
    if fold(got) == fold(wanted):
        yield "letters in another case"
    yield from _lengths(wanted, got)
    literal = literal_length(wanted)
    yield "another literal part" if got[:literal] != wanted[:literal] else "other digits"


def _decoded(given: Points, wanted: Points, got: Points) -> Iterator[str]:
    if got == given:
        yield "the input as it was given"
    if sorted(got) == sorted(wanted):
        yield "the right code points in another order"
    if (units := _units(got)) is not None and units == _units(wanted):
        yield "two surrogates joined to one code point" if len(got) < len(wanted) else "a code point as two surrogates"
    replaced = {g for w, g in zip(wanted, got, strict=False) if w != g}
    if len(got) == len(wanted) and replaced in ({_REPLACEMENT}, {_QUESTION}):
        yield f"U+{min(replaced):04X} in place of code points"
    for bits in (32, 31, 16, 8):  # the least cut that explains it
        if [g % (1 << bits) for g in got] == [w % (1 << bits) for w in wanted]:
            yield f"only the low {bits} bits of code points are right"
    if (w := _text(wanted)) is not None and (g := _text(got)) is not None:
        if g.casefold() == w.casefold():
            yield "letters in another case"
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            if unicodedata.normalize(form, w) == g:
                yield f"the right text in form {form}"
    yield from _lengths(wanted, got)
    if _within(got, wanted):
        yield "code points are missing"
    if _within(wanted, got):
        yield "code points that do not belong there"
    yield "other code points"


def _lengths(wanted: Points, got: Points) -> Iterator[str]:
    if not got:
        yield "nothing"
    if got == wanted[: len(got)]:
        yield "the end is missing"
    if wanted == got[: len(wanted)]:
        yield "something follows the right result"


def _within(part: Points, whole: Points) -> bool:
    """Whether a sequence is another one with some elements left out."""
    rest = iter(whole)
    return all(c in rest for c in part)


def _text(points: Points) -> str | None:
    return "".join(map(chr, points)) if max(points, default=0) <= 0x10FFFF else None


def _units(points: Points) -> bytes | None:
    text = _text(points)
    return None if text is None else text.encode("utf-16-be", "surrogatepass")
