"""The way in which wrong results differ from the right ones: the step of the algorithm that goes wrong, where it shows.

Only facts about the answers, and only where nearly all of them agree: a text that is changed in one way, a cut at one
place, deltas that are off by a power of two. A wrong delta alone has too many possible reasons to name one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from math import gcd
from typing import NamedTuple

from ..codec import PUNYCODE
from ..codec.second import encode_code_points
from ..codec.trace import decoding, encoding
from ..divergence.change import kept, widths
from ..divergence.divergence import BIAS, CUT, DELIMITER, DIGIT, LITERAL, PLACE, TAIL, TEXT, story
from ..divergence.parameter import parameter
from ..notation import show
from ..suite.encoded import fold, literal_length
from ..suite.oracle import Returns
from ..suite.outcome import Operation, Returned
from .finding import Answer

Points = tuple[int, ...]

_MOST, _LONGEST = 120, 400  # answers that are read, and code points of them
_POINTS = 8000  # in all of them
_FEWEST, _SHARE = 3, 0.9
_BIASED = 0.8, 0.4  # of the answers that have a reading; of all
_DIFFERENT = 3  # edits of code points that are named
_LEAST = 128  # what deltas must be off by: less may be chance


class Agreement(NamedTuple):
    """A way in which most of some answers differ from the right ones.

    Attributes:
        says: a sentence.
        agree, of: how many of the answers that were read.
    """

    says: str
    agree: int
    of: int


def agreement(wrong: Sequence[Answer]) -> Agreement | None:
    """The way in which most wrong results of one operation differ from the right ones; None if that does not show."""
    few = sorted({one.call: one for one in wrong}.values(), key=lambda one: len(one.call.input))
    read = [one for one in few if len(one.text) <= _LONGEST]
    read = read[:: -(-len(read) // _MOST) or 1]
    points = accumulate(len(one.text) for one in read)
    read = [one for one, so_far in zip(read, points, strict=True) if so_far <= _POINTS]
    if len(read) < _FEWEST:
        return None
    tries = (_cut, _edited, _parameter, _narrowed, _step, _off)
    found = (try_(read) for try_ in tries)
    return next((one for one in found if one and one.agree >= _FEWEST), None)


def _got(one: Answer) -> Points:
    assert isinstance(one.outcome, Returned)
    return one.outcome.value


def _wanted(one: Answer) -> Points:
    return tuple(map(ord, encode_code_points(one.text))) if one.call.operation is Operation.ENCODE else one.text


def _shared(says: str, agree: int, of: int) -> Agreement | None:
    """The agreement of nearly all answers."""
    return Agreement(says, agree, of) if agree >= _SHARE * of else None


def _cut(read: Sequence[Answer]) -> Agreement | None:
    """The length at which answers are cut, if they are long enough to show that it is always this one."""
    found = Counter(len(got) for one in read if (got := _got(one)) == _wanted(one)[: len(got)])
    for length, agree in found.most_common(1):
        unit = "characters" if read[0].call.operation is Operation.ENCODE else "code points"
        if length:
            return _shared(f"The answer is the right one, cut after {length:,} {unit}.", agree, len(read))
        return _shared("The answer is empty.", agree, len(read))
    return None


def _edited(read: Sequence[Answer]) -> Agreement | None:
    """The few changes of code points that make the texts of the answers."""
    sets = [{*_edits(one.text, got)} if (got := _text(one)) is not None else set() for one in read]
    named: set[_Edit] = set()
    agree = 0
    # No more than it takes, and none that occurs once: any answer could be described so.
    for edit, count in Counter(edit for edits in sets for edit in {one[:2] for one in edits}).most_common(_DIFFERENT):
        if agree < _SHARE * len(read) and count > 1:
            named |= {one for edits in sets for one in edits if one[:2] == edit}
            agree = sum(bool(edits) and edits <= named for edits in sets)
    if not agree:
        return None
    where: dict[tuple[Points, Points], set[str]] = {}
    for old, new, place in named:
        where.setdefault((old, new), set()).add(place)
    changes = sorted(_worded(*edit, places.pop() if len(places) == 1 else "") for edit, places in where.items())
    return _shared(f"The answer is that for another text: {', '.join(changes)}.", agree, len(read))


_Edit = tuple[Points, Points, str]  # code points, what they become, and where if that is an end


def _worded(old: Points, new: Points, place: str) -> str:
    if not old:
        return f"{show(new)} is added{place}"
    return f"{show(old)} becomes {show(new)}" if new else f"{show(old)} is left out{place}"


def _parameter(read: Sequence[Answer]) -> Agreement | None:
    """The other value of a parameter with which all answers are right."""
    cases = [(one.call.operation, one.call.input, _folded(one)) for one in read]
    found = parameter(cases)
    if found is None:
        return None
    name, values = found
    says = f"These answers are those of a codec whose {name} is {' or '.join(map(str, values))}"
    return Agreement(f"{says}, not {getattr(PUNYCODE, name)} (section 5).", len(read), len(read))


def _folded(one: Answer) -> Points:
    got = _got(one)
    start = literal_length(got) if one.call.operation is Operation.ENCODE else len(got)
    return (*got[:start], *fold(got[start:]))


def _text(one: Answer) -> Points | None:
    """The text of an answer."""
    if one.call.operation is Operation.DECODE:
        return _got(one)
    own = decoding(_got(one))
    return None if own.error else own.result


def _edits(wanted: Points, got: Points) -> Iterator[_Edit]:
    for what, low, high, start, end in SequenceMatcher(None, wanted, got, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        old, new = wanted[low:high], got[start:end]
        place = "" if old and new else " at the start" if not low else " at the end" if high == len(wanted) else ""
        if old and not len(new) % len(old) and new:  # a part for each code point
            part = len(new) // len(old)
            yield from (((c,), new[at * part : (at + 1) * part], place) for at, c in enumerate(old))
        elif not new:
            yield from (((c,), (), place) for c in old)
        else:
            yield old, new, place


def _narrowed(read: Sequence[Answer]) -> Agreement | None:
    """The number of bits to which the code points are cut, if more answers are cut to it than to any other."""
    texts = ((one.text, _text(one)) for one in read)
    found = Counter(bits for text, got in texts if got for bits in widths(text, got)).most_common(2)
    if not found or (len(found) > 1 and found[0][1] == found[1][1]):
        return None
    bits, agree = found[0]
    return _shared(f"The answer is that for another text: {kept(bits)}.", agree, len(read))


_STEPS = {
    LITERAL: "The literal part is wrong; the deltas are right.",
    DELIMITER: "The delimiter is wrong; all else is right.",
    CUT: "The answer ends too early; up to there it is right.",
    TAIL: "Something follows the right answer.",
    DIGIT: "Digits are written as characters that are no digits.",
    BIAS: "The deltas are right, but not the bias or the thresholds of their digits (6.1).",
    PLACE: "The code points are right, but their order is not.",
}

_CASES = "its lower case", "its upper case", "in upper case", "case-folded"  # which of them it is, few texts show


def _step(read: Sequence[Answer]) -> Agreement | None:
    """The step that the readings of single answers agree on."""
    found: Counter[str] = Counter()
    for one in read:
        reading = story(one.call, Returns(_wanted(one)), one.outcome)
        if reading and reading.step == TEXT:
            how = "its letters in another case" if reading.right in _CASES else reading.right
            found[f"The answer is that for another text: {how}."] += 1
        elif reading and reading.step in _STEPS:
            found[_STEPS[reading.step]] += 1
    for says, agree in found.most_common(1):
        # A wrong bias does not show surely in every answer.
        sure, few = _BIASED if says == _STEPS[BIAS] else (_SHARE, _SHARE)
        if agree >= sure * found.total() and agree >= few * len(read):
            return Agreement(says, agree, len(read))
    return None


def _off(read: Sequence[Answer]) -> Agreement | None:
    """The number of which the first wrong deltas are off by a multiple, or that none is above."""
    pairs = [pair for one in read for pair in _first_wrong_delta(one)]
    off = [right - wrong for right, wrong in pairs]
    if len({*pairs}) < 2 * _FEWEST or len(pairs) < _SHARE * len(read):
        return None
    if len({*off}) == 1 and abs(off[0]) <= 2:
        than = "less" if off[0] > 0 else "greater"
        return Agreement(f"The first wrong delta is {than} by {abs(off[0])} than the right one.", len(pairs), len(read))
    if min(off) > 0 and len({wrong for _, wrong in pairs}) == 1:
        return Agreement(f"The first wrong delta is {pairs[0][1]:,}, and should be greater.", len(pairs), len(read))
    unit = gcd(*off)
    if unit < _LEAST:
        return None
    width = f", as if an integer had {unit.bit_length() - 1} bits" * (unit.bit_count() == 1 and len({*off}) >= _FEWEST)
    return Agreement(f"The first wrong delta is off by a multiple of {unit:,}{width}.", len(pairs), len(read))


def _first_wrong_delta(one: Answer) -> Iterator[tuple[int, int]]:
    if one.call.operation is Operation.ENCODE:
        right, own = encoding(one.text).steps, decoding(_got(one)).steps
    else:
        right, own = decoding(one.call.input).steps, encoding(_got(one)).steps
    for step, other in zip(right, own, strict=False):
        if step.delta != other.delta:
            yield step.delta, other.delta
            return
