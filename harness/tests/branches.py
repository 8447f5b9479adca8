"""The branches of the pseudo-code of RFC 3492 section 6 that an input takes, read off the trace of the reference codec.

A branch has a name, ``6.2-t-is-tmin``: the clause, and what happened there. Integers overflow at any width from 26 bits on.
"""

from collections.abc import Iterable, Iterator, Sequence

from punycode_conform.codec import Reason
from punycode_conform.codec.trace import Step, decoding, encoding, scan

TMAX, HYPHEN = 26, ord("-")


def decoding_branches(encoded: Sequence[int]) -> Iterator[str]:
    """The branches of sections 6.1 and 6.2 that a decoder takes."""
    trace = decoding(encoded)
    reason = trace.error.reason if trace.error else None
    if reason is Reason.NON_BASIC:
        yield "6.2-non-basic-before-delimiter"
        return
    yield "6.2-delimiter-consumed" if trace.start else "6.2-no-delimiter"
    if HYPHEN in encoded and not trace.start:
        yield "6.2-delimiter-in-first-place"
    if HYPHEN in trace.literal:
        yield "6.2-last-of-several-delimiters"
    if trace.start == len(encoded):
        yield "6.2-no-deltas"
    if reason is Reason.TRUNCATED:
        yield "6.2-end-inside-a-delta"
    if reason is Reason.BAD_DIGIT:
        yield "6.2-no-digit-value"
    for c in bytes(encoded[trace.start : trace.error.position if trace.error else None]):
        yield "6.2-digit-is-a-" + ("capital" if 0x41 <= c <= 0x5A else "small" if 0x61 <= c <= 0x7A else "figure")

    values = []
    for step in trace.steps:
        for digit in step.digits:
            values += [("6.2-overflow-of-w", digit.weight), ("6.2-overflow-of-i", step.before.i + digit.sum)]
            yield from of_threshold("6.2", digit.k, step.before.bias)
            yield "6.2-digit-" + compared(digit.value, digit.threshold)
        values.append(("6.2-overflow-of-n", step.code_point))
        yield from of_adaptation(step)
        if step.delta == 0:
            yield "6.2-delta-zero"
        yield "6.2-oldi-is-not-0" if step.before.i else "6.2-oldi-is-0"
        yield "6.2-n-" + ("stays", "advances-by-one", "advances-by-more")[min(step.wraps, 2)]
        last = step.place == step.before.length
        yield "6.2-insert-" + ("first" if step.place == 0 else "last" if last else "between")
    for digit in trace.unfinished:
        values += [("6.2-overflow-of-w", digit.weight), ("6.2-overflow-of-i", trace.state.i + digit.sum)]
        yield from of_threshold("6.2", digit.k, trace.state.bias)
        yield "6.2-digit-" + compared(digit.value, digit.threshold)
    yield from first_overflows(values)


def encoding_branches(code_points: Sequence[int]) -> Iterator[str]:
    """The branches of sections 6.1 and 6.3 that an encoder takes."""
    trace = encoding(code_points)
    yield "6.3-some-basic" if trace.literal else "6.3-no-basic"
    if not trace.steps:
        yield "6.3-nothing-to-insert"
    values = []
    for number, turn in enumerate(scan(trace)):
        yield from ["6.3-one-more-pass"] * (number > 0)
        yield "6.3-m-above-n" if turn.skipped else "6.3-m-equals-n"
        values.append(("6.3-overflow-of-delta", turn.delta))
        inserted = False
        for row in turn.scanned:
            if row.inserted:
                yield "6.3-c-equals-n-again" if inserted else "6.3-c-equals-n"
                inserted = True
            elif row.code_point < turn.n:
                yield "6.3-c-below-n"
                values.append(("6.3-overflow-of-delta-by-increment", row.delta))
            else:
                yield "6.3-c-above-n"
    for step in trace.steps:
        for division in step.divisions:
            yield from of_threshold("6.3", division.k, step.before.bias)
            yield "6.3-q-" + compared(division.q, division.threshold)
        yield "6.3-h-equals-b" if step.before.length == step.before.literal else "6.3-h-above-b"
        yield from of_adaptation(step)
    yield from first_overflows(values)


def compared(number: int, threshold: int) -> str:
    return "below-t" if number < threshold else "equals-t" if number == threshold else "above-t"


def of_threshold(clause: str, k: int, bias: int) -> Iterator[str]:
    yield f"{clause}-t-" + ("is-tmin" if k <= bias else "is-tmax" if k >= bias + TMAX else "between")
    if k in (bias, bias + TMAX):
        yield f"{clause}-k-equals-bias" + "-plus-tmax" * (k != bias)


def of_adaptation(step: Step) -> Iterator[str]:
    way = step.adaptation
    yield "6.1-not-first-time" if way.divisor == 2 else "6.1-first-time"
    yield "6.1-numpoints-adds" if way.share else "6.1-numpoints-adds-nothing"
    for delta in way.divided[:-1]:
        yield "6.1-just-above-bound" if delta == way.limit + 1 else "6.1-above-bound"
    if way.divided[-1] == way.limit:
        yield "6.1-at-bound"
    divisions = len(way.divided) - 1
    yield f"6.1-divisions-{divisions}" if divisions < 5 else "6.1-divisions-5-or-more"


def first_overflows(values: Iterable[tuple[str, int]]) -> Iterator[str]:
    """The integers that exceed some width before any other does, in the order in which they are computed."""
    widest = 26
    for name, value in values:
        if value.bit_length() > widest:
            widest = value.bit_length()
            yield name
