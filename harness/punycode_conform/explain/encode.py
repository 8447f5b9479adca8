"""An encoder's trace in words: section 6.3 as a person follows it."""

from collections.abc import Iterator

from ..codec.trace import Encoding, Step
from . import tables
from .blocks import Answer, Block, Cell, Heading, Marked, Paragraph, Places, Pointer, Table
from .insertion import new_bias, parts, several, skipping, states, thresholds
from .shown import character, name, named, number, quoted

_FEW = 5  # characters that fit beside a sum


def encode(trace: Encoding, *, brief: bool = False, scan: bool = False) -> Iterator[Block]:
    """Yield the blocks for an encoder's trace, without the rules.

    Args:
        trace: of the codec.
        brief: the tables and the result only.
        scan: the scan tables too.
    """
    if not brief:
        yield Heading("The literal part")
        yield from _literal(trace)
        yield from _steps(trace)
    if trace.steps:
        yield Heading("All insertions")
        yield tables.insertions(trace.output, trace.steps, trace.strings())
        if not brief:
            yield tables.states(trace.steps)
    if scan:
        yield Heading("Scans")
        yield Paragraph(
            "Section 6.3 counts the states in another way: for each n it looks through the whole input, adds 1 to delta for "
            "each smaller code point, and after each scan 1 to delta and to n."
        )
        yield from tables.scans(trace)
    yield from _result(trace)


def _literal(trace: Encoding) -> Iterator[Block]:
    delimiter = chr(trace.codec.delimiter)
    yield Paragraph("The input:")
    yield Places(trace.code_points)
    if trace.literal:
        basic = several(len(trace.literal), "basic code point")
        yield Paragraph(f'{basic}: copied, and a "{delimiter}" after (3.1). The string so far:')
        yield Places(trace.literal)
    else:
        yield Paragraph(f'There are no basic code points, so no literal part and no "{delimiter}" (3.1).')
    if trace.steps:
        yield _order(trace)


def _order(trace: Encoding) -> Table:
    """The code points that are inserted, in their order."""
    rows = [
        (str(count), named(step.code_point), number(step.code_point), str(index))
        for count, (step, index) in enumerate(zip(trace.steps, trace.indices, strict=True), 1)
    ]
    return Table("The others, by code point", (">", "code point", ">in decimal", ">place in the input"), rows)


def _steps(trace: Encoding) -> Iterator[Block]:
    strings = list(trace.strings())
    for count, (step, index, string) in enumerate(zip(trace.steps, trace.indices, strings[1:], strict=True), 1):
        digits = "".join(map(chr, trace.output[step.start : step.end]))
        yield Heading(f'Insertion {count}: {named(step.code_point)}, delta {number(step.delta)}, "{digits}"')
        yield skipping(step, _left(step, strings[count - 1]))
        yield Places(string, step.place)
        yield Paragraph(f"{states(step)} As one number: {number(step.absolute)} = {tables.hex_(step.absolute)}.")
        yield Paragraph(f"The digits of {number(step.delta)}. {thresholds(step.before.bias, trace.codec)}")
        yield _divisions(digits, step)
        if step.upper:
            yield Paragraph(
                f'{name(trace.code_points[index])} was a capital letter, so the last digit is one: "{digits[-1]}" '
                "(appendix A)."
            )
        yield Paragraph("The bias for the next delta (6.1):")
        yield new_bias(step)


def _left(step: Step, string: tuple[int, ...]) -> str:
    found = string[: step.place]
    return " ".join(map(character, found)) or "none" if len(found) <= _FEW else several(len(found), "character")


def _divisions(digits: str, step: Step) -> Table:
    rows: list[tuple[Cell, ...]] = []
    base = step.before.codec.base
    for shown, one in zip(digits, step.divisions, strict=True):
        q, t = number(one.q), one.threshold
        if one.rest is None:
            rows.append((Marked(f"{q} < {t}"), str(one.k), Marked(f"{one.value}: {shown}"), ""))
            continue
        away, span = number(one.q - t), base - t
        value = f"{t} + {away} mod {span} = {one.value}: {shown}"
        rows.append((f"{q} >= {t}", str(one.k), value, f"{away} div {span} = {number(one.rest)}"))
    return Table("", (">q and t", ">k", ">digit", ">next q"), rows)


def _result(trace: Encoding) -> Iterator[Block]:
    if trace.error is not None:
        yield Heading(f"Refused: {trace.error.reason}")
        wrong = trace.code_points[trace.error.position]
        yield Pointer(
            trace.code_points,
            trace.error.position,
            f"{name(wrong)} is not basic and is below the initial n, so no delta leads to it (6.3)",
        )
        return
    yield Heading("Result")
    if trace.steps:
        yield parts(trace.output, trace.steps)
    yield Answer(quoted(trace.output))
