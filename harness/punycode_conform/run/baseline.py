"""The baseline: known failures, each with its reason, checked in both directions so that it cannot go out of date unnoticed.

A recorded failure does not fail the run. An entry is stale if its case passes, is skipped, fails differently, or does not
exist. A warning is neither a pass nor a failure. A flaky case may pass or fail. If the law :data:`STABILITY` is known to
fail, answers vary, and every known case may pass. Findings of fuzzing are separate: a run of the suite does not repeat them.

An entry with a pattern covers all cases whose ids match; each must fail or be skipped. A fault's entry covers the failed
cases whose answer is that of the fault. An entry for a single case overrides both. In the file, people's words are
``reason``, ``issue``, ``date`` and the comments above entries; the tool lays out the rest. REFERENCE.md shows a file.
"""

import datetime
import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import takewhile
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any

from msgspec import Meta, field
from msgspec.structs import asdict

from .. import data, notation, yaml
from ..account.fault_answers import Table
from ..errors import DataError
from ..notation import plain, show
from ..suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, TimedOut
from ..suite.verdict import BAD, Verdict
from ..yaml import Node
from .plan import FAULT, PROPERTY
from .report import STABILITY, CaseResult, Result, Stale, expected_to_fail

FLAKY = "flaky: may pass or fail"
_FLAKY, _FINDINGS = "flaky", "findings"
_LONG = 16  # code points: a longer answer is recorded as a digest, so that the entry fits in a line
_HEAD = re.compile(r"# Known failures of (.+), each with its reason\.")
_SAFE = re.compile(r"[A-Za-z](?:[\w +./();=-]*[\w+.)])?|https?://[^\s#:,\[\]{}]+", re.ASCII)  # needs no quotes
_NOTATION = ("U+", "(U+")
_Words = Annotated[str, Meta(pattern=r"\S", description="some words")]


class FindingCall(data.Record, frozen=True):
    """A call of a finding, as the file has it: code points in U+ notation, or other text to decode."""

    encode: str | None = None
    decode: str | None = None

    def __post_init__(self) -> None:
        if (self.encode is None) == (self.decode is None):
            raise ValueError("not a call such as decode: 'a-' or encode: U+0061 U+00FC")
        _ = self.call

    @classmethod
    def of(cls, call: Call) -> "FindingCall":
        """The form of a call in the file."""
        text = "".join(map(chr, call.input)) if all(0x20 <= c < 0x7F for c in call.input) else "U+"
        if call.operation is Operation.DECODE and not text.startswith(_NOTATION):
            return cls(decode=text)
        return cls(**{call.operation.value: show(call.input, 1 << 30) if call.input else ""})

    @property
    def call(self) -> Call:
        """The call that this entry describes."""
        if self.decode is not None and not self.decode.startswith(_NOTATION):
            return Call(Operation.DECODE, tuple(map(ord, self.decode)))
        operation = Operation.ENCODE if self.decode is None else Operation.DECODE
        return Call(operation, notation.parse(self.encode or self.decode or ""))


class _EntryKeys(data.Record, frozen=True):
    """The keys of an entry."""

    reason: _Words
    issue: str = ""
    date: datetime.date | None = None
    finding_calls: tuple[FindingCall, ...] = field(default=(), name="calls")  # of a finding
    got: str = ""  # the recorded answer, see answer_line(); empty if the entry covers any failure
    cases: int | None = None  # for a fault: how many failed cases have its answer; None for any number


_ENTRY: Any = _Words | _EntryKeys


class Entry(_EntryKeys, frozen=True):
    """A known failure: a case, ``law/<name>``, a pattern for ids, ``fault/<name>``, or the signature of a finding."""

    id: str = ""
    file: str = ""
    line: int = 0
    comments: tuple[str, ...] = ()  # those above the entry

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls of a finding."""
        return tuple(written.call for written in self.finding_calls)

    @property
    def text(self) -> str:
        """The entry as YAML."""
        calls = (f"{k}: {_scalar(v)}" for call in self.finding_calls for k, v in asdict(call).items() if v is not None)
        keys = {"issue": self.issue, "date": self.date, "got": self.got, "cases": self.cases}
        lines = [f"  {key}: {_scalar(value)}" for key, value in keys.items() if value not in ("", None)]
        lines += [f"  calls: [{', '.join(calls)}]"] if self.finding_calls else []
        first = [f"{_scalar(self.id)}:", "  reason:"] if lines else [f"{_scalar(self.id)}:"]
        first[-1] += f" {_scalar(self.reason)}"
        return "\n".join([*self.comments, *first, *lines])

    def stale(self, why: str) -> Stale:
        """This entry with the reason why it does not hold."""
        return Stale(self.id, self.file, self.line, why)


class Baseline:
    """The entries of a file by id: known failures, cases that may pass or fail, and findings of fuzzing.

    While results are judged, it counts the failed cases that each entry for a fault explains.
    """

    def __init__(
        self,
        file: str = "",
        known: Iterable[Entry] = (),
        flaky: Iterable[Entry] = (),
        findings: Iterable[Entry] = (),
        head: Sequence[str] = (),
    ) -> None:
        self.file, self.head = file, head
        self.known, self.flaky, self.findings = map(_by_id, (known, flaky, findings))
        self.patterns = [entry for entry in self.known.values() if "*" in entry.id]
        self.faults = [entry for entry in self.known.values() if entry.id.startswith(FAULT)]
        self.explained = Counter[str]()
        # If answers vary, a single answer cannot show that an entry is stale.
        self.varies = STABILITY in self.known or self.is_flaky(STABILITY)

    @property
    def target(self) -> str:
        """The target that the first line names."""
        match = _HEAD.match(self.head[0]) if self.head else None
        return match[1] if match else ""

    @property
    def text(self) -> str:
        """The content of the file."""
        flaky = ("\n".join([*entry.comments, f"- {_scalar(entry.id)}"]) for entry in self.flaky.values())
        parts = ["\n".join(self.head), "\n".join(entry.text for entry in self.known.values())]
        for key, texts in ((_FLAKY, flaky), (_FINDINGS, (entry.text for entry in self.findings.values()))):
            if block := "\n".join(texts):
                parts.append(f"{key}:\n{indent(block, '  ')}")
        return "\n\n".join(filter(None, parts)) + "\n"

    @property
    def has_crashes(self) -> bool:
        """Whether a known failure or finding is a crash."""
        return any(entry.got == answer_line(Crashed("")) for entry in (*self.known.values(), *self.findings.values()))

    def is_flaky(self, name: str) -> bool:
        """Whether the case or law of this id may pass or fail."""
        return name in self.flaky or any("*" in pattern and fnmatchcase(name, pattern) for pattern in self.flaky)

    def entry(self, result: Result) -> Entry | None:
        """The entry that covers a result."""
        covers = [self.known[result.id]] if result.id in self.known else []
        covers += [entry for entry in self.patterns if fnmatchcase(result.id, entry.id)]
        if self.faults and not covers and result.verdict in BAD and isinstance(result, CaseResult):
            gives = Table.read().gives
            covers = [e for e in self.faults if gives(e.id.removeprefix(FAULT), result.call, result.outcome)]
        return covers[0] if covers else None

    def judged(self, result: Result) -> tuple[Result, Stale | None]:
        """The result after this baseline is applied, and the entry that it makes stale, if any."""
        bad = result.verdict in BAD
        # This is first, because a flaky case may pass without making its entry stale.
        if self.is_flaky(result.id):
            return (expected_to_fail(result, FLAKY) if bad else result), None
        entry = self.entry(result)
        if entry is None or result.judgement.warning:
            return result, None
        is_group = entry.id != result.id
        if result.verdict is Verdict.SKIP:
            return result, None if is_group else entry.stale("the case is skipped, and needs no entry")
        self.explained[entry.id] += 1
        stale = None
        if self.varies and result.id != STABILITY:
            return (expected_to_fail(result, entry.reason) if bad else result), None
        if result.verdict is Verdict.PASS:
            by = f"; it is covered by {entry.id}" * is_group
            stale = Stale(result.id, entry.file, entry.line, f"the case passes{by}")
        # A case that fails differently may have a new fault, which its entry must not hide.
        elif entry.got and entry.got != (now := answer_line(result.outcome)):
            stale = entry.stale(f"the case fails differently than recorded: {now}, not {entry.got}")
        return expected_to_fail(result, entry.reason), stale

    def miscounted(self) -> Iterator[Stale]:
        """The fault entries whose number of cases is wrong after a whole run; none if answers are known to vary."""
        for entry in [] if self.varies else self.faults:
            number = self.explained[entry.id]
            if not number or entry.cases not in (None, number):
                recorded = "" if entry.cases is None else f", {entry.cases:,} are recorded"
                yield entry.stale(f"{number or 'no'} failed cases have the answer of this fault{recorded}")

    def unmatched(self, ids: Collection[str]) -> Iterator[Stale]:
        """The entries that match none of these ids."""
        for entry in (*self.known.values(), *self.flaky.values()):
            matches = "*" in entry.id and any(fnmatchcase(name, entry.id) for name in ids)
            if not (entry.id in ids or matches or entry.id.startswith((FAULT, PROPERTY))):
                yield entry.stale("no case or law has this id")


def _by_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.id: entry for entry in sorted(entries, key=lambda entry: entry.id)}


def new(path: Path, label: str) -> Baseline:
    """A baseline without entries for a target of this label."""
    head = f"# Known failures of {plain(label, 200)}, each with its reason."
    yours = '# "conform baseline" writes this file; reasons, issues, dates and comments above entries are yours.'
    return Baseline(str(path), head=(head, yours))


def read(path: Path, hint: str = "conform baseline TARGET --baseline FILE writes one") -> Baseline:
    """The baseline in a file."""
    if not path.exists():
        raise DataError(f"{path}: there is no such baseline", hint)
    return parse(path, yaml.read_bytes(path))


def parse(path: Path, content: bytes) -> Baseline:
    """The baseline of a file with this content."""
    lines = content.decode("utf-8", "replace").splitlines()
    empty = all(line.lstrip().startswith("#") or not line.strip() for line in lines)
    root = {} if empty else yaml.load(path, content).get(dict, "a baseline")
    head = tuple(takewhile(lambda line: line.startswith("#"), lines))
    head = () if any(lines[len(head) :][:1]) else head  # comments directly above the first entry are its own
    last = len(head)

    def comments_above(line: int, column: int) -> tuple[str, ...]:
        nonlocal last
        comments = tuple(text.strip() for text in lines[last : line - 1] if re.match(rf" {{0,{column}}}#", text))
        last = line
        return comments

    def entry(name: str, node: Node) -> Entry:
        written = data.convert(_ENTRY, node, plain(name, 100))
        keys = {"reason": written} if isinstance(written, str) else asdict(written)
        return Entry(**keys, id=name, file=node.file, line=node.key_start[0], comments=comments_above(*node.key_start))

    known, flaky, findings = list[Entry](), list[Entry](), list[Entry]()
    for name, node in root.items():
        if name == _FLAKY:
            for item in node.get(list, _FLAKY):
                case, comments = item.get(str, "a flaky case"), comments_above(*item.start)
                flaky.append(Entry(FLAKY, id=case, file=item.file, line=item.line, comments=comments))
        elif name == _FINDINGS:
            findings += [entry(case, item) for case, item in node.get(dict, _FINDINGS).items()]
        elif "/" not in name and "*" not in name:
            raise node.error(f"{plain(name, 60)!r} is not the id of a case, law or fault")
        elif name.startswith(FAULT) and name.removeprefix(FAULT) not in Table.read().rows:
            hint = "conform vectors faults lists them; delete the entry, and conform baseline writes a new one"
            raise node.error(f"no fault is named {plain(name.removeprefix(FAULT), 60)}", hint)
        else:
            known.append(entry(name, node))
    return Baseline(str(path), known, flaky, findings, head)


def _scalar(text: object) -> str:
    """A value as a YAML scalar in one line."""
    if not isinstance(text, str) or (_SAFE.fullmatch(text) and not yaml.retyped(text)):
        return str(text)
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


def answer_line(outcome: Outcome | None) -> str:
    """The failure of a case in a line that changes only if the case fails differently; "broken" for a law.

    What broke a law is left out, since that depends on which calls were made. A target's own words are too: they may have
    addresses and versions.
    """
    match outcome:
        case Returned(()):
            return "returned nothing"
        case Returned(points) if len(points) > _LONG:
            digest = hashlib.sha256(" ".join(f"{c:x}" for c in points).encode()).hexdigest()
            return f"returned {len(points)} code points sha256 {digest[:12]}"
        case Returned(points) if all(0x20 < c < 0x7F for c in points):
            return f'returned "{"".join(map(chr, points))}"'
        case Returned(points):
            return f"returned {show(points)}"
        case Rejected():
            return "refused"
        case Crashed():
            return "crashed"
        case TimedOut():
            return "did not answer"
        case Evaded():
            return "answered unsupported"
    return "broken"
