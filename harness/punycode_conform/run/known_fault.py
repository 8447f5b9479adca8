"""Known faults of a baseline: one entry for all failures in which a codec answers as a fault of the suite does.

A failure with another answer is not known, whatever its vector. So a new fault cannot hide behind the entry. A codec that is
repaired in part makes the number of cases differ, and then the entry is stale.
"""

from collections.abc import Iterator

from ..errors import DataError
from ..faults import FAULTS
from ..notation import plain
from ..suite.verdict import BAD
from ..targets.local import Local
from .baseline import FAULT, Baseline, Entry
from .likeness import is_same
from .report import Stale
from .result import CaseResult, Result, expected_to_fail


class KnownFault:
    """An entry for a fault.

    Attributes:
        entry: the entry.
        explained: the number of failed cases so far in which the codec answers as the fault does.

    Raises:
        DataError: the suite has no such fault, or it may not end.
    """

    def __init__(self, entry: Entry) -> None:
        name = entry.id.removeprefix(FAULT)
        fault = FAULTS.get(name)
        # Faults are asked in this process.
        if fault is None or not fault.ends:
            hint = "conform vectors faults lists them; delete the entry, and conform baseline writes it anew"
            raise DataError(f"{entry.file}:{entry.line}: no fault is named {plain(name, 60)}", hint)
        codec = fault.make()
        self.entry = entry
        self.explained = 0
        self._asker = Local(codec.encode, codec.decode, "punycode_conform")

    def explains(self, result: CaseResult) -> bool:
        """Whether the fault gives the answer of a failed case; if so, it is counted."""
        ((_, answer),) = self._asker.ask([result.call])
        same = is_same(result.call, answer, result.outcome)
        self.explained += same
        return same

    def stale(self) -> Stale | None:
        """The entry after a whole run, if it does not hold."""
        found, recorded = self.explained, self.entry.cases
        if not found:
            return self.entry.stale("no failed case has the answer of this fault")
        if recorded is not None and found != recorded:
            return self.entry.stale(f"{found:,} failed cases have the answer of this fault, {recorded:,} are recorded")
        return None


class KnownFailures:
    """A baseline in a run.

    Attributes:
        baseline: the baseline.
        faults: its entries for faults.
    """

    def __init__(self, baseline: Baseline) -> None:
        self.baseline = baseline
        # In an order that does not depend on the file: of two that explain a case, the first counts it.
        self.faults = [KnownFault(entry) for entry in sorted(baseline.faults, key=lambda entry: entry.id)]

    def judged(self, result: Result) -> tuple[Result, Stale | None]:
        """A result as the baseline sees it, and the entry that it makes stale; an entry of its own comes first."""
        found, stale = self.baseline.judged(result)
        if found.verdict in BAD and isinstance(found, CaseResult):
            for fault in self.faults:
                if fault.explains(found):
                    return expected_to_fail(found, fault.entry.reason), stale
        return found, stale

    def miscounted(self) -> Iterator[Stale]:
        """The entries for faults that do not hold after a whole run; none where answers are known to vary."""
        faults = () if self.baseline.varies else self.faults
        return (stale for fault in faults if (stale := fault.stale()))
