"""A report's file: the only place that makes and reads a report's JSON.

One JSON object a line: a header, a result a line as the run goes, a footer. A file without a footer is of a run that was
broken off.

Nothing in a saved report is believed. Each result is judged again, so a verdict that does not follow is refused with file
and line, and so is whatever else no run writes: another form, a missing footer, another tally. All text is made inert, so
renderers need not ask where a report came from.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from ..errors import ConformError
from ..notation import plain
from ..suite import PUNYCODE, strict_json
from ..suite.laws import LAWS, Breach, Law
from ..suite.oracle import Either, Expectation, Rejects, Returns, very_long
from ..suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import BAD, Verdict, judge
from . import fields
from .plan import LAW
from .report import Cause, Header, LikelyRefusal, Observation, Report, Stale
from .result import CaseResult, LawResult, Result, expected_to_fail, judge_law

FORMAT = 1
# A law's line has up to twenty breaches, each with several calls of up to a million code points.
MAX_LINE = 1 << 28  # octets
_LONGEST = 1e9  # seconds without an answer; json also reads Infinity, which no run writes
_HINT = "conform report takes what conform run --report writes"
_REMARKS = {law.name: law.remark for law in LAWS}
_TARGET = {"name": "target", "version": "version", "language": "language", "label": "label"}


def as_json(part: Header | Result | Report) -> dict[str, Any]:
    """A line of the report: its header, a result, or the report's footer."""
    match part:
        case Header():
            return _header_json(part)
        case CaseResult():
            return _case_json(part)
        case LawResult():
            return _law_json(part)
        case Report():
            return _footer_json(part)


def _header_json(header: Header) -> dict[str, Any]:
    line: dict[str, Any] = {
        "type": "header",
        "format": FORMAT,
        "suite": {"version": header.suite_version, "digest": header.suite_digest},
        "target": {key: getattr(header, attribute) for key, attribute in _TARGET.items()},
        "choices": header.choices,
    }
    layer = header.layer if header.layer != PUNYCODE else ""
    lists = {"command": header.command, "lacks": header.lacks, "missing": header.missing, "part": header.part}
    more = {key: list(value) for key, value in lists.items()} | {"layer": layer}
    return line | {key: value for key, value in more.items() if value}


def _case_json(result: CaseResult) -> dict[str, Any]:
    expected, got = expected_json(result.expectation), got_json(result.outcome)
    line = _judged(result, expected, got) | call_json(result.call)
    more = {
        "note": result.note,
        "warning": result.judgement.warning,
        "advisory": result.advisory,
        "stderr": result.stderr,
        "known": result.known,
    }
    return line | {key: value for key, value in more.items() if value}


def _law_json(result: LawResult) -> dict[str, Any]:
    got = [{"shows": one.shows, "calls": list(map(call_json, one.calls))} for one in result.breaches]
    more = {"warning": result.judgement.warning, "breaches": result.total, "known": result.known}
    line = _judged(result, {"law": result.law.says}, {"breaches": got})
    return line | {key: value for key, value in more.items() if value}


def _judged(result: Result, expected: dict[str, Any], got: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "result",
        "case": result.id,
        "verdict": result.verdict.value,
        "expected": expected,
        "got": got,
        "why": result.judgement.why,
        "clause": result.clause,
        "bug": result.bug,
    }


def _footer_json(report: Report) -> dict[str, Any]:
    line: dict[str, Any] = {
        "type": "footer",
        "tally": report.tally,
        "laws": report.laws,
        "verdict": report.verdict,
        "observed": report.observed,
    }
    lists: dict[str, Any] = {"resembles": report.causes, "observations": report.observations}
    lists |= {"refusals": report.refusals, "stale": report.stale}
    line |= {key: [part._asdict() for part in parts] for key, parts in lists.items() if parts}
    line |= {"first_wrong": steps} if (steps := report.first_wrong()) else {}
    return line | {key: value for key, value in (("notes", report.notes), ("stopped", report.stopped)) if value}


def expected_json(expectation: Expectation | None) -> dict[str, Any]:
    """An expectation in the report's form; code points are integers, and nothing is empty."""
    match expectation:
        case None:
            return {}
        case Returns(value, caseless):
            return {"returns": list(value)} | _CASELESS[caseless]
        case Rejects(reason):
            return {"rejects": str(reason)}
        case Either(value, reason, choices, caseless):
            return {"returns": list(value), "rejects": str(reason), "choices": list(choices)} | _CASELESS[caseless]


_CASELESS: tuple[dict[str, bool], ...] = ({}, {"caseless": True})
_Said = Rejected | Unsupported | Evaded  # a word and the target's own text
_SAID: dict[str, type[_Said]] = {"rejected": Rejected, "unsupported": Unsupported, "evaded": Evaded}


def got_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the report's form; a target's words are made safe to show."""
    match outcome:
        case Returned(value):
            return {"returned": list(value)}
        case Rejected(message) | Unsupported(message) | Evaded(message):
            return {next(word for word, kind in _SAID.items() if isinstance(outcome, kind)): plain(message)}
        case Crashed(message):
            return {"crashed": plain(message)}
        case TimedOut(limit):
            return {"timed_out" if outcome.asked else "not_asked": limit}


def call_json(call: Call) -> dict[str, Any]:
    """A call in the report's form."""
    return {"operation": call.operation.value, "input": call.input}


def load(path: Path) -> Report:
    """The report in a file.

    Raises:
        ConformError: it cannot be read or is no whole and honest report.
    """
    name = plain(str(path))
    with path.open("rb") as file:
        return read(file, name)


def read(file: BinaryIO, name: str) -> Report:
    """The report in a file; messages begin with ``name``.

    Raises:
        ConformError: it is no whole and honest report.
    """
    at = 0
    try:
        lines = _lines(file)
        at, head = next(lines, (0, {}))
        if not at:
            raise ConformError(f"{name}: an empty file is no report", _HINT)
        report = Report(_header(head))
        seen: set[str] = set()
        for at, line in lines:
            if line.get("type") == "footer":
                _finish(report, line)
                if next(lines, None) is not None:
                    raise fields.Unwritten("the report goes on after its footer", at + 1)
                return report
            result = result_of(line, report.header.choices.get("digit-case"))
            if result.id in seen:
                raise fields.Unwritten(f"{result.id} appears twice")
            seen.add(result.id)
            report.take(result)
        raise fields.Unwritten("the report is cut: it has no footer")
    except fields.Unwritten as wrong:
        raise ConformError(f"{name}:{wrong.at or at}: {wrong}", _HINT) from None


def _lines(file: BinaryIO) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, octets in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
        if len(octets) > MAX_LINE:
            raise fields.Unwritten(f"is longer than {MAX_LINE:,} octets", at)
        try:
            line = strict_json.loads(octets.decode("utf-8"))
        except UnicodeDecodeError:
            raise fields.Unwritten("is not UTF-8", at) from None
        except strict_json.Twice as twice:
            raise fields.Unwritten(str(twice), at) from None
        except ValueError:
            raise fields.Unwritten("is not a line of JSON; a run that was broken off leaves such a one", at) from None
        if not isinstance(line, dict):
            raise fields.Unwritten("is not a JSON object", at)
        yield at, line


def _header(line: dict[str, Any]) -> Header:
    if line.get("type") != "header":
        raise fields.Unwritten("is not a report: it does not begin with a header")
    # True equals 1 in Python, and is another value in JSON.
    if line.get("format") != FORMAT or isinstance(line["format"], bool):
        raise fields.Unwritten(
            f"has format {fields.inert(str(line.get('format')))}; this version of conform reads {FORMAT}"
        )
    if "sweep" in line:
        raise fields.Unwritten("is the report of a sweep, which has no other form")
    suite, target = fields.take(line, "suite", dict), fields.take(line, "target", dict)
    return Header(
        fields.word(suite, "version"),
        fields.word(suite, "digest"),
        fields.word(target, "name"),
        fields.word(target, "version"),
        fields.word(target, "language"),
        fields.word(target, "label"),
        fields.words(line, "choices"),
        fields.texts(line, "command", ()),
        fields.points(line.get("lacks", []), "lacks"),
        fields.texts(line, "part", ()),
        fields.word(line, "layer", PUNYCODE),
        _missing(fields.texts(line, "missing", ())),
    )


def _missing(operations: tuple[str, ...]) -> tuple[str, ...]:
    if len(operations) > 1 or not frozenset(operations) <= frozenset(Operation):
        raise fields.Unwritten("has missing operations that no run writes")
    return operations


def result_of(line: dict[str, Any], digit_case: str | None = None) -> Result:
    """The result in an object of JSON, judged again.

    Args:
        line: the object.
        digit_case: the declared side of that choice.

    Raises:
        fields.Unwritten: no run writes this.
    """
    if line.get("type") != "result":
        raise fields.Unwritten(f"is neither a result nor a footer: type {fields.inert(str(line.get('type')))}")
    name, known, warning = (
        fields.word(line, "verdict"),
        fields.word(line, "known", ""),
        fields.take(line, "warning", bool, False),
    )
    # A set, since an Enum of Python 3.11 refuses to look for text that is no member.
    if name not in frozenset(Verdict):
        raise fields.Unwritten(f"has the verdict {name}, which is unknown")
    result = _case(line, digit_case, warning) if "operation" in line else _law(line, warning)
    # As the baseline does it: an entry changes neither a warning nor a skip.
    if known and not warning and result.verdict in {*BAD, Verdict.PASS}:
        result = expected_to_fail(result, known)
    if (name, known, warning) != (result.verdict, result.known, result.judgement.warning):
        raise fields.Unwritten(
            f"{result.id}: the verdict {name} does not follow from what was expected and what was got"
        )
    return result


def _case(line: dict[str, Any], digit_case: str | None, warning: bool) -> CaseResult:
    """A case, judged again: strictly, unless the report says that what is wrong does not gate."""
    call, advisory = _call(line), fields.take(line, "advisory", bool, False)
    expectation = _expected(fields.take(line, "expected", dict))
    outcome = _got(fields.take(line, "got", dict), fields.take(line, "stderr", str, ""))
    patient = line["verdict"] == Verdict.SKIP and isinstance(outcome, TimedOut) and very_long(call)
    how = {"should": warning, "strict": not warning, "advisory": advisory, "patient": patient}
    judgement = judge(expectation, outcome, call.operation, digit_case=digit_case, **how)
    clause, bug, note = fields.word(line, "clause"), fields.word(line, "bug"), fields.word(line, "note", "")
    return CaseResult(fields.word(line, "case"), call, expectation, outcome, judgement, clause, bug, note, advisory)


def _law(line: dict[str, Any], warning: bool) -> LawResult:
    """A law, judged again; only those that are remarks can be broken without gating."""
    name = fields.word(line, "case")
    if not name.startswith(LAW):
        raise fields.Unwritten(f"{name}: 'operation' is missing")
    bare = name.removeprefix(LAW)
    law = Law(
        bare,
        fields.word(line, "clause"),
        fields.word(fields.take(line, "expected", dict), "law"),
        _REMARKS.get(bare, ""),
    )
    listed = fields.listed(fields.take(line, "got", dict).get("breaches"), "breaches", dict)
    breaches = tuple(
        Breach(tuple(map(_call, fields.listed(b.get("calls", []), "calls", dict))), fields.word(b, "shows"))
        for b in listed
    )
    total = fields.count(line, "breaches", 0)
    if bool(breaches) != bool(total) or total < len(breaches):
        raise fields.Unwritten(f"{name}: the number of breaches is not that of a run")
    # Which answers the law could look at is not in the report, so a skip is believed; it is never a pass.
    relevant = line["verdict"] != Verdict.SKIP
    return LawResult(name, law, breaches, total, judge_law(law, breaches, total, relevant=relevant, strict=not warning))


def _call(line: dict[str, Any]) -> Call:
    operation = fields.word(line, "operation")
    if operation not in frozenset(Operation):
        raise fields.Unwritten(f"has the operation {operation}, which is unknown")
    return Call(Operation(operation), fields.points(line.get("input"), "input"))


def _expected(value: dict[str, Any]) -> Expectation:
    match value:
        case {"returns": right, "rejects": str(reason), "choices": choices, **more} if more in _CASELESS:
            open_ = tuple(map(fields.inert, fields.listed(choices, "choices", str)))
            return Either(fields.points(right, "expected"), fields.inert(reason), open_, bool(more))
        case {"returns": right, **more} if more in _CASELESS:
            return Returns(fields.points(right, "expected"), bool(more))
        case {"rejects": str(reason)} if len(value) == 1:
            return Rejects(fields.inert(reason))
    raise fields.Unwritten(f"'expected' has what no run writes: {fields.inert(', '.join(value))}")


def _got(value: dict[str, Any], stderr: str) -> Outcome:
    last = "\n".join(map(fields.inert, stderr.splitlines()))
    match [*value.items()]:  # a mapping pattern would ignore further keys
        case [("returned", points)]:
            return Returned(fields.points(points, "got"))
        case [(word, str(message))] if word in _SAID:
            return _SAID[word](fields.inert(message))
        case [("crashed", str(message))]:
            return Crashed(fields.inert(message), last)
        case [("timed_out" | "not_asked" as what, limit)] if (
            fields.is_of(limit, (int, float)) and 0 <= limit < _LONGEST
        ):
            return TimedOut(limit, last, asked=what == "timed_out")
    raise fields.Unwritten(f"'got' has what no run writes: {fields.inert(', '.join(value))}")


def _finish(report: Report, line: dict[str, Any]) -> None:
    """Take the footer, and hold what it sums up against the results."""
    report.observed = fields.words(line, "observed")
    report.notes, report.stopped = [*fields.texts(line, "notes", ())], fields.word(line, "stopped", "")
    report.causes = [_flat(Cause, one) for one in fields.listed(line.get("resembles", []), "resembles", dict)]
    report.observations = [
        _flat(Observation, one) for one in fields.listed(line.get("observations", []), "observations", dict)
    ]
    report.refusals = [_flat(LikelyRefusal, one) for one in fields.listed(line.get("refusals", []), "refusals", dict)]
    report.stale = [_flat(Stale, one) for one in fields.listed(line.get("stale", []), "stale", dict)]
    # A report that lacks the entry would have the status 0.
    if {one.id for one in report.results if one.verdict is Verdict.XPASS} - {one.id for one in report.stale}:
        raise fields.Unwritten("a known failure that passes is missing among the stale")
    # Before there was a tally of laws, they were counted among the cases.
    both = {name: count + report.laws[name] for name, count in report.tally.items()}
    if (line.get("tally"), line.get("laws")) not in ((report.tally, report.laws), (both, None)):
        raise fields.Unwritten("the footer's tally is not that of the results")
    if line.get("verdict") != report.verdict:
        raise fields.Unwritten("the footer's verdict does not follow from the results")
    covered = report.covered
    if len({*covered}) < len(covered) or not {*covered} <= {r.id for r in (*report.failures, *report.known)}:
        raise fields.Unwritten("a cause or an observation covers a result that did not fail, or one twice")


_F = TypeVar("_F", Cause, Observation, LikelyRefusal, Stale)


def _flat(kind: type[_F], line: dict[str, Any]) -> _F:
    """A tuple of words, numbers and tuples of words alone."""
    values: dict[str, Any] = {}
    for name, its in kind.__annotations__.items():
        read = fields.word if its is str else fields.count if its is int else fields.texts
        values[name] = read(line, name, kind._field_defaults.get(name, fields.NEEDED))
    return kind(**values)
