"""A run's report: what JSON Lines hold, and what every renderer draws from.

A header, a result a line as the run goes, a footer. A report without a footer is of a run that was broken off.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, Self

from ..suite.notation import plain
from ..suite.oracle import Either, Expectation, Rejects, Returns
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import BAD, Verdict

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Header:
    """Who judged whom, by which vectors; ``command`` has the words that run this target again."""

    suite_version: str
    suite_digest: str
    target: str
    version: str
    language: str
    label: str
    choices: dict[str, str]
    command: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The report's first line."""
        line: dict[str, Any] = {
            "type": "header",
            "format": FORMAT,
            "suite": {"version": self.suite_version, "digest": self.suite_digest},
            "target": {"name": self.target, "version": self.version, "language": self.language, "label": self.label},
            "choices": self.choices,
        }
        return line | ({"command": list(self.command)} if self.command else {})


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on a case or a law.

    Attributes:
        case: its id.
        verdict, why, warning: the judgement.
        operation, input: the call, for a case.
        expected, got: what should have happened and what did, in the report's form.
        clause, bug, note: from the vector or the law.
        breaches: for a law, how many there are.
        stderr: the tail of it, for a crash or a hang.
        advisory: whether the vector is new in this release: then what goes wrong is a warning.
        known: the reason that the baseline gives for its failure.
    """

    case: str
    verdict: Verdict
    why: str
    expected: dict[str, Any]
    got: dict[str, Any]
    clause: str
    bug: str = ""
    note: str = ""
    warning: bool = False
    operation: Operation | None = None
    input: tuple[int, ...] | None = None
    breaches: int = 0
    stderr: str = ""
    advisory: bool = False
    known: str = ""

    def brief(self) -> Self:
        """This result for a renderer: a plain pass is shown without its details, so that a long run fits into memory."""
        if self.verdict is not Verdict.PASS or self.warning or self.input is None:
            return self
        return replace(self, expected={}, got={}, input=None)

    def as_json(self) -> dict[str, Any]:
        """The result as a line of the report."""
        line: dict[str, Any] = {
            "type": "result",
            "case": self.case,
            "verdict": self.verdict.value,
            "expected": self.expected,
            "got": self.got,
            "why": self.why,
            "clause": self.clause,
            "bug": self.bug,
        }
        if self.operation is not None:
            line |= {"operation": self.operation.value, "input": self.input}
        for key in ("note", "warning", "advisory", "breaches", "stderr", "known"):
            if value := getattr(self, key):
                line[key] = value
        return line


@dataclass(frozen=True, slots=True)
class Likeness:
    """A fault and how much of a target's failures it explains.

    Attributes:
        fault, says, clause: of the fault.
        explains: the number of failed cases in which it gives the target's answer.
        failed: the number of failed cases of which these are a part.
        operation: of these cases, empty for both.
        left: the number of all failed cases that neither it nor those named before it explain.
        bug: the class in ``vectors/bugs.yaml`` that it is an instance of, or empty.
    """

    fault: str
    says: str
    clause: str
    explains: int
    failed: int
    operation: str = ""
    left: int = 0
    bug: str = ""


@dataclass(frozen=True, slots=True)
class Stale:
    """An entry of the baseline that does not hold, and why; ``file`` and ``line`` are where to change it."""

    id: str
    file: str
    line: int
    why: str


class Report:
    """A whole run.

    Attributes:
        header, results: as written.
        observed: the side of each choice that the answers show.
        resembles: the faults that explain the failures.
        stopped: why the run ended early, empty if it did not.
        stale: the entries of the baseline that do not hold.
        command: the words that run this target again; the header's if none are given.
        titles: the bug classes' titles by id.
    """

    def __init__(
        self,
        header: Header,
        results: Iterable[Result] = (),
        *,
        stopped: str = "",
        command: Sequence[str] = (),
        titles: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.header = header
        self.results = list(results)
        self.observed: dict[str, str] = {}
        self.resembles: list[Likeness] = []
        self.stopped = stopped
        self.stale: list[Stale] = []
        self.command = command or header.command
        self.titles = titles

    @property
    def tally(self) -> dict[str, int]:
        """The number of results by verdict."""
        counted = Counter(result.verdict.value for result in self.results)
        names = ("pass", "fail", "crash", "timeout", "skip", "xfail", "xpass")
        return {name: counted[name] for name in names}

    @property
    def failures(self) -> list[Result]:
        """What keeps the target from conforming."""
        return [result for result in self.results if result.verdict in BAD]

    @property
    def known(self) -> list[Result]:
        """What fails and is in the baseline."""
        return [result for result in self.results if result.verdict is Verdict.XFAIL]

    @property
    def warnings(self) -> list[Result]:
        """What is wrong and does not gate."""
        return [result for result in self.results if result.warning]

    @property
    def conforms(self) -> bool:
        """Whether nothing failed but what the baseline knows, and the run came to its end."""
        return not self.failures and not self.stopped

    @property
    def nothing_ran(self) -> bool:
        """Whether every result is a skip."""
        return all(result.verdict is Verdict.SKIP for result in self.results)

    @property
    def verdict(self) -> str:
        """What is said of the target, in the footer's words."""
        if not self.conforms or self.nothing_ran:
            return "does not conform"
        if self.stale:
            return "the baseline is stale"
        return "conforms as the baseline expects" if self.known else "conforms"

    @property
    def status(self) -> int:
        """The exit status; that nothing ran is for the caller to say."""
        return 1 if not self.conforms else 5 if self.stale else 0

    def footer(self) -> dict[str, Any]:
        """The report's last line."""
        line: dict[str, Any] = {
            "type": "footer",
            "tally": self.tally,
            "verdict": self.verdict,
            "observed": self.observed,
        }
        if self.resembles:
            line["resembles"] = list(map(asdict, self.resembles))
        if self.stale:
            line["stale"] = list(map(asdict, self.stale))
        if titles := {bug: self.titles[bug] for bug in sorted({r.bug for r in self.failures}) if bug in self.titles}:
            line["titles"] = titles
        return line | ({"stopped": self.stopped} if self.stopped else {})


def expected_json(expectation: Expectation) -> dict[str, Any]:
    """An expectation in the report's form; code points are integers."""
    match expectation:
        case Returns(value):
            return {"returns": list(value)}
        case Rejects(reason):
            return {"rejects": str(reason)}
        case Either(value, reason, choices):
            return {"returns": list(value), "rejects": str(reason), "choices": list(choices)}


def got_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the report's form; a target's words are made safe to show."""
    match outcome:
        case Returned(value):
            return {"returned": list(value)}
        case Rejected(message):
            return {"rejected": plain(message)}
        case Crashed(message):
            return {"crashed": plain(message)}
        case TimedOut(limit):
            return {"timed_out": limit}
        case Unsupported(message):
            return {"unsupported": plain(message)}


def call_json(call: Call) -> dict[str, Any]:
    """A call in the report's form."""
    return {"operation": call.operation.value, "input": list(call.input)}
