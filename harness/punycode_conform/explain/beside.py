"""A case beside the answer of a target: the right trace and the answer's own, row by row."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..codec.trace import Decoding, Encoding, Step, decoding, encoding
from ..divergence.divergence import divergence
from ..render import words
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Operation, Outcome, Returned
from .blocks import Block, Cell, Heading, Marked, Paragraph, Table
from .shown import named, number, quoted

_Trace = Encoding | Decoding


def beside(name: str, call: Call, expectation: Expectation, outcome: Outcome) -> Iterator[Block]:
    """Yield the blocks for one case.

    Args:
        name: of the case.
        call, expectation, outcome: what was asked, what should come, and what came.
    """
    encodes = call.operation is Operation.ENCODE
    yield Heading(f"{name}: {call.operation} {quoted(call.input)}", 1)
    yield Paragraph(f"Expected: {words.expected(expectation, call.operation)}")
    yield Paragraph(f"The answer: {words.got(outcome, call.operation)}")
    if says := divergence(call, expectation, outcome):
        yield Heading("The first wrong step")
        yield Paragraph(says)
    right = encoding(call.input) if encodes else decoding(call.input)
    # A wrong encoding is decoded, and a wrong text is encoded back: so both have deltas.
    own: _Trace | None = None
    if isinstance(outcome, Returned):
        own = decoding(outcome.value) if encodes else encoding(outcome.value)
    if right.steps or (own and own.steps):
        yield Heading("Both traces")
        yield _table(right, own)
    if own and own.error:
        yield Paragraph(f"The answer is no encoding: {own.error}.")


def _table(right: _Trace, own: _Trace | None) -> Table:
    rows: list[tuple[Cell, ...]] = []
    others = own.steps if own else ()
    apart = False
    for count, (one, other) in enumerate(zip_longest(right.steps, others), 1):
        cells = [*_cells(right, one), *(_cells(own, other) if own else ())]
        differs = own is not None and cells[:4] != cells[5:9]
        rows.append((Marked(f"> {count}") if differs and not apart else str(count), *cells))
        apart = apart or differs
    side = ("digits", ">delta", "code point", ">place", ">new bias")
    title = "On the left the right steps, on the right the answer's, by its own digits; > marks the first that differs."
    if own is None:
        return Table("The right steps", (">", *side), rows)
    return Table(title, (">", *side, *side[:4]), [row[:10] for row in rows])


def _cells(trace: _Trace, step: Step | None) -> Sequence[str]:
    if step is None:
        return [""] * 5
    encoded = trace.encoded if isinstance(trace, Decoding) else trace.output
    digits = "".join(map(chr, encoded[step.start : step.end])).lower()
    return digits, number(step.delta), named(step.code_point), str(step.place), number(step.after.bias)
