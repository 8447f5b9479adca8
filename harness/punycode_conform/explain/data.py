"""An explanation as data, for teaching tools: the trace with every intermediate number.

A string is both text and code points, which are integers; the text is null if one of them is above 10FFFF. Another number
above 2^53 - 1 is a string of decimal digits, so that every JSON reader can load it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..codec import Bootstring, BootstringError
from ..codec.trace import Adaptation, Decoding, Digit, Division, Encoding, Round, Scanned, State, Step, scan
from ..suite.oracle import MAX_UNICODE
from . import number
from .label import Label
from .tables import Row, walk

FORMAT = 1
_GREATEST = (1 << 53) - 1
# The keys of each object: the names of the attributes.
_KEYS: dict[type, Sequence[str]] = {
    Adaptation: Adaptation._fields,
    Bootstring: ("base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "delimiter"),
    BootstringError: ("reason", "position"),
    Digit: (*Digit._fields, "product", "last"),
    Division: Division._fields,
    Round: Round._fields,
    Row: Row._fields,
    Scanned: Scanned._fields,
    State: ("n", "i", "bias", "length", "absolute"),
    Step: (*Step._fields, "total", "wraps", "code_point", "place", "absolute", "adaptation"),
}


def of_labels(labels: Sequence[Label], *, scans: bool = False) -> dict[str, Any]:
    """The data of a string's labels; ``scans``: with the rounds in which an encoder looks through its input."""
    return {"format": FORMAT, "labels": [_label(label, scans) for label in labels]}


def of_digits(text: str, notation: number.Notation) -> dict[str, Any]:
    """The data of a row of digits; ValueError names a character that is no digit."""
    integers = [
        {"digits": _plain(integer), "value": _plain(integer[-1].sum), "ended": notation.ended(integer)}
        for integer in number.read(text, notation)
    ]
    thresholds = notation.thresholds and [*notation.thresholds]
    return {"format": FORMAT, "base": notation.base, "thresholds": thresholds, "input": text, "integers": integers}


def of_integer(value: int, notation: number.Notation) -> dict[str, Any]:
    """The data of an integer that is written."""
    written = number.write(value, notation)
    divisions = _with_digits(map(notation.digit, (division.value for division in written)), written)
    thresholds = notation.thresholds and [*notation.thresholds]
    numbers = {"base": notation.base, "thresholds": thresholds, "value": _plain(value)}
    return {"format": FORMAT, **numbers, "divisions": divisions}


def _label(label: Label, scans: bool) -> dict[str, Any]:
    made: dict[str, Any] = {"input": _string(label.points), "prefix": label.prefixed}
    match label.trace:
        case Decoding() as trace:
            made |= {"operation": "decode", "encoded": _string(trace.encoded)}
            made |= {"decoded": None if trace.error else _string(trace.result)}
            made |= _traced(trace, trace.encoded)
            made |= {"unfinished": _plain(trace.unfinished), "refused_step": trace.refused}
        case Encoding() as trace:
            made |= {"operation": "encode", "encoded": _string(trace.output), "decoded": _string(trace.code_points)}
            made |= _traced(trace, trace.output)
            made |= {"annotated": label.annotated} | ({"scans": _plain([*scan(trace)])} if scans else {})
        case None:
            made["operation"] = None
    return made


def _traced(trace: Decoding | Encoding, encoded: Sequence[int]) -> dict[str, Any]:
    _, *strings = trace.strings()
    return {
        "parameters": _plain(trace.codec),
        "error": _plain(trace.error),
        "literal": _string(trace.literal),
        "steps": [_step(encoded, *pair) for pair in zip(trace.steps, strings, strict=True)],
        "state_table": _plain([*walk(trace.steps)]),
    }


def _step(encoded: Sequence[int], step: Step, string: Sequence[int]) -> dict[str, Any]:
    shown = "".join(map(chr, encoded[step.start : step.end]))
    digits = {"digits": _with_digits(shown, step.digits), "divisions": _with_digits(shown, step.divisions)}
    return {**_plain(step), **digits, "places": step.before.length + 1, "string": _string(string)}


def _with_digits(shown: Iterable[str], values: Sequence[Digit | Division]) -> list[dict[str, Any]]:
    return [{"digit": c, **_plain(value)} for c, value in zip(shown, values, strict=True)]


def _string(points: Sequence[int]) -> dict[str, Any]:
    text = None if max(points, default=0) > MAX_UNICODE else "".join(map(chr, points))
    return {"text": text, "code_points": _plain(points)}


def _plain(value: Any) -> Any:
    """An object as a dictionary of its keys, a great integer as a string."""
    if keys := _KEYS.get(type(value)):
        return {key: _plain(getattr(value, key)) for key in keys}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, int) and abs(value) > _GREATEST:
        # Python refuses to write thousands of digits in decimal.
        return str(value) if value.bit_length() < 10_000 else hex(value)
    return value
