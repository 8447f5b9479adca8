"""Observations on failures without a known cause: what they have in common, and what new calls did not break."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from ..suite.oracle import Returns, is_unicode
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, alike
from .answers import Answer, Finding, Fresh, dependence, died
from .difference import changes
from .search import LONGEST, Ask, Condition, Over, Sample, Search, Sort, is_plain, necessary
from .steps import BIAS, PLACE, first_wrong, of_text

if TYPE_CHECKING:
    from ..faults.misreadings import Misreading

_AGAIN, _DEADLY = 20, 3  # failed calls that are repeated; those that end a process
_FEWEST, _SHARE = 3, 0.9  # answers that agree; their share of those that are read
_MOST, _LONGEST, _POINTS = 120, 400, 8000  # answers that are read, and code points of one and of all
_FIT, _TELLING = 8, 3  # wrong answers that a misreading must give; deltas that exclude most misreadings
# Conditions that say little if they are not exact.
_PUZZLING = "it is not", "a non-basic code point that is not the greatest", "a non-basic code point is inserted"
_MANY = 0.3  # of the right ones, which meet a condition that says little
_CHANCE, _SIMPLER = 1e-9, 1.25  # that all meet a condition by chance; times as many right ones that a simpler one meets
_FEW = 10  # times as many failures of other sorts
_VALUES, _LINES, _SHORT = 3, 2, 64  # values, and lines, that answers may leave open; code points of right ones
_SORTS: dict[Sort, str] = {
    Returned: "gives a wrong result",
    Rejected: "refuses valid input",
    Crashed: "crashes",
}
_OF_SURROGATES = "surrogates", "code points become"  # in the names of changes that other texts do not show
# Failures of other sorts that speak against a condition: a wrong result may lead to a refusal or a crash.
_AGAINST: dict[Sort, tuple[Sort, ...]] = {Returned: (), Rejected: (Returned, Crashed), Crashed: (Returned, Rejected)}


def observations(
    answers: Sequence[Answer],
    seen: Mapping[Call, Outcome],
    again: Mapping[Call, Outcome],
    *,
    ask: Ask,
    fresh: Fresh,
    over: Over,
    unstable: bool = False,
) -> Iterator[Finding]:
    """Yield what failures have in common; of an ``unstable`` target they may pass in a process of their own."""
    rows, misread, known = list[Sequence[Call]](), set[Call](), list[Condition]()
    invalid = [one for one in answers if again and one.failed and one.facts.value is None]
    unsure = {Operation.ENCODE: list[Answer](), Operation.DECODE: [] if _is_repeated(invalid, ask) else invalid}
    given = [one for one in answers if one.facts.value is not None]
    for finding in misreadings(answers, ask):
        misread |= finding.calls
        yield finding
    for operation in Operation:
        valid = [one for one in given if one.call.operation is operation and one.call not in misread]
        right = [_sample(one) for one in valid if not one.failed and one.facts.met_by(one.outcome)]
        for sort in _SORTS:
            wrong = [one for one in valid if one.failed and isinstance(one.outcome, sort)]
            if not wrong:
                continue
            shortest = min(wrong, key=lambda one: len(one.call.input))
            passes = unstable and (alone := fresh([shortest.call])[0]) and shortest.facts.met_by(alone)
            if not passes and _is_repeated(wrong, ask):
                rest = [one for one in valid if one.failed and not isinstance(one.outcome, sort)]
                other = [one._replace(failed=False) for one in rest if isinstance(one.outcome, _AGAINST[sort])]
                against = [*right, *map(_sample, other)]
                allowed = [_sample(one) for one in valid if not one.failed and isinstance(one.outcome, Rejected)]
                search = Search(operation, sort, ask, over, deadly=any(died(one.outcome) for one in wrong))
                sides = [*map(_sample, wrong)], right, against, allowed
                yield from _observed(search, *sides, rest=[*map(_sample, rest)], known=known)
            else:
                unsure[operation] += wrong
    for operation, of in unsure.items():
        if found := dependence({one.call: one.outcome for one in of}, seen, fresh, over, rows):
            rows.append(found.repeat[:-1])
            yield found
        elif of:
            says = f"{operation.capitalize()} does not always give the same answer to the same input."
            yield Finding(says, "Some of these had another answer when asked again.", frozenset(one.call for one in of))
    if found := None if rows else dependence(again, seen, fresh, over):
        yield found


def _sample(one: Answer) -> Sample:
    value = one.facts.value
    assert value is not None
    sides = (one.call.input, value) if one.call.operation is Operation.ENCODE else (value, one.call.input)
    return Sample(one.call.operation, *sides).answered(one.outcome, one.failed)


def _is_repeated(wrong: Sequence[Answer], ask: Ask) -> bool:
    """Whether failed calls get their answers again: else these depend on the calls before them, or on chance."""
    most = _DEADLY if any(died(one.outcome) for one in wrong) else _AGAIN
    tried = wrong[:: -(-len(wrong) // most) or 1]
    answers = zip(ask([one.call for one in tried]), tried, strict=True)
    return all(new is None or alike(one.outcome, new, one.call.operation) for new, one in answers)


def _observed(
    search: Search,
    wrong: Sequence[Sample],
    right: Sequence[Sample],
    against: Sequence[Sample],
    allowed: Sequence[Sample],
    *,
    rest: Sequence[Sample],
    known: list[Condition],
) -> Iterator[Finding]:
    """Yield what ``wrong`` answers have in common; refusals that a choice ``allowed`` show nothing, failures of other sorts
    (``rest``) are looked at last. The condition that is found is ``known`` from then on.
    """
    plain = [[one for one in side if is_plain(one.decoded)] for side in (wrong, against)]
    rule = None
    if len(plain[0]) > 1:
        for side in plain:
            search.take(side)
        rule = None if search.over() else search.rule()
        # All answers of the run, not only those that were looked at.
        every = (*plain[0], *plain[1])
        rule = rule if rule and all(rule.condition.holds(one) is one.wrong for one in every) else None
    # What goes wrong with very long texts, or with surrogates, may have another reason.
    usual = plain[0] or wrong
    # What has another name, such as two surrogates that are joined, is not of this kind.
    covered = [one for one in wrong if one in usual or is_unicode(one.decoded) or not _is_named(one, _OF_SURROGATES)]
    says, evidence = agreement([one for one in (*usual, *search.new) if one.got is not None], () if rule else right)
    met = rule.condition if rule else None
    if not rule and _FEW * len(wrong) >= len(rest):  # a few among others may be of the same mistake
        met = _common(search.samples, [*usual, *search.new], right, known)
    if not met and not says:
        return
    known += [met] if met else []
    does, holds = f"{search.operation}{' of valid input' * (search.operation is Operation.DECODE)} is wrong", ""
    # Where it refuses or crashes, it may be for the same reason.
    joins = (rest or search.sort is Returned) and not any(map(_is_named, rest))
    if not met or not joins or not all(map(met.holds, rest)):
        does, rest = f"{search.operation} {_SORTS[search.sort]}", ()
    covered = [one for one in covered if not met or met.holds(one)]
    apart = [_texts(len(wrong) - len(covered), "failure", "under other headings")]
    if met and rule:
        does = f"in the cases of this run, {does} exactly when {met.says}"
        others = [one for one in right if not met.holds(one)]
        apart += [_unusual([one for one in right if met.holds(one)])]
        excused = any(met.holds(one) is not (search.sort is Rejected) for one in (*allowed, *search.allowed))
        does += _apart([*apart, "refusals that a choice allows" * excused])
        new = f"New calls were made to break it: {rule.wrong} that meet it failed, {rule.right} others passed."
        holds = f"The condition holds in none of {len(others):,} other cases. {new}"
    elif met:
        does = does.replace(" refuses ", " wrongly refuses ")  # there may be refusals that a choice allows
        does = f"in the cases of this run, wherever {does}{_apart(apart)}, {met.says}"
        refused = sum(map(met.holds, allowed))
        also = f", and in {refused:,} that are refused, as a choice allows" * bool(refused)
        holds = f"It is also so in {sum(map(met.holds, right)):,} of {len(right):,} cases with a right result{also}."
    says = f"{does[0].upper()}{does[1:]}. {says}".strip()
    yield Finding(says, f"{holds} {evidence}".strip(), frozenset(one.call for one in (*covered, *rest)))


def _texts(number: int, noun: str, which: str) -> str:
    return f"{number:,} {noun}{'s' * (number > 1)} {which}" * bool(number)


def _unusual(texts: Sequence[Sample]) -> str:
    """The number of some texts that no condition is tried on, and of which kind they are."""
    long = f"of more than {LONGEST:,} code points" * any(len(one.decoded) > LONGEST for one in texts)
    surrogates = "with surrogates or numbers above 10FFFF" * any(not is_unicode(one.decoded) for one in texts)
    return _texts(len(texts), "text", " or ".join(filter(None, (long, surrogates))))


def _apart(exceptions: Iterable[str]) -> str:
    return "".join(f"{' and' if at else ', apart from'} {one}" for at, one in enumerate(filter(None, exceptions)))


def _is_named(one: Sample, words: Sequence[str] = ("",)) -> bool:
    """Whether the change of a wrong text has a name, with one of some words in it."""
    return any(word in change.says for change in changes(one.decoded, one.text or one.decoded) for word in words)


def _common(
    samples: Sequence[Sample], wrong: Sequence[Sample], right: Sequence[Sample], known: Sequence[Condition]
) -> Condition | None:
    """A condition that all wrong samples meet and few right ones, if that is hardly chance; one that is known first."""
    sides = [[one for one in samples or (*wrong, *right) if one.wrong is side] for side in (True, False)]
    found = (one for one in (*known, *necessary(*sides)) if one.sharp and not one.says.startswith(_PUZZLING))
    met = {one: sum(map(one.holds, right)) for one in found if all(map(one.holds, wrong))}
    most = min(len(right) * min(_MANY, _CHANCE ** (1 / len(wrong))), _SIMPLER * min(met.values(), default=0))
    return next((one for one, count in met.items() if count <= most), None) if len(wrong) >= _FEWEST else None


class _Fit(NamedTuple):
    """The misreadings that give all answers of an operation to valid input."""

    operation: Operation
    left: Sequence["Misreading"]
    evidence: str


def misreadings(answers: Sequence[Answer], ask: Ask) -> Iterator[Finding]:
    """Yield the line of the pseudo-code whose misreading gives all answers to valid input, the right ones too."""
    valid = [one for one in answers if one.facts.value is not None]
    of = [[one for one in valid if one.call.operation is operation] for operation in Operation]
    fits = [fit for each in of if (fit := _fit(each, ask))]
    # A mistake is more often on both sides than another one on each.
    both = [one for one in fits[0].left if one in fits[1].left] if len(fits) > 1 else []
    for group in [fits] if both else [[fit] for fit in fits]:
        left, operations = both or group[0].left, [fit.operation for fit in group]
        says = _in_words(left, operations)
        failed = (one for one in answers if says and one.failed and one.call.operation in operations)
        calls = frozenset(one.call for one in failed if _is_given(one, left[0]))
        if len(calls) >= _FIT:
            # Other mistakes may give these answers, too, and differ in others.
            yield Finding(f"The answers fit this: {says}", " ".join(fit.evidence for fit in group), calls)


def _fit(of: Sequence[Answer], ask: Ask) -> _Fit | None:
    from ..faults.misreadings import every  # start-up time: the fuzzer needs no faults

    failed = [one for one in of if one.failed]
    short = [one for one in of if len(one.call.input) <= _LONGEST]
    given = [_sample(one) for one in short if one.failed or one.facts.met_by(one.outcome)]
    read = [one for one in given if is_plain(one.decoded) and (one.got is not None or not one.wrong)]
    wrong, right = (_few(one for one in read if one.wrong is side) for side in (True, False))
    if len(wrong) < _FEWEST or len(failed) < _FIT:
        return None
    left: Sequence[Misreading] = every()
    # Few misreadings survive a right answer with several deltas, and long wrong ones take time.
    telling = [one for one in right if len(one.deltas) > _TELLING][:1]
    for one in (*telling, *wrong, *right, *[one for one in read if one.wrong][-_MOST:]):
        expected = Returned(one.right if one.got is None else one.got)
        left = [reading for reading in left if _is_answer(reading, one.call, expected)]
    # Of the simplest the first and the last are tried on all right answers, until none of these contradicts them.
    every_right = [one for one in read if not one.wrong and len(one.decoded) <= _SHORT]
    while refuted := [
        one
        for one in (*_simplest(left)[:1], *_simplest(left)[-1:])
        if not all(_is_answer(one, each.call, Returned(each.right)) for each in every_right)
    ]:
        left = [one for one in left if one not in refuted]
    if not left or not _is_repeated(failed, ask):
        return None
    refused = [one for one in failed if not isinstance(one.outcome, Returned)]
    left = [reading for reading in left if all(_is_given(one, reading) for one in refused)] or left
    operation = failed[0].call.operation
    counts = f"{len(wrong):,} of {len(wrong):,} wrong answers of {operation} that were compared"
    return _Fit(operation, left, f"It gives {counts}, and {len(right):,} of {len(right):,} right ones.")


def _is_answer(reading: "Misreading", call: Call, expected: Outcome | None) -> bool:
    """Whether a misreading gives an answer; whether it gives none, for None."""
    got = reading.answer(call.operation, "".join(map(chr, call.input)))
    if got is None or expected is None:  # a codec may refuse surrogates
        return expected is None and (got is None or not is_unicode([*map(ord, got)]))
    return alike(expected, Returned((*map(ord, got),)), call.operation)


def _simplest(left: Sequence["Misreading"]) -> list["Misreading"]:
    return [one for one in left if one.depth == min(other.depth for other in left)]


def _in_words(left: Sequence["Misreading"], operations: Sequence[Operation]) -> str:
    """The simplest misreadings that are left; empty if these are not few."""
    simplest = _simplest(left)
    claims = dict[str, str]()  # by the line
    for one in reversed(simplest):
        says = one.says.replace(" on both sides", "").removesuffix(".")
        values = [other.value for other in simplest if other.says == one.says]
        if len(values) > _VALUES and values != [*range(values[0], values[-1] + 1)]:
            return ""
        value = " or ".join(map(str, values)) if len(values) <= _VALUES else f"{values[0]} to {values[-1]}"
        line = one.line(operations)
        side = f", in {operations[0]}" * (len(operations) < len(one.sides))
        claims[line or says] = f"{says.format(value)}{side}. {line}".strip()
    return " Or: ".join(claims.values()) if len(claims) <= _LINES else ""


def _is_given(one: Answer, reading: "Misreading") -> bool:
    """Whether a misreading gives an answer; of a refusal or a crash: whether it gives none. Long ones are not tried."""
    outcome = one.outcome if isinstance(one.outcome, Returned) else None
    return _is_answer(reading, one.call, outcome) if is_plain(one.call.input) else outcome is not None


def agreement(wrong: Iterable[Sample], right: Sequence[Sample] = ()) -> tuple[str, str]:
    """The way in which most wrong results of one operation differ from the right ones, and the evidence; or empty words.

    Answers that are ``right``, where the codec should be wrong if it were so, speak against it.
    """
    read = _few(wrong)
    for claim in _CLAIMS if len(read) >= _FEWEST else ():
        says, agree = claim(read, right)
        if says and agree >= (_FEWEST if says == BIAS else max(_SHARE * len(read), _FEWEST)):
            of = f"{len(read):,} wrong answers of {read[0].operation} that were compared with the right ones"
            if agree == len(read):
                return says, f"The last sentence above holds in all {of}."
            return f"Often, {says[0].lower()}{says[1:]}", f"The last sentence above surely holds in {agree:,} of {of}."
    return "", ""


def _few(samples: Iterable[Sample]) -> list[Sample]:
    """Some of the samples, the shorter ones first."""
    few = sorted({one.call: one for one in samples}.values(), key=lambda one: len(one.call.input))
    read = [one for one in few if len(one.decoded) <= _LONGEST]
    read = read[:: -(-len(read) // _MOST) or 1]
    points = accumulate(len(one.decoded) for one in read)
    return [one for one, so_far in zip(read, points, strict=True) if so_far <= _POINTS]


_Claim = tuple[str, int]  # a sentence, and of how many answers it is true


def _most(claims: Iterable[str]) -> _Claim:
    """The sentence that is claimed of most answers; of several the first."""
    return next(iter(Counter(claims).most_common(1)), ("", 0))


def _cut(read: Sequence[Sample], _: Sequence[Sample]) -> _Claim:
    """The length at which answers are cut."""
    unit = "characters" if read[0].operation is Operation.ENCODE else "code points"
    cut = [
        (len(one.got), len(one.right)) for one in read if one.got is not None and one.got == one.right[: len(one.got)]
    ]
    # Where right answers of one length are cut, it may be their end that is missing.
    several = {n for n, _ in cut if len({length for got, length in cut if got == n}) >= _FEWEST}
    claims = (
        (f"The answer is the right one, cut after {n:,} {unit}." if n else "The answer is empty.")
        for n, _ in cut
        if n in several
    )
    return _most(claims)


def _changed(read: Sequence[Sample], right: Sequence[Sample]) -> _Claim:
    """The one change of the text that explains most answers, if right answers do not contradict it."""
    fitting = [{*changes(one.decoded, one.text)} for one in read if one.text is not None]
    rules = [change for change in set().union(*fitting) if change.is_rule]
    false = {rule for rule in rules if any(rule.of(one.decoded) != one.decoded for one in right)}
    count = Counter(says for several in fitting for says in {of_text(change.says) for change in several - false})
    claims = count.most_common(2)
    return claims[0] if claims and (len(claims) == 1 or claims[0][1] > claims[1][1]) else ("", 0)


def _step(read: Sequence[Sample], _: Sequence[Sample]) -> _Claim:
    """The step that the readings of single answers agree on."""
    readings = (first_wrong(one.call, Returns(one.right), Returned(one.got or ())) for one in read)
    steps = [one.step for one in readings if one.step]
    says, agree = _most(steps)
    # A wrong bias does not show surely in every answer.
    return ("", 0) if says == BIAS and (agree < 0.8 * len(steps) or agree < 0.4 * len(read)) else (says, agree)


def _order(read: Sequence[Sample], _: Sequence[Sample]) -> _Claim:
    """Whether only the order of the code points is wrong."""
    return PLACE, sum(one.text is not None and sorted(one.text) == sorted(one.decoded) for one in read)


def _left_out(read: Sequence[Sample], _: Sequence[Sample]) -> _Claim:
    """Whether the answers are right for texts with fewer code points, in their order."""
    texts = ((one.text, iter(one.decoded)) for one in read if one.text is not None and len(one.text) < len(one.decoded))
    return of_text("some code points are left out"), sum(all(c in rest for c in text) for text, rest in texts)


_CLAIMS = _cut, _changed, _order, _step, _left_out
