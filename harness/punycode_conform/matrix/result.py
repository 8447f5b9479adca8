"""The result of one implementation: what a report says of it, small enough to be published."""

import math
import re
from dataclasses import dataclass

from ..run.result import CaseResult
from ..suite.verdict import BAD


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures with one cause, or alike in what is wrong: what one fix repairs.

    Attributes:
        says: what is wrong, in a sentence.
        fault, clause: the fault that explains them and its clause; empty if none does, the fault also if withheld.
        bug: the bug class that their answers show, by the fault or by what is wrong with all of them; empty if none.
        verdicts: the number of failed cases by verdict: ``fail``, ``crash``, ``timeout``.
        classes: the number of failed cases by the class of their vectors, see :class:`Result`.
        clauses: the number of failed cases and broken laws by the clause that their vector or law cites.
        laws: the names of the broken laws among them.
        withheld: whether no input is published, see :mod:`.withheld`.
        cases: the ids of up to ten failed cases, the shortest inputs first; none if withheld.
        example: the first of these cases, None if withheld or if only laws are broken.
    """

    says: str
    fault: str
    bug: str
    clause: str
    verdicts: dict[str, int]
    classes: dict[str, int]
    clauses: dict[str, int]
    laws: tuple[str, ...]
    withheld: bool
    cases: tuple[str, ...]
    example: CaseResult | None


@dataclass(frozen=True, slots=True)
class Growing:
    """How the time of an operation grows on a family of inputs, as ``conform growth`` measures it.

    Attributes:
        operation, family: what was asked.
        exponent: of the length, with the bounds of its error; None if too few inputs were answered in time.
        low, high: the bounds of the error of the exponent.
        seconds: for a text field of 65,536 code points, measured or fitted; None without an exponent.
        steep: whether the time certainly grows faster than with n log n.
        hostile: whether such a text field can cost more than a second because of that.
    """

    operation: str
    family: str
    exponent: float | None
    low: float | None
    high: float | None
    seconds: float | None
    steep: bool
    hostile: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A run of the whole suite on one version of an implementation.

    Attributes:
        target: as ``conform run`` takes it.
        name, version, language: of the implementation, as it said itself.
        about: the sentence in its adapter's head; empty without an adapter.
        layer: ``punycode`` or ``a-label``.
        suite_version, suite_digest: of the vectors.
        adapter_digest: of the adapter's files; empty without an adapter.
        date: of the run, ``YYYY-MM-DD`` in UTC.
        seconds: how long it took, the build of the adapter included.
        verdict: ``conforms`` or ``does not conform``.
        tally: the number of cases by verdict: ``pass``, ``fail``, ``crash``, ``timeout``, ``skip``.
        laws: the verdict of each law by its name.
        declared, observed: the sides of choices that it declares, and that its answers show.
        lacks: the code points that it cannot be given.
        classes: the tally by the class of the vectors: a bug class of ``bugs.yaml``, or ``section`` and the clause for
            vectors without one.
        clauses: the tally by clause.
        failures: all failures, in groups, what should be read first in front.
        growth: of its time; empty if that was not measured.
    """

    target: str
    name: str
    version: str
    language: str
    about: str
    layer: str
    suite_version: str
    suite_digest: str
    adapter_digest: str
    date: str
    seconds: float
    verdict: str
    tally: dict[str, int]
    laws: dict[str, str]
    declared: dict[str, str]
    observed: dict[str, str]
    lacks: tuple[int, ...]
    classes: dict[str, dict[str, int]]
    clauses: dict[str, dict[str, int]]
    failures: tuple[Failures, ...]
    growth: tuple[Growing, ...] = ()

    @property
    def conforms(self) -> bool:
        """Whether nothing failed."""
        return self.verdict == "conforms"

    @property
    def failed(self) -> int:
        """The number of failed cases."""
        return sum(self.tally.get(verdict, 0) for verdict in BAD)

    @property
    def broken(self) -> list[str]:
        """The broken laws."""
        return [law for law, verdict in self.laws.items() if verdict == "fail"]

    @property
    def steepest(self) -> Growing | None:
        """The worst of its growth; None if nothing certainly grows faster than n log n."""
        steep = (one for one in self.growth if one.steep)
        return max(steep, key=lambda one: (one.hostile, one.exponent or math.inf), default=None)

    @property
    def slug(self) -> str:
        """A name for files and addresses, without an extension: ``libidn``, ``npm-punycode@1.4.1``, ``codec-punycode``."""
        return slug(self.target)


def slug(target: str) -> str:
    """See :attr:`Result.slug`."""
    return re.sub(r"[^\w.@+-]", "-", target.removeprefix("adapter:"))
