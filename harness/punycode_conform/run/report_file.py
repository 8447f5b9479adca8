"""A report's file: JSON Lines, whose types are the format. This is the only place that makes and reads a report's JSON.

A header, a result a line as the run goes, a footer; a file without a footer is of a run that was interrupted. Nothing is
judged again when a file is read, but its form is checked, and its footer must agree with its results. A file may leave out
its passes: then the footer counts more of them. All text is made inert, so renderers need not ask where a report came from.
"""

from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal

import msgspec
from msgspec import Meta, Struct, field

from .. import data
from ..errors import ConformError
from ..notation import plain
from ..suite import PUNYCODE
from ..suite.laws import Breach, Law
from ..suite.oracle import Either, Expectation, Rejects, Returns
from ..suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import Judgement, Verdict
from .plan import LAW
from .report import Cause, Header, LikelyRefusal, Observation, Report, Stale
from .result import CaseResult, LawResult, Result

# A law's line has up to twenty breaches, each with several calls of up to a million code points.
MAX_LINE = 1 << 28  # octets
_HINT = "conform report takes what conform run --report writes; run it again for a report of this version"

Points = tuple[
    Annotated[int, Meta(ge=0, description="a code point")], ...
]  # without a limit: see choice beyond-unicode
Seconds = Annotated[int, Meta(ge=0, le=10**9)] | Annotated[float, Meta(ge=0, le=1e9)]
Count = Annotated[int, Meta(ge=0, description="a number of things")]


class _Part(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a line; what has its usual value is left out."""


class _Suite(_Part):
    version: str
    digest: str


class _Target(_Part):
    name: str
    version: str
    language: str
    label: str


class _Header(_Part, tag="header"):
    format: Literal[1]
    suite: _Suite
    target: _Target
    choices: dict[str, str]
    command: tuple[str, ...] = ()
    lacks: Points = ()
    missing: tuple[str, ...] = ()
    part: tuple[str, ...] = ()
    layer: str = PUNYCODE

    @property
    def header(self) -> Header:
        named = self.target.name, self.target.version, self.target.language, self.target.label, self.choices
        more = self.command, self.lacks, self.part, self.layer, self.missing
        return Header(self.suite.version, self.suite.digest, *named, *more)


class CallForm(_Part):
    """A call, as reports and findings have it."""

    operation: Operation
    input: Points

    @property
    def call(self) -> Call:
        """The call."""
        return Call(self.operation, self.input)


class _Breach(_Part):
    shows: str
    calls: tuple[CallForm, ...]

    @property
    def breach(self) -> Breach:
        return Breach(tuple(form.call for form in self.calls), self.shows)


class _Expected(_Part):
    """A result, a refusal, either of them, or a law."""

    returns: Points | None = None
    rejects: str | None = None
    choices: tuple[str, ...] = ()
    caseless: bool = False
    law: str = ""

    @property
    def expectation(self) -> Expectation:
        if self.returns is not None and self.rejects is not None:
            return Either(self.returns, self.rejects, self.choices, self.caseless)
        if self.returns is not None:
            return Returns(self.returns, self.caseless)
        if self.rejects is not None:
            return Rejects(self.rejects)
        raise ValueError("'expected' has neither a result nor a refusal")


_OUTCOMES: dict[str, Any] = {
    "returned": Returned,
    "rejected": Rejected,
    "unsupported": Unsupported,
    "evaded": Evaded,
    "crashed": Crashed,
    "timed_out": TimedOut,
}


class _Got(_Part):
    """One answer, or the breaches of a law."""

    returned: Points | None = None
    rejected: str | None = None
    unsupported: str | None = None
    evaded: str | None = None
    crashed: str | None = None
    timed_out: Seconds | None = None
    not_asked: Seconds | None = None
    breaches: tuple[_Breach, ...] | None = None

    def outcome(self, stderr: str) -> Outcome:
        if self.not_asked is not None:
            return TimedOut(self.not_asked, asked=False)
        answers = [(kind, value) for name, kind in _OUTCOMES.items() if (value := getattr(self, name)) is not None]
        if len(answers) != 1:
            raise ValueError("'got' is not one answer")
        ((kind, value),) = answers
        outcome: Outcome = kind(value, stderr) if kind in (Crashed, TimedOut) else kind(value)
        return outcome


class _Result(_Part, tag="result"):
    case: str
    verdict: Verdict
    expected: _Expected
    got: _Got
    why: str
    clause: str
    bug: str
    operation: Operation | None = None  # none for a law
    input: Points | None = None
    note: str = ""
    warning: bool = False
    advisory: bool = False
    stderr: str = ""
    known: str = ""
    breaches: Count = 0

    @property
    def result(self) -> Result:
        judgement = Judgement(self.verdict, self.why, self.warning)
        if self.operation is None or self.input is None:
            law = Law(self.case.removeprefix(LAW), self.clause, self.expected.law)
            breaches = tuple(breach.breach for breach in self.got.breaches or ())
            return LawResult(self.case, law, breaches, self.breaches, judgement, self.known)
        call, outcome = Call(self.operation, self.input), self.got.outcome(self.stderr)
        about = judgement, self.clause, self.bug, self.note, self.advisory, self.known
        return CaseResult(self.case, call, self.expected.expectation, outcome, *about)


class _Footer(_Part, tag="footer"):
    """The attributes of a report that its results do not give."""

    tally: dict[str, Count]
    laws: dict[str, Count]
    verdict: str
    observed: dict[str, str]
    causes: tuple[Cause, ...] = field(default=(), name="resembles")
    observations: tuple[Observation, ...] = ()
    refusals: tuple[LikelyRefusal, ...] = ()
    stale: tuple[Stale, ...] = ()
    first_wrong: dict[str, str] = {}
    notes: tuple[str, ...] = ()
    stopped: str = ""


_Line = _Header | _Result | _Footer


def as_json(part: Header | Result | Report) -> dict[str, Any]:
    """A line of the report: its header, a result, or the report's footer."""
    line: dict[str, Any] = _inert(msgspec.to_builtins(_line(part)))
    return line


def _line(part: Header | Result | Report) -> _Line:
    if isinstance(part, Header):
        suite = _Suite(part.suite_version, part.suite_digest)
        target = _Target(part.target, part.version, part.language, part.label)
        return _Header(1, suite, target, part.choices, part.command, part.lacks, part.missing, part.part, part.layer)
    if isinstance(part, Report):
        return msgspec.convert(part, _Footer, from_attributes=True)
    verdict, why, warning = part.judgement
    line: dict[str, Any] = {"case": part.id, "verdict": verdict, "why": why, "warning": warning, "known": part.known}
    line |= {"clause": part.clause, "bug": part.bug}
    if isinstance(part, CaseResult):
        line |= {"note": part.note, "advisory": part.advisory, "stderr": part.stderr, **part.call._asdict()}
        return _Result(expected=_expected(part.expectation), got=_got(part.outcome), **line)
    breaches = tuple(_Breach(breach.shows, tuple(CallForm(*call) for call in breach.calls)) for breach in part.breaches)
    return _Result(expected=_Expected(law=part.law.says), got=_Got(breaches=breaches), breaches=part.total, **line)


def _expected(expectation: Expectation | None) -> _Expected:
    sides = getattr(expectation, "value", None), getattr(expectation, "reason", None)
    return _Expected(*sides, getattr(expectation, "choices", ()), getattr(expectation, "caseless", False))


def _got(outcome: Outcome) -> _Got:
    if isinstance(outcome, TimedOut) and not outcome.asked:
        return _Got(not_asked=outcome.limit)
    got, value = _Got(), getattr(outcome, outcome.__struct_fields__[0])
    name = next(name for name, kind in _OUTCOMES.items() if isinstance(outcome, kind))
    setattr(got, name, plain(value) if isinstance(value, str) else value)
    return got


def expected_json(expectation: Expectation | None) -> dict[str, Any]:
    """An expectation in the report's form; code points are integers, and None is empty."""
    form: dict[str, Any] = msgspec.to_builtins(_expected(expectation))
    return form


def got_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the report's form; a target's words are made safe to show."""
    form: dict[str, Any] = msgspec.to_builtins(_got(outcome))
    return form


def call_json(call: Call) -> dict[str, Any]:
    """A call in the report's form."""
    return {"operation": call.operation.value, "input": call.input}


def result_of(line: object) -> Result:
    """The result in an object of JSON."""
    return msgspec.convert(_inert(line), _Result).result


def load(path: Path) -> Report:
    """The report in a file; a ConformError says where it is no whole report."""
    with path.open("rb") as file:
        return read(file, plain(str(path)))


def read(file: BinaryIO, name: str) -> Report:
    """The report in a file; messages begin with ``name``."""
    report, complete, place = None, False, name
    ids: set[str] = set()
    try:
        for number, octets in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
            place = f"{name}:{number}"
            if len(octets) > MAX_LINE:
                raise ValueError(f"is longer than {MAX_LINE:,} octets")
            line: _Line = data.json(_Line, octets, place)
            if b"\\" in octets or not octets.isascii():  # any other line has no text that could act
                line = msgspec.convert(_inert(msgspec.to_builtins(line)), _Line)
            if isinstance(line, _Header) and report is None:
                report = Report(line.header)
            elif isinstance(line, _Result) and report and not complete and line.case not in ids:
                ids.add(line.case)
                report.take(line.result)
            elif isinstance(line, _Footer) and report and not complete:
                _finish(report, line)
                complete = True
            else:
                raise ValueError("a report is a header, results with different ids, and a footer")
        if report is None or not complete:
            raise ValueError("the report is cut: it has no footer" if report else "an empty file is no report")
    except ValueError as wrong:
        raise ConformError(f"{place}: {wrong}", _HINT) from None
    except ConformError as wrong:
        raise ConformError(wrong.message, _HINT) from None
    return report


def _finish(report: Report, line: _Footer) -> None:
    """Take the footer, which must agree with the results."""
    report.observed, report.notes, report.stopped = line.observed, list(line.notes), line.stopped
    report.causes, report.observations = list(line.causes), list(line.observations)
    report.refusals, report.stale = list(line.refusals), list(line.stale)
    if (line.tally, line.laws, line.verdict) != (report.tally, report.laws, report.verdict):
        raise ValueError("the footer's tally or verdict is not that of the results")


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
