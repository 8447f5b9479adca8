"""A report as JUnit XML, in the form that CI systems read."""

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from ..notation import plain
from ..run.report import Report
from ..run.result import Result
from ..suite.verdict import Verdict
from . import words
from .groups import groups


def junit(report: Report) -> str:
    """The report as one test suite; a case's id is its test's name, its clause the class name.

    It is valid by the schemas of Jenkins (junit-10.xsd of its xUnit plugin) and, suite by suite, of Maven Surefire; other CI
    systems publish none.

    A wrong answer is a failure, and so is an entry of the baseline that does not hold; a crash or a hang is an error. A
    known failure is skipped. All text has been made safe before, so no control character, which XML could not hold, is
    left in it.
    """
    stale = {one.id: line for one, line in zip(report.stale, words.stale(report), strict=True)}
    headings = {result.id: group.heading for group in groups(report) for result in group.results}
    root = ET.Element("testsuites", name="punycode-conform")
    suite = ET.SubElement(root, "testsuite", name=f"punycode-conform: {words.target(report)}")
    properties = ET.SubElement(suite, "properties")
    header = report.header
    for name, value in {
        "suite.version": header.suite_version,
        "suite.digest": header.suite_digest,
        "verdict": words.verdict_line(report),
        **{f"choice.{name}": side for name, side in report.observed.items()},
        **({"time": "; ".join(report.notes)} if report.notes else {}),
    }.items():
        ET.SubElement(properties, "property", name=name, value=value)
    for result in report.results:
        rfc, of_another, section = result.clause.partition("-")  # a clause of RFC 3492 has no number before it
        name = f"rfc{rfc}.{section}" if of_another else f"rfc3492.{rfc or 'none'}"
        case = _case(suite, name, result.id)
        if result.id in stale:
            _stale(case, stale.pop(result.id))
        else:
            _outcome(case, result, report, headings)
    for name, line in sorted(stale.items()):  # they match no case
        _stale(_case(suite, "punycode-conform.baseline", plain(name)), line)
    if report.stopped:
        case = _case(suite, "punycode-conform", "run-complete")
        ET.SubElement(case, "error", message=report.stopped, type="stopped")
    counted = {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}
    # Counted from the elements, so that numbers and elements cannot disagree.
    counts = {key: str(len(suite.findall(f"testcase{path}"))) for key, path in counted.items()}
    suite.attrib |= {**counts, "time": "0"}
    # The schema has no number of skipped tests here.
    root.attrib |= {key: value for key, value in suite.attrib.items() if key not in ("name", "skipped")}
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(suite: ET.Element, group: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=group, name=name, time="0")


def _stale(case: ET.Element, line: str) -> None:
    ET.SubElement(case, "failure", message=line, type="stale").text = line


def _outcome(case: ET.Element, result: Result, report: Report, headings: Mapping[str, str]) -> None:
    """Add the result to its test case; a plain pass adds nothing."""
    match result.verdict:
        case Verdict.XFAIL:
            ET.SubElement(case, "skipped", message=f"known failure: {plain(result.known)}")
        case Verdict.SKIP:
            ET.SubElement(case, "skipped", message=result.judgement.why)
        case Verdict.FAIL | Verdict.CRASH | Verdict.TIMEOUT as bad:
            kind = "failure" if bad is Verdict.FAIL else "error"
            # In columns, since one line marks a place in the line above it.
            text = "\n".join(f"{label:<10} {value}" for label, value in words.labels_and_command(result, report))
            message = f"{headings[result.id]} {result.judgement.why}"
            ET.SubElement(case, kind, message=message, type=bad.value).text = text
        case _ if result.judgement.warning:
            ET.SubElement(case, "system-out").text = f"warning: {result.judgement.why}"
