"""The answer of a target to a case next to the right steps."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..account.steps import first_wrong
from ..codec.trace import Decoding, Encoding, Step, decoding, encoding
from ..render import words
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Operation, Outcome, Returned
from .blocks import Block, Cell, Heading, Marked, Paragraph, Table, named, number, quoted

_COLUMNS = ("digits", ">delta", "code point", ">place", ">new bias")
_TITLE = "On the left the right steps, on the right the answer's, by its own digits; > marks the first that differs."


def of_target(name: str, call: Call, expectation: Expectation, outcome: Outcome) -> Iterator[Block]:
    """Yield the blocks for one case: its input, the expected answer and the target's, and the traces of both."""
    encodes = call.operation is Operation.ENCODE
    yield Heading(f"{name}: {call.operation} {quoted(call.input)}", 1)
    yield Paragraph(f"Expected: {words.expected(expectation, call.operation)}")
    yield Paragraph(f"The answer: {words.got(outcome, call.operation)}")
    if says := first_wrong(call, expectation, outcome).says:
        yield Heading("The first wrong step")
        yield Paragraph(says)
    right = encoding(call.input) if encodes else decoding(call.input)
    # A wrong encoding is decoded, and a wrong text is encoded back: so both have deltas.
    answer: Encoding | Decoding | None = None
    if isinstance(outcome, Returned):
        answer = decoding(outcome.value) if encodes else encoding(outcome.value)
    if right.steps or (answer and answer.steps):
        yield Heading("Both traces")
        yield _both(right, answer)
    if isinstance(answer, Decoding) and answer.error:
        yield Paragraph(f"The answer is no encoding: {answer.error}.")


def _both(right: Encoding | Decoding, answer: Encoding | Decoding | None) -> Table:
    rows: list[tuple[Cell, ...]] = []
    marked = answer is None
    for count, (step, other) in enumerate(zip_longest(right.steps, answer.steps if answer else ()), 1):
        ours, theirs = _cells(right, step), _cells(answer, other)[:4]
        differs = not marked and ours[:4] != theirs
        marked = marked or differs
        rows.append((Marked(f"> {count}") if differs else str(count), *ours, *(theirs if answer else ())))
    columns = (">", *_COLUMNS, *(_COLUMNS[:4] if answer else ()))
    return Table(_TITLE if answer else "The right steps", columns, rows)


def _cells(trace: Encoding | Decoding | None, step: Step | None) -> Sequence[str]:
    if trace is None or step is None:
        return ("",) * 5
    encoded = trace.encoded if isinstance(trace, Decoding) else trace.output
    digits = "".join(map(chr, encoded[step.start : step.end])).lower()
    return digits, number(step.delta), named(step.code_point), str(step.place), number(step.after.bias)
