"""An insertion in words and sums: the new state, the string so far, the new bias."""

from collections.abc import Sequence

from ..codec import Bootstring
from ..codec.trace import Step
from .blocks import Parts, Sums
from .shown import character, name, named, number


def movement(step: Step) -> Sums:
    """The way from a delta to a code point and its place, by division (6.2)."""
    before, after = step.before, step.after
    places = before.length + 1
    return Sums(
        (
            (f"i + delta = {before.i} + {number(step.delta)} = {number(step.total)}", ""),
            (
                f"{number(step.total)} = {number(step.wraps)} × {places} + {step.place}",
                f"{several(before.length, 'code point')} so far: {several(places, 'place')}",
            ),
            (
                f"n = {number(before.n)} + {number(step.wraps)} = {number(after.n)}",
                f"the quotient is added to n: {named(after.n)}",
            ),
            (f"i = {step.place}", "the remainder is the place"),
        )
    )


def skipping(step: Step, left: str) -> Sums:
    """The way from a code point and its place to a delta: the states that are skipped.

    Args:
        step: the insertion.
        left: the code points that count for the place.
    """
    before, after = step.before, step.after
    places = before.length + 1
    return Sums(
        (
            (f"n = {number(after.n)}", f"the least code point that is left: {named(after.n)}"),
            (f"i = {step.place}", f"already there, left of it: {left}"),
            (
                f"({number(after.n)} - {number(before.n)}) × {places} = {number(step.wraps * places)}",
                f"n grows by {number(step.wraps)}, past {several(places, 'place')} each time"
                if step.wraps
                else "n stays",
            ),
            (
                f"delta = {number(step.wraps * places)} + {step.place} - {before.i} = {number(step.delta)}",
                f"i was {before.i}, and is {step.place}",
            ),
        )
    )


def parts(encoded: Sequence[int], steps: Sequence[Step]) -> Parts:
    """An encoded form cut into its literal part, the delimiter and the digits of each delta.

    Args:
        encoded: the form.
        steps: of its trace, at least one.
    """
    start = steps[0].start
    literal = [(_raw(encoded[: start - 1]), "literal"), (_raw(encoded[start - 1 : start]), "")] if start else []
    return Parts((*literal, *((_raw(encoded[step.start : step.end]), number(step.delta)) for step in steps)))


def _raw(points: Sequence[int]) -> str:
    return "".join(map(character, points))


def states(step: Step) -> str:
    """The states before, at and after an insertion, in a sentence."""
    before, after = step.before, step.after
    return (
        f"State <{number(before.n)}, {before.i}>, after {number(step.delta)} state changes <{number(after.n)}, "
        f"{step.place}>: insert {name(after.n)} there. One more state change: <{number(after.n)}, {after.i}>."
    )


def new_bias(step: Step) -> Sums:
    """The bias adaptation, with each round of its loop (6.1)."""
    before, way = step.before, step.adaptation
    codec = before.codec
    span = codec.base - codec.tmin
    first = f"the first delta: div {way.divisor}" if before.length == before.literal else "a later delta: div 2"
    lines = [
        (f"d = {number(way.delta)} div {way.divisor} = {number(way.halved)}", first),
        (
            f"d = {number(way.halved)} + {number(way.halved)} div {way.numpoints} = {number(way.divided[0])}",
            f"{several(way.numpoints, 'code point')} now",
        ),
    ]
    for value, next_value in zip(way.divided, way.divided[1:], strict=False):
        lines.append((f"d = {number(value)} div {span} = {number(next_value)}", f"since {number(value)} > {way.limit}"))
    rest, divisions = way.divided[-1], len(way.divided) - 1
    lines += [
        (
            f"c = {divisions}",
            f"{rest} <= {way.limit}",
        ),
        (
            f"bias = {codec.base} × {divisions} + ({span + 1} × {rest}) div ({rest} + {codec.skew}) = {way.bias}",
            "",
        ),
    ]
    return Sums(tuple(lines))


def thresholds(bias: int, codec: Bootstring) -> str:
    """The thresholds under a bias, in a sentence."""
    return f"The bias is {bias}, so t is k - {bias}, but at least {codec.tmin} and at most {codec.tmax}."


def several(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count or 'no'} {noun}{'s' * (count != 1)}"
