"""A failure in words: how a wrong result differs from the right one.

The words are equal for failures that are likely to have one cause. A vector's bug class says what the vector looks for. A
codec that fails it may have quite another fault, so no word here comes from there.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from ..codec import PUNYCODE
from ..suite import oracle
from ..suite.oracle import MAX_UNICODE, Either, Expectation, Rejects, Returns
from ..suite.outcome import STRAY, Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, fold, literal_length
from .answers import crash_name, ended, is_answer
from .features import FORMS, REFUSED, Points, offence

_UTF16 = "utf-16-le", "surrogatepass"
_STRICT = "a string conversion replaces what it cannot hold; make it strict, and answer unsupported"
_CUT = "high bits of code points are lost"
_LENGTH = "pass the length, or answer unsupported for NUL"
_NARROW = (
    "parse numbers into 64 bits, compare, then narrow; where decode takes bytes, pass UTF-8; answer unsupported for what "
    "does not fit"
)


class Change(NamedTuple):
    """A change of a text on its way."""

    says: str
    of: Callable[[Points], Points]  # gives its argument if there is nothing to change
    fix: str = ""  # in an adapter; empty if none does it
    by_codecs: bool = False  # the other changes are made by the people who call a codec
    is_rule: bool = False  # the words are about all code points, so a right answer can contradict them


def _text(change: Callable[[str], str]) -> Callable[[Points], Points]:
    """A change of a Python string; what such a string cannot hold is not changed."""
    return lambda points: (
        points if max(points, default=0) > MAX_UNICODE else tuple(map(ord, change("".join(map(chr, points)))))
    )


def _each(change: Callable[[int], int]) -> Callable[[Points], Points]:
    return lambda points: tuple(map(change, points))


def _case(change: Callable[[str], str]) -> Callable[[Points], Points]:
    """A change of the characters that have one other case."""
    return _each(lambda c: ord(changed) if c <= MAX_UNICODE and len(changed := change(chr(c))) == 1 else c)


def _is_rare(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF or c > 0xFFFF or c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF


def _replaced(by: int, least: int) -> Callable[[Points], Points]:
    return _each(lambda c: by if (c > least if least else _is_rare(c)) else c)


def _halves(points: Points) -> Points:
    units = ((0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF)) if 0xFFFF < c <= MAX_UNICODE else (c,) for c in points)
    return tuple(unit for several in units for unit in several)


def _cut(bits: int) -> Callable[[Points], Points]:
    # Of a character nobody knows whether its 0 is memory that was never written.
    return _each(lambda c: c & ((1 << bits) - 1) or c * (c <= MAX_UNICODE))


def _shortened(points: Points) -> Points:
    """The text cut to some number of bits, where two numbers leave the same."""
    cuts = [_cut(bits)(points) for bits in (8, 16, 32)]
    return next((cut for cut in cuts if cut != points and cuts.count(cut) > 1), points)


def _trimmed(points: Points) -> Points:
    text = "".join(chr(c) if c <= MAX_UNICODE else "x" for c in points)  # no x is ever trimmed
    return points[len(text) - len(text.lstrip()) : len(text.rstrip())]


JOINED = Change(
    "two surrogates are joined to one code point",
    _text(lambda text: text.encode(*_UTF16).decode(*_UTF16)),
    "answer unsupported for a pair of surrogates in UTF-16 strings",
)
# In the order in which they are tried: the first that explains an answer names it.
CHANGES = (
    JOINED,
    Change("a code point becomes two surrogates", _halves, "read strings by code points, not by UTF-16 units", True),
    Change(
        "its octets in UTF-8 are treated as code points",
        _text(lambda text: text.encode(errors="surrogatepass").decode("latin-1")),
        "read strings by code points, not by bytes",
        True,
    ),
    *(
        Change(f"code points become {name}", _replaced(by, least), _STRICT)
        for name, by in (("U+FFFD", 0xFFFD), ("a question mark", 0x3F))
        for least in (0, 0x7F, 0xFF)
    ),
    Change(
        "surrogates, noncharacters and code points above U+FFFF are left out",
        lambda points: tuple(c for c in points if not _is_rare(c)),
        _STRICT,
        is_rule=True,
    ),
    Change("the text ends at NUL", lambda points: points[: points.index(0)] if 0 in points else points, _LENGTH),
    Change("NUL is left out", lambda points: tuple(filter(None, points)), _LENGTH),
    Change(
        "the first code point is treated as a byte order mark",
        lambda points: points[1:] if points[:1] == (0xFEFF,) else points,
        "choose a conversion without a byte order mark",
    ),
    Change(_CUT, _shortened, _NARROW, True),
    *(
        Change(
            f"only the low {n} bits of code points are kept", _cut(n), _NARROW if n in (8, 16, 32) else "", True, True
        )
        for n in (64, 32, 31, 21, 20, 16, 8, 7)
    ),
    Change("line ends are changed", _each(lambda c: 0xA if c == 0xD else c), "do not read or write in text mode"),
    Change("white space at the ends is left out", _trimmed, "do not trim"),
    Change("upper case becomes lower case", _case(str.lower), "do not change case"),
    *(
        Change(
            f"it is in form {form}",
            _text(partial(unicodedata.normalize, form)),
            "do not normalise" * (form < "NFE"),
            is_rule=True,
        )
        for form in FORMS
    ),
    Change("lower case becomes upper case", _case(str.upper)),
    Change("it is in upper case", _text(str.upper)),
    Change("it is case-folded", _text(str.casefold)),
)
DAMAGES = tuple(change for change in CHANGES if change.fix)
"""The changes that adapters make."""


def changes(right: Points, got: Points) -> Iterator[Change]:
    """The changes that make a wrong text of the right one."""
    return (change for change in CHANGES if got != right and change.of(right) == got)


def difference(operation: Operation, call: Points, right: Points, got: Points) -> str:
    """The difference of a wrong result from the right one, as a clause; empty if it has no name."""
    encodes, literal = operation is Operation.ENCODE, literal_length(right)
    end = max(literal, literal_length(got))
    # After a delta, one more digit may be of a delta that is longer than it must be.
    more_digits = encodes and len(right) > literal and PUNYCODE.value_of.keys() >= {*got[len(right) :]}
    shapes: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("it is the input as it was given", lambda: got == call),
        ("it is empty", lambda: not got),
        ("the delimiter at the end is missing", lambda: encodes and right == (*got, 0x2D) and got[-1:] != (0x2D,)),
        ("letters are in another case", lambda: encodes and fold(got) == fold(right)),
        # Before the changes: normalisation sorts marks too.
        ("the code points are right, but not their order", lambda: not encodes and sorted(got) == sorted(right)),
        ("", lambda: not encodes and any(changes(right, got))),
        ("its end is missing", lambda: got == right[: len(got)]),
        ("something follows the right result", lambda: right == got[: len(right)] and not more_digits),
        ("the literal part is wrong", lambda: encodes and got[:end] != right[:end]),
    )
    if says := next((says for says, holds in shapes if holds()), ""):
        return says
    fitting = [] if encodes else [change.says for change in changes(right, got)]
    # Few code points do not show how many of their bits are kept.
    return _CUT if sum(words.startswith("only the low") for words in fitting) > 1 else "".join(fitting[:1])


_LEADING = "bad-digit leading-delimiter"
UNDERSCORE = "decode accepts an underscore, which is no digit"
NO_DIGIT = "decode accepts an ASCII character that is no digit"
# Input that must be refused: what is said of a decoder that accepts it, and the bug class that this shows.
_OFFENCES = {
    "truncated": ("decode accepts input whose last digit is missing", "truncated-delta-accepted"),
    "non-basic": ("decode accepts a non-ASCII character before the last delimiter", "non-ascii-literal-accepted"),
    _LEADING: ("decode drops a delimiter that has nothing before it", "leading-delimiter-dropped"),
    "bad-digit underscore": (UNDERSCORE, "underscore-as-digit"),
    "bad-digit ascii": (NO_DIGIT, "non-digit-accepted"),
    "bad-digit non-ascii": ("decode accepts a non-ASCII character, which is no digit", "non-ascii-digit-accepted"),
}
BUGS = dict(_OFFENCES.values()) | {
    "decode gives a wrong result: two surrogates are joined to one code point": "surrogates-merged"
}


def wrong(call: Call, expectation: Expectation, outcome: Outcome) -> str:
    """The fault of a failed case, without a subject."""
    operation = call.operation
    match outcome, expectation:
        case Returned(value), Rejects(reason):
            return _accepted(call, value, reason)
        case Returned(value), Returns(right) | Either(right):
            how = difference(operation, call.input, right, value)
            return f"{operation} gives a wrong result{': ' * bool(how)}{how}"
        case Rejected(), _:
            return f"{operation} refuses valid input"
        case Crashed(), _:
            due = " where a refusal is due" if isinstance(expectation, Rejects) else " on valid input"
            return f"{operation} {_crashed(outcome)}{due}"
        case TimedOut(), _:
            return f"{operation} does not answer {'in' * isinstance(expectation, Rejects)}valid input"
    return f"{operation} answers 'unsupported' to input that every string can hold"


def bug_class(call: Call, expectation: Expectation, outcome: Outcome) -> str:
    """The bug class that a wrong answer shows; empty if it could have several."""
    if isinstance(outcome, Crashed):
        return "process-aborted" if ended(outcome) else "" if is_answer(outcome) else "undeclared-error"
    if isinstance(outcome, Rejected) and not call.input:
        return "empty-string-refused"
    if outcome == Returned(call.input) and getattr(expectation, "value", ()) == (*call.input, 0x2D):
        return "all-basic-returned-unchanged"
    return BUGS.get(wrong(call, expectation, outcome), "")


def _crashed(crash: Outcome) -> str:
    if ended(crash):
        return "ends the process"
    name = crash_name(crash)
    if name == STRAY:
        return "is answered by a line that is not of the protocol"
    if name == "UTF-8":  # as adapters say it, see adapters/README.md
        return "answers with ill-formed UTF-8"
    # A message that begins with no class may have a number of the input.
    return "crashes" if name == "crash" else f"fails with {re.sub(' -?[0-9]+', ' …', name)}"


def _accepted(call: Call, value: tuple[int, ...], reason: str) -> str:
    # What is no raw Punycode, such as a whole label, has other reasons.
    why = (offence(call) if reason in REFUSED else "") or reason
    if why == _LEADING and oracle.light_facts(call._replace(input=call.input[1:])).value != value:
        return NO_DIGIT  # the delimiter was read as a digit
    words = f"{call.operation} accepts input that must be refused ({reason})"
    return words if call.operation is Operation.ENCODE else _OFFENCES.get(why, (words, ""))[0]
