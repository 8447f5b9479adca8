"""Texts that are a small step away from others, to ask a target about."""

import random
from collections.abc import Iterator, Sequence

from ..codec.second import deltas
from ..suite.oracle import MAX_UNICODE

Points = tuple[int, ...]

LONGEST = 1100  # code points
_INSERTED = (0x61, 0x2D, 0x41, 0x31, 0xFC, 0x4E2D, 0x1F4A9)


def is_plain(text: Points) -> bool:
    """Whether a text is of Unicode and has no surrogates, and is not so long that asking about it takes all the time."""
    if max(text, default=0) > MAX_UNICODE or len(text) > LONGEST:
        return False
    return not any(0xD800 <= c <= 0xDFFF for c in text)


def with_delta(text: Points, at: int, value: int) -> Points | None:
    """The text whose encoded form has another delta; None if there is none in Unicode."""
    values = list(deltas(text))
    values[at] = value
    made, n, i = [c for c in text if c < 0x80], 0x80, 0
    for delta in values:
        step, i = divmod(i + delta, len(made) + 1)
        n += step
        if n > MAX_UNICODE:
            return None
        made.insert(i, n)
        i += 1
    return tuple(made)


def changed(text: Points, chance: random.Random, others: Sequence[Points]) -> Points:
    """A text with one change, or beside another text."""
    at, how = chance.randrange(len(text) + 1), chance.randrange(10)
    before, after = text[:at], text[at:]
    other = others[chance.randrange(len(others))]
    match how:
        case 0:
            return before + after[1:]
        case 1:
            return (*before, chance.choice(_INSERTED), *after)
        case 2:
            return (*before, chance.choice(_INSERTED), *after[1:])
        case 3:
            return before + after[:1] + after
        case 4 if after:
            return (*before, max(0x80, after[0] + chance.choice((-1, 1, -32, 32))), *after[1:])
        case 5:
            return before + after[1:2] + after[:1] + after[2:]
        case 6:
            return text[chance.randrange(2) :: 2] if len(text) > 8 else text + text
        case 7:
            return text + other
        case 8:
            return _with_other_delta(text, chance)
        case _:
            return before + other[chance.randrange(len(other) + 1) :]


def _with_other_delta(text: Points, chance: random.Random) -> Points:
    count = sum(c >= 0x80 for c in text)
    if not count or len(text) > 100:
        return text
    made = with_delta(text, chance.randrange(count), int(2 ** (20 * chance.random())))
    return made or text


def between(text: Points, numbers: tuple[int, int], name: str) -> Iterator[Points]:
    """Yield texts like another whose number of some name is between two, in the middle and beside each.

    Args:
        text: the text.
        numbers: the number of a right answer, and that of a wrong one.
        name: what is counted: "code point", or as in :data:`.sample.NUMBERS`.
    """
    low, high = min(numbers), max(numbers)
    for value in {low + 1, (low + high) // 2, high - 1} - {low, high}:
        values = list(deltas(text)) if len(text) <= 200 else []
        if name in ("delta", "first") and values:
            at = 0 if name == "first" else values.index(max(values))
            if made := with_delta(text, at, value):
                yield made
        elif name in ("greatest", "least", "code point"):
            old = numbers[1]
            yield tuple(value if c == old else c for c in text)
