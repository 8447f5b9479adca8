"""The oracle: the answer of RFC 3492 to a call, and which choices it depends on.

The oracle is the reference codec with unbounded integers and every code point allowed. Its answer is *right*; a choice
may allow a refusal in its place.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from msgspec import Struct

from ..codec import BootstringError, Reason, decode_code_points, encode_code_points, second
from . import A_LABEL, PUNYCODE
from .choices import A_LABEL_ERRORS, LABEL_BITS, MARKED, Choices, Facts
from .outcome import MARK, Call, Operation, Outcome, Points, Returned, TimedOut, fold

MAX_UNICODE = 0x10FFFF
A_LABEL_PREFIX = "xn--"
_SURROGATES = frozenset(range(0xD800, 0xE000))
_WIDEST = 4096  # bits; no string holds a wider number
_VERY_LONG = 4096  # characters: longer than any label, address or line of text, and short enough for quadratic time
_PATIENCE = 2_000_000  # steps of the reference codec, whose time to encode is length times distinct code points


class Returns(Struct, frozen=True, omit_defaults=True, rename={"value": "returns"}):
    """The call must give this; ``caseless`` of an error: in either case, and a mark may be anywhere in a text."""

    value: Points
    caseless: bool = False


class Rejects(Struct, frozen=True, rename={"reason": "rejects"}):
    """The call must be refused."""

    reason: str


class Either(Struct, frozen=True, omit_defaults=True, rename={"value": "returns", "reason": "rejects"}):
    """The call must give this or be refused: the named choices are open."""

    value: Points
    reason: str
    choices: tuple[str, ...]
    caseless: bool = False


Expectation = Returns | Rejects | Either


def facts(call: Call, layer: str = PUNYCODE) -> Facts:
    """The facts about a call, by two codecs."""
    if layer != PUNYCODE:
        return _a_label_facts(call)
    facts = light_facts(call)
    if facts.value is not None and call.operation is Operation.DECODE and max(facts.value, default=0) >> _WIDEST:
        return Facts(None, Reason.OVERFLOW, length=len(call.input))
    if call.operation is Operation.DECODE:
        agreed = _decoded(call, _WIDEST if facts.value is None else None) == facts.value
    else:
        long = len(set(call.input)) * len(call.input) > _PATIENCE
        agreed = long or tuple(map(ord, encode_code_points(call.input))) == facts.value
    if not agreed:
        raise ValueError("the reference codec and the second codec disagree; please report it")
    return facts if facts.value is None else facts._replace(bits=integer_bits(call))


def light_facts(call: Call) -> Facts:
    """The facts about a call, by one codec: quick, since it leaves out the width of integers (0 where there is a value)."""
    if call.operation is Operation.ENCODE:
        return Facts.of(call, encode_fast(call.input), 0)
    try:
        return Facts.of(call, tuple(second.decode_code_points(_text(call.input))), 0)
    except BootstringError as error:
        return Facts(None, error.reason, length=len(call.input))


def _decoded(call: Call, bits: int | None = None) -> tuple[int, ...] | None:
    """The decoding by the reference codec with integers of this width, None if it refuses the input."""
    try:
        return tuple(decode_code_points(_text(call.input), bits=bits))
    except BootstringError:
        return None


def encode_fast(points: Sequence[int]) -> tuple[int, ...]:
    """The oracle's encoding, by the codec that is quick on long inputs."""
    return tuple(map(ord, second.encode_code_points(points)))


def integer_bits(call: Call) -> int:
    """The narrowest unsigned integers, from 26 bits on, with which sections 6.2 and 6.3 do not overflow here."""
    if call.operation is Operation.ENCODE:
        # Section 6.3 computes with code points and with deltas, each of which grows up to the value that is written.
        greatest = max((*call.input, *second.deltas(call.input)), default=0)
        return max(LABEL_BITS, greatest.bit_length())
    # What fits a width fits every greater one, so halving finds the narrowest; nearly all calls fit 26 bits.
    if _decoded(call, LABEL_BITS) is not None:
        return LABEL_BITS
    return bisect_left(range(_WIDEST), True, lo=LABEL_BITS, key=lambda bits: _decoded(call, bits) is not None)


def very_long(call: Call, length: int | None = None) -> bool:
    """Whether a side of a call is so long that a late answer is no failure: RFC 3492 sets no limit of time."""
    if length is None and call.operation is Operation.ENCODE:
        length = len(encode_fast(call.input))
    return max(length or 0, len(call.input)) > _VERY_LONG


def excusably_late(call: Call, outcome: Outcome | None) -> bool:
    """Whether an answer is late and shows nothing else: a codec may make each state change of section 3.2 by itself.

    It then takes a step for each place of each code point up to the greatest one.
    """
    if not isinstance(outcome, TimedOut):
        return False
    decoded = call.input if call.operation is Operation.ENCODE else light_facts(call).value
    return very_long(call) or decoded is None or max(decoded, default=0) * len(decoded) > _PATIENCE


def _text(points: Sequence[int]) -> str:
    """An encoded form as text; what is no character at all becomes one that is no digit and not basic."""
    return "".join([chr(min(c, MAX_UNICODE)) for c in points])


def is_unicode(text: Sequence[int]) -> bool:
    """Whether a text is of characters alone: no surrogate, and nothing above U+10FFFF."""
    return max(text, default=0) <= MAX_UNICODE and _SURROGATES.isdisjoint(text)


def held_by_all(call: Call) -> bool:
    """Whether strings of every type can hold the input and the right answer: no surrogate, no NUL, nothing above 10FFFF,
    and nothing but ASCII to decode. The answer is looked at as in either layer.
    """
    points = [*call.input]
    if call.operation is Operation.DECODE:
        if max(points, default=0) > 0x7F:
            return False
        text = "".join(map(chr, points))
        for encoded in (text, text[4:] if text[:4].lower() == A_LABEL_PREFIX else ""):
            points += light_facts(Call(call.operation, tuple(map(ord, encoded)))).value or ()
    return 0 not in points and is_unicode(points)


def expect(known: Facts, choices: Choices) -> Expectation:
    """The expectation of a target with these declared choices."""
    if known.value is None:
        return Rejects(known.reason)
    # A duty to refuse overrides all permissions: another choice cannot make the answer right again.
    free, must_refuse = choices.allowing(known)
    if must_refuse:
        return Rejects(must_refuse)
    if not free:
        marked = known.broken and not known.encoding and choices.decode[A_LABEL_ERRORS.name] == MARKED
        return Returns((*known.value, MARK) if marked else known.value, known.broken)
    return Either(known.value, free[0].reason, tuple(choice.name for choice in free), known.broken)


def must_be_given(known: Facts, choices: Choices) -> bool:
    """Whether nothing allows the call to be refused."""
    return isinstance(expect(known, choices), Returns)


def _a_label_facts(call: Call) -> Facts:
    """The A-label layer: ToASCII and ToUnicode of one label, where IDNA2003, IDNA2008 and UTS 46 agree."""
    encoding, ascii_only = call.operation is Operation.ENCODE, max(call.input, default=0) < 0x80
    # The prefix counts in either case (RFC 3490 section 5).
    if _text(call.input[:4]).lower() == A_LABEL_PREFIX:
        raw = facts(Call(Operation.DECODE, call.input[4:]))
        if reason := _no_a_label(raw):
            # ToASCII must give ASCII, so it has nothing to return but an error.
            value = call.input if ascii_only or not encoding else None
            return Facts(value, reason, encoding=encoding, broken=value is not None)
        if not encoding:
            return raw._replace(capitals=fold(call.input) != call.input)
    # Limits are on what follows the prefix, which every codec must take up to 59 octets.
    # ToUnicode gives labels without the prefix back unchanged, ToASCII gives ASCII back unchanged.
    if ascii_only or not encoding:
        return Facts(call.input, length=len(call.input) - len(A_LABEL_PREFIX), encoding=encoding)
    raw = facts(call)
    return raw._replace(value=(*A_LABEL_PREFIX.encode(), *(raw.value or ())))


def _no_a_label(raw: Facts) -> str:
    """Why what follows the prefix makes no A-label, by the facts about its decoding; empty if it makes one."""
    if raw.value is None:
        return raw.reason
    if raw.surrogate:
        return Reason.SURROGATE
    if raw.beyond:
        return Reason.BEYOND_UNICODE
    # An A-label encodes a label that is not ASCII, and which IDNA does not map (RFC 5890 section 2.3.2.1).
    return A_LABEL_ERRORS.reason if max(raw.value, default=0) < 0x80 or _is_mapped(_text(raw.value)) else ""


def _is_mapped(text: str) -> bool:
    """Whether every version of IDNA maps a text to another one: by case, or by compatibility or composition (NFKC)."""
    from unicodedata import normalize  # start-up time: a run has the facts of its vectors

    # Both kinds of folding, since the versions differ in letters that only one of the two changes: sharp s, final sigma.
    return all(normalize("NFKC", folded) != text for folded in (text.lower(), text.casefold()))


_TEXT, _RAW, _LABEL = "bücher", "bcher-kva", "xn--bcher-kva"
# For the layer of a run, answers that show the other one: an input, a result, and whether it must be that or must not be.
_OTHER = {
    PUNYCODE: {
        Operation.ENCODE: ((_TEXT, _LABEL, True), ("abc", "abc", True)),
        Operation.DECODE: ((_LABEL, _TEXT, True), (_RAW, _TEXT, False)),
    },
    A_LABEL: {
        Operation.ENCODE: ((_TEXT, _RAW, True), ("abc", "abc-", True)),
        Operation.DECODE: ((_RAW, _TEXT, True), (_LABEL, _TEXT, False)),
    },
}


def other_layer(layer: str, operations: Sequence[Operation], ask: Callable[[Call], Outcome]) -> str:
    """A description of a target of another layer, with an answer that shows it; empty if it is of the right one.

    Each operation must show it twice, so a codec that merely adds or drops the prefix is judged.
    """
    for operation in operations:
        for text, result, due in _OTHER[layer][operation]:
            outcome = ask(Call(operation, tuple(map(ord, text))))
            if (isinstance(outcome, Returned) and _text(outcome.value).lower() == result) is not due:
                return ""
    text, result, _ = _OTHER[layer][operations[0]][0]
    words = "an IDNA codec, not raw Punycode" if layer == PUNYCODE else "a codec of raw Punycode, without xn--"
    return f'{words}: {operations[0]} of "{text}" gives "{result}"'
