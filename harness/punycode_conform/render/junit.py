"""A report for CI systems: JUnit XML, a badge, and the workflow commands that a forge shows as annotations."""

import json
from xml.etree import ElementTree as ET

from ..notation import plain
from ..run.report import Report
from ..run.result import Result
from ..suite.verdict import Verdict
from . import words
from .groups import groups
from .template import draw

_LABEL, _PAD = "Punycode", 6
_COLOURS = {"brightgreen": "#2b7a1f", "red": "#b3261e", "lightgrey": "#616161"}  # white text has contrast 5 on each
_ANNOTATIONS = 10  # what a forge shows of one step


def junit(report: Report) -> str:
    """The report as one test suite; a case's id is its test's name, its clause the class name.

    It is valid by the schemas of Jenkins (junit-10.xsd of its xUnit plugin) and, suite by suite, of Maven Surefire.
    A wrong answer is a failure, and so is an entry of the baseline that does not hold; a crash or a hang is an error. A
    known failure is skipped. All text has been made safe before, so it has no control character, which XML cannot hold.
    """
    stale = {entry.id: line for entry, line in zip(report.stale, words.stale(report), strict=True)}
    headings = {result.id: group.heading for group in groups(report) for result in group.results}
    root = ET.Element("testsuites", name="punycode-conform")
    suite = ET.SubElement(root, "testsuite", name=f"punycode-conform: {words.target(report)}")
    properties = ET.SubElement(suite, "properties")
    values = {"suite.version": report.header.suite.version, "suite.digest": report.header.suite.digest}
    values |= {"verdict": words.verdict_line(report)}
    values |= {f"choice.{name}": side for name, side in report.observed.items()}
    values |= {"time": "; ".join(report.notes)} if report.notes else {}
    for name, value in values.items():
        ET.SubElement(properties, "property", name=name, value=value)
    for result in report.results:
        rfc, of_another, section = result.clause.partition("-")  # a clause of RFC 3492 has no number before it
        case = _case(suite, f"rfc{rfc}.{section}" if of_another else f"rfc3492.{rfc or 'none'}", result.id)
        if result.id in stale:
            _add(case, "failure", "stale", line := stale.pop(result.id), line)
        else:
            _outcome(case, result, report, headings.get(result.id, ""))
    for name, line in sorted(stale.items()):  # they match no case
        _add(_case(suite, "punycode-conform.baseline", plain(name)), "failure", "stale", line, line)
    if report.stopped:
        _add(_case(suite, "punycode-conform", "run-complete"), "error", "stopped", report.stopped)
    counted = {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}
    # Counted from the elements, so that numbers and elements cannot disagree.
    suite.attrib |= {key: str(len(suite.findall(f"testcase{path}"))) for key, path in counted.items()} | {"time": "0"}
    # The schema has no number of skipped tests here.
    root.attrib |= {key: value for key, value in suite.attrib.items() if key not in ("name", "skipped")}
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(suite: ET.Element, group: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=group, name=name, time="0")


def _add(case: ET.Element, tag: str, kind: str, message: str, text: str | None = None) -> None:
    ET.SubElement(case, tag, message=message, type=kind).text = text


def _outcome(case: ET.Element, result: Result, report: Report, heading: str) -> None:
    """Add the result to its test case; a plain pass adds nothing."""
    match result.verdict:
        case Verdict.XFAIL:
            ET.SubElement(case, "skipped", message=f"known failure: {plain(result.known)}")
        case Verdict.SKIP:
            ET.SubElement(case, "skipped", message=result.judgement.why)
        case Verdict.FAIL | Verdict.CRASH | Verdict.TIMEOUT as bad:
            # In columns, since one line marks a place in the line above it.
            text = "\n".join(f"{label:<10} {value}" for label, value in words.labels_and_command(result, report))
            tag = "failure" if bad is Verdict.FAIL else "error"
            _add(case, tag, bad.value, f"{heading} {result.judgement.why}", text)
        case _ if result.judgement.warning:
            ET.SubElement(case, "system-out").text = f"warning: {result.judgement.why}"


def badge(report: Report) -> str:
    """The verdict as a small SVG; the whole verdict line is its title, for readers and on hovering."""
    message = _message(report)
    left, right = (_width(text) + 2 * _PAD for text in (_LABEL, message))
    title, colour = words.verdict_line(report), _COLOURS[_colour(report)]
    sizes = {"left": left, "right": right, "pad": _PAD}
    return draw("badge.svg", {"label": _LABEL, "message": message, "title": title, "colour": colour, **sizes})


def badge_json(report: Report) -> str:
    """The badge as JSON for shields.io, which allows no other keys than these."""
    about = {"schemaVersion": 1, "label": _LABEL, "message": _message(report), "color": _colour(report)}
    return json.dumps(about) + "\n"


def _message(report: Report) -> str:
    """The verdict in a few words: badges are short, so the suite's version is in the title alone."""
    if words.good(report):
        known = [words.several(len(report.known), "known failure")] if report.known else []
        return ", ".join(["RFC 3492 conforms", *known, *words.not_asked(report.header.lacks, report.header.missing)])
    return f"{len(report.failures):,} failing" if report.failures else words.verdict(report)


def _colour(report: Report) -> str:
    if report.nothing_ran:
        return "lightgrey"
    return "brightgreen" if words.good(report) else "red"


def _width(text: str) -> int:
    """About the width of text in Verdana at 11 px, which a badge makes it fit."""
    return sum(4 if c in " fijlrt,:" else 10 if c in "mw" else 7 for c in text)


def annotations(report: Report) -> str:
    """One error a group of failures, and one a stale entry of the baseline, at its line."""
    lines = []
    for group in groups(report)[:_ANNOTATIONS]:
        first, others = group.results[0], len(group.results) - 1
        text = f"{first.id}: {first.judgement.why}{f' (and {others:,} more)' * bool(others)}"
        lines.append(f"::error title={_escape(group.heading, ',:')}::{_escape(text)}\n")
    # After the failures: a forge drops what exceeds its limit.
    for entry in report.stale[: _ANNOTATIONS - len(lines)]:
        place = f"file={_escape(entry.file, ',:')},line={entry.line},title=The baseline is stale"
        lines.append(f"::error {place}::{_escape(f'{entry.id}: {entry.why}')}\n")
    return "".join(lines)


def _escape(text: str, also: str = "") -> str:
    """Text of a workflow command; in a property ``also`` a comma or a colon would end it."""
    # An older form of a command may be anywhere in a line.
    safe = text.replace("##[", "# #[")
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + also else c for c in safe)
