"""The first step of a wrong answer that is wrong, in a sentence: from its deltas and digits, and from nothing else.

A wrong encoding is decoded, and a wrong text is encoded back. Where several readings fit an answer, only the place is named
where it is wrong, and often nothing.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import accumulate
from math import inf, log2
from typing import NamedTuple

from ..codec import PUNYCODE, Reason
from ..codec.arithmetic import clamped, write
from ..codec.trace import Decoding, Encoding, State, Step, decoding, encoding
from ..notation import parting
from ..suite.oracle import MAX_UNICODE, Expectation, Rejects
from ..suite.outcome import Call, Operation, Outcome, Returned, fold, literal_length, unambiguous
from .difference import changes
from .features import Points

_LONGEST = 400  # code points: of a longer string nobody follows the deltas
BASIC = "The basic code points are wrong; all else is right."
LITERAL, DELIMITER = "The literal part is wrong; the deltas are right.", "The delimiter is wrong; all else is right."
CUT, TAIL = "The answer ends too early; up to there it is right.", "Something follows the right answer."
BEFORE = "The last insertions are missing; all else is right."
DIGIT = "A digit is written as a character that is no digit."
BIAS = "The digits fit another bias, or other thresholds, than the right ones (6.1)."
PLACE = "The code points are right, but not their order."
_MOST = 64  # deltas: of more a person follows none, and the search takes time
_SURE = 9.0  # bits: digits that another bias explains by chance are one in 500
_NARROW = 12  # biases: of a wider range a person learns nothing


class Reading(NamedTuple):
    """A sentence on the first wrong step of an answer, and one on this step that fits other answers too."""

    says: str
    step: str = ""


_UNNAMED = Reading("")


@lru_cache(4096)  # several forms of one report show the same cases
def first_wrong(call: Call, expectation: Expectation, outcome: Outcome) -> Reading:
    """The first wrong step of an answer; its sentence is empty if it cannot be named for sure."""
    if not isinstance(outcome, Returned) or max(len(call.input), len(outcome.value)) > _LONGEST:
        return _UNNAMED
    got = outcome.value
    if got == call.input:  # nothing was computed
        return _UNNAMED
    if isinstance(expectation, Rejects):
        trace = decoding(call.input, max_code_point=MAX_UNICODE, surrogates=expectation.reason != "surrogate")
        same = call.operation is Operation.DECODE and trace.error and trace.error.reason == expectation.reason
        return next(_accepted(trace, got), _UNNAMED) if same else _UNNAMED
    if call.operation is Operation.ENCODE:
        right = encoding(call.input)
        return next(_encoded(right, got), _UNNAMED) if right.output == expectation.value != got else _UNNAMED
    read = decoding(call.input)
    is_right = not read.error and read.result == expectation.value
    return next(_decoded(read, got), _UNNAMED) if is_right and read.result != got else _UNNAMED


def _accepted(trace: Decoding, got: Points) -> Iterator[Reading]:
    """Yield the place where input must be refused, and what the answer made of it."""
    assert trace.error is not None
    at, reason, count = trace.error.position, trace.error.reason, len(trace.steps)
    c = trace.encoded[at] if at < len(trace.encoded) else 0
    character = unambiguous([c])
    if reason is Reason.BAD_DIGIT and c == PUNYCODE.delimiter:
        where = f"The hyphen at index {at} has nothing before it, so it is no delimiter, and it is no digit (6.2)"
    elif reason is Reason.BAD_DIGIT:
        where = f"{character} at index {at} is no digit (6.2)"
    elif reason is Reason.TRUNCATED:
        where = f"The input ends inside delta {count + 1} (6.2)"
    elif reason is Reason.NON_BASIC:
        where = f"{character} at index {at} is before the delimiter and is not basic (6.2)"
    elif count:
        what = "a surrogate" if trace.steps[-1].code_point < 0xE000 else "above U+10FFFF"
        where = f"Insertion {count} gives U+{trace.steps[-1].code_point:04X}, which is {what}"
    else:
        return
    made = next(_made(trace, reason, at, got), "")
    is_digit_wanted = reason is Reason.BAD_DIGIT and c != PUNYCODE.delimiter
    # That the input must be refused for these is plain to see.
    is_plain = is_digit_wanted or reason in (Reason.TRUNCATED, Reason.NON_BASIC)
    yield Reading(f"{where}{made}." * bool(made or not is_plain))


def _made(trace: Decoding, reason: Reason, at: int, got: Points) -> Iterator[str]:
    """Yield what the answer made of what must be refused, if decoding something else shows it."""
    encoded, start = tuple(trace.encoded), trace.start
    if reason in (Reason.BAD_DIGIT, Reason.NON_BASIC) and _text(encoded[:at] + encoded[at + 1 :]) == got:
        yield "; the answer leaves it out"
    if reason is Reason.BAD_DIGIT:
        digits = [digit for digit, *_ in PUNYCODE.digits]
        tries = [(*encoded[:start], *(d if c == encoded[at] else c for c in encoded[start:])) for d in digits]
        values = [value for value, other in enumerate(tries) if _text(other) == got]
        # Of equal letters nobody can say which one was inserted.
        if len(values) == 1 and len({*got}) == len(got):
            yield f"; the answer is that for the digit {values[0]} in its place"
    elif trace.unfinished:
        after = trace.state.after(trace.unfinished[-1].sum)
        if (*trace.result[: after.i - 1], after.n, *trace.result[after.i - 1 :]) == got:
            yield f"; the answer is that for a delta of {trace.unfinished[-1].sum:,}, the sum of its digits so far"
    if got and trace.result == got:
        count = len(trace.steps) - trace.refused
        yield f"; the answer equals the {f'string after insertion {count}' if count else 'literal part alone'}"


def _text(encoded: Sequence[int]) -> Points | None:
    trace = decoding(encoded)
    return None if trace.error else trace.result


def _encoded(right: Encoding, got: Points) -> Iterator[Reading]:
    wanted, steps, split = right.output, right.steps, literal_length(right.output)
    end = max(split, literal_length(got))
    folded = (*got[:end], *fold(got[end:]))
    if folded == wanted:
        return
    own = decoding(folded)
    text = [] if own.error else list(_changed(right.code_points, own.result))
    literal = got[: max(0, len(got) - len(wanted) + split)]  # perhaps where there must be none
    if folded[:split] != wanted[:split] or (not split and literal[1:][-1:] == (PUNYCODE.delimiter,)):
        if got == wanted[: split - 1] + wanted[split:]:
            # Nobody can say which of two hyphens is missing.
            either = "A hyphen is missing: the last of the literal part, or the delimiter after it (6.3)."
            says = "The delimiter after the literal part is missing (6.3)."
            yield Reading(either if wanted[split - 2] == PUNYCODE.delimiter else says, DELIMITER)
        elif fold(got[len(literal) :]) == wanted[split:] and steps:
            is_, must = map(unambiguous, (literal, wanted[:split]))
            yield Reading(f"The literal part is {is_}, and it must be {must} (3.1). The deltas are right.", LITERAL)
        else:
            yield from text
        return
    if not split and got == (PUNYCODE.delimiter, *wanted):
        yield Reading("A delimiter is written, but no basic code point comes before it (6.3).", DELIMITER)
    at = parting(wanted, folded)
    if steps and got and at == len(folded):
        done = sum(step.end <= at for step in steps)
        digits = f"{at - steps[done].start} of its {steps[done].end - steps[done].start} digits"
        where = f"after delta {done} of {len(steps)}" if done else "after the literal part"
        if at > steps[done].start:
            where = f"inside delta {done + 1} of {len(steps)}, after {digits}"
        yield Reading(f"The answer ends {where}.", CUT)
    yield from _bias("written", steps, folded[split:], text)
    if at == len(wanted):
        says = f"The answer is the right one with {unambiguous(folded[at:])} after it."
        yield Reading(says * (folded[at] not in PUNYCODE.value_of), TAIL)  # a digit may be of the last delta
    pairs = {*zip(wanted[split:], folded[split:], strict=False)}
    written = dict(pairs)  # each digit is written as one character, and one that differs is no digit
    wrong = {other for one, other in pairs if one != other}
    if len(folded) == len(wanted) and len(written) == len(pairs) and not wrong & PUNYCODE.value_of.keys():
        is_ = f"is written as {unambiguous([folded[at]])}, which is no digit (section 5)"
        yield Reading(f"The digit {PUNYCODE.value_of[wanted[at]]} at index {at} {is_}.", DIGIT)
    if not own.error and sorted(own.result) == sorted(right.code_points):
        yield from _insertion(steps, own.steps)
    # The first delta with a wrong digit, as the answer's own digits give it.
    count = next((count for count, step in enumerate(steps) if at < step.end), len(steps))
    if count < min(len(steps), len(own.steps)):
        one, other = steps[count], own.steps[count]
        is_, must = unambiguous(folded[other.start : other.end]), unambiguous(wanted[one.start : one.end])
        reads = f"RFC 3492 reads {is_} as {other.delta:,}; it must be {one.delta:,}, which is {must}"
        left = tuple(map(PUNYCODE.value_of.get, folded[one.start :]))
        if biases := _biases([step.delta for step in steps[count:]], left):
            way = next(way for way, possible in _written(one.delta).items() if possible == biases[0])
            is_ = unambiguous(folded[one.start : one.start + len(way)])
            reads = f"it is {is_}, as if the bias were {_range(biases[0])}, not {one.before.bias}; it must be {must}"
        yield Reading(f"Delta {count + 1} differs first: {reads}.")


def _changed(wanted: Points, got: Points) -> Iterator[Reading]:
    """Yield the change of the text for which an answer is right; its name only if no other fits, and not by chance."""
    fitting = {_in_words(change.says) for change in changes(wanted, got)}
    # Memory that nobody has written is 0 too, and normalisation changes the order as a wrong place does.
    if not fitting or not any(got) or 2 * len(got) < len(wanted) or sorted(wanted) == sorted(got):
        return
    at = parting(wanted, got)
    was, is_ = (f"U+{text[at]:04X}" if at < len(text) else "the end" for text in (wanted, got))
    changed = {one for one, other in zip(wanted, got, strict=False) if one != other}
    if got == wanted[:at] + wanted[at + 1 :]:
        yield Reading(f"{was} at index {at} is missing.")
    elif len(fitting) > 1 or (len(wanted) == len(got) and len(changed) == 1):
        other = f"From index {at} on it is another text: {is_} in place of {was}."
        yield Reading(f"{was} at index {at} becomes {is_}." if len(wanted) == len(got) else other)
    else:
        (says,) = fitting
        yield Reading(f"{was} at index {at} becomes {is_}: {says}.", of_text(says))


def of_text(says: str) -> str:
    """The sentence on answers that are right for a changed text."""
    return f"The answer is that for another text: {_in_words(says)}."


def _in_words(says: str) -> str:
    """The words of a change: few texts show which of the changes of case it is."""
    return "its letters in another case" if "case" in says else says


def _bias(verb: str, steps: Sequence[Step], digits: Points, text: Sequence[Reading]) -> Iterator[Reading]:
    """Yield another bias or a change of the text, if only one of these explains the digits."""
    literal = steps[0].before.literal if steps else 0
    says = other_bias([step.delta for step in steps], literal, list(map(PUNYCODE.value_of.get, digits)), verb)
    readings = [*([Reading(says, BIAS)] if says else []), *text]
    if len(readings) == 1:
        yield readings[0]


def _insertion(right: Sequence[Step], own: Sequence[Step]) -> Iterator[Reading]:
    for count, (one, other) in enumerate(zip(right, own, strict=False), 1):
        if (one.code_point, one.place) != (other.code_point, other.place):
            # Of equal letters nobody can say which one is misplaced. Of another letter nobody knows what the codec did.
            if one.code_point == other.code_point and sum(step.code_point == one.code_point for step in right) == 1:
                places = f"U+{one.code_point:04X} at index {other.place}; it belongs at index {one.place}"
                yield Reading(f"In the answer, insertion {count} of {len(right)} places {places}.", PLACE)
            return


def _decoded(right: Decoding, got: Points) -> Iterator[Reading]:
    wanted, strings = right.result, list(right.strings())[:-1]
    if got and got in strings:
        count = strings.index(got)
        part = f"string after insertion {count} of {len(strings)}" if count else "literal part alone"
        yield Reading(f"The answer equals the {part}.", BEFORE)
    # A change that has no name is seen in the answer itself.
    own, text = encoding(got), [one if one.step else _UNNAMED for one in _changed(wanted, got)]
    if own.literal == right.literal:
        yield from _bias("read", own.steps, right.encoded[right.start :], text)
        if len(got) == len(wanted):
            yield from _insertion(right.steps, own.steps)
    elif text:
        yield from text
    elif own.steps and [step.delta for step in own.steps] == [step.delta for step in right.steps]:
        is_, must = unambiguous(own.literal), unambiguous(right.literal)
        yield Reading(
            f"In the answer, the basic code points are {is_}; they must be {must}. Its deltas are right.", BASIC
        )


def other_bias(deltas: Sequence[int], literal: int, digits: Sequence[int | None], verb: str) -> str:
    """A sentence on the first delta that needs another bias; empty if biases do not surely explain the digits."""
    biases = _biases(deltas, tuple(digits))
    if biases is None:
        return ""
    states = accumulate(deltas, State.after, initial=State(literal, literal))
    right = [state.bias for state, _ in zip(states, deltas, strict=False)]
    wrong = [at for at, (bias, possible) in enumerate(zip(right, biases, strict=True)) if bias not in possible]
    if not wrong or sum(_surprise(deltas[at], biases[at]) for at in wrong) < _SURE:
        return ""
    first, possible = wrong[0], biases[wrong[0]]
    # Other rules of adaptation give the initial bias too, so this is no proof that the bias was not adapted.
    if first and len(wrong) > 1 and all(PUNYCODE.initial_bias in fitting for fitting in biases):
        possible = {PUNYCODE.initial_bias}
    if max(possible) - min(possible) > _NARROW:
        return ""
    return f"Delta {first + 1} was {verb} as if the bias were {_range(possible)}; it is {right[first]}."


def _range(biases: Set[float]) -> str:
    least, greatest = min(biases), max(biases)
    return str(least) if least == greatest else f"{least} or more" if greatest == inf else f"{least} to {greatest}"


def _biases(deltas: Sequence[int], digits: tuple[int | None, ...]) -> list[Set[float]] | None:
    """The biases of each delta under which the digits are these deltas, all of them; None if there are none."""
    if not 0 < len(deltas) <= min(_MOST, len(digits)) or None in digits:
        return None

    @cache
    def rest(count: int, at: int) -> list[Set[float]] | None:
        if count == len(deltas) or at == len(digits):
            return [] if (count, at) == (len(deltas), len(digits)) else None
        for written, biases in _written(deltas[count]).items():
            if digits[at : at + len(written)] == written and (after := rest(count + 1, at + len(written))) is not None:
                return [biases, *after]
        return None

    return rest(0, 0)


@lru_cache(4096)  # one answer's deltas are often those of another
def _written(delta: int) -> Mapping[tuple[int, ...], Set[float]]:
    """All ways to write a delta, and the biases that give each."""
    # Under a great bias all thresholds that matter are tmin.
    least = tuple(write(delta, PUNYCODE.base, (PUNYCODE.tmin,)))
    ways: dict[tuple[int, ...], set[float]] = {}
    for bias in range(PUNYCODE.base * len(least) + 1):
        thresholds = clamped(PUNYCODE.base, PUNYCODE.tmin, PUNYCODE.tmax, bias)
        ways.setdefault(tuple(write(delta, PUNYCODE.base, thresholds)), set()).add(bias)
    ways[least].add(inf)
    return ways


def _surprise(delta: int, biases: Set[float]) -> float:
    """The bits of information in digits of a delta that some bias explains: of all digits of their number few are so."""
    ways = _written(delta)
    length = next(len(written) for written, possible in ways.items() if possible == biases)
    return log2(PUNYCODE.base**length / sum(len(written) == length for written in ways))
