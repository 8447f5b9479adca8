"""A report for CI systems: JUnit XML, a badge, and the workflow commands that a forge shows as annotations."""

import json
from xml.etree import ElementTree as ET

from ..notation import plain
from ..run.report import Report
from ..suite.verdict import BAD, Verdict
from . import words
from .failure import groups, labels_and_command
from .page import draw

_LABEL, _PAD = "Punycode", 6
# White text has contrast 5 on each.
_COLOURS = {"brightgreen": "#2b7a1f", "orange": "#8a5300", "red": "#b3261e", "lightgrey": "#616161"}
_ANNOTATIONS = 10  # what a forge shows of one step


def junit(report: Report) -> str:
    """The report as one test suite, valid by the schemas of Jenkins' xUnit plugin and of Maven Surefire."""
    # All text has been made safe before, so it has no control character, which XML cannot hold.
    stale = {entry.id: entry.says for entry in report.stale}
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

    def test(group: str, name: str, tag: str = "", text: str | None = None, **attributes: str) -> None:
        case = ET.SubElement(suite, "testcase", classname=group, name=name, time="0")
        if tag:
            ET.SubElement(case, tag, attributes).text = text

    for result in report.results:
        rfc, of_another, section = result.clause.partition("-")  # a clause of RFC 3492 has no number before it
        group = f"rfc{rfc}.{section}" if of_another else f"rfc3492.{rfc or 'none'}"
        if line := stale.pop(result.id, ""):
            test(group, result.id, "failure", line, message=line, type="stale")
        elif result.verdict in BAD:
            why = f"{headings.get(result.id, '')} {result.judgement.why}"
            # In columns, since one line marks a place in the line above it.
            text = "\n".join(f"{label:<10} {value}" for label, value in labels_and_command(result, report))
            tag = "failure" if result.verdict is Verdict.FAIL else "error"
            test(group, result.id, tag, text, message=why, type=result.verdict.value)
        elif result.verdict in (Verdict.XFAIL, Verdict.SKIP):
            why = f"known failure: {plain(result.known)}" if result.known else result.judgement.why
            test(group, result.id, "skipped", message=why)
        elif result.judgement.warning:
            test(group, result.id, "system-out", f"warning: {result.judgement.why}")
        else:
            test(group, result.id)
    for name, line in sorted(stale.items()):  # they match no case
        test("punycode-conform.baseline", plain(name), "failure", line, message=line, type="stale")
    if report.stopped:
        test("punycode-conform", "run-complete", "error", message=report.stopped, type="stopped")
    counted = {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}
    # Counted from the elements, so that numbers and elements cannot disagree.
    suite.attrib |= {key: str(len(suite.findall(f"testcase{path}"))) for key, path in counted.items()} | {"time": "0"}
    # The schema has no number of skipped tests here.
    root.attrib |= {key: value for key, value in suite.attrib.items() if key not in ("name", "skipped")}
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def badge(report: Report) -> str:
    """The verdict as a small SVG; the whole verdict line is its title, for readers and on hovering."""
    return shield(*_message(report), words.verdict_line(report))


def shield(message: str, colour: str, title: str) -> str:
    """A badge with a message of a few words, a colour of ``_COLOURS``, and a title."""
    left, right = (_width(text) + 2 * _PAD for text in (_LABEL, message))
    values = {"label": _LABEL, "message": message, "title": title, "colour": _COLOURS[colour]}
    return draw("badge.svg", values | {"left": left, "right": right, "pad": _PAD})


def badge_json(report: Report) -> str:
    """The badge as JSON for shields.io, which allows no other keys than these."""
    message, colour = _message(report)
    return json.dumps({"schemaVersion": 1, "label": _LABEL, "message": message, "color": colour}) + "\n"


def _message(report: Report) -> tuple[str, str]:
    """The verdict in a few words, and its colour: badges are short, so the suite's version is in the title alone."""
    if words.good(report):
        says = words.several(len(report.known), "known failure") if report.known else "RFC 3492 conforms"
        lacks = words.not_asked(report.header.lacks, report.header.missing)
        return ", ".join([says, *lacks]), "orange" if report.known else "brightgreen"
    message = f"{len(report.failures):,} failing" if report.failures else words.verdict(report)
    return message, "lightgrey" if report.nothing_ran else "red"


def _width(text: str) -> int:
    """About the width of text in Verdana at 11 px, which a badge makes it fit."""
    return sum(4 if c in " fijlrt,:" else 10 if c in "mw" else 7 for c in text)


def annotations(report: Report) -> str:
    """One error a group of failures, and one a stale entry of the baseline, at its line."""
    lines = []
    for group in groups(report)[:_ANNOTATIONS]:
        first, others = group.results[0], len(group.results) > 1
        text = f"{first.id}: {first.judgement.why}{f' ({group.counted})' * others}"
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
