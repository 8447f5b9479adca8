"""Failures: in labelled lines, safe to show, with the command to repeat each and a test to paste; and in groups, for every
form of a report.

Failures of a cause or an observation are under it, the others by what is wrong.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import is_not
from string import Template

from msgspec import Struct
from msgspec.structs import replace

from .. import files
from ..account.answers import constant_answer
from ..account.difference import CHANGES, NO_DIGIT, UNDERSCORE, wrong
from ..account.features import offence
from ..notation import parting, plain, quote
from ..run.report import STABILITY, CaseResult, Cause, LawResult, Report, Result
from ..suite import PUNYCODE
from ..suite.oracle import MAX_UNICODE, Either, Expectation, Rejects
from ..suite.outcome import FILL_IN, Call, Operation, Rejected, Returned
from ..suite.verdict import Verdict
from .words import BESIDE, cited, command, expected, got, or_refusal, several, side

_REACHES = (24, 12, 6, 5, 4, 3, 2)  # code points on either side of a difference, if not the whole fits
_SHORT, _FEW = 8, 3  # characters, and code points, in which the difference is seen without a mark
_LINE = 64  # columns next to a label
_NOUNS = {CaseResult: "failed case", LawResult: "broken law"}
_LONGEST_TEST = 2000  # code points of all sides of a test together
_PLAIN = {c: chr(c) for c in range(0x20, 0x7F)} | {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}
# The escapes of a language for code points up to U+FFFF and above.
LANGUAGES = {
    "Python": (r"\u{:04x}", r"\U{:08x}"),
    "JavaScript": (r"\u{:04x}", r"\u{{{:x}}}"),
    "Go": (r"\u{:04x}", r"\U{:08x}"),
    "Rust": (r"\u{{{:x}}}", r"\u{{{:x}}}"),
    "Java": (r"\u{:04x}", ""),  # in UTF-16
}
_BARE = "gives a wrong result", "refuses valid input"  # words that alone say little
_CHANCE = 100  # of so many wrong results the words of one may fit by chance
_FEWEST = 3  # cases that may have something in common
_OTHERS = 10  # times as many failures: then the few that have no reason of their own may have that of the others
_OTHER = "Other failures, perhaps of a mistake above."
_CLAUSES = 4  # of a group without a known cause; more would not help a reader

Pieces = tuple[str, ...]
"""A text; or its parts before, at and after a difference. Where it ends there, the part is empty."""


def difference(wanted: Sequence[int], value: Sequence[int]) -> tuple[Pieces, Pieces, str]:
    """Two results around their first difference, in pieces, and the place in words."""
    at, longest, start = parting(wanted, value), max(len(wanted), len(value)), 0
    literal = all(0x20 <= c < 0x7F for c in (*wanted, *value))
    # The whole if there is room, otherwise as much as there is room for.
    for reach in (longest, *_REACHES) if longest <= _LINE else _REACHES:
        start = max(0, at - reach)
        right, wrong = (_pieces(points, start, at, at + reach, literal) for points in (wanted, value))
        if max(len("".join(right)), len("".join(wrong))) <= _LINE:
            break
    sizes = f" of {len(wanted):,}" if len(wanted) == len(value) else f"; {len(wanted):,} and {len(value):,} code points"
    return right, wrong, f"index {at:,}{sizes * bool(start or longest > at + reach)}"


def _pieces(points: Sequence[int], start: int, at: int, end: int, literal: bool) -> Pieces:
    cut, more = "…" * bool(start), "…" * (end < len(points))
    before, place, after = points[start:at], points[at : at + 1], points[at + 1 : end]
    if literal:
        texts = [quote(part, len(part))[1:-1] for part in (before, place, after)]
        return f'"{cut}{texts[0]}', texts[1], f'{texts[2]}{more}"'
    written = [[f"U+{c:04X}" for c in part] for part in (before, place, after)]
    head = "".join(f"{word} " for word in filter(None, [cut, *written[0]]))
    tail = "".join(f" {word}" for word in filter(None, [*written[2], more]))
    text = quote(points) if points and len(points) <= BESIDE and not (cut or more) else ""
    return (
        head or "(empty)" * (not points),
        *written[1],
        *[""] * (not place),
        tail + f"  {text}" * (0 < len(text) <= BESIDE),
    )


def sides(result: CaseResult) -> tuple[Pieces, Pieces, str]:
    """The expected and the wrong answer in pieces, and in words where they differ; empty if they are not two results."""
    call, expectation, outcome = result.answer
    if isinstance(expectation, Rejects) or not isinstance(outcome, Returned) or outcome.value == expectation.value:
        return (expected(expectation, call.operation),), (got(outcome, call.operation),), ""
    right, wrong, place = difference(expectation.value, outcome.value)
    return (*right[:2], right[2] + or_refusal(expectation)), wrong, place


def labels(result: Result, *, breaches: int = 5) -> list[tuple[str, str]]:
    """A result as labelled lines; of a law, a few breaches. A line without a label marks the place above it."""
    if isinstance(result, LawResult):
        lines = [("broken", plain(breach.shows, 600)) for breach in result.breaches[:breaches]]
        more = result.total - len(lines)
        lines += [("", f"and {more:,} more")] * (more > 0)
        return [("law", result.law.says), *lines, ("clause", cited(result.clause))]
    operation, (right, wrong, place) = result.call.operation, sides(result)
    stderr = getattr(result.outcome, "stderr", "").splitlines()[-5:]  # the last: a traceback ends with the error
    return [
        (operation.value, side(result.call.input, operation is Operation.DECODE)),
        ("expected", "".join(right)),
        ("got", "".join(wrong)),
        *([("", _mark(min(len(right[0]), len(wrong[0])), place))] if place and not _is_short(result) else []),
        ("why", plain(result.judgement.why)),
        *([("vector", plain(result.note, 600))] if result.note else []),  # the failure may have another reason
        *([("clause", cited(result.clause))] if result.clause else []),
        *(("stderr", line) for line in stderr),
    ]


def _is_short(result: CaseResult) -> bool:
    values = [getattr(part, "value", ()) for part in (result.expectation, result.outcome)]
    longest = max(map(len, values))
    return longest <= _FEW or (longest <= _SHORT and all(0x20 <= c < 0x7F for value in values for c in value))


def _mark(column: int, place: str) -> str:
    # Where there is no room after the mark, there may be in front of it.
    after = column + len(place) + 2 <= _LINE or len(place) >= column
    return f"{'':{column}}^ {place}" if after else f"{place:>{column - 1}} ^"


def first_wrong(result: Result) -> str:
    """The first step of an answer that is wrong, in a sentence; empty if it cannot be named."""
    from ..account import steps  # start-up time: a conforming run has no wrong answer

    return plain(steps.first_wrong(*result.answer).says) if isinstance(result, CaseResult) else ""


def again(report: Report, result: Result) -> str:
    """The command that shows a result once more: the result alone, or what is needed if answers depend on other calls."""
    words = list(report.header.command)
    only = [word for option in report.header.part if option.startswith("--only ") for word in option.split(" ", 1)]
    if not report.unstable or not (only or isinstance(result, CaseResult)):
        only = ["--only", result.id]
    elif repeat := next((each.repeat for each in report.observations if result.id in each.cases), ()):
        only = [word for name in repeat for word in ("--only", name)]
    # Options come before --, since all words after it belong to the command.
    at = words.index("--") if "--" in words else len(words)
    words[at:at] = only
    return command(words)


def labels_and_command(result: Result, report: Report) -> list[tuple[str, str]]:
    """A result as labelled lines, with the command that shows it again."""
    return [*labels(result), ("again", again(report, result))]


def pasted_tests(name: str, calls: Sequence[Call], expected: Expectation) -> Iterator[tuple[str, str, str]]:
    """A test of the last call after the others, in each language whose strings can hold them, from fuzz/pasted/.

    Gives the language, what the file around the test needs, and its code. None is given for what no test can show.
    """
    value = () if isinstance(expected, Rejects) else expected.value
    check = {Rejects: "refused", Either: "either"}.get(type(expected), "returned")
    if not calls or sum(len(call.input) for call in calls) + len(value) > _LONGEST_TEST:
        return
    if calls[-1] in calls[:-1] and check == "either":  # both answers may be allowed, but not one after the other
        return
    if max(value, default=0) > MAX_UNICODE:  # no string can hold the result, so it must be refused
        check, value = "refused", ()
    points = {c for text in (value, *(call.input for call in calls)) for c in text}
    for language in LANGUAGES if max(points, default=0) <= MAX_UNICODE else ():
        # Only in Python a surrogate is a character like any other.
        if language == "Python" or not any(0xD800 <= c <= 0xDFFF for c in points):
            yield _pasted(language, check, re.split("[-/]", name), calls, value)


def pasted_test(report: Report, result: CaseResult) -> tuple[str, str, str] | None:
    """The test of a case in the language of the codec, if there is one and the case fails alone."""
    alone = [] if report.unstable or report.header.layer != PUNYCODE else [result.call]
    tests = pasted_tests(result.id, alone, result.expectation)
    return next((test for test in tests if test[0] == report.header.target.language), None)


def _pasted(
    language: str, check: str, words: Sequence[str], calls: Sequence[Call], value: Sequence[int]
) -> tuple[str, str, str]:
    text = (files.FUZZ / "pasted" / f"{language}.txt").read_text(encoding="utf-8")
    templates = dict(part.split("\n", 1) for part in text.removeprefix("== ").split("\n== "))

    def filled(template: str, call: Call) -> str:
        fields = {"operation": call.operation.value, "input": _literal(call.input, language)}
        return Template(templates[template].rstrip("\n") + "\n").substitute(fields, value=_literal(value, language))

    camel = "".join(word[:1].upper() + word[1:] for word in words)
    code = Template(templates["test"].rstrip("\n")).substitute(
        words=" ".join(words),
        snake="_".join(words),
        camel=camel,
        lower_camel=camel[:1].lower() + camel[1:],
        before="".join(filled("before", call) for call in calls[:-1]),
        check=filled(check, calls[-1]),
    )
    return language, templates["needs"].strip(), code.rstrip("\n")


def _literal(points: Sequence[int], language: str) -> str:
    """A literal in printable ASCII."""
    narrow, wide = LANGUAGES[language]
    if not wide:
        units = "".join(map(chr, points)).encode("utf-16-be")
        points = [high << 8 | low for high, low in zip(units[::2], units[1::2], strict=True)]
    return '"' + "".join(_PLAIN.get(c) or (narrow if c < 0x10000 else wide).format(c) for c in points) + '"'


class Group(Struct, frozen=True):
    """Failures with one heading: the shortest inputs first, of these the readable ones, and laws last."""

    heading: str  # what is wrong, in a sentence or without a verb at its end
    results: tuple[Result, ...]
    failed: int  # cases, of which a published result has but one
    broken: int  # laws
    clauses: tuple[str, ...]  # of the cause, or those that most of the failures cite
    explained: str = ""  # how many failures the cause or the observation covers, in sentences
    cause: Cause | None = None

    @property
    def says(self) -> str:
        """The heading without its clause."""
        return self.heading.removesuffix(f" ({cited(self.clauses[0])})") if self.clauses else self.heading

    @property
    def counted(self) -> str:
        """The number of failed cases and of broken laws, in words."""
        counts = zip((self.failed, self.broken), _NOUNS.values(), strict=True)
        return " and ".join(several(number, noun) for number, noun in counts if number)

    @property
    def cases(self) -> list[CaseResult]:
        return [result for result in self.results if isinstance(result, CaseResult)]

    @property
    def laws(self) -> list[LawResult]:
        return [result for result in self.results if isinstance(result, LawResult)]

    @property
    def examples(self) -> list[CaseResult]:
        """Two of the cases: the first, and the first with another verdict or a longer input, which shows something else."""
        first, rest = self.cases[:1], self.cases[1:]
        longer = [case for case in rest if case.verdict is not first[0].verdict]
        longer = longer or [case for case in rest if len(case.call.input) > len(first[0].call.input)]
        return first + (longer or rest)[:1]


def groups(report: Report) -> list[Group]:
    """The failures of a run in groups, that with the most cases first; of as many, causes first. Laws alone are last."""
    left = {result.id: result for result in report.failures}
    if left and report.nothing_ran:
        return [_group("Every call is answered with 'unsupported'.", left.values(), f"I{FILL_IN[1:]}.")]
    if says := constant_answer(result.answer for result in report.results if isinstance(result, CaseResult)):
        return [_group(f"Every call {plain(says, 100)}.", left.values())]
    in_order: list[Group] = []
    unstable = [left.pop(STABILITY)] if STABILITY in left and STABILITY not in report.covered else []
    failed = Counter(type(result) for result in report.failures)
    for cause in report.causes:
        if results := [left.pop(name) for name in cause.cases if name in left]:
            together = len({result.id for result in results}.intersection(cause.together))
            but = f", in {together:,} of these cases only together with another fault" if together else ""
            explained = f"Explains {_share(results, failed)}: fault {cause.fault} gives the same wrong answers{but}."
            explained = f"{explained} {plain(cause.line, 300)}".strip()
            in_order.append(_group(f"{cause.says} ({cited(cause.clause)})", results, explained, cause))
    for observation in report.observations:
        if results := [left.pop(name) for name in observation.cases if name in left]:
            share = _share(results, failed)
            explained = f"An observation, not a proof; under it are {share}. {plain(observation.evidence, 600)}"
            in_order.append(_group(plain(observation.says, 600), results, explained))
    laws = [result for result in left.values() if isinstance(result, LawResult)]
    cases = [result for result in left.values() if isinstance(result, CaseResult)]
    in_order += _by_what_is_wrong(cases, report, explained=bool(in_order))
    in_order.sort(key=lambda group: (group.heading == _OTHER, -group.failed))
    # A law is under the first wrong answers that break it, which come first in it, or under the only reason for failures.
    calls = [{case.call for case in group.cases} for group in in_order]
    for law in list(laws):
        breaking = ((at, one) for at, own in enumerate(calls) for one in law.breaches if not own.isdisjoint(one.calls))
        at, first = next(breaking, (0 if len(in_order) == 1 else -1, None))
        if at >= 0:
            laws.remove(law)
            own = law._replace(breaches=tuple(sorted(law.breaches, key=partial(is_not, first))))
            group = in_order[at]
            in_order[at] = replace(group, results=(*group.results, own), broken=group.broken + 1)
    varying = [_group("Answers are not always the same.", unstable)] * bool(unstable)
    by = "calls that are none of the cases above" if in_order else "several calls together, though each case passes"
    over = [_group(f"{several(len(laws), 'law')} broken by {by}.", laws)] * bool(laws)
    return [*varying, *_quoted_once(in_order), *over]


def _quoted_once(groups: Iterable[Group]) -> Iterator[Group]:
    """The groups; what one of them quotes from the RFC, none after it quotes again."""
    seen = set[str]()
    for group in groups:
        texts = [group.heading, group.explained]
        for at, text in enumerate(texts):
            before, _, quoted = text.partition(' RFC 3492 has "')
            texts[at] = before if quoted in seen else text
            seen.add(quoted)
        yield replace(group, heading=texts[0], explained=texts[1])


def remarks(report: Report) -> Iterator[str]:
    """Yield whether a case may pass alone, and whether both sides are wrong in the same way, in a sentence each."""
    if report.unstable and any(isinstance(result, CaseResult) for result in report.failures):
        laws = [one for one in report.failures if isinstance(one, LawResult) and one.id != STABILITY]
        broken = ", and laws may be broken by that alone" * bool(laws)
        yield f"Answers depend on the calls before them, so a case may pass alone{broken}."
    wrong = {
        one.call.operation for one in report.failures if isinstance(one, CaseResult) and one.verdict is Verdict.FAIL
    }
    kept = any(one.id == "law/round-trip" and one.verdict is Verdict.PASS for one in report.results)
    fits = any(one.says.startswith("The answers fit this") for one in report.observations)
    if kept and len(wrong) > 1 and not (fits or report.causes):
        yield "Law round-trip is kept, so the mistake is probably in what encode and decode share."


def _share(results: Iterable[Result], failed: Mapping[type[Result], int]) -> str:
    """How many of the failed cases these are. If they are laws alone, how many of the broken laws."""
    covered = Counter(type(result) for result in results)
    return next(f"{covered[of]:,} of {several(failed[of], noun)}" for of, noun in _NOUNS.items() if covered[of])


def _group(heading: str, results: Iterable[Result], explained: str = "", cause: Cause | None = None) -> Group:
    ordered = tuple(sorted(results, key=_size))
    most = Counter(result.clause for result in ordered).most_common(_CLAUSES)
    clauses = (cause.clause,) if cause else tuple(clause for clause, _ in most)
    cases = sum(isinstance(result, CaseResult) for result in ordered)
    return Group(heading, ordered, cases, len(ordered) - cases, clauses, explained, cause)


def _size(result: Result) -> tuple[bool, int, bool]:
    if isinstance(result, LawResult):
        return True, 0, False
    points = result.call.input
    return False, len(points), not all(0x20 <= c < 0x7F or 0xA0 <= c < 0xD800 for c in points)


def _by_what_is_wrong(failed: Iterable[CaseResult], report: Report, *, explained: bool) -> Iterator[Group]:
    kinds: dict[str, list[CaseResult]] = {}
    for result in failed:
        kinds.setdefault(wrong(*result.answer), []).append(result)
    if {UNDERSCORE, NO_DIGIT} <= kinds.keys():  # an underscore is one of many
        kinds[NO_DIGIT] += kinds.pop(UNDERSCORE)
    answers = (one.answer for one in report.failures if isinstance(one, CaseResult))
    # By operation, whether the input is invalid, and whether it gave a result.
    count = Counter(
        (call.operation, isinstance(right, Rejects), isinstance(got, Returned)) for call, right, got in answers
    )
    for what in [what for what in kinds if " gives a wrong result: " in what]:
        if _CHANCE * len(kinds[what]) < count[kinds[what][0].call.operation, False, True]:
            kinds.setdefault(what.partition(":")[0], []).extend(kinds.pop(what))
    # Where answers depend on earlier calls, how they are wrong says nothing.
    depends = any(one.repeat for one in report.observations)
    most = count.total() / (1 if depends else _OTHERS)
    others, shares = list[CaseResult](), list[str]()
    # A refusal that a choice allows is neither.
    passed = [one for one in report.results if isinstance(one, CaseResult) and one.verdict is Verdict.PASS]
    passed = [one for one in passed if isinstance(one.outcome, Rejected) is isinstance(one.expectation, Rejects)]
    for what, results in kinds.items():
        call, expectation, outcome = results[0].answer
        invalid = isinstance(expectation, Rejects)
        alike = [one.call for one in passed if isinstance(one.expectation, Rejects) is invalid]
        if invalid and isinstance(outcome, Returned):
            # Other inputs with the same reason for a refusal may be refused.
            why = partial(re.sub, "underscore|leading-delimiter", "ascii") if what == NO_DIGIT else str
            same = {(result.call.operation, why(offence(result.call))) for result in results}
            right, which = sum((other.operation, why(offence(other))) in same for other in alike), "such"
        else:
            right, which = sum(other.operation is call.operation for other in alike), f"{'in' * invalid}valid"
        every = count[call.operation, invalid, True] + count[call.operation, invalid, False]
        apart = ", apart from those under other headings," * (every > len(results))
        passing = f", and {right:,} {'passed' if invalid else 'gave the right result'}" * bool(right)
        share = f"{several(len(results), 'case')} of {call.operation} with {which} input{apart} failed so{passing}"
        is_bare = what.endswith(_BARE)
        is_change = any(what.endswith(change.says) for change in CHANGES)
        # What passes more often is hardly a mistake of its own; how a few results are wrong may be chance.
        seldom = right > len(results) and (depends or (isinstance(outcome, Returned) and not (is_bare or is_change)))
        if explained and len(results) < most and (seldom or (is_bare and (depends or len(results) < _FEWEST))):
            others += results
            shares += [f"{_sentence(what)[:-1]}: {share}."] * (invalid and not is_bare)
        else:
            but = "; what these have in common was not found" * (is_bare and len(results) > 1)
            yield _group(_sentence(what), results, f"{share}{but}.")
    if others:
        shares = [f"{several(len(others), 'failed case')}; no cause was found.", *shares]
        yield _group(_OTHER, others, " ".join(shares))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
