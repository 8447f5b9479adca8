"""A target in pytest: its cases and laws."""

from collections.abc import Set
from pathlib import Path

from ..errors import ConformError
from ..run import conformance
from ..run.plan import FAULT, LAW, Plan, law_id
from ..run.report import Report, Stale
from ..run.result import Result
from ..run.setup import Setup
from ..run.started import started
from ..suite.laws import BY_LAYER
from ..suite.vector import cases
from ..suite.verdict import BAD, Verdict
from .result import ItemResult, in_full, not_run, stale_line, with_baseline

BASELINE = "baseline"
"""The id of the item that fails where entries of the baseline match nothing."""


def near(path: Path) -> Path:
    """A path relative to the current folder if it is below it, for messages."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


class Judged:
    """A target and its results, judged once at the first result that is asked for.

    Raises:
        ConformError: the target does not exist, or the vectors or the baseline cannot be read.
    """

    def __init__(self, setup: Setup) -> None:
        setup.check()
        self.setup = setup
        self._vectors = conformance.vectors(setup)
        self._baseline = conformance.known(setup)
        self._cases = cases([vector for vector in self._vectors.vectors if vector.layer == setup.layer])
        self._laws = BY_LAYER[setup.layer]
        if not self._cases:
            raise ConformError(f"{setup.label}: no vectors in layer {setup.layer}")
        self._report: Report | ConformError | None = None
        self._results: dict[str, Result] = {}
        self._stale: dict[str, Stale] = {}
        self._unasked: list[Result] = []

    def ids(self) -> list[str]:
        """The ids of all cases, then of all laws, then that of the baseline if there is one."""
        ids = [case.id for case in self._cases] + [law_id(law) for law in self._laws]
        return [*ids, BASELINE] if self._baseline else ids

    def result(self, wanted_id: str, wanted: Set[str]) -> ItemResult:
        """The result of an item; the target is asked no more than all the wanted ids need."""
        if wanted_id == BASELINE:
            return self._unmatched()
        if first := self._report is None:
            self._report = self._judge(wanted | {wanted_id})
        report = self._report
        if isinstance(report, ConformError):
            return not_run(report, first=first)
        found = self._results.get(wanted_id)
        # A run that stopped early shows nothing about other cases, nor about a law that it did not see broken.
        silent = found and report.stopped and wanted_id.startswith(LAW) and found.verdict not in {*BAD, Verdict.XFAIL}
        if found is None or silent:
            why = report.stopped or "it was not among the cases that this run selected"
            return ItemResult(Verdict.FAIL, f"not run: {why}")
        if report.nothing_ran:
            return ItemResult(Verdict.FAIL, f"nothing ran: no case was answered ({found.judgement.why})")
        # A crash or hang that cannot be repeated belongs to no case, and must not be lost: the first item shows it.
        also, self._unasked = self._unasked, []
        if also:
            parts = [found, *also] if found.verdict in BAD else also
            return ItemResult(max(one.verdict for one in parts), "\n\n".join(in_full(one, report) for one in parts))
        bad = found.verdict in BAD or found.verdict is Verdict.XFAIL
        return with_baseline(found, self._stale.get(wanted_id), in_full(found, report) if bad else "")

    def _judge(self, wanted: Set[str]) -> Report | ConformError:
        try:
            with started(self.setup) as target:
                asks = self._plan(wanted)
                report = conformance.run(self.setup, target, self._vectors, asks=asks, baseline=self._baseline)
        except ConformError as error:
            return error
        self._results = {result.id: result for result in report.results}
        self._stale = {stale.id: stale for stale in report.stale}
        self._unasked = [result for result in report.failures if result.id not in wanted]
        return report

    def _plan(self, wanted: Set[str]) -> Plan:
        chosen = tuple(case for case in self._cases if case.id in wanted)
        laws = tuple(law for law in self._laws if law_id(law) in wanted)
        # A law looks at all cases, whichever are selected: else it would depend on -k, and so would its baseline.
        rest = tuple(case for case in self._cases if case.id not in wanted) if laws else ()
        return Plan(chosen, laws, rest, self.setup.layer)

    def _unmatched(self) -> ItemResult:
        """The result of the baseline; its entries that match nothing are known without a run."""
        unmatched = conformance.unmatched(self.setup, self._baseline, self._vectors) if self._baseline else []
        # Entries for faults are judged by a run of all cases, which comes before this item.
        unmatched += [one for name, one in self._stale.items() if name.startswith(FAULT)]
        found = [stale_line(one) for one in unmatched]
        if not found:
            return ItemResult(Verdict.PASS)
        head = f"stale: entries of the baseline that match nothing, to be deleted: {len(found)}"
        return ItemResult(Verdict.FAIL, "\n".join([head, *found]))
