"""A target that is judged once, when its first result is asked for."""

from collections.abc import Set

from ..cli.judging import bound
from ..cli.run import declared
from ..engine.plan import LAW, Plan, law_id
from ..engine.report import Header, Report, Result
from ..engine.run import Run
from ..errors import ConformError
from ..record import record
from ..render import words
from ..render.text import labelled
from ..suite import corpus
from ..suite.laws import LAWS
from ..suite.notation import plain
from ..suite.vector import cases
from ..suite.verdict import BAD, Verdict
from ..target import name
from ..target.limits import Limits
from ..target.pool import Pool


@record
class Setup:
    """What to judge and how: the options of ``conform run`` that have a meaning for single tests."""

    target: str | None = None
    command: tuple[str, ...] = ()
    python: str | None = None
    rejects: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    strict: bool = False
    timeout: float = 5.0

    def label(self) -> str:
        """How the user names it."""
        return self.target if self.target is not None else "-- " + " ".join(self.command)

    def again(self) -> list[str]:
        """The words that judge it again."""
        found = ["conform", "run", *([self.target] if self.target else [])]
        found += ["--python", self.python] if self.python else []
        for option, values in (("--rejects", self.rejects), ("--choice", self.choices)):
            for value in values:
                found += [option, value]
        found += ["--strict"] if self.strict else []
        found += ["--timeout", f"{self.timeout:g}"] if self.timeout != 5 else []
        return [*found, "--", *self.command] if self.command else found


class Judged:
    """See the module.

    Attributes:
        setup: what is judged and how.

    Raises:
        ConformError: the target, a choice or a side is not known. An adapter is found and built only when it is run.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._declared = declared(list(setup.choices))
        if not setup.label().startswith("adapter:"):
            self._resolve()
        self._cases = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
        self._report: Report | ConformError | None = None
        self._results: dict[str, Result] = {}
        self._unasked: list[Result] = []

    def ids(self) -> list[str]:
        """The ids of all cases, then of all laws."""
        return [case.id for case in self._cases] + [law_id(law) for law in LAWS]

    def result(self, wanted_id: str, wanted: Set[str]) -> tuple[Verdict, str]:
        """The verdict on a case or law, and what is to be told of it; empty for a plain pass.

        Args:
            wanted_id: of the case or law.
            wanted: all ids that will be asked for; the target is asked no more than these need.
        """
        if self._report is None:
            self._report = self._judge(wanted | {wanted_id})
        report = self._report
        if isinstance(report, ConformError):
            hint = f"\n  hint: {report.hint}" if report.hint else ""
            return Verdict.FAIL, f"the target could not be judged: {report.message}{hint}"
        found = self._results.get(wanted_id)
        # A run that was broken off says nothing about what was not asked, nor about any law.
        if found is None or (report.stopped and wanted_id.startswith(LAW) and found.verdict not in BAD):
            return Verdict.FAIL, f"not run: {report.stopped or 'it was not among the cases that this run selected'}"
        if report.nothing_ran:
            return Verdict.FAIL, f"nothing ran: every case was skipped ({found.why})"
        # A breakdown that cannot be repeated belongs to no case, and must not be passed over: the first asked for tells it.
        also, self._unasked = self._unasked, []
        if also:
            parts = [found, *also] if found.verdict in BAD else also
            return max(result.verdict for result in parts), "\n\n".join(self._told(one, report) for one in parts)
        if found.verdict in BAD:
            return found.verdict, self._told(found, report)
        return found.verdict, found.why

    def _resolve(self) -> name.Target:
        setup = self.setup
        return name.resolve(setup.target, setup.command, python=setup.python, rejects=setup.rejects)

    def _judge(self, wanted: Set[str]) -> Report | ConformError:
        suite = corpus.suite()
        try:
            target = self._resolve()
            with Pool(target, Limits(self.setup.timeout), 1) as pool:
                pool.start()
                handshake = pool.greet()
                choices = bound(handshake, self._declared)
                header = Header(
                    suite.version,
                    suite.digest,
                    handshake.name or target.label,
                    handshake.version,
                    handshake.language,
                    target.label,
                    choices.as_dict(),
                )
                titles = {bug.id: bug.title for bug in suite.bugs.values()}
                run = Run(self._plan(wanted), choices, self.setup.strict, pool, release=suite.release, brief=True)
                report = Report(header, run.results(), command=self.setup.again(), titles=titles)
                report.stopped = run.stopped
        except ConformError as error:
            return error
        self._results = {result.case: result for result in report.results}
        self._unasked = [result for result in report.failures if result.case not in wanted]
        return report

    def _plan(self, wanted: Set[str]) -> Plan:
        chosen = tuple(case for case in self._cases if case.id in wanted)
        laws = tuple(law for law in LAWS if law_id(law) in wanted)
        return Plan(chosen, laws, () if chosen else tuple(self._cases))

    def _told(self, result: Result, report: Report) -> str:
        lines = [f"{result.verdict.value}: {plain(result.why)}", result.case]  # the first line is in the short summary
        for label, value in words.told(result, report):
            lines += [f"    {label:<10} {value}"] if label == "again" else labelled(label, value)
        return "\n".join(lines)
