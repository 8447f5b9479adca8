"""The published result of an implementation, made of a report: counts in place of cases, and of each group of failures its
smallest input. A file of JSON holds it; an index and the table of a page are made of all of them.

Inputs that kill a process may corrupt its memory, so they are withheld: of these a result has class and counts alone.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .. import files
from ..account.difference import bug_class, wrong
from ..errors import ConformError
from ..growth import Growing
from ..render import failure
from ..render.failure import Group, groups
from ..render.page import draw, tallies
from ..run import report_file
from ..run.plan import LAW
from ..run.report import CaseResult, LawResult, Report, Suite
from ..suite import catalogue
from ..suite.outcome import Crashed, TimedOut
from ..suite.verdict import BAD

INDEX = "index.json"
_LINES = 2  # levels of a file that have a line for each member
_MOST = 1 << 24  # bytes of a file
BEGIN, END = "<!-- results -->\n", "<!-- end of results -->\n"  # around the table of a page

_IDS = 10
_LONGEST = 1000  # code points of an example; of a longer one only the id is published
_KILLED = re.compile(r"killed by|it ended with exit status 0x")
# Of a path only its last part: the folders are those of one machine.
_FOLDERS = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'\"()]+)+[/\\]")


class Failures(Struct, frozen=True, omit_defaults=True):
    """Failures with one cause, or with the same thing wrong: what one fix repairs."""

    says: str  # what is wrong, in a sentence
    fault: str  # the fault that explains them; empty if none does, or if withheld
    bug: str  # the bug class that their answers show, which is not always that of their vectors
    clause: str  # of the fault
    verdicts: dict[str, int]
    classes: dict[str, int]  # failed cases by the class of their vectors
    clauses: dict[str, int]  # failed cases and broken laws by the clause that they cite
    laws: tuple[str, ...]
    withheld: bool  # no input is published
    cases: tuple[str, ...]  # up to ten, the shortest inputs first
    example: dict[str, Any] | None = None  # the first of these cases, as in a report
    breaches: dict[str, str] = {}  # what shows that each of the laws is broken

    @property
    def case(self) -> CaseResult | None:
        read = report_file.result_of({"type": "result", **self.example}) if self.example else None
        return read if isinstance(read, CaseResult) else None


class Result(Struct, frozen=True, omit_defaults=True):
    """A run of the whole suite on one version of an implementation."""

    format: Literal[1]
    target: str  # as `conform run` takes it
    name: str
    version: str
    language: str
    about: str  # the sentence in its adapter's head
    layer: str
    suite: Suite
    adapter: str  # the digest of the adapter's files; empty without an adapter
    date: str
    seconds: float
    verdict: str
    tally: dict[str, int]
    laws: dict[str, str]
    declared: dict[str, str]
    observed: dict[str, str]
    lacks: tuple[int, ...]
    classes: dict[str, dict[str, int]]  # the tally by bug class, or `section` and the clause of vectors without one
    clauses: dict[str, dict[str, int]]
    failures: tuple[Failures, ...]  # what should be read first in front
    growth: tuple[Growing, ...] = ()
    since: str = ""  # the date on which it last changed what fails, or what is chosen

    @property
    def conforms(self) -> bool:
        return self.verdict == "conforms"

    @property
    def failed(self) -> int:
        return failed(self.tally)

    @property
    def broken(self) -> list[str]:
        return [law for law, verdict in self.laws.items() if verdict == "fail"]

    @property
    def steepest(self) -> Growing | None:
        """The worst of its growth; None if nothing certainly grows faster than n log n."""
        steep = (row for row in self.growth if row.steep)
        return max(steep, key=lambda row: (row.hostile, row.exponent or math.inf), default=None)

    @property
    def slug(self) -> str:
        """A name for files and addresses: ``libidn``, ``npm-punycode@1.4.1``, ``codec-punycode``."""
        return re.sub(r"[^\w.@+-]", "-", self.target.removeprefix("adapter:"))

    @property
    def family(self) -> str:
        return self.slug.partition("@")[0]

    @property
    def newest(self) -> bool:
        """Whether it is the newest version: the older ones have the version in their slug."""
        return "@" not in self.slug

    @property
    def title(self) -> str:
        """Its own name and version, and the layer if that is not raw Punycode."""
        layer = f" ({self.layer})" if self.layer != "punycode" else ""
        return f"{self.name} {self.version}".rstrip() + layer


def failed(tally: dict[str, int]) -> int:
    """The number of failed cases in a tally."""
    return sum(tally.get(verdict, 0) for verdict in BAD)


def write(folder: Path, result: Result) -> Path:
    """Write a result into its file, which has the name of its target."""
    path = folder / f"{result.slug}.json"
    files.write(path, _text(msgspec.to_builtins(result)) + "\n")
    return path


def index(results: Iterable[Result]) -> str:
    keys = ("target", "name", "version", "language", "layer", "date", "verdict", "tally")
    rows = [{"file": f"{result.slug}.json"} | {key: getattr(result, key) for key in keys} for result in results]
    return _text({"format": 1, "results": rows}) + "\n"


def read_all(folder: Path) -> list[Result]:
    """The results in a folder, by target."""
    paths = (path for path in folder.glob("*.json") if path.name != INDEX and not path.name.startswith("."))
    return sorted(map(read, paths), key=lambda result: (not result.target.startswith("codec:"), result.target))


def read(path: Path) -> Result:
    try:
        result = msgspec.json.decode(files.read(path, _MOST), type=Result)
        [group.case for group in result.failures]  # an example that is no case is refused here
    except ValueError as error:
        raise ConformError(f"{path}: {error}", "conform matrix --output writes these files") from None
    return result


def _text(value: Any, depth: int = 0) -> str:
    """JSON that a person can compare: what is nested deeper than ``_LINES`` is in one line."""
    members = (
        list(value.values() if isinstance(value, dict) else value) if isinstance(value, dict | list | tuple) else []
    )
    if depth > _LINES or not any(isinstance(member, dict | list | tuple) and member for member in members):
        return json.dumps(value)
    heads = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(members)
    line_end = "\n" + " " * depth
    parts = [f"{line_end} {head}{_text(member, depth + 1)}" for head, member in zip(heads, members, strict=True)]
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    return opens + ",".join(parts) + line_end + closes


def markdown(results: Iterable[Result], folder: str) -> str:
    """The results of newest versions as a table, with links to their files in a folder."""
    return draw("results.markdown", {"results": list(results), "folder": folder})


def findings_markdown(results: Iterable[Result]) -> str:
    """The findings as a table."""
    return draw("findings.markdown", {"rows": findings(results), "failure": failure})


def newest(results: Iterable[Result]) -> list[Result]:
    """The newest versions; a codec that was run by import path and by an adapter once."""
    return list({(one.language, one.version, str(one.classes)): one for one in results if one.newest}.values())


def findings(results: Iterable[Result]) -> list[tuple[Result, Failures]]:
    """The groups of failures of newest versions whose answers show a class of bug, by class; the first with an example."""
    groups = ((result, group) for result in newest(results) for group in reversed(result.failures) if group.bug)
    in_order = sorted(groups, key=lambda row: row[1].case is not None)
    rows = {(group.bug, result.target): (result, group) for result, group in in_order}
    return [rows[key] for key in sorted(rows)]


def inserted(page: bytes, table: str) -> bytes:
    """A page, in whatever encoding, with the table between its two comments; the page itself if it has no such comments."""
    head, begin, rest = page.partition(BEGIN.encode())
    _, end, tail = rest.partition(END.encode())
    return head + begin + table.encode() + end + tail if end else page


def summarize(report: Report, about: str = "", adapter: str = "", date: str = "", seconds: float = 0) -> Result:
    """The result to publish."""
    header = report.header
    cases = [result for result in report.results if isinstance(result, CaseResult)]
    return Result(
        format=1,
        target=header.target.label,
        name=header.target.name,
        version=header.target.version,
        language=header.target.language,
        about=about,
        layer=header.layer,
        suite=header.suite,
        adapter=adapter,
        date=date,
        seconds=seconds,
        verdict=report.verdict,
        tally={verdict: count for verdict, count in report.tally.items() if count},
        laws={law.law.name: law.verdict.value for law in report.results if isinstance(law, LawResult)},
        declared=dict(header.choices),
        observed=dict(report.observed),
        lacks=header.lacks,
        classes=_tallies((_class(case), case) for case in cases),
        clauses=_tallies((case.clause, case) for case in cases),
        failures=tuple(map(_failures, groups(report))),
    )


def _class(case: CaseResult) -> str:
    """The class of a case's vector: its bug class, or else its clause."""
    return case.bug or f"section {case.clause}"


def _tallies(keyed: Iterable[tuple[str, CaseResult]]) -> dict[str, dict[str, int]]:
    return {key: dict(sorted(tally.items())) for key, tally in sorted(tallies(keyed).items())}


def _failures(group: Group) -> Failures:
    cause, cases, bug = group.cause, group.cases, _bug(group)
    withheld = _is_withheld(group)
    shown = [] if withheld else cases
    return Failures(
        says=_portable(_title(group, bug) if withheld else group.heading),
        fault=cause.fault if cause and not withheld else "",
        bug=bug,
        clause=cause.clause if cause else "",
        verdicts=dict(sorted(Counter(case.verdict.value for case in cases).items())),
        classes=dict(sorted(Counter(map(_class, cases)).items())),
        clauses=dict(sorted(Counter(result.clause for result in group.results).items())),
        laws=tuple(law.id.removeprefix(LAW) for law in group.laws),
        withheld=withheld,
        cases=tuple(case.id for case in shown[:_IDS]),
        example=_example(shown[0]) if shown and not _is_long(shown[0]) else None,
        breaches={}
        if withheld
        else {law.law.name: _portable(law.breaches[0].shows) for law in group.laws if law.breaches},
    )


def _bug(group: Group) -> str:
    """The bug class that the answers of a group show: that of its cause, or of what all its cases get wrong; else empty.

    The classes of its vectors are those of faults that the vectors look for, which the codec may lack.
    """
    if group.cause:
        return group.cause.bug
    classes = {bug_class(*case.answer) for case in group.cases}
    return classes.pop() if len(classes) == 1 else ""


def _is_withheld(group: Group) -> bool:
    """Whether some input killed the process: until it is fixed, it could do harm elsewhere."""
    outcomes = (case.outcome for case in group.cases)
    return any(isinstance(outcome, Crashed) and _KILLED.match(outcome.message) for outcome in outcomes)


def _title(group: Group, bug: str) -> str:
    """A title for a group without the words of its heading, which may describe the inputs."""
    if bug:
        return f"{catalogue.bugs()[bug].title}."
    if not group.cases:
        return group.heading
    ((words, _),) = Counter(wrong(*case.answer) for case in group.cases).most_common(1)
    return f"{words[:1].upper()}{words[1:]}."


def _is_long(case: CaseResult) -> bool:
    values = (case.call.input, *(getattr(side, "value", ()) for side in (case.expectation, case.outcome)))
    return any(len(value) > _LONGEST for value in values)


def _example(case: CaseResult) -> dict[str, Any]:
    """A case as in a report, without what is of one machine: folders, and what the process wrote to its stderr."""
    outcome = case.outcome
    match outcome:
        case Crashed(message):
            outcome = Crashed(_portable(message))
        case TimedOut(limit):
            outcome = TimedOut(limit, asked=outcome.asked)
    judgement = case.judgement._replace(why=_portable(case.judgement.why))
    line = json.loads(json.dumps(report_file.as_json(case._replace(outcome=outcome, judgement=judgement))))
    return {key: value for key, value in line.items() if key != "type"}


def _portable(text: str) -> str:
    return _FOLDERS.sub("", text)
