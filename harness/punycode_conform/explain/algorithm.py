"""The algorithm in words: the rules, and a trace of the codec as a person follows sections 6.2 and 6.3 on paper."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..codec import PUNYCODE, BootstringError, Reason, punycode
from ..codec.trace import Decoding, Encoding, Step
from . import tables
from .blocks import (
    Block,
    Cell,
    Heading,
    Paragraph,
    Parts,
    Places,
    Pointer,
    Rules,
    Sums,
    Table,
    character,
    name,
    named,
    number,
    quoted,
    raw,
    several,
)
from .label import Label

_IDEA = (
    "Punycode writes down how to build a string. It begins with the plain characters, and each number after them, a delta, "
    "inserts one character more. Two counters <n, i> say where: n is the code point (the number of a character in Unicode; "
    "U+00FC is 252 in decimal), i the place (0 is the front). They pass through all states in order: i goes from 0 to the "
    "end of the string, then n grows by 1 and i is 0 again. A delta is the number of states before the next insertion."
)
_START = "Begin with `n = 128`, `i = 0`, `bias = 72`."
_THRESHOLD = "Its threshold t is `k - bias`, but at least 1 and at most 26."
_BIAS = (
    "Compute the next bias. `d = delta div 700` for the first delta of all, `delta div 2` for the others. Then "
    "`d = d + d div (new length of the string)`. While `d > 455`, `d = d div 35`; c is how often. The next bias is "
    "`36 × c + (36 × d) div (d + 38)`. Here div is division without the remainder, and mod is the remainder."
)


def _rules(*rules: str) -> Rules:
    """The rules; a formula in backquotes is never broken at a line end."""
    return Rules(tuple(re.sub("`(.*?)`", lambda formula: formula[1].replace(" ", "\u00a0"), rule) for rule in rules))


_RULES: dict[type, Rules] = {
    Decoding: _rules(
        'Copy what comes before the last "-": it is the string so far. The digits come after the "-". If there is none, or '
        f"nothing before it, the string is empty and all are digits. {_START}",
        f"Read a delta. Its first digit has `k = 36` and weight 1. {_THRESHOLD} For the next digit k is 36 more, and the "
        "weight is `this weight × (36 - t)`. The first digit whose value is below its t is the last. The delta is the sum "
        "of value × weight.",
        "Divide `i + delta` by the length of the string + 1. Add the quotient to n; the remainder is the new i. Insert the "
        "code point n at place i, then add 1 to i.",
        _BIAS,
        "Go on with the next delta until no digits are left.",
    ),
    Encoding: _rules(
        'Copy the basic (ASCII) characters in their order, and a "-" after them if there is at least one. They are the '
        f"string so far. {_START}",
        "Take the other characters by code point, the least first, and equal ones from left to right. The place of each is "
        "the number of characters to the left of it that are in the string so far.",
        "delta = (code point - n) × (length of the string so far + 1) + place - i.",
        f"Write the delta. Its first digit has `k = 36`, each next digit 36 more. {_THRESHOLD} Begin with `q = delta`. "
        "While `q >= t`, write the digit `t + (q - t) mod (36 - t)`, and the next q is `(q - t) div (36 - t)`. When "
        "`q < t`, write q: the last digit.",
        _BIAS,
        "Now n is the code point just inserted, and i its place + 1. Go on until no character is left.",
    ),
}
_DIGITS = Table(
    "Digits (capital letters are read too)",
    ("", *[">"] * 18),
    [
        row
        for values in (range(18), range(18, 36))
        for row in (("digit", *(chr(PUNYCODE.digits[v][0]) for v in values)), ("value", *map(str, values)))
    ],
)
_SCANS = (
    "Section 6.3 counts the states in another way: it looks through the whole input once for each n that it inserts."
)
_FEW = 5  # characters that fit beside a sum
_DOMAIN = (
    "This is the Punycode step alone. IDNA checks and maps the characters of a domain before it, for example capital "
    "letters to small ones. --raw explains the string as it is, its dots included."
)
_NOTHING_BEFORE = (
    'Nothing comes before the only "-", so there is no literal part, and it does not end one (6.2: "if more than zero code '
    'points were consumed"). All is read as digits. The string so far is empty.'
)

_NO_DIGIT = '(6.2: "let digit = the code point\'s digit-value, fail if it has none")'
_REFUSALS = {
    Reason.BAD_DIGIT: f"{{shown}} is no digit {_NO_DIGIT}",
    Reason.TRUNCATED: "the input ends here, but {last.value} >= {last.threshold}, so the delta goes on (6.2: "
    '"consume a code point, or fail if there was none to consume")',
    Reason.NON_BASIC: '{shown} is in the literal part, and is not basic (6.2: "fail on any non-basic code point")',
    Reason.BEYOND_UNICODE: "n becomes {n}, and Unicode ends at U+10FFFF = 1114111 (section 5)",
}


def explanation(labels: Sequence[Label], *, brief: bool = False, scan: bool = False) -> Iterator[Block]:
    """Yield the blocks for a string, or for the labels of a domain; ``brief``: the tables and the result only."""
    ruled: set[type] = set()
    for count, label in enumerate(labels, 1):
        trace, direction = label.trace, type(label.trace)
        yield from _about(label, f"Label {count} of {len(labels)}: " if len(labels) > 1 else "", brief)
        if trace and not brief and direction not in ruled:  # once for all labels of a domain
            ruled.add(direction)
            yield from (Heading("The rules"), Paragraph(_IDEA), _RULES[direction], _DIGITS)
        if isinstance(trace, Decoding):
            yield from _decode(trace, brief)
        elif trace:
            yield from _encode(trace, brief, scan)
            if label.prefixed:
                yield Paragraph(f"As a label of a domain, with the prefix xn-- (IDNA): {quoted(label.encoded)}")
    if len(labels) > 1:
        yield Heading("The whole domain", 1)
        for sides in (label.text for label in labels), (label.encoded for label in labels):
            yield Paragraph(quoted([c for side in sides for c in (0x2E, *side)][1:]), result=True)
        yield Paragraph(_DOMAIN)


def _about(label: Label, which: str, brief: bool) -> Iterator[Block]:
    trace = label.trace
    if trace is None:
        yield Heading(f"{which}{quoted(label.points)} stays as it is", 1)
        yield Paragraph("A label of basic (ASCII) characters is not encoded, and without xn-- it is not decoded.")
        return
    yield Heading(f"{which}{'Decode' if isinstance(trace, Decoding) else 'Encode'} {quoted(label.points)}", 1)
    if label.guessed and not brief:
        yield Paragraph("All of it is basic (ASCII), so it is read as an encoded form. --encode reads it as text.")
    if isinstance(trace, Encoding) and label.annotated:
        folded = f"Its case is folded first, to {quoted(trace.code_points)}."
        yield Paragraph(f"{folded} The case of digits says what was in upper case (appendix A).")
    if isinstance(trace, Decoding) and label.prefixed:
        yield Paragraph(f"xn-- marks an encoded label (IDNA). The encoded form is {quoted(trace.encoded)}.")


def _decode(trace: Decoding, brief: bool) -> Iterator[Block]:
    if not brief:
        yield Heading("The split")
        yield from _split(trace)
        yield from _deltas(trace)
    if done := trace.steps[: len(trace.steps) - trace.refused]:
        yield Heading("All insertions")
        yield _parts(trace.encoded, done)
        yield tables.insertions(trace.encoded, done, trace.strings())
        if not brief:
            yield tables.states(done)
    if trace.error is not None:
        yield Heading(f"Refused: {trace.error.reason}")
        yield Pointer(trace.encoded, trace.error.position, _refusal(trace, trace.error))
        return
    yield Heading("Result")
    yield Paragraph(quoted(trace.result), result=True)
    if any(step.upper for step in trace.steps):
        mapped = punycode.apply_case(trace.result, PUNYCODE.decode(trace.encoded)[1])
        yield Paragraph(f"With the case that its capital digits suggest (appendix A): {quoted(mapped)}")


def _split(trace: Decoding) -> Iterator[Block]:
    digits = raw(trace.encoded[trace.start :])
    if trace.start:
        yield Parts(((raw(trace.literal), "literal part"), ("-", ""), (digits, "digits of the deltas" * bool(digits))))
        yield Paragraph('The last "-" ends the literal part (3.1). The string so far:')
        yield Places(trace.literal)
    elif ord("-") in trace.encoded:
        yield Paragraph(_NOTHING_BEFORE)
    else:
        yield Paragraph('There is no "-", so there is no literal part: all are digits. The string is empty.')
    if not digits:
        yield Paragraph("There are no digits: nothing is inserted.")


def _deltas(trace: Decoding) -> Iterator[Block]:
    for count, (step, string) in enumerate(zip(trace.steps, list(trace.strings())[1:], strict=True), 1):
        digits = raw(trace.encoded[step.start : step.end])
        last, before, after = step.digits[-1], step.before, step.after
        length, places = several(before.length, "code point"), several(before.length + 1, "place")
        yield Heading(f'Delta {count}: "{digits}" is {number(step.delta)}')
        yield Paragraph(_thresholds(before.bias))
        yield tables.digits(digits, step.digits)
        yield Paragraph(f'{last.value} < {last.threshold}, so "{digits[-1]}" is the last digit of this delta.')
        yield _sums(
            (f"i + delta = {before.i} + {step.delta} = {step.total}", ""),
            (f"{step.total} = {step.wraps} × {before.length + 1} + {step.place}", f"{length} so far: {places}"),
            (f"n = {before.n} + {step.wraps} = {after.n}", f"the quotient is added to n: {named(after.n)}"),
            (f"i = {step.place}", "the remainder is the place"),
        )
        if trace.refused and step is trace.steps[-1]:
            return
        yield Places(string, step.place)
        yield _states(step)
        if step.upper:
            suggests = f"it suggests upper case for {name(after.n)} (appendix A). The code point stays as it is."
            yield Paragraph(f'The last digit "{digits[-1]}" is a capital letter: {suggests}')
        yield from _adaptation(step)
    if values := trace.unfinished:
        digits = raw(trace.encoded[trace.end : trace.end + len(values)])
        yield Heading(f'Delta {len(trace.steps) + 1}: "{digits}" has no end')
        yield Paragraph(_thresholds(trace.state.bias))
        yield tables.digits(digits, values)


def _refusal(trace: Decoding, error: BootstringError) -> str:
    """The clause that refuses a string, and why it applies here."""
    at = trace.encoded[error.position] if error.position < len(trace.encoded) else 0
    if error.reason is Reason.BAD_DIGIT and at == ord("-"):
        return f"a delimiter with nothing before it is read as a digit, and has no digit-value {_NO_DIGIT}"
    shown = name(at) if character(at) == name(at) else f'"{character(at)}" ({name(at)})'
    last = trace.unfinished[-1] if trace.unfinished else None
    return _REFUSALS[error.reason].format(shown=shown, n=number(trace.state.n), last=last)


def _encode(trace: Encoding, brief: bool, scan: bool) -> Iterator[Block]:
    if not brief:
        yield Heading("The literal part")
        yield from _literal(trace)
        yield from _insertions(trace)
    if trace.steps:
        yield Heading("All insertions")
        yield tables.insertions(trace.output, trace.steps, trace.strings())
        if not brief:
            yield tables.states(trace.steps)
    if scan:
        yield Heading("Scans")
        yield Paragraph(_SCANS)
        yield from tables.scans(trace)
    yield Heading("Result")
    if trace.steps:
        yield _parts(trace.output, trace.steps)
    yield Paragraph(quoted(trace.output), result=True)


def _literal(trace: Encoding) -> Iterator[Block]:
    yield Paragraph("The input:")
    yield Places(trace.code_points)
    copied = (
        f'{several(len(trace.literal), "basic code point")}, copied with a "-" after (3.1): "{raw(trace.literal)}-"'
    )
    yield Paragraph(copied if trace.literal else 'There are no basic code points, so no literal part and no "-" (3.1).')
    rows: list[tuple[str, int, int, Cell]] = []
    rows += (("", c, place, "") for place, c in enumerate(trace.code_points) if c in PUNYCODE.basic)
    for step, place, string in zip(trace.steps, trace.indices, [*trace.strings()][1:], strict=True):
        rows.append((str(len(rows) - len(trace.literal) + 1), step.code_point, place, Places(string, step.place)))
    cells = [(count, named(c), number(c), str(place), string) for count, c, place, string in rows]
    title = (
        "The others are by code point. From below they are taken out again, the greatest first" if trace.steps else ""
    )
    if cells:
        yield Table(title, (">", "code point", ">in decimal", ">place in the input", "taken out"), cells)


def _insertions(trace: Encoding) -> Iterator[Block]:
    strings = list(trace.strings())
    for count, (step, index) in enumerate(zip(trace.steps, trace.indices, strict=True), 1):
        digits = "".join(map(chr, trace.output[step.start : step.end]))
        left = strings[count - 1][: step.place]
        shown = " ".join(map(character, left)) or "none" if len(left) <= _FEW else several(len(left), "character")
        yield Heading(f'Insertion {count}: {named(step.code_point)}, delta {number(step.delta)}, "{digits}"')
        before, size = step.before, step.before.length + 1
        skipped = step.wraps * size
        grows = f"n grows by {step.wraps}, past {several(size, 'place')} each time" if step.wraps else "n stays"
        yield _sums(
            (f"n = {step.after.n}", f"the least code point that is left: {named(step.after.n)}"),
            (f"i = {step.place}", f"already there, left of it: {shown}"),
            (f"({step.after.n} - {before.n}) × {size} = {skipped}", grows),
            (f"delta = {skipped} + {step.place} - {before.i} = {step.delta}", f"i was {before.i}, and is {step.place}"),
        )
        yield Places(strings[count], step.place)
        yield _states(step)
        yield Paragraph(f"The digits of {number(step.delta)}. {_thresholds(before.bias)}")
        yield tables.divisions(digits, PUNYCODE.base, step.divisions)
        if step.upper:
            capital = name(trace.code_points[index])
            yield Paragraph(f'{capital} was a capital letter, so the last digit is one: "{digits[-1]}" (appendix A).')
        yield from _adaptation(step)


def _thresholds(bias: int) -> str:
    return f"The bias is {number(bias)}, so t is k - {number(bias)}, but at least 1 and at most 26."


def _short(words: str) -> str:
    """Words in which numbers that are too long to read are shortened."""
    return re.sub(r"\d{14,}", lambda long: number(int(long[0])), words)


def _sums(*lines: tuple[str, str]) -> Sums:
    return Sums(tuple((_short(formula), _short(reason)) for formula, reason in lines))


def _states(step: Step) -> Paragraph:
    """The states before and after an insertion, also each as one number."""
    before, after, numbers = step.before, step.after, (step.before.absolute, step.delta, step.absolute)
    begin, delta, end = (f"{value} = {tables.hexadecimal(value)}" for value in numbers)
    words = (
        f"As one number, n × {before.length + 1} + i, state <{before.n}, {before.i}> is {begin}. After {delta} state "
        f"changes <{after.n}, {step.place}> is {end}: insert {name(after.n)} there. One more state change: "
        f"<{after.n}, {after.i}>."
    )
    if before.i:  # otherwise nothing was inserted yet
        last = before.absolute - 1
        words += f" From the last insertion, {last}, the difference is {step.delta + 1}; delta is one less."
    return Paragraph(_short(words))


def _adaptation(step: Step) -> Iterator[Block]:
    """The bias adaptation, with each round of its loop (6.1)."""
    way = step.adaptation
    count, rest, length = len(way.divided) - 1, way.divided[-1], several(step.after.length, "code point")
    which = "the first" if way.divisor == PUNYCODE.damp else "a later"
    yield Paragraph("The bias for the next delta (6.1):")
    yield _sums(
        (f"d = {way.delta} div {way.divisor} = {way.halved}", f"{which} delta: div {way.divisor}"),
        (f"d = {way.halved} + {way.halved} div {way.numpoints} = {way.divided[0]}", f"{length} now"),
        *((f"d = {d} div 35 = {after}", f"since {d} > 455") for d, after in pairwise(way.divided)),
        (f"c = {count}", f"{rest} <= {way.limit}"),
        (f"bias = 36 × {count} + (36 × {rest}) div ({rest} + 38) = {way.bias}", ""),
    )


def _parts(encoded: Sequence[int], steps: Sequence[Step]) -> Parts:
    """An encoded form cut into its literal part, the delimiter and the digits of each delta."""
    start = steps[0].start
    literal = [(raw(encoded[: start - 1]), "literal"), ("-", "")] if start else []
    return Parts((*literal, *((raw(encoded[step.start : step.end]), number(step.delta)) for step in steps)))
