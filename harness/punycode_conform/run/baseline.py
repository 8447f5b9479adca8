"""The baseline: known failures, each with its reason, checked in both directions so that it cannot go out of date unnoticed.

A recorded failure does not gate. An entry is stale if its case passes, is skipped, fails differently than recorded, or does
not exist. Cases that were not asked are not judged, and neither are warnings: a warning is neither a pass nor a failure. A
flaky case may pass or fail. If the law :data:`STABILITY` is known to fail, answers vary, and then every known case may.
Findings of fuzzing are separate, because no run of the suite meets them.

An entry may cover several cases. One with a pattern, ``truncated-*/decode``, covers all cases whose ids match; each must
fail or be skipped. One for a fault, ``fault/NAME``, covers the failed cases whose answer is that of the fault. An entry for
a single case overrides both.
"""

import datetime
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from ..account.fault_answers import Table
from ..errors import ConformError, DataError
from ..notation import plain, show
from ..suite.outcome import Call, Crashed, Evaded, Outcome, Rejected, Returned, TimedOut
from ..suite.verdict import BAD, Verdict
from .report import Stale
from .result import STABILITY, CaseResult, Result, expected_to_fail

_LONG = 16  # code points of an answer that are written out; a digest of more keeps the entry to a line
FLAKY = "flaky: may pass or fail"
FAULT = "fault/"
"""The beginning of the id of an entry for a fault."""


class Entry(Struct, frozen=True):
    """A known failure: a case, ``law/<name>``, a pattern for ids, ``fault/<name>``, or the signature of a finding."""

    id: str
    reason: str
    file: str = ""
    line: int = 0
    got: str = ""  # the recorded answer, see form(); empty if any failure will do
    issue: str = ""
    date: datetime.date | None = None
    calls: tuple[Call, ...] = ()  # of a finding
    cases: int | None = None  # for a fault: how many failed cases have its answer; None for any number
    above: tuple[str, ...] = ()  # the comments and blank lines above it in the file

    @property
    def covers_several(self) -> bool:
        """Whether the entry is for a fault or a pattern."""
        return self.id.startswith(FAULT) or "*" in self.id

    def stale(self, why: str) -> Stale:
        """This entry with the reason why it does not hold."""
        return Stale(self.id, self.file, self.line, why)


Entries = Mapping[str, Entry]


class Baseline(Struct, frozen=True, dict=True):  # a __dict__ for cached_property
    """The entries of a file by id: known failures, flaky cases, and findings of fuzzing."""

    file: str = ""
    known: Entries = {}
    flaky: Entries = {}
    findings: Entries = {}
    of: str = ""  # the target that the first line names
    head: tuple[str, ...] = ()  # comments at the top
    tail: tuple[str, ...] = ()  # comments at the end

    @cached_property
    def _patterns(self) -> list[Entry]:
        return [entry for entry in self.known.values() if "*" in entry.id]

    @property
    def faults(self) -> list[Entry]:
        """The entries for faults."""
        return [entry for entry in self.known.values() if entry.id.startswith(FAULT)]

    @cached_property
    def varies(self) -> bool:
        """Whether it is known that answers vary, so that no single answer shows that an entry is stale."""
        return STABILITY in self.known or self.is_flaky(STABILITY)

    def is_flaky(self, name: str) -> bool:
        """Whether the case or law of this id may pass or fail."""
        return name in self.flaky or any("*" in pattern and fnmatchcase(name, pattern) for pattern in self.flaky)

    def judged(self, result: Result) -> tuple[Result, Stale | None]:
        """A result as this baseline sees it, and the entry that it makes stale."""
        bad = result.verdict in BAD
        # First, because a flaky case may pass too, and then nothing about it is stale.
        if self.is_flaky(result.id):
            return (expected_to_fail(result, FLAKY) if bad else result), None
        entry = self.known.get(result.id) or self.pattern(result)
        if entry is None or result.judgement.warning:
            return result, None
        if result.verdict is Verdict.SKIP:
            return result, None if entry.covers_several else entry.stale("the case is skipped, and needs no entry")
        if self.varies and result.id != STABILITY:
            return expected_to_fail(result, entry.reason) if bad else result, None
        stale = None
        if result.verdict is Verdict.PASS:
            by = f"; it is covered by {entry.id}" * entry.covers_several
            stale = Stale(result.id, entry.file, entry.line, f"the case passes{by}")
        # Without this a new fault could hide behind an old one.
        elif entry.got and entry.got != (now := form(result)):
            stale = entry.stale(f"the case fails differently than recorded: {now}, not {entry.got}")
        return expected_to_fail(result, entry.reason), stale

    def pattern(self, result: Result) -> Entry | None:
        """The entry with a pattern that covers a case; a vector that is new in a release is not covered yet."""
        if result.advisory:
            return None
        return next((entry for entry in self._patterns if fnmatchcase(result.id, entry.id)), None)

    def unmatched(self, ids: Collection[str], retired: Collection[str]) -> Iterator[Stale]:
        """The entries that match none of these ids; retired ids are of vectors that are gone."""
        for entry in (*self.known.values(), *self.flaky.values()):
            if entry.id in ids or entry.id.startswith(FAULT):
                continue
            if "*" not in entry.id:
                # An entry names a case, but a retired id is of a vector.
                gone = entry.id.rpartition("/")[0] in retired
                yield entry.stale("the vector is retired" if gone else "no case or law has this id")
            elif not any(fnmatchcase(name, entry.id) for name in ids):
                yield entry.stale("no case or law has an id that matches")

    def refuse_other(self, label: str) -> None:
        """Raise if the baseline was written for another target."""
        label = plain(label, 200)
        if self.of and self.of != label and not _names(self.of) & _names(label):
            hint = "name the target's own by --baseline, or correct the file's first line if it is of the same codec"
            raise ConformError(f"{self.file}: the baseline of {self.of}, not of {label}", hint)


class KnownFault:
    """An entry for a fault, with the number of failed cases so far in which the codec answers as the fault does.

    Raises:
        DataError: the suite has no such fault, or it may not end.
    """

    def __init__(self, entry: Entry) -> None:
        self.entry, self.explained, self._fault = entry, 0, entry.id.removeprefix(FAULT)
        if self._fault not in Table.read().rows:
            hint = "conform vectors faults lists them; delete the entry, and conform baseline writes it anew"
            raise DataError(f"{entry.file}:{entry.line}: no fault is named {plain(self._fault, 60)}", hint)

    def explains(self, result: CaseResult) -> bool:
        """Whether the fault gives the answer of a failed case; if so, it is counted."""
        same = Table.read().gives(self._fault, result.call, result.outcome)
        self.explained += same
        return same

    def stale(self) -> Stale | None:
        """The entry after a whole run, if it does not hold."""
        number, recorded = self.explained, self.entry.cases
        if not number:
            return self.entry.stale("no failed case has the answer of this fault")
        if recorded is not None and number != recorded:
            return self.entry.stale(f"{number:,} failed cases have the answer of this fault, {recorded:,} are recorded")
        return None


class KnownFailures:
    """A baseline in a run: an entry for a fault covers the failed cases whose answer is that of the fault."""

    def __init__(self, baseline: Baseline) -> None:
        self.baseline = baseline
        # In an order that does not depend on the file: of two that explain a case, the first counts it.
        self.faults = [KnownFault(entry) for entry in sorted(baseline.faults, key=lambda entry: entry.id)]

    def judged(self, result: Result) -> tuple[Result, Stale | None]:
        """A result as the baseline sees it, and the entry that it makes stale; an entry of its own comes first."""
        judged, stale = self.baseline.judged(result)
        if judged.verdict in BAD and isinstance(judged, CaseResult):
            for fault in self.faults:
                if fault.explains(judged):
                    return expected_to_fail(judged, fault.entry.reason), stale
        return judged, stale

    def miscounted(self) -> Iterator[Stale]:
        """The entries for faults that do not hold after a whole run; none where answers are known to vary."""
        faults = () if self.baseline.varies else self.faults
        return (stale for fault in faults if (stale := fault.stale()))


def changed(entries: Entries, remove: Collection[str], new: Iterable[Entry]) -> Entries:
    """Entries without those to remove and with new ones: one of the same id is replaced, any other comes before the
    first with a greater id."""
    after: dict[str, Entry] = {}
    above: tuple[str, ...] = ()
    for entry in entries.values():
        if entry.id in remove:
            # A comment above a blank line is about more than this entry.
            above += entry.above[: len(entry.above) - entry.above[::-1].index("")] if "" in entry.above else ()
        else:
            after[entry.id] = replace(entry, above=above + entry.above)
            above = ()
    for entry in sorted(new, key=lambda entry: entry.id):
        if entry.id in after:
            after[entry.id] = replace(entry, above=after[entry.id].above)
        else:
            names = list(after)
            names.insert(next((at for at, name in enumerate(names) if name > entry.id), len(names)), entry.id)
            after = {name: after.get(name, entry) for name in names}
    return after


def _names(label: str) -> set[str]:
    """The words of a label that name a codec wherever it is: of a command its files, otherwise its package."""
    if label.startswith("-- "):
        words = [word.rpartition("/")[2] for word in label.split()[1:] if not word.startswith("-")]
        return {*(words[1:] or words)}  # the first of several may be an interpreter
    is_name = label.startswith(("codec:", "adapter:", "fault:"))
    return {label if is_name else label.partition(":")[0].partition(".")[0]}


def form(result: Result) -> str:
    """The failure of a case in a line that changes only if the case fails differently.

    What broke a law is left out, since that depends on which calls were made.
    """
    return did(result.outcome if isinstance(result, CaseResult) else None)


def did(outcome: Outcome | None) -> str:
    """An outcome as a line; "broken" for none. A target's own words are left out: they may hold addresses and versions."""
    match outcome:
        case Returned(value):
            return f"returned {_points(value)}"
        case Rejected():
            return "refused"
        case Crashed():
            return "crashed"
        case TimedOut():
            return "did not answer"
        case Evaded():
            return "answered unsupported"
    return "broken"


def _points(points: Sequence[int]) -> str:
    if not points:
        return "nothing"
    if len(points) > _LONG:
        digest = hashlib.sha256(" ".join(f"{c:x}" for c in points).encode()).hexdigest()
        return f"{len(points)} code points sha256 {digest[:12]}"
    return '"' + "".join(map(chr, points)) + '"' if all(0x20 < c < 0x7F for c in points) else show(points)
