"""A target that is judged once, when its first result is asked for."""

from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from ..cli.judging import unmatched
from ..errors import ConformError
from ..render import words
from ..render.text import labelled
from ..run.baseline import Baseline
from ..run.plan import LAW, Plan, law_id
from ..run.report import Header, Report, Result, Stale
from ..run.run import Run
from ..suite.laws import LAWS
from ..suite.notation import plain
from ..suite.vector import cases
from ..suite.verdict import BAD, Verdict
from .setup import Setup

BASELINE = "baseline"
"""The id of the item that fails where entries of the baseline match nothing."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be said of a case, a law, a property or the baseline.

    Attributes:
        verdict: of them; a stale entry of the baseline is a failure.
        why: empty for a plain pass; for a known failure the baseline's reason.
        shown: for a known failure, what fails.
    """

    verdict: Verdict
    why: str = ""
    shown: str = ""


class Judged:
    """See the module.

    Attributes:
        setup: what is judged and how.

    Raises:
        ConformError: what is named is not known, or the vectors or the baseline cannot be read.
    """

    def __init__(self, setup: Setup) -> None:
        setup.check()
        self.setup = setup
        self._corpus = setup.brought()
        self._baseline = known(setup)
        self._cases = cases([vector for vector in self._corpus.vectors if vector.layer == setup.layer])
        self._laws = LAWS if setup.layer == "punycode" else ()  # they speak of the raw codec
        if not self._cases:
            raise ConformError(f"{setup.label()}: no vectors in layer {setup.layer}")
        self._report: Report | ConformError | None = None
        self._results: dict[str, Result] = {}
        self._stale: dict[str, Stale] = {}
        self._unasked: list[Result] = []

    def ids(self) -> list[str]:
        """The ids of all cases, then of all laws, then that of the baseline if there is one."""
        ids = [case.id for case in self._cases] + [law_id(law) for law in self._laws]
        return [*ids, BASELINE] if self.setup.baseline else ids

    def result(self, wanted_id: str, wanted: Set[str]) -> Told:
        """What is to be said of one of the ids.

        Args:
            wanted_id: which.
            wanted: all ids that will be asked for; the target is asked no more than these need.
        """
        if wanted_id == BASELINE:
            return self._unmatched()
        if first := self._report is None:
            self._report = self._judge(wanted | {wanted_id})
        report = self._report
        if isinstance(report, ConformError):
            return unrun(report, first=first)
        found = self._results.get(wanted_id)
        # A run that was broken off says nothing about what was not asked, nor about any law that it did not see broken.
        silent = found and report.stopped and wanted_id.startswith(LAW) and found.verdict not in {*BAD, Verdict.XFAIL}
        if found is None or silent:
            return Told(
                Verdict.FAIL, f"not run: {report.stopped or 'it was not among the cases that this run selected'}"
            )
        if report.nothing_ran:
            return Told(Verdict.FAIL, f"nothing ran: every case was skipped ({found.why})")
        # A breakdown that cannot be repeated belongs to no case, and must not be passed over: the first asked for tells it.
        also, self._unasked = self._unasked, []
        if also:
            parts = [found, *also] if found.verdict in BAD else also
            return Told(max(one.verdict for one in parts), "\n\n".join(told(one, report) for one in parts))
        return seen(found, self._stale.get(wanted_id), told(found, report) if _has_more(found) else "")

    def _judge(self, wanted: Set[str]) -> Report | ConformError:
        suite, setup = self._corpus, self.setup
        try:
            with setup.started() as (pool, handshake, choices):
                label = setup.label()
                header = Header(
                    suite.version,
                    suite.digest,
                    handshake.name or label,
                    handshake.version,
                    handshake.language,
                    label,
                    choices.as_dict(),
                )
                titles = {bug.id: bug.title for bug in suite.bugs.values()}
                release = "" if setup.vectors else suite.release  # a user's own vectors gate whatever their age
                run = Run(self._plan(wanted), choices, setup.strict, pool, release=release, brief=True)
                report = Report(header, command=setup.again(), titles=titles)
                for answered in run.results():
                    result, stale = self._baseline.judged(answered)
                    self._stale |= {stale.id: stale} if stale else {}
                    report.results.append(result)
                report.stopped = run.stopped
        except ConformError as error:
            return error
        self._results = {result.case: result for result in report.results}
        self._unasked = [result for result in report.failures if result.case not in wanted]
        return report

    def _plan(self, wanted: Set[str]) -> Plan:
        chosen = tuple(case for case in self._cases if case.id in wanted)
        laws = tuple(law for law in self._laws if law_id(law) in wanted)
        # A law looks at all cases, whichever are selected: else it would depend on -k, and so would its baseline.
        rest = tuple(case for case in self._cases if case.id not in wanted) if laws else ()
        return Plan(chosen, laws, rest)

    def _unmatched(self) -> Told:
        """The entries that match nothing. They are known without a run, so no selection bears on them."""
        found = [stale_line(one) for one in unmatched(self._baseline, self._corpus, [])]
        if not found:
            return Told(Verdict.PASS)
        head = f"stale: entries of the baseline that match nothing, to be deleted: {len(found)}"
        return Told(Verdict.FAIL, "\n".join([head, *found]))


def known(setup: Setup) -> Baseline:
    """The baseline that is named, or an empty one."""
    if setup.baseline is None:
        return Baseline()
    from ..run import baseline_file  # only where used: it needs PyYAML

    here = Path.cwd()
    path = setup.baseline
    return baseline_file.read(path.relative_to(here) if path.is_relative_to(here) else path)


def unrun(error: ConformError, *, first: bool) -> Told:
    """That the target cannot be judged: a failure once, or thousands of failures would say the same."""
    if not first:
        return Told(Verdict.SKIP, f"not run: {plain(error.message)}")
    hint = f"\n  hint: {error.hint}" if error.hint else ""
    return Told(Verdict.FAIL, f"the target could not be judged: {error.message}{hint}")


def seen(result: Result, stale: Stale | None, shown: str) -> Told:
    """A result in the baseline's light.

    Args:
        result: as the baseline sees it.
        stale: the entry that it makes stale.
        shown: the result in full, if it is more than a plain pass.
    """
    if stale and result.verdict is Verdict.XFAIL:  # it fails in another way
        return Told(Verdict.FAIL, f"stale: {stale_line(stale)}\n{shown}")
    if stale:  # it passes, or is skipped
        word = "xpass" if result.verdict is Verdict.XPASS else "stale"
        return Told(Verdict.FAIL, plain(f"{word}: {stale.why}; delete its entry, {stale.file}:{stale.line}", 600))
    if result.verdict is Verdict.XFAIL:
        return Told(result.verdict, plain(result.known), shown)
    return Told(result.verdict, shown if result.verdict in BAD else result.why)


def stale_line(stale: Stale) -> str:
    """An entry that does not hold, with its place."""
    return plain(f"{stale.file}:{stale.line}: {stale.id}: {stale.why}", 600)


def told(result: Result, report: Report) -> str:
    """A failure in full; the first line is in pytest's short summary."""
    return "\n".join([*headed(result), *lines(words.told(result, report))])


def headed(result: Result) -> list[str]:
    """The first lines of a failure."""
    verdict = Verdict.FAIL if result.verdict is Verdict.XFAIL else result.verdict
    return [f"{verdict.value}: {plain(result.why)}", result.case]


def lines(labels: list[tuple[str, str]]) -> list[str]:
    """Labelled values as lines; a command is copied, so it is never wrapped."""
    found: list[str] = []
    for label, value in labels:
        found += [f"    {label:<10} {value}"] if label == "again" else labelled(label, value)
    return found


def _has_more(result: Result) -> bool:
    return result.verdict in BAD or result.verdict is Verdict.XFAIL
