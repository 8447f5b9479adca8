"""A decoder's trace in words: section 6.2 as a person follows it."""

from collections.abc import Iterator, Sequence

from ..codec import PUNYCODE, Reason
from ..codec.arithmetic import Digit
from ..codec.trace import Decoding
from . import tables
from .blocks import Answer, Block, Cell, Heading, Marked, Paragraph, Parts, Places, Pointer, Table
from .insertion import movement, new_bias, parts, states, thresholds
from .shown import character, name, number, quoted


def decode(trace: Decoding, *, brief: bool = False) -> Iterator[Block]:
    """Yield the blocks for a decoder's trace, without the rules; ``brief``: the tables and the result only."""
    if not brief:
        yield Heading("The split")
        yield from _split(trace)
        yield from _steps(trace)
    if done := trace.steps[: len(trace.steps) - trace.refused]:
        yield Heading("All insertions")
        yield parts(trace.encoded, done)
        yield tables.insertions(trace.encoded, done, trace.strings())
        if not brief:
            yield tables.states(done)
    yield Heading("Result" if trace.error is None else f"Refused: {trace.error.reason}")
    if trace.error is not None:
        yield from _refusal(trace)
    else:
        yield Answer(quoted(trace.result))


def _split(trace: Decoding) -> Iterator[Block]:
    delimiter, digits = chr(trace.codec.delimiter), trace.encoded[trace.start :]
    if trace.start:
        literal = _raw(trace.literal)
        yield Parts(((literal, "literal part"), (delimiter, ""), (_raw(digits), "digits of the deltas" * bool(digits))))
        yield Paragraph(f'The last "{delimiter}" ends the literal part (3.1). The string so far:')
        yield Places(trace.literal)
    elif trace.codec.delimiter in trace.encoded:
        yield Paragraph(
            f'Nothing comes before the only "{delimiter}", so there is no literal part, and it does not end one (6.2: "if '
            'more than zero code points were consumed"). All is read as digits. The string so far is empty.'
        )
    elif digits:
        yield Paragraph(f'There is no "{delimiter}", so there is no literal part: all are digits. The string is empty.')
    else:
        yield Paragraph("The input is empty, and so is the string.")
    if not digits:
        yield Paragraph("There are no digits: nothing is inserted.")


def _steps(trace: Decoding) -> Iterator[Block]:
    strings = list(trace.strings())
    for count, (step, string) in enumerate(zip(trace.steps, strings[1:], strict=True), 1):
        digits = _raw(trace.encoded[step.start : step.end])
        yield Heading(f'Delta {count}: "{digits}" is {number(step.delta)}')
        yield Paragraph(thresholds(step.before.bias, trace.codec))
        yield _digits(digits, step.digits)
        last = step.digits[-1]
        yield Paragraph(f'{last.value} < {last.threshold}, so "{digits[-1]}" is the last digit of this delta.')
        yield movement(step)
        if trace.refused and step is trace.steps[-1]:
            return
        yield Places(string, step.place)
        yield Paragraph(f"{states(step)} {_absolute(step.absolute)}")
        if step.upper:
            yield Paragraph(
                f'The last digit "{digits[-1]}" is a capital letter: it suggests upper case for {name(step.code_point)} '
                "(appendix A). The code point stays as it is."
            )
        yield Paragraph("The bias for the next delta (6.1):")
        yield new_bias(step)
    if trace.unfinished:
        values = trace.unfinished
        digits = _raw(trace.encoded[trace.end : trace.end + len(values)])
        yield Heading(f'Delta {len(trace.steps) + 1}: "{digits}" has no end')
        yield Paragraph(thresholds(trace.state.bias, trace.codec))
        yield _digits(digits, values)


def _absolute(value: int) -> str:
    return f"As one number, n × (length + 1) + i, the state of the insertion is {number(value)} = {tables.hex_(value)}."


def _digits(text: str, digits: Sequence[Digit]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for shown, one in zip(text, digits, strict=True):
        sign = "<" if one.last else ">="
        compare: Cell = Marked(f"{sign} {one.threshold}") if one.last else f"{sign} {one.threshold}"
        rows.append(
            (shown, str(one.k), str(one.value), compare, number(one.weight), number(one.product), number(one.sum))
        )
    return Table("", ("digit", ">k", ">value", ">t", ">weight", ">value × weight", ">sum"), rows)


def _refusal(trace: Decoding) -> Iterator[Block]:
    error = trace.error
    assert error is not None
    yield Pointer(trace.encoded, error.position, _why(trace))
    if trace.codec is PUNYCODE:
        from . import onward  # start-up time: it imports hundreds of faulty codecs

        yield from onward.answers(trace.encoded, error.reason)


def _why(trace: Decoding) -> str:
    """The clause that refuses a string, and why it applies here."""
    error, codec = trace.error, trace.codec
    assert error is not None
    at = trace.encoded[error.position] if error.position < len(trace.encoded) else 0
    match error.reason:
        case Reason.BAD_DIGIT if at == codec.delimiter:
            return (
                'a delimiter with nothing before it is read as a digit, and has no digit-value (6.2: "let digit = the '
                "code point's digit-value, fail if it has none\")"
            )
        case Reason.BAD_DIGIT:
            return f'{_name(at)} is no digit (6.2: "let digit = the code point\'s digit-value, fail if it has none")'
        case Reason.TRUNCATED:
            last = trace.unfinished[-1]
            return (
                f'the input ends here, but {last.value} >= {last.threshold}, so the delta goes on (6.2: "consume a code '
                'point, or fail if there was none to consume")'
            )
        case Reason.NON_BASIC:
            return f'{_name(at)} is in the literal part, and is not basic (6.2: "fail on any non-basic code point")'
        case Reason.BEYOND_UNICODE:
            return f"n becomes {number(trace.state.n)}, and Unicode ends at U+10FFFF = 1114111 (section 5)"
        case Reason.BASIC_DELTA:
            return f'n becomes {name(trace.state.n)}, which is basic (6.2: "if n is a basic code point then fail")'
    return str(error.reason)


def _name(c: int) -> str:
    return name(c) if character(c) == name(c) else f'"{character(c)}" ({name(c)})'


def _raw(points: Sequence[int]) -> str:
    return "".join(map(character, points))
