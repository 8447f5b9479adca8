"""A target in pytest: the results of its cases, laws and properties, how pytest shows them, and its items."""

import shlex
from collections.abc import Generator, Iterator, Sequence, Set
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ..errors import ConformError
from ..fuzz.campaign import Campaign
from ..fuzz.cases import Cases, numbered
from ..fuzz.dictionary import seeds
from ..fuzz.finding import Finding
from ..notation import plain
from ..render import failure
from ..run import conformance
from ..run.baseline import Baseline
from ..run.check import Check
from ..run.plan import FAULT, LAW, PROPERTY, Plan, law_id
from ..run.report import CaseResult, LawResult, Report, Result, Stale, expected_to_fail, judge_law
from ..run.setup import IN_PYTEST, Setup
from ..run.started import started
from ..suite import PUNYCODE, corpus, laws, oracle
from ..suite.choices import Choices
from ..suite.laws import BY_LAYER, Breach, Law
from ..suite.outcome import Operation
from ..suite.vector import cases
from ..suite.verdict import BAD, Judgement, Verdict
from ..terminal import labelled

BASELINE = "baseline"  # the id of the item that fails where entries of the baseline match nothing
_CASES = 2000
_NEEDS = {  # the operations without which nothing can be said of a property
    "encode": ("encode",),
    "decode": ("decode",),
    "refusal": ("decode",),
    "encode-round-trip": ("encode", "decode"),
    "decode-round-trip": ("encode", "decode"),
    "decode-uniqueness": ("decode",),
    "case-blind-digits": ("decode",),
}
IDS = tuple(PROPERTY + name for name in _NEEDS)


def near(path: Path) -> Path:
    """A path relative to the current folder if it is below it, for messages."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


class ItemResult(NamedTuple):
    """The result of an item; a stale entry of the baseline is a failure."""

    verdict: Verdict
    why: str = ""  # empty for a plain pass; for a known failure the baseline's reason
    shown: str = ""  # a known failure in full

    def finish(self, item: pytest.Item) -> None:
        """Pass, skip, fail or fail as expected; a known failure fails under ``--runxfail``, as others do."""
        if self.verdict in BAD:
            # A traceback would show code of ours, and nothing of the codec.
            pytest.fail(self.why, pytrace=False)
        if self.verdict is Verdict.XFAIL:
            if item.config.option.runxfail:
                pytest.fail(self.shown, pytrace=False)
            pytest.xfail(self.why)
        if self.verdict is Verdict.SKIP:
            pytest.skip(self.why)
        if self.why:  # no Python warning: people turn these into errors
            item.user_properties.append(("conform-warning", self.why))
            item.add_report_section("call", "conform", f"warning: {self.why}")


class Judged:
    """A target and its results; it is run at the first result that is asked for."""

    def __init__(self, setup: Setup) -> None:
        setup.check()
        self.setup = setup
        self._vectors = conformance.vectors(setup)
        self._baseline = conformance.known(setup)
        self._cases = cases([vector for vector in self._vectors.vectors if vector.layer == setup.layer])
        self._laws = BY_LAYER[setup.layer]
        if not self._cases:
            raise ConformError(f"{setup.label}: no vectors in layer {setup.layer}")
        self._error: ConformError | None = None
        self._report: Report | None = None
        self._results: dict[str, Result] = {}
        self._stale: dict[str, Stale] = {}
        self._unasked: list[Result] = []

    def ids(self) -> list[str]:
        """The ids of all cases, then of all laws, then that of the baseline if there is one."""
        ids = [case.id for case in self._cases] + [law_id(law) for law in self._laws]
        return [*ids, BASELINE] if self._baseline else ids

    def properties(self) -> Sequence[str]:
        """The ids of all properties; none for a layer above the raw codec, which they are not about."""
        return IDS if self.setup.layer == PUNYCODE else ()

    def result(self, name: str, wanted: Set[str], again: str) -> ItemResult:
        """The result of an item; no more is asked than ``wanted`` needs. ``again`` is the command that tries a property."""
        if name == BASELINE:
            return self._unmatched()
        if self._error:
            return ItemResult(Verdict.SKIP, f"not run: {plain(self._error.message)}")
        is_property = name.startswith(PROPERTY)
        try:
            if is_property and name not in self._results:
                self._try()
            elif not is_property and self._report is None:
                self._run(wanted | {name})
        except ConformError as error:
            self._error = error  # thousands of items would say the same
            hint = f"\n  hint: {error.hint}" if error.hint else ""
            return ItemResult(Verdict.FAIL, f"the target could not be judged: {error.message}{hint}")
        result = self._results.get(name)
        if is_property and result:
            labels = failure.labels(result) if isinstance(result, CaseResult) or result.breaches else []
            return self._shown(result, _in_full(result, [*labels, ("again", again)]))
        report = self._report
        assert report is not None
        # A run that stopped early shows nothing about other cases, nor about a law that it did not see broken.
        silent = result and report.stopped and name.startswith(LAW) and result.verdict not in {*BAD, Verdict.XFAIL}
        if result is None or silent:
            why = report.stopped or "it was not among the cases that this run selected"
            return ItemResult(Verdict.FAIL, f"not run: {why}")
        if report.nothing_ran:
            return ItemResult(Verdict.FAIL, f"nothing ran: no case was answered ({result.judgement.why})")
        # A crash or hang that cannot be repeated belongs to no case, and must not be lost: the first item shows it.
        others, self._unasked = self._unasked, []
        if others:
            several = [result, *others] if result.verdict in BAD else others
            texts = [_in_full(each, failure.labels_and_command(each, report)) for each in several]
            return ItemResult(max(each.verdict for each in several), "\n\n".join(texts))
        bad = result.verdict in BAD or result.verdict is Verdict.XFAIL
        return self._shown(result, _in_full(result, failure.labels_and_command(result, report)) if bad else "")

    def _run(self, wanted: Set[str]) -> None:
        chosen = tuple(case for case in self._cases if case.id in wanted)
        laws = tuple(law for law in self._laws if law_id(law) in wanted)
        # A law looks at all cases, whichever are selected: else it would depend on -k, and so would its baseline.
        rest = tuple(case for case in self._cases if case.id not in wanted) if laws else ()
        with started(self.setup) as target:
            asks = Plan(chosen, laws, rest, self.setup.layer)
            self._report = conformance.run(self.setup, target, self._vectors, asks=asks, baseline=self._baseline)
        self._results |= {result.id: result for result in self._report.results}
        self._stale |= {stale.id: stale for stale in self._report.stale}
        self._unasked = [result for result in self._report.failures if result.id not in wanted]

    def _try(self) -> None:
        for result, stale in tried(self.setup, self._baseline):
            self._results[result.id] = result
            self._stale |= {stale.id: stale} if stale else {}

    def _shown(self, result: Result, text: str) -> ItemResult:
        """The result of an item as the baseline judges it, with its text in full."""
        if stale := self._stale.get(result.id):
            word = "xpass" if result.verdict is Verdict.XPASS else "stale"
            why = f"{word}: {stale.says}"
            return ItemResult(Verdict.FAIL, f"{why}\n{text}" if result.verdict is Verdict.XFAIL else why)
        if result.verdict is Verdict.XFAIL:
            return ItemResult(result.verdict, plain(result.known), text)
        return ItemResult(result.verdict, text if result.verdict in BAD else result.judgement.why)

    def _unmatched(self) -> ItemResult:
        """The result of the baseline; its entries that match nothing are known without a run."""
        unmatched = conformance.unmatched(self.setup, self._baseline, self._vectors)
        # Entries for faults are judged by a run of all cases, which comes before this item.
        unmatched += [stale for name, stale in self._stale.items() if name.startswith(FAULT)]
        if not unmatched:
            return ItemResult(Verdict.PASS)
        head = f"stale: entries of the baseline that match nothing, to be deleted: {len(unmatched)}"
        return ItemResult(Verdict.FAIL, "\n".join([head, *(entry.says for entry in unmatched)]))


def _in_full(result: Result, labels: list[tuple[str, str]]) -> str:
    """A failure with labelled values; the first line is in pytest's short summary."""
    verdict = Verdict.FAIL if result.verdict is Verdict.XFAIL else result.verdict
    lines = [f"{verdict.value}: {plain(result.judgement.why)}", result.id]
    for label, value in labels:
        # A command is copied, so it is never wrapped.
        lines += [f"    {label:<10} {value}"] if label == "again" else labelled(label, value)
    return "\n".join(lines)


class Collection:
    """The plugin that is registered when a codec is named."""

    def __init__(self, config: pytest.Config) -> None:
        if config.option.conform_only:
            config.args = []  # nothing else is collected, nor imported
        self._properties = not config.option.conform_no_properties
        try:
            self._targets = [Judged(setup) for setup in _setups(config)]
        except ConformError as error:
            hint = f" ({error.hint})" if error.hint else ""
            raise pytest.UsageError(f"conform: {error.message}{hint}") from None

    def pytest_report_header(self) -> str:
        """The suite's version and digest, which a claim of conformance needs."""
        suite = corpus.suite()
        return f"conform: suite {suite.version} {suite.digest[:19]}"

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the codecs to the session, after all other tests."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            codecs = [Codec.from_parent(collector, judged=each, tried=self._properties) for each in self._targets]
            report.result = [*report.result, *codecs]
        return report


class Codec(pytest.Collector):
    """A target, its cases and laws, and its properties if they are wanted."""

    def __init__(self, judged: Judged, tried: bool, **kwargs: Any) -> None:
        name = f"conform[{judged.setup.label}]"
        super().__init__(name, nodeid=name, **kwargs)
        self.judged, self._tried = judged, tried
        self.add_marker("conform")

    @cached_property
    def wanted(self) -> set[str]:
        return {item.name for item in self.session.items if item.parent is self}

    def collect(self) -> Iterator["ConformItem"]:
        for name in [*self.judged.ids(), *(self.judged.properties() if self._tried else ())]:
            yield ConformItem.from_parent(self, name=name)


class ConformItem(pytest.Item):
    """A case, a law or a property, named by its id."""

    def runtest(self) -> None:
        codec = self.parent
        assert isinstance(codec, Codec)
        again = [*codec.judged.setup.pytest_command(), "--conform-only", "-k", self.name]
        codec.judged.result(self.name, codec.wanted, shlex.join(again)).finish(self)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reason of a known failure: pytest would build a traceback, slowly, and not show it."""
        if isinstance(excinfo.value, pytest.xfail.Exception):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, None, str]:
        """The item's location, which is in no file of the user's."""
        return self.path, None, self.nodeid


def _setups(config: pytest.Config) -> Iterator[Setup]:
    """The setups of the codecs that the options name, each once."""
    option = config.option
    targets, commands = (list(dict.fromkeys(names)) for names in (option.conform, option.conform_command))
    values: dict[str, Any] = {name: getattr(option, f"conform_{name}") for name in IN_PYTEST}
    if path := option.conform_baseline:
        if len(targets) + len(commands) > 1:
            hint = 'write a line for each in a test module: conformance("mylib.punycode", baseline="known.yaml")'
            raise ConformError("one baseline, but several codecs are named", hint)
        values["baseline"] = near(path)
    yield from (Setup.of(target, **values) for target in targets)
    for command in commands:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ConformError(f"{command!r}: {error}") from None
        # These two apply to import paths only, and other codecs of this run may be such.
        yield Setup.of(None, words, **(values | {"python": None, "rejects": ()}))


def tried(setup: Setup, baseline: Baseline | None) -> Iterator[tuple[Result, Stale | None]]:
    """Try the properties of a target by a short run of the fuzzer, which asks the same cases each time."""
    failures: dict[str, list[Result]] = {}
    with started(setup) as target:
        cases = Cases(partial(numbered, 0, vectors=seeds()), _CASES, seed=0)
        campaign = Campaign(target, cases)
        for finding in campaign.findings():
            for name in sorted(_broken(finding)):
                failures.setdefault(name, []).append(_result(PROPERTY + name, finding, target.choices))
        campaign.refuse_nothing()
    for name, needed in _NEEDS.items():
        judgement = Judgement(Verdict.PASS)
        if missing := [operation for operation in needed if operation in target.missing]:
            judgement = Judgement(Verdict.SKIP, f"has no {missing[0]}")
        elif campaign.stopped:
            judgement = Judgement(Verdict.FAIL, f"not tried to the end: {campaign.stopped}")
        passed = LawResult(PROPERTY + name, Law(name, "", ""), (), 0, judgement)
        yield _judged([passed] if missing else failures.get(name, [passed]), baseline)


def _judged(results: Sequence[Result], baseline: Baseline | None) -> tuple[Result, Stale | None]:
    """The first result that the baseline does not know: by the property's entry, or by that of a case, fault or law."""
    if baseline is None or results[0].id in baseline.known:
        return baseline.judged(results[0]) if baseline else (results[0], None)
    judged = []
    for result in results:
        as_run = result._replace(id=law_id(result.law)) if isinstance(result, LawResult) else result
        reason = baseline.judged(as_run)[0].known if result.verdict in BAD else ""
        judged.append(expected_to_fail(result, reason) if reason else result)
    return next((result for result in judged if result.verdict in BAD), judged[0]), None


def _broken(finding: Finding) -> set[str]:
    problem, operation = finding.problem, finding.problem.calls[0].operation
    names = {"round-trip": f"{operation.value}-round-trip"}
    broken = {names.get(law, law) for law in (problem.kind, *problem.laws)} & _NEEDS.keys()
    if problem.shows:
        return broken or {operation.value}
    refused = operation is Operation.DECODE and oracle.light_facts(problem.call).value is None
    return broken | {"refusal" if refused else operation.value}


def _result(name: str, finding: Finding, choices: Choices) -> Result:
    problem = finding.problem
    if problem.shows:
        law = next((law for law in laws.LAWS if law.name in (problem.kind, *problem.laws)), laws.stability)
        breaches = (Breach(problem.calls, problem.shows),)
        return LawResult(name, law, breaches, 1, judge_law(law, breaches, relevant=True, strict=True))
    check = Check(choices)
    check.evidence.facts[problem.call] = oracle.facts(problem.call)
    expectation, judgement = check.judge(problem.call, problem.outcome)
    return CaseResult(name, problem.call, expectation, problem.outcome, judgement, "")
