"""Answers next to the right ones: that of a target to a case, and those of codecs that go on where RFC 3492 refuses."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..account.steps import first_wrong
from ..codec import Reason
from ..codec.trace import Decoding, Encoding, Step, decoding, encoding
from ..faults import FAULTS, Fault
from ..render import words
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Operation, Outcome, Returned
from .blocks import Block, Cell, Heading, Marked, Paragraph, Table, named, number, quoted

_COLUMNS = ("digits", ">delta", "code point", ">place", ">new bias")
_TITLE = "On the left the right steps, on the right the answer's, by its own digits; > marks the first that differs."
_PARTIAL = "partial-result-returned"
_DIGITS = "underscore-as-digit", "non-ascii-digit-accepted", "non-digit-accepted", "signed-digit-comparison"
# For each reason the classes of vectors/bugs.yaml, the most telling first.
_CLASSES = {
    Reason.BAD_DIGIT: ("leading-delimiter-dropped", *_DIGITS, _PARTIAL),
    Reason.TRUNCATED: ("truncated-delta-accepted", _PARTIAL),
    Reason.NON_BASIC: ("non-ascii-literal-accepted", _PARTIAL),
    Reason.BEYOND_UNICODE: ("beyond-unicode-mangled", "overflow-wraps", _PARTIAL),
}
_MOST, _MOST_OF_A_CLASS = 6, 3
_ABOUT = (
    "A codec that goes on gives a wrong answer. These are answers of known faults; conform vectors show CLASS explains a "
    "class."
)


def of_target(name: str, call: Call, expectation: Expectation, outcome: Outcome) -> Iterator[Block]:
    """Yield the blocks for one case: its input, the expected answer and the target's, and the traces of both."""
    encodes = call.operation is Operation.ENCODE
    yield Heading(f"{name}: {call.operation} {quoted(call.input)}", 1)
    yield Paragraph(f"Expected: {words.expected(expectation, call.operation)}")
    yield Paragraph(f"The answer: {words.got(outcome, call.operation)}")
    if says := first_wrong(call, expectation, outcome):
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


def of_faults(encoded: Sequence[int], reason: Reason) -> Iterator[Block]:
    """Yield a table of the answers that faulty codecs give to a refused string, none twice; or nothing."""
    rows: dict[str, tuple[str, str, str]] = {}
    for bug in _CLASSES.get(reason, ()) if max(encoded, default=0) <= 0x10FFFF else ():
        left = _MOST_OF_A_CLASS
        for fault in FAULTS.values():
            # Of partial results only those of the algorithm itself: others swallow the error and go on with nothing.
            tells = fault.bug == bug and fault.ends and not fault.keeps_state and (fault.steps or bug != _PARTIAL)
            if tells and left and (answer := _answer(fault, encoded)) and answer not in rows:
                rows[answer] = bug, answer, fault.says
                left -= 1
    if rows:
        yield Paragraph(_ABOUT)
        yield Table("", ("class of bug", "answer", "fault"), list(rows.values())[:_MOST])


def _answer(fault: Fault, encoded: Sequence[int]) -> str:
    try:
        points = list(map(ord, fault.make().decode("".join(map(chr, encoded)))))
    except Exception:  # a fault may raise anything, or give something else than text
        return ""
    return quoted(points) + (f", {named(points[0])}" if len(points) == 1 and points[0] > 0x7E else "")
