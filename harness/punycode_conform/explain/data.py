"""An explanation as data, for teaching tools: the trace with every intermediate number.

A string is both text and code points, which are integers; the text is null if one of them is above 10FFFF. Another number
above 2^53 - 1 is a string of decimal digits, so that every JSON reader can load it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..codec import Bootstring
from ..codec.trace import Adaptation, Decoding, Digit, Division, Encoding, State, Step, scan
from ..suite.oracle import MAX_UNICODE
from . import number
from .label import Label
from .tables import walk

FORMAT = 1
_GREATEST = (1 << 53) - 1


def of_labels(labels: Sequence[Label], *, scans: bool = False) -> dict[str, Any]:
    """The data of a string's labels; ``scans``: with the rounds in which an encoder looks through its input."""
    return {"format": FORMAT, "labels": [_safe(_label(label, scans)) for label in labels]}


def of_digits(text: str, notation: number.Notation) -> dict[str, Any]:
    """The data of a row of digits.

    Raises:
        ValueError: a character is no digit.
    """
    integers = [
        {"digits": _digits(integer.digits), "value": integer.value, "ended": integer.ended}
        for integer in number.read(text, notation)
    ]
    return {"format": FORMAT, **_notation(notation), "input": text, "integers": _safe(integers)}


def of_integer(value: int, notation: number.Notation) -> dict[str, Any]:
    """The data of an integer that is written."""
    divisions = number.write(value, notation)
    digits = [notation.digit(one.value) for one in divisions]
    return {
        "format": FORMAT,
        **_notation(notation),
        **_safe({"value": value, "divisions": _divisions(divisions, digits)}),
    }


def _label(label: Label, scans: bool) -> dict[str, Any]:
    made: dict[str, Any] = {"input": _string(label.points), "prefix": label.prefixed}
    trace = label.trace
    if trace is None:
        return made | {"operation": None}
    if isinstance(trace, Decoding):
        made |= _traced(trace, trace.encoded, trace.result)
        made |= {"unfinished": _digits(trace.unfinished), "refused_step": trace.refused}
    else:
        made |= _traced(trace, trace.output, trace.code_points) | {"annotated": label.annotated}
        if scans:
            made["scans"] = [
                {**one._asdict(), "scanned": [row._asdict() for row in one.scanned]} for one in scan(trace)
            ]
    return made


def _traced(trace: Decoding | Encoding, encoded: Sequence[int], decoded: Sequence[int]) -> dict[str, Any]:
    decodes, error = isinstance(trace, Decoding), trace.error
    return {
        "operation": "decode" if decodes else "encode",
        "parameters": _parameters(trace.codec),
        "encoded": _string(encoded) if decodes or error is None else None,
        "decoded": None if decodes and error else _string(decoded),
        "error": None if error is None else {"reason": error.reason.value, "position": error.position},
        "literal": _string(trace.literal),
        **_steps(encoded, trace.steps, trace.strings()),
    }


def _string(points: Sequence[int]) -> dict[str, Any]:
    text = None if max(points, default=0) > MAX_UNICODE else "".join(map(chr, points))
    return {"text": text, "code_points": list(points)}


def _parameters(codec: Bootstring) -> dict[str, int]:
    names = "base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "delimiter"
    return {name: getattr(codec, name) for name in names}


def _steps(encoded: Sequence[int], steps: Sequence[Step], strings: Iterable[tuple[int, ...]]) -> dict[str, Any]:
    _, *after = strings
    rows = [
        {"n": row.n, "rounds": row.rounds, "runs": [list(run) for run in row.runs], "absolute": list(row.absolute)}
        for row in walk(steps)
    ]
    return {"steps": list(map(_step, [encoded] * len(steps), steps, after)), "state_table": rows}


def _step(encoded: Sequence[int], step: Step, string: tuple[int, ...]) -> dict[str, Any]:
    shown = "".join(map(chr, encoded[step.start : step.end]))
    return {
        "start": step.start,
        "end": step.end,
        "delta": step.delta,
        "digits": _digits(step.digits, shown),
        "divisions": _divisions(step.divisions, shown),
        "before": _state(step.before),
        "total": step.total,
        "places": step.before.length + 1,
        "wraps": step.wraps,
        "code_point": step.code_point,
        "place": step.place,
        "absolute": step.absolute,
        "string": _string(string),
        "upper": step.upper,
        "adaptation": _adaptation(step.adaptation),
        "after": _state(step.after),
    }


def _state(state: State) -> dict[str, int]:
    names = "n", "i", "bias", "length", "absolute"
    return {name: getattr(state, name) for name in names}


def _digits(digits: Sequence[Digit], shown: Sequence[str] = "") -> list[dict[str, Any]]:
    made = [{**one._asdict(), "product": one.product, "last": one.last} for one in digits]
    return [{"digit": c, **one} for c, one in zip(shown, made, strict=True)] if shown else made


def _divisions(divisions: Sequence[Division], shown: Sequence[str]) -> list[dict[str, Any]]:
    return [{"digit": c, **one._asdict()} for c, one in zip(shown, divisions, strict=True)]


def _adaptation(way: Adaptation) -> dict[str, Any]:
    return {**way._asdict(), "divided": list(way.divided)}


def _notation(notation: number.Notation) -> dict[str, Any]:
    return {"base": notation.base, "thresholds": None if notation.thresholds is None else list(notation.thresholds)}


def _safe(value: Any) -> Any:
    """Data in which great integers are strings."""
    match value:
        case bool():
            return value
        case int():
            return value if abs(value) <= _GREATEST else _decimal(value)
        case list() | tuple():
            return [_safe(one) for one in value]
        case dict():
            return {key: _safe(one) for key, one in value.items()}
    return value


def _decimal(value: int) -> str:
    # Python refuses to write thousands of digits in decimal.
    return str(value) if value.bit_length() < 10_000 else hex(value)
