"""Observations on failures without a known cause: what they have in common, and what new calls did not break."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..codec import Reason
from ..codec.trace import decoding
from ..notation import show
from ..suite.choices import Facts
from ..suite.outcome import Call, Crashed, Operation, Outcome, Returned, alike
from .agreement import Agreement, Wrong, agreement
from .condition import Sample
from .history import Fresh, dependence
from .search import SORTS, Ask, Over, Rule, Search, is_plain, is_unicode

_AGAIN = 20  # failed calls that are repeated
_FEWEST, _CHARACTERS = 3, 12  # failures of a kind of invalid input; characters that are named
_WRONG = " gives a wrong result. "
_KINDS = {
    Reason.TRUNCATED: "input that ends inside a delta (6.2)",
    Reason.BAD_DIGIT: "input with a character that is no digit (6.2)",
    Reason.NON_BASIC: "input with a non-basic code point before the delimiter (6.2)",
}


class Asked(NamedTuple):
    """A call of the run with the oracle's facts and the target's answer."""

    call: Call
    facts: Facts
    outcome: Outcome
    failed: bool


class Finding(NamedTuple):
    """An observation: in a sentence or two, the answers that it rests on, the failed calls that it covers."""

    says: str
    evidence: str
    calls: frozenset[Call]
    state: bool = False


def observations(
    answers: Sequence[Asked],
    seen: Mapping[Call, Outcome],
    again: Mapping[Call, Outcome],
    *,
    ask: Ask,
    fresh: Fresh,
    over: Over,
) -> Iterator[Finding]:
    """Yield what failures have in common."""
    state = False
    for operation in Operation:
        valid = [one for one in answers if one.call.operation is operation and one.facts.value is not None]
        right = [_sample(one) for one in valid if not one.failed and one.facts.met_by(one.outcome)]
        for sort in SORTS:
            wrong = [one for one in valid if one.failed and isinstance(one.outcome, sort)]
            if not wrong or over():
                continue
            if _is_repeated(wrong, ask):
                yield from _observed(Search(operation, sort, ask, over), wrong, right)
            elif finding := _after({one.call: one.outcome for one in wrong}, seen, fresh, over):
                state = True
                yield finding
    if again and not state and (finding := _after(again, seen, fresh, over)):
        yield finding


def _sample(one: Asked) -> Sample:
    value = one.facts.value
    assert value is not None
    text, encoded = (one.call.input, value) if one.call.operation is Operation.ENCODE else (value, one.call.input)
    return Sample(one.call.operation, text, one.failed, encoded)


def _is_repeated(wrong: Sequence[Asked], ask: Ask) -> bool:
    """Whether failed calls get their answers again: else these depend on the calls before them, or on chance."""
    tried = wrong[:: -(-len(wrong) // _AGAIN)]
    return all(
        new is not None
        and (alike(new, one.outcome, one.call.operation) or (type(new) is type(one.outcome) is not Returned))
        for new, one in zip(ask([one.call for one in tried]), tried, strict=True)
    )


def _after(failed: Mapping[Call, Outcome], seen: Mapping[Call, Outcome], fresh: Fresh, over: Over) -> Finding | None:
    found = dependence(failed, seen, fresh, over)
    return Finding(*found, state=True) if found else None


def _observed(search: Search, wrong: Sequence[Asked], right: Sequence[Sample]) -> Iterator[Finding]:
    samples = [_sample(one) for one in wrong]
    plain = [one for one in (*samples, *right) if is_plain(one.text)]
    rule = None
    if sum(one.wrong for one in plain) > 1:
        search.take([one for one in plain if one.wrong])
        search.take([one for one in plain if not one.wrong])
        rule = search.rule()
        # All answers of the run, not only those that were looked at.
        if rule and not all(rule.condition.holds(one) is one.wrong for one in plain):
            rule = None
    results = [*((one, asked.outcome) for one, asked in zip(samples, wrong, strict=True)), *search.new]
    same = agreement([Wrong(one, outcome.value) for one, outcome in results if isinstance(outcome, Returned)])
    if rule or same:
        covered = [one for one in samples if rule is None or (is_unicode(one.text) and rule.condition.holds(one))]
        calls = frozenset(one.call for one in covered)
        yield Finding(_says(search, rule, same), _evidence(rule, same, len(covered), len(right)), calls)


def _says(search: Search, rule: Rule | None, same: Agreement | None) -> str:
    does = f"{search.operation.capitalize()} {SORTS[search.sort]}"
    says = f"{does} exactly when {rule.condition.says}." if rule else f"{does}."
    return f"{says} {same.says}" if same else says


def _evidence(rule: Rule | None, same: Agreement | None, covered: int, right: int) -> str:
    sentences = []
    if rule:
        sentences = [
            f"The condition holds in {covered:,} failed cases and in none of {right:,} others.",
            f"New calls did not break it; of the last, {rule.wrong} were wrong and {rule.right} right.",
        ]
    if same:
        sentences.append(f"Of {same.of:,} answers that were compared with the right ones, {same.agree:,} are so.")
    return " ".join(sentences)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings with those of both operations made one that say the same of their answers, and name no condition."""
    by_step: dict[str, list[Finding]] = {}
    for one in findings:
        _, is_alike, step = one.says.partition(_WRONG)
        by_step.setdefault(step if is_alike else one.says, []).append(one)
    return [several[0] if len(several) == 1 else _merged(step, several) for step, several in by_step.items()]


def _merged(step: str, several: Sequence[Finding]) -> Finding:
    calls = frozenset().union(*(one.calls for one in several))
    return Finding(f"Encode and decode give wrong results. {step}", " ".join(one.evidence for one in several), calls)


def acceptances(answers: Sequence[Asked]) -> Iterator[Finding]:
    """Yield what the failures of each kind of input that a decoder must refuse have in common."""
    for reason, kind in _KINDS.items():
        of = [one for one in answers if one.facts.reason == reason and one.call.operation is Operation.DECODE]
        for sort, does in ((Returned, "accepts"), (Crashed, "crashes on")):
            wrong = [one for one in of if isinstance(one.outcome, sort)]
            if len(wrong) >= _FEWEST and len(wrong) == len(of):
                evidence = f"So in {len(of):,} of {len(of):,} cases."
                yield Finding(f"Decode {does} all {kind}.", evidence, frozenset(one.call for one in wrong))
            elif len(wrong) >= _FEWEST and reason == Reason.BAD_DIGIT:
                yield from _digits(of, wrong, does)


def _digits(of: Sequence[Asked], wrong: Sequence[Asked], does: str) -> Iterator[Finding]:
    """Yield the characters that fail, where there are few of them, or where all that were tried fail."""
    characters = {one.call: _character(one.call) for one in of}
    failed = {characters[one.call] for one in wrong}
    having = [call for call, character in characters.items() if character in failed]
    others = {*characters.values()} - failed
    if (others and len(failed) > _CHARACTERS) or 2 * len(wrong) < len(having):
        return
    which = show(sorted(failed), _CHARACTERS) if others else f"all {len(failed):,} that were tried"
    says = f"Decode {does} input with characters that are no digits (6.2): {which}."
    rest = f" Input with {len(others):,} other characters is refused each time." * bool(others)
    evidence = f"So in {len(wrong):,} of {len(having):,} cases with them.{rest}"
    yield Finding(says, evidence, frozenset(one.call for one in wrong))


def _character(call: Call) -> int:
    """The first character of an input that is no digit."""
    error = decoding(call.input).error
    return -1 if error is None else call.input[error.position]
