"""The words that every form of a report shares: the verdict line, the target, the sides of a call."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..notation import plain, quote, show
from ..run.report import Report
from ..suite import PUNYCODE
from ..suite.choices import AT_LEAST
from ..suite.oracle import Either, Expectation, Rejects
from ..suite.outcome import TOO_LONG, Crashed, Evaded, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import BAD

_REASONS = {
    "bad-digit": "a character is no digit",
    "truncated": "the last digit is missing",
    "non-basic": "not ASCII before the delimiter",
    "overflow": "an integer is too large",
}
_COMMAND = 4000  # characters
_QUOTED, _TOKENS = 60, 24  # longer sides are cut, see notation: quoted text stays on one line of a terminal
BESIDE = 40  # columns of text next to its code points


def verdict(report: Report) -> str:
    """The report's verdict, or that nothing ran, or not all; with the number of known failures where it rests on them."""
    if report.nothing_ran:
        return "nothing ran"
    if report.stopped and not report.failures:
        return "not finished"
    rests = report.known and report.conforms and not report.stale
    return report.verdict + (f": {several(len(report.known), 'known failure')}" if rests else "")


def good(report: Report) -> bool:
    """Whether the verdict is to be shown as a good one."""
    return not report.status and not report.nothing_ran


def _source(clause: str) -> tuple[str, str, str]:
    """The RFC of a clause, the kind of its part, and the part; one of another RFC than 3492 begins with its number."""
    rfc, of_another, section = clause.partition("-")
    if of_another:
        return rfc, "section", section
    return "3492", "appendix" if clause[:1].isalpha() else "section", clause


def cited(clause: str) -> str:
    """A clause in words."""
    return "RFC {} {} {}".format(*_source(clause))


def address(clause: str) -> str:
    """The address of a clause's text."""
    if clause == "errata":
        return "https://www.rfc-editor.org/errata/rfc3492"
    return "https://www.rfc-editor.org/rfc/rfc{}#{}-{}".format(*_source(clause))


def several(number: int, noun: str) -> str:
    """A number of things, the noun in its form."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def verdict_line(report: Report, *, timed: bool = False) -> str:
    """The verdict with all that a claim of conformance needs. In a file the time would make equal runs differ."""
    took = f", {report.seconds:.1f} s" if timed and report.seconds is not None else ""
    suite, layer = report.header.suite, f", layer {report.header.layer}" * (report.header.layer != PUNYCODE)
    # The name of the hash and twelve digits: enough to distinguish suites, and short enough for a line.
    which = f"{part(report)}suite {suite.version} {suite.digest[:19]}{layer}"
    return f"{verdict(report)}: {target(report)}: {', '.join(_counts(report))}{took} ({which})"


def short_line(report: Report) -> str:
    """The verdict and the counts, in a line that nearly every terminal has room for."""
    its = report.header.target
    name = its.name if its.name and its.label.startswith("-- ") else its.label
    return f"{verdict(report)}: {plain(name, 60)}: {', '.join(_counts(report))}"


def _counts(report: Report) -> Iterator[str]:
    tally = report.tally
    failed, total = sum(tally[verdict] for verdict in BAD), several(sum(tally.values()), "case")
    if report.nothing_ran and failed:
        yield "every answer is 'unsupported'"
    elif failed or report.laws["fail"]:
        kinds = {"crashed": tally["crash"], "not answered in time": tally["timeout"]}
        how = ", ".join(f"{number:,} {word}" for word, number in kinds.items() if number)
        yield f"{failed:,} of {total} failed{f' ({how})' * bool(how)}"
    elif any(tally.values()):
        yield f"{tally['pass']:,} of {total} passed"
    if tally["xpass"]:
        yield f"{tally['xpass']:,} passed against the baseline"
    if tally["skip"]:
        yield f"{tally['skip']:,} skipped"
    yield from not_asked(report.header.lacks, report.header.missing)
    # Beside a failure, a law is kept only as far as it was tried.
    if report.laws["fail"] or not (report.stopped or failed):
        yield from filter(None, [laws(report.laws)])
    if report.stopped:
        yield "stopped early, so the rest is untested"


def laws(verdicts: Mapping[str, int]) -> str:
    """How many laws are broken, otherwise how many are kept, without those known to be broken; empty if none was checked."""
    broken, applied = verdicts["fail"], sum(verdicts.values()) - verdicts["skip"]
    number, word = (broken, "broken") if broken else (verdicts["pass"], "kept")
    return f"{number:,} of {several(applied, 'law')} {word}" if applied else ""


def not_asked(lacks: Iterable[int], missing: Iterable[str] = ()) -> Iterator[str]:
    """The operations that a target does not have, and the code points that it cannot be given."""
    parts = [*missing, *([f"inputs with {show(sorted(lacks), 16)}"] if lacks else [])]
    if parts:
        yield f"not asked: {', '.join(parts)}"


def part(report: Report) -> str:
    """The options that selected a part of the suite, before the suite; empty for a run of the whole suite."""
    return f"{plain(', '.join(report.header.part), 100)}; " if report.header.part else ""


def target(report: Report) -> str:
    """The target's label, version and language."""
    its = report.header.target
    name = its.name if its.name != its.label else ""
    label = its.label
    if label.startswith("-- "):  # a command says less than the name that it gives, and fills the line
        label = "" if name else plain(label, 80)
    return plain(" ".join(filter(None, (label, name, its.version, f"({its.language})" * bool(its.language)))), 200)


def known(report: Report) -> list[str]:
    """The known failures, those with one reason in a line."""
    ids: dict[str, list[str]] = {}
    for result in report.known:
        ids.setdefault(plain(result.known, 600), []).append(result.id)
    return [f"{first}{f' and {len(more):,} more' * bool(more)}: {reason}" for reason, (first, *more) in ids.items()]


def refusal_sentences(report: Report) -> list[str]:
    """The crashes that may be refusals: the change to make if they are."""
    by_adapter = report.header.target.label.startswith(("-- ", "adapter:", "fault:"))
    change = "its adapter should answer reject for it, as the adapter guide says." if by_adapter else "--rejects {}"
    says = f"{{:,}} refusals are {{}}. If that is how the codec refuses: {change}"
    names = [plain(refusal.exception, 100) for refusal in report.refusals]
    return [says.format(r.calls, name, name) for r, name in zip(report.refusals, names, strict=True)]


def declarations(report: Report) -> str:
    """The observed choices as options of the command line, which declare them."""
    sides = (f"{name}={side.removeprefix(AT_LEAST)}" for name, side in report.observed.items() if side != "incoherent")
    return " ".join(f"--choice {side}" for side in sides)


def command(words: Sequence[str]) -> str:
    """The words of a command, as a shell takes them."""
    return plain(shlex.join(words), _COMMAND)


def side(points: Iterable[int], encoded: bool, *, most: int = _QUOTED) -> str:
    """A side of a case: ASCII as text, cut after ``most`` characters; all else as code points and text."""
    points = list(points)
    literal = all(0x20 <= c < 0x7F for c in points)
    # A long run of one character is shorter as code points.
    if encoded or (points and literal and len(points) <= most):
        text = quote(points, most)
        return text if literal else f"{text}  {show(points, _TOKENS)}"
    text = quote(points) if 0 < len(points) <= BESIDE else ""
    return show(points, _TOKENS) + (f"  {text}" if text and len(text) <= BESIDE else "")


def or_refusal(expectation: Expectation) -> str:
    """The refusal that would do too, to follow a value; empty if none would."""
    return f", or a refusal ({expectation.reason})" if isinstance(expectation, Either) else ""


def expected(expectation: Expectation, operation: Operation) -> str:
    """An expectation in words."""
    if isinstance(expectation, Rejects):
        why = _REASONS.get(expectation.reason)
        return f"a refusal ({expectation.reason}{f': {why}' if why else ''})"
    return side(expectation.value, operation is Operation.ENCODE) + or_refusal(expectation)


def got(outcome: Outcome, operation: Operation) -> str:
    """An outcome in words."""
    match outcome:
        case Returned(value):
            return side(value, operation is Operation.ENCODE)
        case Rejected(message):
            return f"a refusal: {plain(message)}" if message else "a refusal"
        case Crashed(message):
            return plain(message) if message.startswith(TOO_LONG) else f"a crash: {plain(message)}"
        case TimedOut(limit):
            return f"no answer within {limit:g} s" if outcome.asked else "not asked"
        case Unsupported(message) | Evaded(message):
            return f"unsupported {plain(message)}".rstrip()
