"""An explanation as data, for teaching tools: the trace with every intermediate number.

A string is both text and code points, which are integers; the text is null if one of them is above 10FFFF. Another number
above 2^53 - 1 is a string of decimal digits, so that every JSON reader can load it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..codec import PUNYCODE, Bootstring, BootstringError
from ..codec.trace import Adaptation, Decoding, Digit, Division, Round, Scanned, State, Step, scan
from ..suite.oracle import MAX_UNICODE
from . import number
from .label import Label
from .tables import Row, walk

FORMAT = 1
_GREATEST = (1 << 53) - 1
# The keys of each object: the names of the attributes.
_KEYS: dict[type, Sequence[str]] = {
    **{kind: kind._fields for kind in (Adaptation, Division, Round, Row, Scanned)},
    Bootstring: ("base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "delimiter"),
    BootstringError: ("reason", "position"),
    Digit: (*Digit._fields, "product", "last"),
    number.Notation: ("base", "thresholds"),
    State: ("n", "i", "bias", "length", "absolute"),
    Step: (*Step._fields, "total", "wraps", "code_point", "place", "absolute", "adaptation"),
}


def of_labels(labels: Sequence[Label], *, scans: bool = False) -> dict[str, Any]:
    """The data of a string's labels; ``scans``: with the rounds in which an encoder looks through its input."""
    return {"format": FORMAT, "labels": [_plain(_label(label, scans)) for label in labels]}


def of_digits(text: str, notation: number.Notation) -> dict[str, Any]:
    """The data of a row of digits; ValueError names a character that is no digit."""
    integers = [
        {"digits": integer, "value": integer[-1].sum, "ended": notation.ended(integer)}
        for integer in number.read(text, notation)
    ]
    return {"format": FORMAT, **_plain(notation), "input": text, "integers": _plain(integers)}


def of_integer(value: int, notation: number.Notation) -> dict[str, Any]:
    """The data of an integer that is written."""
    written = number.write(value, notation)
    digits = _with_digits((notation.alphabet[division.value] for division in written), written)
    return {"format": FORMAT, **_plain(notation), "value": _plain(value), "divisions": digits}


def _label(label: Label, scans: bool) -> dict[str, Any]:
    trace = label.trace
    made: dict[str, Any] = {"input": _string(label.points), "prefix": label.prefixed, "operation": None}
    if trace is None:
        return made
    _, *strings = trace.strings()
    if isinstance(trace, Decoding):
        encoded, decoded, error = trace.encoded, None if trace.error else _string(trace.result), trace.error
        made |= {"operation": "decode", "unfinished": trace.unfinished, "refused_step": trace.refused}
    else:
        encoded, decoded, error = trace.output, _string(trace.code_points), None
        made |= {"operation": "encode", "annotated": label.annotated} | ({"scans": [*scan(trace)]} if scans else {})
    sides = {"encoded": _string(encoded), "decoded": decoded, "literal": _string(trace.literal)}
    steps = [_step(encoded, *pair) for pair in zip(trace.steps, strings, strict=True)]
    return {
        **made,
        "parameters": PUNYCODE,
        "error": error,
        **sides,
        "steps": steps,
        "state_table": [*walk(trace.steps)],
    }


def _step(encoded: Sequence[int], step: Step, string: Sequence[int]) -> dict[str, Any]:
    shown = "".join(map(chr, encoded[step.start : step.end]))
    digits = {"digits": _with_digits(shown, step.digits), "divisions": _with_digits(shown, step.divisions)}
    return {**_plain(step), **digits, "places": step.before.length + 1, "string": _string(string)}


def _with_digits(shown: Iterable[str], values: Sequence[Digit | Division]) -> list[dict[str, Any]]:
    return [{"digit": c, **_plain(value)} for c, value in zip(shown, values, strict=True)]


def _string(points: Sequence[int]) -> dict[str, Any]:
    text = None if max(points, default=0) > MAX_UNICODE else "".join(map(chr, points))
    return {"text": text, "code_points": points}


def _plain(value: Any) -> Any:
    """An object as a dictionary of its keys, a great integer as a string."""
    if keys := _KEYS.get(type(value)):
        return {key: _plain(getattr(value, key)) for key in keys}
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, int) and abs(value) > _GREATEST:
        # Python refuses to write thousands of digits in decimal.
        return str(value) if value.bit_length() < 10_000 else hex(value)
    return value
