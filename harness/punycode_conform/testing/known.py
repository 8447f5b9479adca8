"""The failures that a baseline knows, in pytest's properties: a failure of the same kind is known for any input.

A baseline lists cases, laws and faults of the suite, and a property finds inputs that no case has. What such an input shows
is known if an entry's fault gives the same answer, if a known case is wrong in the same way, or if its law is known.
"""

from collections.abc import Iterable

from ..account.groups import wrong
from ..errors import ConformError
from ..run import conformance
from ..run.baseline import Baseline, KnownFailures
from ..run.plan import law_id
from ..run.result import CaseResult, LawResult, Result
from ..run.setup import Setup
from ..run.started import started
from ..suite.verdict import BAD


class Known:
    """See the module.

    Args:
        baseline: the baseline, None if there is none.
        setup: the target, and the vectors that the baseline is of.
    """

    def __init__(self, baseline: Baseline | None, setup: Setup) -> None:
        self._baseline = baseline
        self._setup = setup
        self._failures = KnownFailures(baseline) if baseline else None
        self._ways: dict[str, str] | None = None

    def reason(self, result: Result, alone: Iterable[CaseResult] = ()) -> str:
        """The baseline's reason for a failure of a property, empty if the failure is new.

        Args:
            result: the failure.
            alone: for a broken law, its calls whose answers are wrong by themselves.
        """
        if self._baseline is None or self._failures is None or result.id in self._baseline.known:
            return ""  # an entry for the property itself is judged as any other
        if isinstance(result, LawResult):
            known = self._baseline.judged(result._replace(id=law_id(result.law)))[0].known
            return known or next(filter(None, map(self.reason, alone)), "")
        judged, _ = self._failures.judged(result)
        return judged.known if judged.verdict not in BAD else self._known_ways().get(wrong(*result.answer), "")

    def _known_ways(self) -> dict[str, str]:
        """In which ways the known cases are wrong, and the reason for each; the suite is run once for it."""
        if self._ways is None:
            self._ways = {}
            try:
                with started(self._setup) as target:
                    vectors = conformance.vectors(self._setup)
                    report = conformance.run(self._setup, target, vectors, baseline=self._baseline)
            except ConformError:  # the tests of the cases show it
                return self._ways
            self._ways = {wrong(*one.answer): one.known for one in report.known if isinstance(one, CaseResult)}
        return self._ways
