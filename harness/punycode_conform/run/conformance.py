"""The run of a setup, from its vectors to the report: one for the command line and pytest."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import NothingRan, TargetError
from ..suite import PUNYCODE, corpus
from ..suite.corpus import Corpus
from ..suite.laws import EVERY
from ..suite.vector import cases
from ..suite.verdict import Verdict
from ..targets.session import MORE
from .new_process import FirstCalls
from .plan import Plan, law_id, plan
from .report import Header, Report, Stale, Suite, Target
from .result import CaseResult, Result
from .run import Progress, Run
from .setup import Setup
from .started import Started

if TYPE_CHECKING:
    from .baseline import Baseline

Write = Callable[[Header | Result | Report], None]
"""Takes a part of the report, as the run goes: its header, a result, the whole at the end."""


def vectors(setup: Setup) -> Corpus:
    """The vectors to judge by."""
    return corpus.bring(setup.vectors) if setup.vectors else corpus.suite()


def known(setup: Setup) -> "Baseline | None":
    """The known failures; None if the setup names no baseline."""
    if setup.baseline is None:
        return None
    from .baseline import read  # start-up time: it needs PyYAML

    return read(setup.baseline)


def run(
    setup: Setup,
    started: Started,
    judged_by: Corpus,
    *,
    asks: Plan | None = None,  # by default what the setup selects
    baseline: "Baseline | None" = None,
    write: Write = lambda part: None,
    progress: Progress = lambda done, total: None,
    diagnose: Callable[[str], None] | None = None,  # takes the name of the search for causes; None for no search
    why: bool = False,  # look for longer for what is common to the failures that no fault explains, with new calls
) -> Report:
    """Judge a started target."""
    asks = asks or plan(judged_by.vectors, layer=setup.layer, only=setup.only)
    asks.prepare()  # while the target starts
    if setup.threads > 1 and not started.handshake.threads:
        hint = "an adapter that can says threads=yes in its handshake: see harness/adapters/README.md"
        raise TargetError("--threads: the target answers in one thread only", hint)
    report = Report(_header(setup, started, judged_by))
    write(report.header)
    going = Run(
        asks,
        started.choices,
        setup.strict,
        started.pool,
        progress,
        # A user's own vectors gate whatever their age: they were asked for by name.
        release="" if setup.vectors else judged_by.release,
        patient=not (setup.strict or setup.limits.binding),
        ends=baseline is None,  # what a baseline knows is counted to the end
        fresh=FirstCalls(started.pool, setup.threads),
    )
    stale = unmatched(setup, baseline, judged_by)
    for result in going.results():
        if isinstance(result, CaseResult) and result.verdict is Verdict.FAIL:
            started.check_layer(setup.layer)
        if baseline:
            result, entry = baseline.judged(result)  # noqa: PLW2901  # the rest sees it as the baseline does
            stale += [entry] if entry else []
        report.take(result)
        write(result)
    report.observed, report.stopped, report.notes = going.observed, going.stopped, going.notes
    every = sum(len(vector.operations) for vector in judged_by.vectors if vector.layer == setup.layer)
    # A selection, or a run that ended early, does not meet all that an entry covers.
    if baseline and len(asks.cases) == every and not report.stopped:
        stale += baseline.miscounted()
    report.stale = sorted(stale, key=lambda entry: entry.line)  # in the order of the file, which people go through
    failed = any(isinstance(result, CaseResult) for result in report.failures)
    if diagnose and failed and not (setup.part or going.alike):  # a few cases could have many causes
        from ..account.fault_answers import Table  # start-up time: a conforming target needs no faults
        from .failures import causes, observed, refusals

        diagnose("looking for the cause of the failures")
        report.refusals = refusals(report)
        if setup.layer == PUNYCODE:  # the faults are codecs without a prefix
            report.causes = causes(report.results, going.evidence, Table.read())
        if setup.layer == PUNYCODE and not report.stopped:
            report.observations = observed(report, going.evidence, started.pool, started.lacks, patient=why)
    write(report)
    return report


def unmatched(setup: Setup, baseline: "Baseline | None", judged_by: Corpus) -> list[Stale]:
    """The entries of a baseline that match nothing; none if the setup selects only a part of the cases."""
    if baseline is None or setup.only:
        return []
    return list(baseline.unmatched({*(case.id for case in cases(list(judged_by.vectors))), *map(law_id, EVERY)}))


def refuse_nothing(report: Report) -> None:
    """Raise if no case ran, since then there is no verdict."""
    if report.nothing_ran and report.stopped:
        raise TargetError(f"nothing ran: {report.stopped}", MORE)
    if report.nothing_ran:
        raise NothingRan("nothing ran: no case was answered", "the target says that it supports none of them")


def _header(setup: Setup, started: Started, judged_by: Corpus) -> Header:
    said, label = started.handshake, started.target.label
    return Header(
        1,
        Suite(judged_by.version, judged_by.digest),
        Target(said.name or label, said.version, said.language, label),  # a handshake need not name the codec
        started.choices.as_dict(),
        tuple(setup.again()),
        tuple(sorted(started.lacks)),
        started.missing,
        setup.part,
        setup.layer,
    )
