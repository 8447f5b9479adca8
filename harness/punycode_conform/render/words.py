"""The words that every form of a report shares: the verdict line, and a result told in a few labelled lines."""

from collections.abc import Iterable
from typing import Any

from ..engine.report import Report, Result
from ..suite.notation import plain, quote, show
from ..suite.outcome import Operation

_TALLY = {
    "fail": "failed",
    "crash": "crashed",
    "timeout": "timed out",
    "xfail": "known to fail",
    "xpass": "passed against the baseline",
    "pass": "passed",
    "skip": "skipped",
}


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
    """The suite's version, and as much of its digest as tells it from others."""
    return f"suite {report.header.suite_version} {report.header.suite_digest[:19]}"


def known(report: Report) -> list[str]:
    """The known failures with their reasons."""
    return [f"{result.case}: {plain(result.known, 600)}" for result in report.known]


def stale(report: Report) -> list[str]:
    """What makes the baseline stale, with the place to change."""
    return [plain(f"{one.file}:{one.line}: {one.id}: {one.why}", 600) for one in report.stale]


def target(report: Report) -> str:
    """The target's label, version and language."""
    header = report.header
    name = header.target if header.target and header.target != header.label else ""
    about = " ".join(filter(None, (name, header.version, f"({header.language})" if header.language else "")))
    return plain(" ".join(filter(None, (header.label, about))), 200)


def groups(report: Report) -> dict[str, list[Result]]:
    """The failed cases by bug class, or by clause where no class is known; laws come last."""
    found: dict[str, list[Result]] = {}
    failures = sorted(report.failures, key=lambda r: r.case.startswith("law/"))
    for result in failures:
        if result.case.startswith("law/"):
            heading = "Laws, over several calls"
        elif result.bug:
            heading = f"Vectors for: {report.titles.get(result.bug, result.bug)} [{result.bug}]"
        else:
            heading = f"Vectors for RFC 3492 section {result.clause}" if result.clause else "Other vectors"
        found.setdefault(heading, []).append(result)
    return found


def warnings(report: Report) -> dict[str, list[Result]]:
    """What is wrong and does not gate, by why it does not."""
    headings = {
        "Breaks a SHOULD; gates under --strict only": [r for r in report.warnings if not r.advisory],
        "New in this release; gates from the next minor release on, before that under --strict only": [
            r for r in report.warnings if r.advisory
        ],
    }
    return {heading: results for heading, results in headings.items() if results}


def resemblance(report: Report) -> list[str]:
    """What the failures come from as far as faults explain them: a sentence for each fault."""
    return [
        f"{one.says} (RFC 3492 section {one.clause}.) Fault {one.fault} gives the same wrong answers in "
        f"{one.explains:,} of the {one.failed:,} failed calls and is wrong nowhere else."
        for one in report.resembles
    ]


def told(result: Result, report: Report) -> list[tuple[str, str]]:
    """A result as labelled lines, safe to show on a terminal, with the command that shows it again."""
    return [*shown(result), ("again", again(report, result.case))]


def shown(result: Result) -> list[tuple[str, str]]:
    """A result as labelled lines, safe to show on a terminal."""
    lines: list[tuple[str, str]] = []
    if result.operation is not None:
        assert result.input is not None, "a plain pass is not told"
        lines.append((result.operation.value, side(result.input, result.operation is Operation.DECODE)))
        lines.append(("expected", expected(result.expected, result.operation)))
        lines.append(("got", got(result.got, result.operation)))
        lines.append(("why", plain(result.why)))
    else:
        lines.append(("law", result.expected["law"]))
        lines += [("broken", plain(breach["shows"])) for breach in result.got["breaches"][:5]]
        if result.breaches > 5:
            lines.append(("", f"and {result.breaches - 5:,} more, in the report"))
    if result.clause:
        lines.append(("clause", f"RFC 3492 section {result.clause}"))
    if result.note:
        lines.append(("note", plain(result.note, 600)))
    lines += [("stderr", line) for line in result.stderr.splitlines()[-5:]]
    return lines


def again(report: Report, case: str) -> str:
    """The command that runs one case once more."""
    import shlex  # start-up time: a run without failures needs no commands

    words = list(report.command)
    at = words.index("--") if "--" in words else len(words)
    return shlex.join([*words[:at], "--only", case, *words[at:]])


def side(points: Iterable[int], encoded: bool) -> str:
    """A side of a case: an encoded form as text, a decoded one as code points and text."""
    points = list(points)
    if encoded:
        text = quote(points)
        return text if all(0x20 <= c < 0x7F for c in points) else f"{text}  {show(points)}"
    return f"{show(points)}  {quote(points)}" if points else "(empty)"


def expected(expected: dict[str, Any], operation: Operation) -> str:
    """What should have happened, from a report's form."""
    parts = []
    if "returns" in expected:
        parts.append(side(expected["returns"], operation is Operation.ENCODE))
    if "rejects" in expected:
        parts.append(f"a refusal ({expected['rejects']})")
    return ", or ".join(parts)


def got(got: dict[str, Any], operation: Operation) -> str:
    """What did happen, from a report's form."""
    if "returned" in got:
        return side(got["returned"], operation is Operation.ENCODE)
    ((word, value),) = got.items()
    return {
        "rejected": "a refusal" + (f": {value}" if value else ""),
        "crashed": f"a crash: {value}",
        "timed_out": f"no answer within {value} s",
        "unsupported": f"unsupported {value}",
    }[word]


def declarations(report: Report) -> dict[str, str]:
    """The observed choices as declarations: options for the command line, words for an adapter's handshake."""
    sides = [f"{name}={side}" for name, side in report.observed.items() if side != "incoherent"]
    if not sides:
        return {}
    return {
        "to make them binding": " ".join(f"--choice {side}" for side in sides),
        "in an adapter's handshake": " ".join(sides),
    }
