"""Observations: what failures have in common, found from a target's answers and from new calls made to break it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..suite.outcome import Call, Operation, Outcome, alike
from .agreement import Agreement, agreement
from .finding import Answer, Finding, sort_of
from .history import Fresh, dependence
from .sample import Sample
from .search import Ask, Over, Rule, Search
from .text import is_plain

_AGAIN = 20  # failed calls that are repeated
_WRONG = " gives a wrong result. "
_DOES = {"wrong": "gives a wrong result", "refused": "refuses valid input", "crashed": "crashes on valid input"}


def observations(
    answers: Sequence[Answer], seen: Mapping[Call, Outcome], ask: Ask, fresh: Fresh, over: Over
) -> Iterator[Finding]:
    """Yield what was found of each operation and sort of failure, and did not break.

    Args:
        answers: of the run, for valid input; failures that have a likely cause are not among them.
        seen: all calls of the run with their first answers, in their order.
        ask: the target, in one new process.
        fresh: the target, in a new process each time.
        over: whether the time for the search is over.
    """
    for operation in Operation:
        of = [one for one in answers if one.call.operation is operation]
        for sort in _DOES:
            wrong = [one for one in of if one.failed and sort_of(one.outcome) == sort]
            if not wrong or over():
                continue
            if _is_repeated(wrong, ask):
                yield from _observed(Search(operation, sort, ask, over), wrong, [one for one in of if not one.failed])
            elif found := dependence({one.call: one.outcome for one in wrong}, seen, fresh, over):
                yield found


def _is_repeated(wrong: Sequence[Answer], ask: Ask) -> bool:
    """Whether failed calls get their answers again: else these depend on the calls before them, or on chance."""
    tried = wrong[:: -(-len(wrong) // _AGAIN)]
    again = ask([one.call for one in tried])
    return all(
        new is not None
        and (alike(new, one.outcome, one.call.operation) or sort_of(new) == sort_of(one.outcome) != "wrong")
        for new, one in zip(again, tried, strict=True)
    )


def _observed(search: Search, wrong: Sequence[Answer], right: Sequence[Answer]) -> Iterator[Finding]:
    plain_wrong, plain_right = ([one for one in side if is_plain(one.text)] for side in (wrong, right))
    rule = None
    if len(plain_wrong) > 1:
        search.take(plain_wrong)
        search.take(plain_right)
        rule = search.rule()
        # All answers of the run, not only those that were looked at.
        if rule and not all(_holds(rule, one) is one.failed for one in (*plain_wrong, *plain_right)):
            rule = None
    same = agreement([*wrong, *search.new]) if search.sort == "wrong" else None
    if rule or same:
        covered = [one for one in wrong if rule is None or _holds(rule, one)]
        yield Finding(_says(search, rule, same), _evidence(search, rule, same, covered, right), _calls(covered))


def merged(found: Iterable[Finding]) -> list[Finding]:
    """Findings with those of both operations made one that say the same of their answers, and name no condition."""
    by_step: dict[str, list[Finding]] = {}
    for one in found:
        _, alike_, step = one.says.partition(_WRONG)
        by_step.setdefault(step if alike_ else one.says, []).append(one)
    return [several[0] if len(several) == 1 else _merged(step, several) for step, several in by_step.items()]


def _merged(step: str, found: Sequence[Finding]) -> Finding:
    calls = frozenset().union(*(one.calls for one in found))
    return Finding(f"Encode and decode give wrong results. {step}", " ".join(one.evidence for one in found), calls)


def _says(search: Search, rule: Rule | None, same: Agreement | None) -> str:
    does = f"{search.operation.capitalize()} {_DOES[search.sort]}"
    says = f"{does} exactly when {rule.condition.says}." if rule else f"{does}."
    return f"{says} {same.says}" if same else says


def _evidence(
    search: Search, rule: Rule | None, same: Agreement | None, covered: Sequence[Answer], right: Sequence[Answer]
) -> str:
    said = []
    if rule:
        counts = f"The condition holds in {len(covered):,} failed cases and in none of {len(right):,} others."
        new = f"New calls did not break it; of the last, {rule.wrong} were wrong and {rule.right} right."
        said = [counts, new]
    if same:
        said.append(f"Of {same.of:,} answers that were compared with the right ones, {same.agree:,} are so.")
    return " ".join(said)


def _holds(rule: Rule, one: Answer) -> bool:
    return max(one.text, default=0) <= 0x10FFFF and rule.condition.holds(Sample.of(one.call, one.text, one.failed))


def _calls(covered: Sequence[Answer]) -> frozenset[Call]:
    return frozenset(one.call for one in covered)
