"""The baseline: failures that are known, each with its reason. Checked in both directions, so that it cannot rot.

A failure that is recorded does not gate. An entry whose case passes, is skipped, fails differently than recorded or does not
exist makes the baseline stale. What was not asked is not judged, and neither is what is wrong without gating: it neither
passes nor fails. A flaky case may do either, and so may every known one while it is known that answers vary: that
:data:`STABILITY` fails. Findings of fuzzing are listed apart, since no run of the suite meets them.

An entry may cover several cases. One with a pattern, ``truncated-*/decode``, covers all cases whose ids match, and each must
fail or be skipped. One for a fault, ``fault/NAME``, covers the failed cases in which the answer is that of the fault, see
:mod:`.known_fault`. An entry for a single case overrides both.

Pure, and nothing here knows what the ids are of.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from ..errors import ConformError
from ..notation import plain, show
from ..suite.outcome import Call, Crashed, Evaded, Outcome, Rejected, Returned, TimedOut
from ..suite.verdict import BAD, Verdict
from .report import Stale
from .result import STABILITY, CaseResult, Result, expected_to_fail

_LONG = 16  # code points of an answer that are written out; a digest of more keeps the entry to a line
FLAKY = "flaky: may pass or fail"
FAULT = "fault/"
"""The beginning of the id of an entry for a fault."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a baseline.

    Attributes:
        id: of a case, ``law/<name>``, a pattern for ids of cases, ``fault/<name>``, or the signature of a finding.
        reason: why it fails, or why it may.
        file, line: where the entry is.
        got: what it did, see :func:`form`; empty if any failure will do.
        issue, date: a link and a day, for people.
        calls: those that show a finding, in their order; none if they are too many, or not to be asked again.
        lines: the first and the last, the comments right above it included; zeros if it shares a line with other text.
        cases: for a fault, how many failed cases have its answer; None if any number will do.
    """

    id: str
    reason: str
    file: str
    line: int
    got: str = ""
    issue: str = ""
    date: str = ""
    calls: tuple[Call, ...] = ()
    lines: tuple[int, int] = (0, 0)
    cases: int | None = None

    @property
    def covers_several(self) -> bool:
        """Whether the entry is for a fault or a pattern."""
        return self.id.startswith(FAULT) or "*" in self.id

    def stale(self, why: str) -> Stale:
        """This entry with what is wrong with it."""
        return Stale(self.id, self.file, self.line, why)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known failures and the flaky cases by id, known findings by signature.

    Attributes:
        file: where they are.
        known, flaky, findings: the entries.
        of: the target that it was written for, as its first line names it; empty if that names none.
        patterns: those of the known failures that have a pattern.
        varies: whether it is known that answers vary, so that no single answer shows that an entry is stale.
    """

    file: str = ""
    known: Mapping[str, Entry] = field(default_factory=dict)
    flaky: Mapping[str, Entry] = field(default_factory=dict)
    findings: Mapping[str, Entry] = field(default_factory=dict)
    of: str = field(default="", compare=False)
    patterns: tuple[Entry, ...] = field(init=False, compare=False)
    varies: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        patterns = tuple(entry for entry in self.known.values() if "*" in entry.id)
        object.__setattr__(self, "patterns", patterns)  # once, and not for each result
        object.__setattr__(self, "varies", STABILITY in self.known or self.is_flaky(STABILITY))

    def is_flaky(self, name: str) -> bool:
        """Whether the case or law of this id may pass or fail."""
        return name in self.flaky or any(fnmatchcase(name, one) for one in self.flaky if "*" in one)

    def judged(self, result: Result) -> tuple[Result, Stale | None]:
        """A result as this baseline sees it, and the entry that it makes stale."""
        # First, since a flaky case may pass too, and then nothing about it is stale.
        if self.is_flaky(result.id):
            return (expected_to_fail(result, FLAKY) if result.verdict in BAD else result), None
        entry = self.known.get(result.id) or self.pattern(result)
        # A warning neither passes nor fails, so it makes no entry stale.
        if entry is None or result.judgement.warning:
            return result, None
        if result.verdict is Verdict.SKIP:
            return result, None if entry.covers_several else entry.stale("the case is skipped, and needs no entry")
        if self.varies and result.id != STABILITY:
            return expected_to_fail(result, entry.reason) if result.verdict in BAD else result, None
        stale = None
        if result.verdict is Verdict.PASS:
            by = f"; it is covered by {entry.id}" * entry.covers_several
            stale = entry.stale(f"the case passes{by}")._replace(id=result.id)
        # Without this a new fault could hide behind an old one.
        elif entry.got and entry.got != (did := form(result)):
            stale = entry.stale(f"the case fails differently than recorded: {did}, not {entry.got}")
        return expected_to_fail(result, entry.reason), stale

    def refuse_other(self, label: str) -> None:
        """Raise if the baseline was written for another target; entries that do not hold are asked for that.

        Args:
            label: of the target.

        Raises:
            ConformError: its first line names a target of another name.
        """
        if self.of and self.of != plain(label, 200) and not _names(self.of) & _names(label):
            hint = "name the target's own by --baseline, or correct the file's first line if it is of the same codec"
            raise ConformError(f"{self.file}: the baseline of {self.of}, not of {plain(label, 200)}", hint)

    @property
    def faults(self) -> list[Entry]:
        """The entries for faults."""
        return [entry for entry in self.known.values() if entry.id.startswith(FAULT)]

    def pattern(self, result: Result) -> Entry | None:
        """The entry with a pattern that covers a case; what is new in a release is not yet covered."""
        if result.advisory:
            return None
        return next((entry for entry in self.patterns if fnmatchcase(result.id, entry.id)), None)

    def unmatched(self, ids: Collection[str], retired: Collection[str]) -> Iterator[Stale]:
        """The entries that match nothing.

        Args:
            ids: all that there are.
            retired: ids of vectors that are gone.
        """
        for entry in (*self.known.values(), *self.flaky.values()):
            if entry.id in ids or entry.id.startswith(FAULT):
                continue
            if "*" in entry.id:
                if not any(fnmatchcase(name, entry.id) for name in ids):
                    yield entry.stale("no case or law has an id that matches")
                continue
            # An entry names a case, but a retired id is of a vector.
            gone = entry.id.rpartition("/")[0] in retired
            yield entry.stale("the vector is retired" if gone else "no case or law has this id")


def _names(label: str) -> set[str]:
    """The words of a label that name a codec wherever it is: of a command its files, else its package."""
    if not label.startswith("-- "):
        return {
            label if label.startswith(("codec:", "adapter:", "fault:")) else label.partition(":")[0].partition(".")[0]
        }
    words = [word.rpartition("/")[2] for word in label.split()[1:] if not word.startswith("-")]
    return {*(words[1:] or words)}  # the first of several may be an interpreter


def form(result: Result) -> str:
    """The failure of a case in a line that changes only if the case fails differently.

    What broke a law is left out, since that depends on which calls were made.
    """
    return did(result.outcome if isinstance(result, CaseResult) else None)


def did(outcome: Outcome | None) -> str:
    """An outcome as a line; "broken" for what is none.

    What a target says when it refuses or breaks is left out, since it may hold addresses and versions.
    """
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
