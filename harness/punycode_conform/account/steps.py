"""The first step of a wrong answer that is wrong, in a sentence: from its deltas and digits, and from nothing else.

A wrong encoding is decoded, and a wrong text is encoded back. Where several readings fit an answer, only the place is named
where it is wrong, and often nothing.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..codec import PUNYCODE, Reason
from ..codec.trace import Decoding, Encoding, Step, decoding, encoding
from ..notation import quote
from ..suite.oracle import MAX_UNICODE, Expectation, Rejects
from ..suite.outcome import Call, Operation, Outcome, Returned, fold, literal_length
from .difference import Points, changes
from .digits import other_bias, other_parameter

_LONGEST = 400  # code points: of a longer string nobody follows the deltas


class Reading(NamedTuple):
    """The first wrong step of an answer."""

    says: str
    step: str = ""
    right: int = 0
    wrong: int = 0


LITERAL, DELIMITER = "The literal part is wrong; the deltas are right.", "The delimiter is wrong; all else is right."
CUT, TAIL = "The answer ends too early; up to there it is right.", "Something follows the right answer."
DIGIT = "Digits are written as characters that are no digits."
BIAS = "The deltas are right, but not the bias or the thresholds of their digits (6.1)."
PLACE = "The code points are right, but their order is not."


def first_wrong(call: Call, expectation: Expectation, outcome: Outcome) -> str:
    """A sentence on the first step of an answer that is wrong; empty if it cannot be named for sure."""
    found = reading(call, expectation, outcome)
    return found.says if found else ""


@lru_cache(4096)  # several forms of one report show the same cases
def reading(call: Call, expectation: Expectation, outcome: Outcome) -> Reading | None:
    """The first wrong step; None if it cannot be named for sure."""
    if not isinstance(outcome, Returned) or max(len(call.input), len(outcome.value)) > _LONGEST:
        return None
    got = outcome.value
    if got == call.input:  # nothing was computed
        return None
    if isinstance(expectation, Rejects):
        trace = decoding(call.input, max_code_point=MAX_UNICODE, surrogates=expectation.reason != "surrogate")
        same = call.operation is Operation.DECODE and trace.error and trace.error.reason == expectation.reason
        return next(_accepted(trace, got), None) if same else None
    if call.operation is Operation.ENCODE:
        right = encoding(call.input)
        return next(_encoded(right, got), None) if right.output == expectation.value != got else None
    read = decoding(call.input)
    return next(_decoded(read, got), None) if not read.error and read.result == expectation.value != got else None


def _accepted(trace: Decoding, got: Points) -> Iterator[Reading]:
    """Yield the place where input must be refused, and what the answer made of it."""
    assert trace.error is not None
    at, reason = trace.error.position, trace.error.reason
    c = trace.encoded[at] if at < len(trace.encoded) else 0
    character = quote([c]) if c < 0x80 else f"U+{c:04X}"
    if reason is Reason.BAD_DIGIT and c == PUNYCODE.delimiter:
        where = f"The delimiter at index {at} has nothing before it, so it is neither a delimiter nor a digit (6.2)"
    elif reason is Reason.BAD_DIGIT:
        where = f"{character} at index {at} is no digit (6.2)"
    elif reason is Reason.TRUNCATED:
        where = f"The input ends inside delta {len(trace.steps) + 1} (6.2)"
    elif reason is Reason.NON_BASIC:
        where = f"{character} at index {at} is before the delimiter and is not basic (6.2)"
    elif reason in (Reason.BEYOND_UNICODE, Reason.SURROGATE):
        what = "a surrogate" if trace.steps[-1].code_point < 0xE000 else "above U+10FFFF"
        where = f"Insertion {len(trace.steps)} gives U+{trace.steps[-1].code_point:04X}, which is {what}"
    else:
        return
    yield Reading(f"{where}{next(_made(trace, reason, at, got), '')}.")


def _made(trace: Decoding, reason: Reason, at: int, got: Points) -> Iterator[str]:
    """Yield what the answer made of what must be refused, if decoding something else shows it."""
    encoded, start = tuple(trace.encoded), trace.start
    if reason is Reason.BAD_DIGIT:
        if _text(encoded[:at] + encoded[at + 1 :]) == got:
            yield "; the answer leaves it out"
        digits = [digit for digit, *_ in PUNYCODE.digits]
        tries = [(*encoded[:start], *(d if c == encoded[at] else c for c in encoded[start:])) for d in digits]
        values = [value for value, other in enumerate(tries) if _text(other) == got]
        if len(values) == 1:
            yield f"; the answer is that for the digit {values[0]} in its place"
    elif trace.unfinished:
        after = trace.state.after(trace.unfinished[-1].sum)
        if (*trace.result[: after.i - 1], after.n, *trace.result[after.i - 1 :]) == got:
            yield f"; the answer uses {trace.unfinished[-1].sum:,}, the sum of its digits so far"
    if got and trace.result == got:
        count = len(trace.steps) - trace.refused
        part = f"string after insertion {count}" if count else "literal part alone"
        yield f"; the answer is the {part}"


def _text(encoded: Sequence[int]) -> Points | None:
    trace = decoding(encoded)
    return None if trace.error else trace.result


def _encoded(right: Encoding, got: Points) -> Iterator[Reading]:
    wanted, split = right.output, literal_length(right.output)
    folded = (*got[:split], *fold(got[split:]))
    if folded == wanted:
        return
    own = decoding(folded)
    text = [] if own.error else list(_changed(right.code_points, own.result))
    if folded[:split] != wanted[:split]:
        if got == wanted[: split - 1] + wanted[split:]:
            yield Reading("The delimiter after the literal part is missing (6.3).", DELIMITER)
        elif fold(got[-(len(wanted) - split) :]) == wanted[split:] and right.steps:
            yield _literal(got[: len(got) - len(wanted) + split], wanted[:split])
        else:
            yield from text
        return
    yield from _ends(right, folded)
    digits = [PUNYCODE.value_of.get(c) for c in folded[split:]]
    if not other_parameter(Operation.ENCODE, right.code_points, folded):
        deltas = [step.delta for step in right.steps]
        yield from _only(*_bias(deltas, len(right.literal), digits, "written"), *text)
    yield from _alphabet(folded, wanted)
    if not own.error and sorted(own.result) == sorted(right.code_points):
        yield from _insertion(right.steps, own.steps)
    yield from _digits(right, own, folded)


def _literal(literal: Points, right: Points) -> Reading:
    is_ = f"The literal part is {quote(literal)}, and it must be {quote(right)} (3.1)."
    return Reading(f"{is_} The deltas are right.", LITERAL)


def _ends(right: Encoding, got: Points) -> Iterator[Reading]:
    """Whether an encoder wrote too much at an end, or too little."""
    wanted, steps = right.output, right.steps
    if not right.literal and got == (PUNYCODE.delimiter, *wanted):
        yield Reading("A delimiter is written, but no basic code point comes before it (6.3).", DELIMITER)
    if steps and got and got == wanted[: len(got)]:
        done = [step for step in steps if step.end <= len(got)]
        if done and done[-1].end == len(got):
            where = f"after delta {len(done)} of {len(steps)}"
        elif len(got) > steps[len(done)].start:
            step = steps[len(done)]
            digits = f"{len(got) - step.start} of its {step.end - step.start} digits"
            where = f"inside delta {len(done) + 1} of {len(steps)}, after {digits}"
        else:
            where = "after the literal part"
        yield Reading(f"The answer ends {where}.", CUT)
    if wanted == got[: len(wanted)]:
        yield Reading(f"The answer goes on with {quote(got[len(wanted) :])} after the last delta.", TAIL)


def _alphabet(got: Points, wanted: Points) -> Iterator[Reading]:
    """Whether each digit that differs is written as something that is no digit at all."""
    wrong = {(one, other) for one, other in zip(wanted, got, strict=False) if one != other}
    written = dict(wrong)
    if len(got) == len(wanted) and len(written) == len(wrong) and not written.values() & PUNYCODE.value_of.keys():
        at = next(at for at, (one, other) in enumerate(zip(wanted, got, strict=True)) if one != other)
        if (value := PUNYCODE.value_of.get(wanted[at])) is not None:
            is_ = f"is written as {quote([got[at]])}, which is no digit (section 5)"
            yield Reading(f"The digit {value} at index {at} {is_}.", DIGIT)


def _changed(wanted: Points, got: Points) -> Iterator[Reading]:
    """Whether the answer is right for another text."""
    for change in changes(wanted, got):
        pairs = enumerate(zip(wanted, got, strict=False))
        at = next((at for at, (one, other) in pairs if one != other), min(len(wanted), len(got)))
        was, is_ = (f"U+{text[at]:04X}" if at < len(text) else "the end" for text in (wanted, got))
        if any(got) and 2 * len(got) >= len(wanted):  # memory that nobody has written is 0 too
            yield Reading(f"{was} at index {at} becomes {is_}: {change.says}.", of_text(change.says))
            return


def of_text(says: str) -> str:
    """The sentence on answers that are right for a changed text."""
    # Few texts show which of the changes of case it is.
    case = "case" in says
    return f"The answer is that for another text: {'its letters in another case' if case else says}."


def _bias(deltas: Sequence[int], literal: int, digits: Sequence[int | None], verb: str) -> Iterator[Reading]:
    if read := other_bias(deltas, literal, digits):
        is_ = str(read.least) if read.least == read.greatest else f"{read.least} to {read.greatest}"
        why = ": the bias was not adapted (6.1)" * read.kept
        yield Reading(f"Delta {read.at} was {verb} as if the bias were {is_}; it is {read.right}{why}.", BIAS)


def _only(*readings: Reading) -> Sequence[Reading]:
    """The one reading that fits; of several none is sure."""
    return readings if len(readings) == 1 else ()


def _insertion(right: Sequence[Step], own: Sequence[Step]) -> Iterator[Reading]:
    for count, (one, other) in enumerate(zip(right, own, strict=False), 1):
        if (one.code_point, one.place) == (other.code_point, other.place):
            continue
        which = f"Insertion {count} of {len(right)}"
        if one.code_point == other.code_point:
            says = f"{which} places U+{one.code_point:04X} at index {other.place}; it belongs at index {one.place}."
            yield Reading(says, PLACE)
        else:
            # The answer's delta is by its own numbers: what the codec had in mind is not known.
            does = f"puts U+{other.code_point:04X} at index {other.place}, as delta {other.delta:,} does"
            says = f"{which} {does}; delta {one.delta:,} puts U+{one.code_point:04X} at index {one.place}."
            yield Reading(says, "", one.delta, other.delta)
        return


def _digits(right: Encoding, own: Decoding, got: Points) -> Iterator[Reading]:
    """The first delta with a wrong digit, as the answer's own digits give it."""
    at = next((at for at, (one, other) in enumerate(zip(right.output, got, strict=False)) if one != other), len(got))
    count = next((count for count, step in enumerate(right.steps) if at < step.end), None)
    if count is not None and count < len(own.steps):
        one, other = right.steps[count], own.steps[count]
        is_, must = quote(got[other.start : other.end]), quote(right.output[one.start : one.end])
        which = f"Delta {count + 1} of {len(right.steps)} is the first wrong one"
        says = f"{which}: {is_} is {other.delta:,}, and it must be {one.delta:,}, which is {must}."
        yield Reading(says, "", one.delta, other.delta)


def _decoded(right: Decoding, got: Points) -> Iterator[Reading]:
    wanted, strings = right.result, list(right.strings())[:-1]
    if got and got in strings:
        count = strings.index(got)
        part = f"string after insertion {count} of {len(strings)}: the rest is missing"
        yield Reading(f"The answer is the {part if count else 'literal part: nothing is inserted'}.", CUT)
    own, text = encoding(got), list(_changed(wanted, got))
    deltas = [step.delta for step in own.steps]
    if own.literal == right.literal:
        digits = [PUNYCODE.value_of.get(c) for c in right.encoded[right.start :]]
        if not other_parameter(Operation.DECODE, right.encoded, got):
            yield from _only(*_bias(deltas, len(own.literal), digits, "read"), *text)
        if len(got) == len(wanted):
            yield from _insertion(right.steps, own.steps)
    elif text:
        yield from text
    elif deltas and deltas == [step.delta for step in right.steps]:
        yield _literal(own.literal, right.literal)
