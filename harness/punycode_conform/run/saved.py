"""A saved report: JSON Lines read back into the report that the renderers draw, or refused.

Nothing in a report is believed. What cannot come from a run is refused with file and line: another form, a missing
footer, a tally or a verdict that the results do not bear out. All text is made inert, so that no renderer need ask
where its report came from.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import ConformError
from ..suite.encoded import same_encoding
from ..suite.notation import plain
from ..suite.outcome import Operation
from ..suite.verdict import Verdict
from .report import FORMAT, Header, Likeness, Report, Result, Stale

MAX_SIZE = 64 * 1024 * 1024  # octets; a run with all details has about three million
_LONGEST = 1e9  # seconds without an answer
_HINT = "conform report takes what conform run --report writes"
_GOT = {  # what happened, and the verdict that it gets where it does not pass
    "returned": Verdict.FAIL,
    "rejected": Verdict.FAIL,
    "crashed": Verdict.CRASH,
    "timed_out": Verdict.TIMEOUT,
    "unsupported": Verdict.SKIP,
}


class _Wrong(Exception):
    """A line that no run writes; the message says why, ``at`` in which line if that is not the one at hand."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


def load(path: Path) -> Report:
    """The report in a file.

    Raises:
        ConformError: it cannot be read or is no whole and honest report.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_SIZE + 1)
    except OSError as error:
        raise ConformError(f"{plain(str(path))}: {error.strerror}") from None
    return read(content, plain(str(path)))


def read(content: bytes, name: str) -> Report:
    """The report in some octets; ``name`` stands before messages.

    Raises:
        ConformError: it is no whole and honest report.
    """
    if len(content) > MAX_SIZE:
        raise ConformError(f"{name}: larger than {MAX_SIZE:,} octets", "a report has about three million")
    if not content:
        raise ConformError(f"{name}: an empty file is no report", _HINT)
    at = 0
    try:
        lines = _lines(content)
        at, head = next(lines, (1, {}))
        report = Report(_header(head))
        seen: set[str] = set()
        for at, line in lines:
            if line.get("type") == "footer":
                _finish(report, line)
                if next(lines, None) is not None:
                    raise _Wrong("the report goes on after its footer", at + 1)
                return report
            result = _result(line)
            if result.case in seen:
                raise _Wrong(f"{result.case} stands twice")
            seen.add(result.case)
            report.results.append(result.brief())
        raise _Wrong("the report is cut: it has no footer")
    except _Wrong as wrong:
        raise ConformError(f"{name}:{wrong.at or at}: {wrong}", _HINT) from None


def _lines(content: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, octets in enumerate(content.removesuffix(b"\n").split(b"\n"), 1):
        try:
            line = json.loads(octets.decode("utf-8"))
        except UnicodeDecodeError:
            raise _Wrong("is not UTF-8", at) from None
        except (ValueError, RecursionError):
            raise _Wrong("is not a line of JSON; a run that was broken off leaves such a one", at) from None
        if not isinstance(line, dict):
            raise _Wrong("is not a JSON object", at)
        yield at, line


def _header(line: dict[str, Any]) -> Header:
    if line.get("type") != "header":
        raise _Wrong("is not a report: it does not begin with a header")
    if line.get("format") != FORMAT or isinstance(line["format"], bool):
        raise _Wrong(f"has format {_inert(str(line.get('format')))}; this version of conform reads {FORMAT}")
    if "sweep" in line:
        raise _Wrong("is the report of a sweep, which has no other form")
    suite, target = _take(line, "suite", dict), _take(line, "target", dict)
    return Header(
        _word(suite, "version"),
        _word(suite, "digest"),
        _word(target, "name"),
        _word(target, "version"),
        _word(target, "language"),
        _word(target, "label"),
        _words(line, "choices"),
        tuple(_inert(word) for word in _list(line.get("command", []), "command", str)),
    )


def _result(line: dict[str, Any]) -> Result:
    if line.get("type") != "result":
        raise _Wrong(f"is neither a result nor a footer: type {_inert(str(line.get('type')))}")
    name = _word(line, "verdict")
    if name not in frozenset(Verdict):
        raise _Wrong(f"has the verdict {name}, which is unknown")
    law = "operation" not in line
    result = Result(
        case=_word(line, "case"),
        verdict=Verdict(name),
        why=_word(line, "why"),
        expected=_safe(_take(line, "expected", dict), "expected"),
        got=_safe(_take(line, "got", dict), "got"),
        clause=_word(line, "clause"),
        bug=_word(line, "bug"),
        note=_word(line, "note", ""),
        warning=_take(line, "warning", bool, False),
        operation=None if law else _operation(line),
        input=None if law else _points(line.get("input"), "input"),
        breaches=_count(line, "breaches", 0),
        stderr="\n".join(_inert(one) for one in _take(line, "stderr", str, "").splitlines()),
        advisory=_take(line, "advisory", bool, False),
        known=_word(line, "known", ""),
    )
    if not (_law_borne_out(result) if law else _borne_out(result)):
        raise _Wrong(f"{result.case}: the verdict {name} does not follow from what was expected and what was got")
    return result


def _operation(line: dict[str, Any]) -> Operation:
    word = _word(line, "operation")
    if word not in frozenset(Operation):
        raise _Wrong(f"has the operation {word}, which is unknown")
    return Operation(word)


def _safe(value: dict[str, Any], key: str) -> dict[str, Any]:
    """What was expected or got, each part with the type that the renderers take."""
    safe: dict[str, Any] = {}
    for name, part in value.items():
        match name:
            case "returns" | "returned":
                safe[name] = list(_points(part, key))
            case "choices":
                safe[name] = [_inert(choice) for choice in _list(part, key, str)]
            case "timed_out" if _is(part, (int, float)) and 0 <= part < _LONGEST:
                safe[name] = part
            case "breaches":
                safe[name] = [_breach(breach) for breach in _list(part, key, dict)]
            case "rejects" | "rejected" | "crashed" | "unsupported" | "law" if isinstance(part, str):
                safe[name] = _inert(part)
            case _:
                raise _Wrong(f"{key!r} has what no run writes: {_inert(name)}")
    return safe


def _breach(breach: dict[str, Any]) -> dict[str, Any]:
    calls = _list(breach.get("calls", []), "calls", dict)
    return {
        "shows": _word(breach, "shows"),
        "calls": [
            {"operation": _word(call, "operation"), "input": list(_points(call.get("input"), "input"))}
            for call in calls
        ],
    }


def _borne_out(result: Result) -> bool:
    expected, got, verdict = result.expected, result.got, result.verdict
    if not expected.keys() <= {"returns", "rejects", "choices"} or not expected.keys() & {"returns", "rejects"}:
        return False
    if len(got) != 1 or not got.keys() <= _GOT.keys():
        return False
    bad = _GOT[next(iter(got))]
    if verdict is Verdict.XPASS or (verdict is Verdict.PASS and not result.warning):
        return _agrees(result)
    if verdict is Verdict.PASS:  # a warning: a broken SHOULD, or an advisory vector, whatever happened
        return bad is not Verdict.SKIP
    return verdict is bad or (verdict is Verdict.XFAIL and bad is not Verdict.SKIP)


def _agrees(result: Result) -> bool:
    expected, got = result.expected, result.got
    if "returned" in got and "returns" in expected:
        right, seen = tuple(expected["returns"]), tuple(got["returned"])
        return same_encoding(seen, right) if result.operation is Operation.ENCODE else seen == right
    return "rejected" in got and "rejects" in expected


def _law_borne_out(result: Result) -> bool:
    if result.expected.keys() != {"law"} or result.got.keys() != {"breaches"}:
        return False
    broken = bool(result.got["breaches"])
    if broken != bool(result.breaches) or result.breaches < len(result.got["breaches"]):
        return False
    if result.verdict in (Verdict.XFAIL, Verdict.XPASS):
        return broken == (result.verdict is Verdict.XFAIL)
    if broken:
        return result.verdict is (Verdict.PASS if result.warning else Verdict.FAIL)
    return result.verdict in (Verdict.PASS, Verdict.SKIP)


def _finish(report: Report, line: dict[str, Any]) -> None:
    """Take the footer, and hold what it sums up against the results."""
    report.observed = _words(line, "observed")
    report.stopped = _word(line, "stopped", "")
    report.titles = _words(line, "titles", {})
    report.resembles = [_likeness(one) for one in _list(line.get("resembles", []), "resembles", dict)]
    report.stale = [
        Stale(_word(one, "id"), _word(one, "file"), _count(one, "line"), _word(one, "why"))
        for one in _list(line.get("stale", []), "stale", dict)
    ]
    if {one.case for one in report.results if one.verdict is Verdict.XPASS} - {one.id for one in report.stale}:
        raise _Wrong("a known failure that passes does not stand among the stale")
    if line.get("tally") != report.tally:
        raise _Wrong("the footer's tally is not that of the results")
    if line.get("verdict") != report.footer()["verdict"]:
        raise _Wrong("the footer's verdict does not follow from the results")


def _likeness(line: dict[str, Any]) -> Likeness:
    fault, says, clause = (_word(line, key) for key in ("fault", "says", "clause"))
    operation, bug = (_word(line, key, "") for key in ("operation", "bug"))
    return Likeness(
        fault, says, clause, _count(line, "explains"), _count(line, "failed"), operation, _count(line, "left", 0), bug
    )


_NEEDED: Any = object()


def _take(line: dict[str, Any], key: str, kind: type, default: Any = _NEEDED) -> Any:
    value = line.get(key, default)
    if not _is(value, kind):
        raise _Wrong(f"{key!r} is missing" if value is _NEEDED else f"{key!r} is not of the type that a run writes")
    return value


def _word(line: dict[str, Any], key: str, default: Any = _NEEDED) -> str:
    return _inert(_take(line, key, str, default))


def _words(line: dict[str, Any], key: str, default: Any = _NEEDED) -> dict[str, str]:
    found = _take(line, key, dict, default)
    return {_inert(name): _word(found, name) for name in found}


def _count(line: dict[str, Any], key: str, default: Any = _NEEDED) -> int:
    number: int = _take(line, key, int, default)
    if not 0 <= number < 2**31:
        raise _Wrong(f"{key!r} is no such number")
    return number


def _list(value: Any, key: str, kind: type) -> list[Any]:
    if not isinstance(value, list) or not all(_is(one, kind) for one in value):
        raise _Wrong(f"{key!r} is not a list of the type that a run writes")
    return value


def _points(value: Any, key: str) -> tuple[int, ...]:
    points = tuple(_list(value, key, int))
    if not all(c >= 0 for c in points):
        raise _Wrong(f"{key!r} has a number that is no code point")
    return points


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _inert(text: str) -> str:
    return plain(text, len(text))
