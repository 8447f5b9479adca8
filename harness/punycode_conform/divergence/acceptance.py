"""Input that a decoder must refuse and accepts: the place, and what the answer made of it if that can be shown."""

from collections.abc import Iterator, Sequence

from ..codec import PUNYCODE, Reason
from ..codec.trace import Decoding, decoding
from ..notation import quote


def accepted(trace: Decoding, got: tuple[int, ...]) -> str:
    """A sentence on the result for an input that must be refused; empty if there is nothing sure to say.

    Args:
        trace: of the input, with its error.
        got: the result.
    """
    assert trace.error is not None
    where = _WHERE.get(trace.error.reason)
    made = next(_made(trace, trace.error.position, got), "")
    return f"{where(trace, trace.error.position)}{made}." if where else ""


def _bad_digit(trace: Decoding, at: int) -> str:
    if trace.encoded[at] == PUNYCODE.delimiter:
        return f"The delimiter at index {at} has nothing before it, so it is neither a delimiter nor a digit (6.2)"
    return f"{_one(trace, at)} at index {at} is no digit (6.2)"


def _truncated(trace: Decoding, _: int) -> str:
    return f"The input ends inside delta {len(trace.steps) + 1} (6.2)"


def _non_basic(trace: Decoding, at: int) -> str:
    return f"{_one(trace, at)} at index {at} is before the delimiter and is not basic (6.2)"


def _code_point(trace: Decoding, _: int) -> str:
    what = "a surrogate" if trace.steps[-1].code_point < 0xE000 else "above U+10FFFF"
    return f"Insertion {len(trace.steps)} gives U+{trace.steps[-1].code_point:04X}, which is {what}"


_WHERE = {
    Reason.BAD_DIGIT: _bad_digit,
    Reason.TRUNCATED: _truncated,
    Reason.NON_BASIC: _non_basic,
    Reason.BEYOND_UNICODE: _code_point,
    Reason.SURROGATE: _code_point,
}


def _one(trace: Decoding, at: int) -> str:
    c = trace.encoded[at]
    return quote([c]) if c < 0x80 else f"U+{c:04X}"


def _made(trace: Decoding, at: int, got: tuple[int, ...]) -> Iterator[str]:
    """Yield what the answer made of what must be refused, if decoding something else shows it."""
    if trace.error and trace.error.reason is Reason.BAD_DIGIT:
        wrong = trace.encoded[at]
        if _text(trace.encoded[:at] + trace.encoded[at + 1 :]) == got:
            yield "; the answer leaves it out"
        values = [
            value for value, (digit, *_) in enumerate(PUNYCODE.digits) if _text(_with(trace, wrong, digit)) == got
        ]
        if len(values) == 1:
            yield f"; the answer is that for the digit {values[0]} in its place"
    elif trace.unfinished:
        after = trace.state.after(trace.unfinished[-1].sum)
        if (*trace.result[: after.i - 1], after.n, *trace.result[after.i - 1 :]) == got:
            yield f"; the answer uses {trace.unfinished[-1].sum:,}, the sum of its digits so far"
    if got and trace.result == got:
        count = len(trace.steps) - trace.refused
        yield (
            f"; the answer is the string after insertion {count}" if count else "; the answer is the literal part alone"
        )


def _text(encoded: Sequence[int]) -> tuple[int, ...] | None:
    found = decoding(encoded)
    return None if found.error else found.result


def _with(trace: Decoding, wrong: int, digit: int) -> list[int]:
    return [*trace.encoded[: trace.start], *(digit if c == wrong else c for c in trace.encoded[trace.start :])]
