"""Failures in groups, for every form of a report: those of a cause or an observation under it, the rest by its mistake."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ..account.answers import ConstantAnswer
from ..account.difference import NO_DIGIT, UNDERSCORE, SharedFeatures, wrong
from ..notation import plain
from ..run.report import STABILITY, CaseResult, Cause, LawResult, Report, Result
from ..suite.oracle import Rejects
from ..suite.outcome import Returned
from ..suite.verdict import Verdict
from .words import cited, several

_CLAUSES = 4  # of a group without a known cause; more would not help a reader


class Group(Struct, frozen=True):
    """Failures with one heading: the shortest inputs first, of these the readable ones, and laws last."""

    heading: str  # what is wrong, in a sentence or without a verb at its end
    results: tuple[Result, ...]
    total: int
    clauses: tuple[str, ...]  # of the cause, or those that most of the failures cite
    explained: str = ""  # how many failures the cause or the observation covers, in sentences
    cause: Cause | None = None

    @property
    def says(self) -> str:
        """The heading without its clause."""
        return self.heading.removesuffix(f" ({cited(self.clauses[0])})") if self.clauses else self.heading

    @property
    def cases(self) -> list[CaseResult]:
        """The failed cases."""
        return [result for result in self.results if isinstance(result, CaseResult)]

    @property
    def laws(self) -> list[LawResult]:
        """The broken laws."""
        return [result for result in self.results if isinstance(result, LawResult)]

    @property
    def examples(self) -> list[CaseResult]:
        """Two of the cases: the first, and the first whose input is longer, since it shows something else."""
        first, rest = self.cases[:1], self.cases[1:]
        longer = [case for case in rest if len(case.call.input) > len(first[0].call.input)]
        return first + (longer or rest)[:1]


def groups(report: Report) -> list[Group]:
    """The failures of a run in groups: causes, observations, then what is wrong in the most cases, and laws last."""
    left = {result.id: result for result in report.failures}
    if says := ConstantAnswer.of(result.answer for result in report.results if isinstance(result, CaseResult)):
        return [_group(f"Every call {plain(says, 100)}.", left.values())]
    in_order: list[Group] = []
    # If stability is broken, all else may be its effect.
    if STABILITY in left and STABILITY not in report.covered:
        in_order.append(_group("Answers depend on the calls before them, or on chance.", [left.pop(STABILITY)]))
    failed = Counter(type(result) for result in report.failures)
    for cause in report.causes:
        if results := [left.pop(name) for name in cause.cases if name in left]:
            together = len({result.id for result in results}.intersection(cause.together))
            but = f", in {together:,} of these cases only together with another fault" if together else ""
            explained = f"Explains {_share(results, failed)}: fault {cause.fault} gives the same wrong answers{but}."
            in_order.append(_group(f"{cause.says} ({cited(cause.clause)})", results, explained, cause))
    for observation in report.observations:
        if results := [left.pop(name) for name in observation.cases if name in left]:
            explained = f"An observation, not a proof, of {_share(results, failed)}. {plain(observation.evidence, 600)}"
            in_order.append(_group(plain(observation.says, 600), results, explained))
    laws = [result for result in left.values() if isinstance(result, LawResult)]
    cases = [result for result in left.values() if isinstance(result, CaseResult)]
    in_order += sorted(_by_what_is_wrong(cases, report), key=lambda group: -group.total)
    return in_order + ([_group("Laws are broken, over several calls.", laws)] if laws else [])


def unexplained(report: Report) -> str:
    """How many failed cases have no known cause, as a sentence; empty if that is all of them, or none."""
    failed = {result.id for result in report.failures if isinstance(result, CaseResult)}
    left = failed.difference(report.covered)
    if not left or left == failed:
        return ""
    return f"Left without a cause or an observation: {len(left):,} of {several(len(failed), 'failed case')}."


def _share(results: Iterable[Result], failed: Mapping[type[Result], int]) -> str:
    covered = Counter(type(result) for result in results)
    nouns = {CaseResult: "failed case", LawResult: "broken law"}
    return " and ".join(f"{covered[kind]:,} of {several(failed[kind], nouns[kind])}" for kind in nouns if covered[kind])


def _group(heading: str, results: Iterable[Result], explained: str = "", cause: Cause | None = None) -> Group:
    ordered = tuple(sorted(results, key=_size))
    most = Counter(result.clause for result in ordered).most_common(_CLAUSES)
    clauses = (cause.clause,) if cause else tuple(clause for clause, _ in most)
    return Group(heading, ordered, len(ordered), clauses, explained, cause)


def _size(result: Result) -> tuple[bool, int, bool]:
    if isinstance(result, LawResult):
        return True, 0, False
    points = result.call.input
    return False, len(points), not all(0x20 <= c < 0x7F or 0xA0 <= c < 0xD800 for c in points)


def _by_what_is_wrong(failed: Iterable[CaseResult], report: Report) -> Iterator[Group]:
    kinds: dict[str, list[CaseResult]] = {}
    for result in failed:
        kinds.setdefault(wrong(*result.answer), []).append(result)
    if {UNDERSCORE, NO_DIGIT} <= kinds.keys():  # an underscore is one of many
        kinds[NO_DIGIT] += kinds.pop(UNDERSCORE)
    if not kinds:
        return
    cases = (one for one in report.results if isinstance(one, CaseResult) and one.verdict is not Verdict.SKIP)
    features = SharedFeatures({result.id: (result.call, result.expectation) for result in cases})
    for what, results in kinds.items():
        if isinstance(results[0].expectation, Rejects) and isinstance(results[0].outcome, Returned):
            yield _group(_sentence(what), results)  # the reason for a refusal is in these words already
            continue
        left = {result.id: result for result in results}
        while left:
            feature, having = features.shared(left)
            # What is left after others have been divided off has no common feature.
            feature = feature or "other input" * (len(left) < len(results))
            yield _group(_sentence(f"{what}: {feature}" if feature else what), [left.pop(name) for name in having])


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
