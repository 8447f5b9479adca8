"""The tables that textbooks draw by hand: digits, insertions, states, and an encoder's scans; two traces side by side."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ..codec.trace import Decoding, Digit, Division, Encoding, Step, decoding, encoding, scan
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Operation, Outcome, Returned
from .blocks import Block, Cell, Heading, Marked, Paragraph, Places, Table, named, number, quoted, several

_COLUMNS = ("digits", ">delta", "code point", ">place", ">new bias")
_TITLE = "On the left the right steps, on the right the answer's, by its own digits; > marks the first that differs."


def digits(shown: Iterable[str], read: Iterable[Digit]) -> Table:
    """The digits of an integer as section 6.2 reads them."""
    rows: list[tuple[Cell, ...]] = []
    for text, digit in zip(shown, read, strict=True):
        compare = f"{'<' if digit.last else '>='} {digit.threshold}"
        sums = number(digit.weight), number(digit.product), number(digit.sum)
        rows.append((text, str(digit.k), str(digit.value), Marked(compare) if digit.last else compare, *sums))
    return Table("", ("digit", ">k", ">value", ">t", ">weight", ">value × weight", ">sum"), rows)


def divisions(shown: Iterable[str], base: int, written: Iterable[Division]) -> Table:
    """The digits of an integer as section 6.3 writes them."""
    rows: list[tuple[Cell, ...]] = []
    for text, division in zip(shown, written, strict=True):
        q, t, k = number(division.q), division.threshold, str(division.k)
        if division.rest is None:
            rows.append((Marked(f"{q} < {t or base}"), k, Marked(f"{division.value}: {text}"), ""))
        else:
            away = number(division.q - t)
            value = f"{t} + {away} mod {base - t} = {division.value}: {text}"
            rows.append((f"{q} >= {t or base}", k, value, f"{away} div {base - t} = {number(division.rest)}"))
    return Table("", (">q and t", ">k", ">digit", ">next q"), rows)


def insertions(encoded: Sequence[int], steps: Sequence[Step], strings: Iterable[Sequence[int]]) -> Table:
    """The insertion table: a row for each step, with the string after it."""
    before, *after = strings
    rows: list[tuple[Cell, ...]] = [("", "", "", str(steps[0].before.bias), "", "", Places(before))]
    for count, (step, string) in enumerate(zip(steps, after, strict=False), 1):
        text = "".join(map(chr, encoded[step.start : step.end]))
        inserted = named(step.code_point), str(step.place), Places(string, step.place)
        rows.append((str(count), text, number(step.delta), str(step.after.bias), *inserted))
    columns = ">", "digits", ">delta", ">new bias", "code point", ">place", "string so far"
    return Table("Insertion table", columns, rows)


class Row(NamedTuple):
    """States with one n, or with several n between which nothing is inserted; ``absolute`` are those of insertions."""

    n: int
    rounds: int
    runs: tuple[tuple[int, int, int | None], ...]
    absolute: tuple[int, ...] = ()


def walk(steps: Sequence[Step]) -> Iterator[Row]:
    """Yield the rows of the state table (3.2). The rest of the last row is not walked over."""
    runs: list[tuple[int, int, int | None]] = []
    absolute: list[int] = []
    for step in steps:
        length, n, i, rounds = step.before.length, step.before.n, step.before.i, step.wraps
        if rounds and (runs or i):
            yield Row(n, 1, (*runs, (i, length, None)), tuple(absolute))
            n, rounds = n + 1, rounds - 1
        if rounds:
            yield Row(n, rounds, ((0, length, None),))
        if step.wraps:
            runs, absolute, i = [], [], 0
        if step.place > i:
            runs.append((i, step.place - 1, None))
        runs.append((step.place, step.place, step.code_point))
        absolute.append(step.absolute)
    if runs:
        yield Row(steps[-1].code_point, 1, tuple(runs), tuple(absolute))


def states(steps: Sequence[Step]) -> Table:
    """The state table: a row for each value of n, with the places that i walks over."""
    rows: list[tuple[Cell, ...]] = []
    for row in walk(steps):
        values = number(row.n) if row.rounds == 1 else f"{number(row.n)} to {number(row.n + row.rounds - 1)}"
        about = named(row.n) if row.absolute else several(row.rounds, "round") if row.rounds > 1 else ""
        places = " ".join(
            f"[{first}]" if inserted is not None else str(first) if first == last else f"{first}-{last}"
            for first, last, inserted in row.runs
        )
        rows.append((values, about, " ".join(map(hexadecimal, row.absolute)), places))
    title = "State table: the places that i passes over. At a marked one n is inserted."
    return Table(title, (">n", "", "absolute state", "places"), rows)


def scans(trace: Encoding) -> Iterator[Table]:
    """Yield a table for each code point that is inserted: how an encoder looks through its input (6.3)."""
    for scanning in scan(trace):
        rows: list[tuple[Cell, ...]] = []
        for place, c, delta, h, inserted in scanning.scanned:
            cells = (named(c), "= n: write delta, then 0" if inserted else "< n: add 1" if c < scanning.n else "> n")
            row = *cells, number(delta), str(h)
            rows.append((str(place), *(map(Marked, row) if inserted else row)))
        last, grown = scanning.scanned[-1], f"n = {number(scanning.n)} + 1 = {number(scanning.n + 1)}: add 1 to delta"
        rows.append(("", "", grown, number(1 + (0 if last.inserted else last.delta)), str(last.h)))
        begins = f"delta begins with {number(scanning.delta)}, {number(scanning.skipped)} of it for the growth of n"
        title = f"Scan for n = {number(scanning.n)} ({named(scanning.n)}): {begins}"
        yield Table(title, (">place", "character", "compare", ">delta", ">h"), rows)


def hexadecimal(value: int) -> str:
    """An absolute state in hexadecimal, as some texts count."""
    return f"0x{value:X}" if value < 1 << 48 else number(value)


def of_target(name: str, call: Call, expectation: Expectation, outcome: Outcome) -> Iterator[Block]:
    """Yield the blocks for one case: its input, the expected answer and the target's, and the traces of both."""
    from ..account.steps import first_wrong  # start-up time: a string needs neither
    from ..render import words

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
