"""The first step of a wrong answer that is wrong, in a sentence.

The deltas of the answer are compared with the right ones. A wrong encoding is decoded for that, and a wrong text is
encoded back. Where several stories fit an answer, there is only the place where it is wrong, and often no sentence.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..codec import PUNYCODE
from ..codec.trace import Decoding, Encoding, Step, decoding, encoding
from ..notation import quote
from ..suite.encoded import fold, literal_length
from ..suite.oracle import MAX_UNICODE, Expectation, Rejects
from ..suite.outcome import Call, Operation, Outcome, Returned
from .acceptance import accepted
from .bias import Reading, reading
from .change import change
from .parameter import other_parameter

Points = tuple[int, ...]

_LONGEST = 400  # code points: of a longer string nobody follows the deltas


class Story(NamedTuple):
    """A reading of a wrong answer.

    Attributes:
        step: the step that goes wrong, one of the words below.
        says: where and how, in a sentence.
        right, wrong: of a delta, its value and that of the answer; of a text, how it is changed, and nothing.
    """

    step: str
    says: str
    right: int | str = 0
    wrong: int = 0


LITERAL, DELIMITER, CUT, TAIL, DIGIT = "literal part", "delimiter", "cut", "tail", "digit"
BIAS, DELTA, PLACE, TEXT, CHECK = "bias", "delta", "place", "text", "check"


def divergence(call: Call, expectation: Expectation, outcome: Outcome) -> str:
    """A sentence on the first step of an answer that is wrong; empty if it cannot be named for sure.

    Args:
        call, expectation, outcome: what was asked, what should have come, and what came.
    """
    found = story(call, expectation, outcome)
    return found.says if found else ""


@lru_cache(4096)  # several forms of one report show the same cases
def story(call: Call, expectation: Expectation, outcome: Outcome) -> Story | None:
    """The first step of an answer that is wrong; None if it cannot be named for sure.

    Args:
        call, expectation, outcome: what was asked, what should have come, and what came.
    """
    if not isinstance(outcome, Returned) or max(len(call.input), len(outcome.value)) > _LONGEST:
        return None
    got = outcome.value
    if got == call.input:  # nothing was computed
        return None
    if isinstance(expectation, Rejects):
        trace = decoding(call.input, max_code_point=MAX_UNICODE, surrogates=expectation.reason != "surrogate")
        known = call.operation is Operation.DECODE and trace.error and trace.error.reason == expectation.reason
        says = accepted(trace, got) if known else ""
        return Story(CHECK, says) if says else None
    if call.operation is Operation.ENCODE:
        right = encoding(call.input)
        return next(_encoded(right, got), None) if right.output == expectation.value != got else None
    read = decoding(call.input)
    return next(_decoded(read, got), None) if not read.error and read.result == expectation.value != got else None


def _encoded(right: Encoding, got: Points) -> Iterator[Story]:
    wanted, split = right.output, literal_length(right.output)
    folded = (*got[:split], *fold(got[split:]))
    if folded == wanted:
        return
    own = decoding(folded)
    if folded[:split] != wanted[:split]:
        yield from _literal(right, got, own)
        return
    yield from _ends(right, folded)
    digits = [PUNYCODE.value_of.get(c) for c in folded[split:]]
    if not other_parameter((Operation.ENCODE, right.code_points, folded)):
        text = [] if own.error else list(_changed(right.code_points, own.result))
        yield from _only(_biased(reading([s.delta for s in right.steps], len(right.literal), digits), "written"), text)
    yield from _alphabet(folded, wanted)
    if not own.error and sorted(own.result) == sorted(right.code_points):
        yield from _insertion(right.steps, own.steps)
    yield from _digits(right, own, folded)


def _literal(right: Encoding, got: Points, own: Decoding) -> Iterator[Story]:
    wanted, split = right.output, literal_length(right.output)
    if got == wanted[: split - 1] + wanted[split:]:
        yield Story(DELIMITER, "The delimiter after the literal part is missing (6.3).")
    elif fold(got[-(len(wanted) - split) :]) == wanted[split:] and right.steps:
        literal = got[: len(got) - len(wanted) + split]
        says = (
            f"The literal part is {quote(literal)}, and it must be {quote(wanted[:split])} (3.1). The deltas are right."
        )
        yield Story(LITERAL, says)
    elif not own.error:
        yield from _changed(right.code_points, own.result)


def _ends(right: Encoding, got: Points) -> Iterator[Story]:
    """Whether an encoder wrote too much at an end, or too little."""
    wanted, steps = right.output, right.steps
    if not right.literal and got == (PUNYCODE.delimiter, *wanted):
        yield Story(DELIMITER, "A delimiter is written, but no basic code point comes before it (6.3).")
    if steps and got and got == wanted[: len(got)]:
        done = [step for step in steps if step.end <= len(got)]
        if done and done[-1].end == len(got):
            yield Story(CUT, f"The answer ends after delta {len(done)} of {len(steps)}.")
        elif len(got) > steps[len(done)].start:
            step = steps[len(done)]
            inside = f"after {len(got) - step.start} of its {step.end - step.start} digits"
            yield Story(CUT, f"The answer ends inside delta {len(done) + 1} of {len(steps)}, {inside}.")
        else:
            yield Story(CUT, "The answer ends after the literal part.")
    if wanted == got[: len(wanted)]:
        yield Story(TAIL, f"The answer goes on with {quote(got[len(wanted) :])} after the last delta.")


def _alphabet(got: Points, wanted: Points) -> Iterator[Story]:
    """Whether each digit that differs is written as something that is no digit at all."""
    wrong = {(one, other) for one, other in zip(wanted, got, strict=False) if one != other}
    written = dict(wrong)
    if len(got) == len(wanted) and len(written) == len(wrong) and not written.values() & PUNYCODE.value_of.keys():
        at = next(at for at, (one, other) in enumerate(zip(wanted, got, strict=True)) if one != other)
        value = PUNYCODE.value_of.get(wanted[at])
        if value is not None:
            is_ = f"is written as {quote([got[at]])}, which is no digit (section 5)"
            yield Story(DIGIT, f"The digit {value} at index {at} {is_}.")


def _changed(wanted: Points, got: Points) -> Iterator[Story]:
    how, says = change(wanted, got)
    if says:
        yield Story(TEXT, says, how)


def _biased(read: Reading | None, verb: str) -> Iterator[Story]:
    if read is None:
        return
    is_ = str(read.least) if read.least == read.greatest else f"{read.least} to {read.greatest}"
    why = ": the bias was not adapted (6.1)" * read.kept
    yield Story(BIAS, f"Delta {read.at} was {verb} as if the bias were {is_}; it is {read.right}{why}.")


def _only(*stories: Iterable[Story]) -> Iterator[Story]:
    """The one story that fits; of several none is sure."""
    found = [one for several in stories for one in several]
    if len(found) == 1:
        yield found[0]


def _insertion(right: Sequence[Step], own: Sequence[Step]) -> Iterator[Story]:
    for count, (one, other) in enumerate(zip(right, own, strict=False), 1):
        if (one.code_point, one.place) == (other.code_point, other.place):
            continue
        which = f"Insertion {count} of {len(right)}"
        if one.code_point == other.code_point:
            says = f"{which} places U+{one.code_point:04X} at index {other.place}; it belongs at index {one.place}."
            yield Story(PLACE, says, one.place, other.place)
        else:
            # The answer's delta is by its own numbers: what the codec had in mind is not known.
            does = f"puts U+{other.code_point:04X} at index {other.place}, as delta {other.delta:,} does"
            says = f"{which} {does}; delta {one.delta:,} puts U+{one.code_point:04X} at index {one.place}."
            yield Story(DELTA, says, one.delta, other.delta)
        return


def _digits(right: Encoding, own: Decoding, got: Points) -> Iterator[Story]:
    """The first delta with a wrong digit, as the answer's own digits give it."""
    at = next((at for at, (one, other) in enumerate(zip(right.output, got, strict=False)) if one != other), len(got))
    count = next((count for count, step in enumerate(right.steps) if at < step.end), None)
    if count is not None and count < len(own.steps):
        one, other = right.steps[count], own.steps[count]
        is_, must = quote(got[other.start : other.end]), quote(right.output[one.start : one.end])
        which = f"Delta {count + 1} of {len(right.steps)} is the first wrong one"
        says = f"{which}: {is_} is {other.delta:,}, and it must be {one.delta:,}, which is {must}."
        yield Story(DELTA, says, one.delta, other.delta)


def _decoded(right: Decoding, got: Points) -> Iterator[Story]:
    wanted = right.result
    before = list(right.strings())[:-1]
    if got and got in before:
        count = before.index(got)
        rest = f"insertion {count} of {len(before)}: the rest is missing"
        says = (
            f"The answer is the string after {rest}."
            if count
            else "The answer is the literal part: nothing is inserted."
        )
        yield Story(CUT, says)
    own, text = encoding(got), list(_changed(wanted, got))
    deltas = [step.delta for step in own.steps]
    if own.literal == right.literal:
        digits = [PUNYCODE.value_of.get(c) for c in right.encoded[right.start :]]
        if not other_parameter((Operation.DECODE, right.encoded, got)):
            yield from _only(_biased(reading(deltas, len(own.literal), digits), "read"), text)
        if len(got) == len(wanted):
            yield from _insertion(right.steps, own.steps)
    elif text:
        yield from text
    elif deltas and deltas == [step.delta for step in right.steps]:
        is_ = f"The literal part is {quote(own.literal)}, and it must be {quote(right.literal)} (3.1)."
        yield Story(LITERAL, f"{is_} The deltas are right.")
