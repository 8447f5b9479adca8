"""The way in which nearly all of some wrong results differ from the right ones: where it shows, the step that goes wrong."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from math import gcd
from typing import NamedTuple

from ..codec import PUNYCODE
from ..codec.trace import decoding, encoding
from ..notation import show
from ..suite.oracle import Returns
from ..suite.outcome import Operation, Returned, canonical
from .condition import Sample
from .difference import Points, changes
from .digits import PARAMETERS, answer_under
from .steps import BIAS, of_text, reading

_MOST, _LONGEST, _POINTS = 120, 400, 8000  # answers that are read, and code points of one and of all
_FEWEST, _SHARE = 3, 0.9
_DIFFERENT = 3  # edits of code points that are named
_VALUES = 3  # of a parameter that several answers leave open
_LEAST = 128  # what deltas must be off by: less may be chance


class Wrong(NamedTuple):
    """A wrong result: what was asked, what came, and the texts of both as far as there are such."""

    sample: Sample
    got: Points

    @property
    def right(self) -> Points:
        """The right result."""
        return self.sample.encoded if self.sample.call.operation is Operation.ENCODE else self.sample.text

    @property
    def text(self) -> Points | None:
        """The decoded side of the wrong result."""
        if self.sample.call.operation is Operation.DECODE:
            return self.got
        own = decoding(self.got)
        return None if own.error else own.result


class Agreement(NamedTuple):
    """A sentence on some answers, and how many of those that were read agree."""

    says: str
    agree: int
    of: int


def agreement(wrong: Sequence[Wrong]) -> Agreement | None:
    """The way in which most wrong results of one operation differ from the right ones; None if that does not show."""
    few = sorted({one.sample.call: one for one in wrong}.values(), key=lambda one: len(one.sample.call.input))
    read = [one for one in few if len(one.sample.text) <= _LONGEST]
    read = read[:: -(-len(read) // _MOST) or 1]
    points = accumulate(len(one.sample.text) for one in read)
    read = [one for one, so_far in zip(read, points, strict=True) if so_far <= _POINTS]
    if len(read) < _FEWEST:
        return None
    claims = (say(read) for say in (_cut, _edited, _parameter, _changed, _step, _off))
    shares = ((says, agree, _SHARE * len(read) if says != BIAS else 0) for says, agree in claims if says)
    return next((Agreement(says, n, len(read)) for says, n, least in shares if n >= max(least, _FEWEST)), None)


def _most(claims: Iterator[str]) -> tuple[str, int]:
    """The sentence that is claimed of most answers; of several the first."""
    counted = Counter(claims)
    return next(iter(counted.most_common(1)), ("", 0))


def _cut(read: Sequence[Wrong]) -> tuple[str, int]:
    """The length at which answers are cut."""
    unit = "characters" if read[0].sample.call.operation is Operation.ENCODE else "code points"
    length, agree = _most(f"{len(one.got):,}" for one in read if one.got == one.right[: len(one.got)])
    return (
        f"The answer is the right one, cut after {length} {unit}." if length != "0" else "The answer is empty."
    ), agree


_Edit = tuple[Points, Points, str]  # code points, what they become, and where if that is an end


def _edited(read: Sequence[Wrong]) -> tuple[str, int]:
    """The few changes of code points that make the texts of the answers."""
    sets = [{*_edits(one.sample.text, text)} if (text := one.text) is not None else set[_Edit]() for one in read]
    named: set[_Edit] = set()
    agree = 0
    # No more than it takes, and none that occurs once: any answer could be described so.
    for edit, count in Counter(edit for edits in sets for edit in {one[:2] for one in edits}).most_common(_DIFFERENT):
        if agree < _SHARE * len(read) and count > 1:
            named |= {one for edits in sets for one in edits if one[:2] == edit}
            agree = sum(bool(edits) and edits <= named for edits in sets)
    where: dict[tuple[Points, Points], set[str]] = {}
    for old, new, place in named:
        where.setdefault((old, new), set()).add(place)
    words = sorted(_worded(*edit, places.pop() if len(places) == 1 else "") for edit, places in where.items())
    return f"The answer is that for another text: {', '.join(words)}.", agree


def _worded(old: Points, new: Points, place: str) -> str:
    if not old:
        return f"{show(new)} is added{place}"
    return f"{show(old)} becomes {show(new)}" if new else f"{show(old)} is left out{place}"


def _edits(wanted: Points, got: Points) -> Iterator[_Edit]:
    for what, low, high, start, end in SequenceMatcher(None, wanted, got, autojunk=False).get_opcodes():
        old, new = wanted[low:high], got[start:end]
        place = "" if old and new else " at the start" if not low else " at the end" if high == len(wanted) else ""
        if what != "equal" and old and not len(new) % len(old):  # a part for each code point
            part = len(new) // len(old)
            yield from (((c,), new[at * part : (at + 1) * part], place) for at, c in enumerate(old))
        elif what != "equal":
            yield old, new, place


def _parameter(read: Sequence[Wrong]) -> tuple[str, int]:
    """The other value of a parameter with which all answers are right."""
    left = [(name, v) for name, values in PARAMETERS.items() for v in values if v != getattr(PUNYCODE, name)]
    for one in read:
        call, got = one.sample.call, one.got
        folded = canonical if call.operation is Operation.ENCODE else tuple
        answers = ((of, answer_under(*of, call.operation, call.input)) for of in left)
        left = [of for of, answer in answers if answer is not None and folded(answer) == folded(got)]
    names, values = {name for name, _ in left}, " or ".join(str(value) for _, value in left)
    if len(names) != 1 or len(left) > _VALUES:
        return "", 0
    name = names.pop()
    says = f"These answers are those of a codec whose {name} is {values}, not {getattr(PUNYCODE, name)} (section 5)."
    return says, len(read)


def _changed(read: Sequence[Wrong]) -> tuple[str, int]:
    """The change of the text that explains most answers."""
    texts = ((one.sample.text, one.text) for one in read)
    return _most(of_text(change.says) for text, got in texts if got is not None for change in changes(text, got))


def _step(read: Sequence[Wrong]) -> tuple[str, int]:
    """The step that the readings of single answers agree on."""
    readings = (reading(one.sample.call, Returns(one.right), Returned(one.got)) for one in read)
    steps = [one.step for one in readings if one and one.step]
    says, agree = _most(iter(steps))
    # A wrong bias does not show surely in every answer.
    return ("", 0) if says == BIAS and (agree < 0.8 * len(steps) or agree < 0.4 * len(read)) else (says, agree)


def _off(read: Sequence[Wrong]) -> tuple[str, int]:
    """The number of which the first wrong deltas are off by a multiple, or that none is above."""
    pairs = [pair for one in read for pair in _first_wrong_delta(one)]
    off = [right - wrong for right, wrong in pairs]
    says = ""
    if len({*pairs}) < 2 * _FEWEST:
        return "", 0
    if len({*off}) == 1 and abs(off[0]) <= 2:
        than = "less" if off[0] > 0 else "greater"
        says = f"The first wrong delta is {than} by {abs(off[0])} than the right one."
    elif min(off) > 0 and len({wrong for _, wrong in pairs}) == 1:
        says = f"The first wrong delta is {pairs[0][1]:,}, and should be greater."
    elif (unit := gcd(*off)) >= _LEAST:
        is_width = unit.bit_count() == 1 and len({*off}) >= _FEWEST
        width = f", as if an integer had {unit.bit_length() - 1} bits" * is_width
        says = f"The first wrong delta is off by a multiple of {unit:,}{width}."
    return says, len(pairs)


def _first_wrong_delta(one: Wrong) -> Iterator[tuple[int, int]]:
    if one.sample.call.operation is Operation.ENCODE:
        right, own = encoding(one.sample.text).steps, decoding(one.got).steps
    else:
        right, own = decoding(one.sample.call.input).steps, encoding(one.got).steps
    for step, other in zip(right, own, strict=False):
        if step.delta != other.delta:
            yield step.delta, other.delta
            return
