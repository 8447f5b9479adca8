"""A report's file: JSON Lines. This is the only place that makes and reads a report's JSON.

A header, a result a line as the run goes, a footer; a file without a footer is of a run that was interrupted. Nothing is
judged again when a file is read, but its form is checked, and its footer must agree with its results. All text is made
inert, so renderers need not ask where a report came from.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from .. import data
from ..errors import ConformError
from ..notation import plain
from ..suite.laws import Breach, Law
from ..suite.oracle import Either, Expectation, Rejects, Returns
from ..suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Points, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import Judgement, Verdict
from .plan import LAW
from .report import CaseResult, Cause, Header, LawResult, LikelyRefusal, Observation, Report, ReportPart, Result, Stale

# A law's line has up to twenty breaches, each with several calls of up to a million code points.
MAX_LINE = 1 << 28  # octets
_HINT = "conform report takes what conform run --report writes; run it again for a report of this version"
Count = Annotated[int, Meta(ge=0, description="a number of things")]


class CallForm(ReportPart):
    """A call, as reports and findings have it."""

    operation: Operation
    input: Points

    @property
    def call(self) -> Call:
        return Call(self.operation, self.input)


class _Breach(ReportPart):
    shows: str
    calls: tuple[CallForm, ...]


# The keys of an object say what it is.
_Kinds = dict[tuple[str, ...], Any]
_EXPECTED: _Kinds = {("returns",): Returns, ("rejects",): Rejects, ("rejects", "returns"): Either}
_OUTCOMES = (Returned, Rejected, Crashed, TimedOut, Unsupported, Evaded)
_GOT: _Kinds = {kind.__struct_encode_fields__[:1]: kind for kind in _OUTCOMES}


class _Result(ReportPart, tag="result"):
    """A case; or a law, which has no call."""

    case: str
    verdict: Verdict
    expected: dict[str, Any]
    got: dict[str, Any]
    why: str
    clause: str
    bug: str
    operation: Operation | None = None
    input: Points | None = None
    note: str = ""
    warning: bool = False
    stderr: str = ""
    known: str = ""
    breaches: Count = 0

    @property
    def result(self) -> Result:
        judgement = Judgement(self.verdict, self.why, self.warning)
        if self.operation is None or self.input is None:
            law = Law(self.case.removeprefix(LAW), self.clause, str(self.expected.get("law", "")))
            forms = msgspec.convert(self.got.get("breaches", ()), tuple[_Breach, ...])
            breaches = tuple(Breach(tuple(call.call for call in form.calls), form.shows) for form in forms)
            return LawResult(self.case, law, breaches, self.breaches, judgement, self.known)
        late = {"timed_out": self.got["not_asked"], "asked": False} if "not_asked" in self.got else self.got
        expected, outcome = _typed(_EXPECTED, "expected", self.expected), _typed(_GOT, "got", late)
        if isinstance(outcome, Crashed | TimedOut):
            outcome = msgspec.structs.replace(outcome, stderr=self.stderr)
        about = judgement, self.clause, self.bug, self.note, self.known
        return CaseResult(self.case, Call(self.operation, self.input), expected, outcome, *about)


class _Footer(ReportPart, tag="footer"):
    """The attributes of a report that its results do not give."""

    tally: dict[str, Count]
    laws: dict[str, Count]
    verdict: str
    observed: dict[str, str]
    causes: tuple[Cause, ...] = field(default=(), name="resembles")
    observations: tuple[Observation, ...] = ()
    refusals: tuple[LikelyRefusal, ...] = ()
    stale: tuple[Stale, ...] = ()
    first_wrong: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    stopped: str = ""


_LINE: Any = Header | _Result | _Footer
_ATTRIBUTES = ("observed", "causes", "observations", "refusals", "stale", "notes", "stopped")


def as_json(part: Header | Result | Report) -> dict[str, Any]:
    """A line of the report: its header, a result, or the report's footer."""
    if isinstance(part, CaseResult | LawResult):
        line = _result(part)
    else:
        struct = part if isinstance(part, Header) else msgspec.convert(part, _Footer, from_attributes=True)
        line = msgspec.to_builtins(struct)
    inert: dict[str, Any] = _inert(line)
    return inert


def _result(result: Result) -> dict[str, Any]:
    verdict, why, warning = result.judgement
    line: dict[str, Any] = {"type": "result", "case": result.id, "verdict": verdict}
    if isinstance(result, CaseResult):
        line |= {"expected": as_builtins(result.expectation), "got": as_builtins(result.outcome)}
        more = {"note": result.note, "stderr": getattr(result.outcome, "stderr", ""), **as_builtins(result.call)}
    else:
        breaches = [{"shows": one.shows, "calls": [*map(as_builtins, one.calls)]} for one in result.breaches]
        line |= {"expected": {"law": result.law.says}, "got": {"breaches": breaches}}
        more = {"breaches": result.total}
    more |= {"warning": warning, "known": result.known}
    usual = {"why": why, "clause": result.clause, "bug": result.bug}
    return line | usual | {key: value for key, value in more.items() if value not in ("", False)}


def as_builtins(value: Expectation | Outcome | Call) -> dict[str, Any]:
    """An expectation, an outcome or a call in the report's form; code points are integers."""
    if isinstance(value, Call):
        return {"operation": value.operation.value, "input": value.input}
    if isinstance(value, TimedOut) and not value.asked:
        return {"not_asked": value.limit}
    form: dict[str, Any] = _inert(msgspec.to_builtins(value))
    return {name: member for name, member in form.items() if name not in ("stderr", "asked")}


def result_of(line: object) -> Result:
    """The result in an object of JSON."""
    return msgspec.convert(_inert(line), _Result).result


def _typed(kinds: _Kinds, name: str, value: Mapping[str, Any]) -> Any:
    names = {key for keys in kinds for key in keys}
    kind = kinds.get(tuple(sorted(names & value.keys())))
    if kind is None:
        raise ValueError(f"{name}: must have one of {', '.join(sorted(names))}")
    return msgspec.convert(value, kind)


def load(path: Path) -> Report:
    """The report in a file; a ConformError says where it is no whole report."""
    report, complete, place = None, False, plain(str(path))
    name, ids = place, set[str]()
    try:
        with path.open("rb") as file:
            for number, octets in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
                place = f"{name}:{number}"
                if len(octets) > MAX_LINE:
                    raise ValueError(f"is longer than {MAX_LINE:,} octets")
                line = data.json(_LINE, octets, place)
                if b"\\" in octets or not octets.isascii():  # any other line has no text that could act
                    line = msgspec.convert(_inert(msgspec.to_builtins(line)), _LINE)
                if isinstance(line, Header) and report is None:
                    report = Report(line)
                elif isinstance(line, _Result) and report and not complete and line.case not in ids:
                    ids.add(line.case)
                    report.add(line.result)
                elif isinstance(line, _Footer) and report and not complete:
                    complete = True
                    for attribute in _ATTRIBUTES:
                        setattr(report, attribute, getattr(line, attribute))
                    if (line.tally, line.laws, line.verdict) != (report.tally, report.laws, report.verdict):
                        raise ValueError("the footer's tally or verdict is not that of the results")
                else:
                    raise ValueError("a report is a header, results with different ids, and a footer")
        if report is None or not complete:
            raise ValueError("the report is cut: it has no footer" if report else "an empty file is no report")
    except ValueError as wrong:
        raise ConformError(f"{place}: {wrong}", _HINT) from None
    except ConformError as wrong:
        raise ConformError(wrong.message, _HINT) from None
    return report


def _inert(value: Any, key: str = "") -> Any:
    """A JSON value in which no text can act where it is shown; ``stderr`` keeps its lines."""
    if isinstance(value, str):
        if value.isascii() and value.isprintable():
            return value
        return "\n".join(plain(line, None) for line in (value.split("\n") if key == "stderr" else [value]))
    if isinstance(value, dict):
        return {_inert(name): _inert(member, name) for name, member in value.items()}
    if isinstance(value, list | tuple) and value and not isinstance(value[0], int):
        return [_inert(member) for member in value]
    return value
