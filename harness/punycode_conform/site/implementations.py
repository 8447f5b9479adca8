"""The page of an implementation: the verdict, what is wrong with the smallest inputs, what was checked, how it was run."""

from collections.abc import Iterator

from ..growth.family import FAMILIES
from ..growth.growth import FIELD
from ..growth.plot import duration
from ..matrix.result import Failures, Growing, Result
from ..render import words
from ..render.checked import checked
from ..render.page import Shown, breaks, counts, facts, row
from ..run.report import Header, Report
from ..suite import PUNYCODE
from ..suite.laws import EVERY
from .published import Implementation, Published

_LAWS = {law.name: law for law in EVERY}
_ABOUT = {family.name: family.about for family in FAMILIES}


def pages(what: Published) -> Iterator[tuple[str, str]]:
    """A page for each result, with its name."""
    return ((f"implementations/{one.slug}.html", page(one, what)) for one in what.implementations)


def page(one: Implementation, what: Published) -> str:
    """The page of one version of an implementation."""
    result = one.result
    report = _report(result)
    return what.draw(
        "implementation.html",
        one=one,
        result=result,
        counts=counts(result.tally),
        groups=[_shown(group, report) for group in result.failures],
        checked=list(checked(result.clauses, what.sections)),
        classes=[one for one in checked(result.classes, what.titles) if one.title],
        laws=[(_LAWS[name], verdict) for name, verdict in result.laws.items() if name in _LAWS],
        facts=facts(report),
        growth=list(map(_grown, result.growth)),
        field=FIELD,
        others=[other for other in what.implementations if other.name == one.name and other is not one],
        places=what.addresses,
        choices=lambda _: (),
    )


def _grown(one: Growing) -> tuple[Growing, str, str, str]:
    """A row of growth with its words: the inputs, the power, and the time of a text field."""
    about = _ABOUT.get(one.family, one.family)
    if one.exponent is None or one.low is None or one.high is None or one.seconds is None:
        return one, about, "", "too long to answer"
    error = max(one.high - one.exponent, one.exponent - one.low)
    return one, about, f"n^{one.exponent:.2f} ± {error:.2f}", duration(one.seconds)


def _report(result: Result) -> Report:
    """A report that says how the result came about, with nothing but the examples."""
    layer = ["--layer", result.layer] if result.layer != PUNYCODE else []
    header = Header(
        result.suite_version,
        result.suite_digest,
        result.name,
        result.version,
        result.language,
        result.target,
        result.declared,
        ("conform", "run", result.target, *layer),
        result.lacks,
        layer=result.layer,
    )
    report = Report(header, [group.example for group in result.failures if group.example])
    report.date, report.seconds = result.date, result.seconds or None
    return report


def _shown(group: Failures, report: Report) -> Shown:
    # The heading of a cause ends with its clause, which is a link below it.
    says = group.says.removesuffix(f" ({words.cited(group.clause)})") if group.clause else group.says
    explained = f"Fault {group.fault} gives the same wrong answers." if group.fault else ""
    total = sum(group.verdicts.values()) + len(group.laws)
    rows = (row(group.example, report, opened=True),) if group.example else ()
    return Shown(group.says, says, breaks(group.clause, group.clauses), explained, total, rows)
