"""The words that every form of a report shares: the verdict line, and a result in a few labelled lines."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ..run.report import Report
from ..run.result import CaseResult, LawResult, Result
from ..suite.notation import plain, quote, show
from ..suite.oracle import Either, Expectation, Rejects, Returns
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import Verdict
from .excerpt import around, parting

# In the order of the verdict line: what is wrong comes first.
_TALLY = {
    "fail": "failed",
    "crash": "crashed",
    "timeout": "timed out",
    "xfail": "known to fail",
    "xpass": "passed against the baseline",
    "pass": "passed",
    "skip": "skipped",
}
_STABILITY = "law/stability"
_MORE = 16  # cases; among wrong codecs of which the class is known, this puts it among the first three most often
_COMMAND = 4000  # characters
_QUOTED, _TOKENS = 72, 40  # longer sides are cut, see notation


def verdict(report: Report) -> str:
    """The report's verdict, or that nothing ran; with the number of known failures where it rests on them."""
    if report.nothing_ran:
        return "nothing ran"
    known = len(report.known)
    rests = known and report.conforms and not report.stale
    return report.verdict + (f": {known:,} known failure{'s' if known > 1 else ''}" if rests else "")


def good(report: Report) -> bool:
    """Whether the verdict is to be shown as a good one."""
    return not report.status and not report.nothing_ran


def verdict_line(report: Report) -> str:
    """The verdict with what a claim of conformance needs: target, counts, suite version and digest."""
    tally = report.tally
    counts = ", ".join(f"{tally[name]:,} {word}" for name, word in _TALLY.items() if tally[name] or name == "pass")
    stopped = "; stopped early" if report.stopped else ""
    return f"{verdict(report)}: {target(report)}: {counts}{stopped} ({suite(report)})"


def suite(report: Report) -> str:
    """The suite's version, and the beginning of its digest."""
    # The name of the hash and twelve digits: enough to distinguish suites, and short enough for a line.
    return f"suite {report.header.suite_version} {report.header.suite_digest[:19]}"


def known(report: Report) -> list[str]:
    """The known failures with their reasons."""
    return [f"{result.id}: {plain(result.known, 600)}" for result in report.known]


def stale(report: Report) -> list[str]:
    """The stale entries of the baseline, each with its place."""
    return [plain(f"{one.file}:{one.line}: {one.id}: {one.why}", 600) for one in report.stale]


def target(report: Report) -> str:
    """The target's label, version and language."""
    header = report.header
    name = header.target if header.target and header.target != header.label else ""
    about = " ".join(filter(None, (name, header.version, f"({header.language})" if header.language else "")))
    return plain(" ".join(filter(None, (header.label, about))), 200)


def groups(report: Report) -> dict[str, list[Result]]:
    """The failed cases by bug class, or by clause where no class is known, the group that says most first.

    Many vectors fail only because much fails. So first comes a broken law of stability, since then all else may be its
    effect; then the classes of the faults that are named; then others by the share of their cases that fail, as if some
    more had passed, so that a small class has to fail as a whole; then clauses in the same way, since a clause says less
    than a class; other laws come last.
    """
    found: dict[str, list[Result]] = {}
    for result in report.failures:
        found.setdefault(_heading(result, report), []).append(result)
    judged = Counter(_heading(result, report) for result in report.results if result.verdict is not Verdict.SKIP)
    named = [one.bug for one in report.causes if one.bug]

    def rank(group: tuple[str, list[Result]]) -> tuple[int, float]:
        heading, results = group
        bug = results[0].bug
        if isinstance(results[0], LawResult):
            return (0 if results[0].id == _STABILITY else 5), 0
        if bug in named:
            return 1, named.index(bug)
        return (2 if bug else 3), -len(results) / (judged[heading] + _MORE)

    return dict(sorted(found.items(), key=rank))


def _heading(result: Result, report: Report) -> str:
    if result.id == _STABILITY:
        return "Answers depend on the calls before, or on chance"
    if isinstance(result, LawResult):
        return "Laws, over several calls"
    if result.bug:
        return f"Vectors for: {report.titles.get(result.bug, result.bug)} [{result.bug}]"
    return f"Vectors for RFC 3492 section {result.clause}" if result.clause else "Other vectors"


def warnings(report: Report) -> dict[str, list[Result]]:
    """The warnings, by why they do not fail the run."""
    headings = {
        "Breaks a SHOULD; gates under --strict only": [r for r in report.warnings if not r.advisory],
        "New in this release; gates from the next minor release on, before that under --strict only": [
            r for r in report.warnings if r.advisory
        ],
    }
    return {heading: results for heading, results in headings.items() if results}


def cause_heading(report: Report) -> str:
    """The heading of what failures come from: how sure it is."""
    left = report.causes[-1].left
    # Up to a tenth may be left over, as in the diagnosis.
    return "Likely cause of a part of the failures" if 10 * left > len(report.failures) else "Likely cause"


def cause_sentences(report: Report) -> list[str]:
    """The likely causes: a sentence for each fault, and one for the failures that none explains."""
    said = []
    for one in report.causes:
        share = f"all {one.failed:,}" if one.explains == one.failed else f"{one.explains:,} of the {one.failed:,}"
        cases = (
            "failed case" if one.failed == 1 else f"failed {one.operation} cases" if one.operation else "failed cases"
        )
        where = "the one" if one.failed == 1 else share
        said.append(
            f"{one.says} (RFC 3492 section {one.clause}.) Fault {one.fault} gives the same wrong answer in {where} "
            f"{cases}, and no wrong answer where this target is right."
        )
    if left := report.causes[-1].left:
        said.append(f"{left:,} failed case{'s are' if left > 1 else ' is'} not explained by this.")
    return said


def labels_and_command(result: Result, report: Report) -> list[tuple[str, str]]:
    """A result as labelled lines, safe to show on a terminal, with the command that shows it again."""
    lines = labels(result)
    if isinstance(result, CaseResult) and (changed := _changed(report)) is not None:
        sure = "depends on" if result.call in changed else "may depend on"
        lines.append(("order", f"The answer {sure} the calls before it, so only a whole run shows it surely."))
    return [*lines, ("again", again(report, result))]


def labels(result: Result) -> list[tuple[str, str]]:
    """A result as labelled lines, safe to show on a terminal."""
    clause = [("clause", f"RFC 3492 section {result.clause}")] if result.clause else []
    if isinstance(result, LawResult):
        lines = [("law", result.law.says), *(("broken", plain(breach.shows)) for breach in result.breaches[:5])]
        lines += [("", f"and {result.total - 5:,} more, in the report")] if result.total > 5 else []
        return lines + clause
    operation, at = result.call.operation, _parting(result)
    lines = [
        (operation.value, side(result.call.input, operation is Operation.DECODE)),
        ("expected", expected(result.expectation, operation, at)),
        ("got", got(result.outcome, operation, at)),
        ("why", plain(result.judgement.why)),
        *clause,
    ]
    lines += [("note", plain(result.note, 600))] if result.note else []
    # The last lines, since a traceback ends with the error.
    return lines + [("stderr", line) for line in result.stderr.splitlines()[-5:]]


def again(report: Report, result: Result) -> str:
    """The command that shows a result once more: the case alone, or the whole run if answers depend on other calls."""
    import shlex  # start-up time: a run without failures needs no commands

    words = list(report.command)
    if isinstance(result, CaseResult) and _changed(report) is not None:
        return plain(shlex.join(words), _COMMAND)
    # Options come before --, since all words after it belong to the command.
    at = words.index("--") if "--" in words else len(words)
    return plain(shlex.join([*words[:at], "--only", result.id, *words[at:]]), _COMMAND)


def _changed(report: Report) -> set[Call] | None:
    """Calls that were answered in two ways, as far as the report holds them; None if the law of stability is kept."""
    # From the end, where the laws are.
    law = next((r for r in reversed(report.results) if r.id == _STABILITY), None)
    if not isinstance(law, LawResult) or not law.breaches:
        return None
    return {call for breach in law.breaches for call in breach.calls}


def side(points: Iterable[int], encoded: bool) -> str:
    """A side of a case: an encoded form as text, a decoded one as code points and text."""
    points = list(points)
    if encoded:
        text = quote(points)
        return text if all(0x20 <= c < 0x7F for c in points) else f"{text}  {show(points)}"
    return f"{show(points)}  {quote(points)}" if points else "(empty)"


def wanted_and_got(result: Result) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The right result and the wrong one, where a case has both."""
    match result:
        case CaseResult(expectation=Returns(wanted) | Either(wanted), outcome=Returned(got)) if wanted != got:
            return wanted, got
    return None


def _parting(result: CaseResult) -> int | None:
    """Where two answers part of which one is too long to be shown in full; None if no part needs to be chosen."""
    both = wanted_and_got(result)
    limit = _QUOTED if result.call.operation is Operation.ENCODE else _TOKENS
    return parting(*both) if both and max(map(len, both)) > limit else None


def _answer(points: Sequence[int], operation: Operation, at: int | None) -> str:
    encoded = operation is Operation.ENCODE
    return side(points, encoded) if at is None else around(points, at, encoded=encoded)


def expected(expectation: Expectation, operation: Operation, at: int | None = None) -> str:
    """An expectation in words; of a long answer the part around an index, if one is given."""
    match expectation:
        case Returns(value):
            return _answer(value, operation, at)
        case Rejects(reason):
            return f"a refusal ({reason})"
        case Either(value, reason):
            return f"{_answer(value, operation, at)}, or a refusal ({reason})"


def got(outcome: Outcome, operation: Operation, at: int | None = None) -> str:
    """An outcome in words; of a long answer the part around an index, if one is given."""
    match outcome:
        case Returned(value):
            return _answer(value, operation, at)
        case Rejected(message):
            return f"a refusal: {plain(message)}" if message else "a refusal"
        case Crashed(message):
            return f"a crash: {plain(message)}"
        case TimedOut(limit):
            return f"no answer within {limit} s"
        case Unsupported(message):
            return f"unsupported {plain(message)}"


def declarations(report: Report) -> dict[str, str]:
    """The observed choices as declarations: options for the command line, words for an adapter's handshake."""
    sides = [f"{name}={side}" for name, side in report.observed.items() if side != "incoherent"]
    if not sides:
        return {}
    return {
        "to make them binding": " ".join(f"--choice {side}" for side in sides),
        "in an adapter's handshake": " ".join(sides),
    }
