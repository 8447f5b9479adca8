"""A report as JUnit XML, in the form that CI systems read."""

from xml.etree import ElementTree as ET

from ..engine.report import Report, Result
from ..suite.verdict import Verdict
from . import words


def junit(report: Report) -> str:
    """The report as one test suite; a case's id is its test's name, its clause the class name.

    A wrong answer is a failure; a crash or a hang is an error. All text has been made safe before, so no control
    character, which XML could not hold, is left in it.
    """
    tally = report.tally
    errors = tally["crash"] + tally["timeout"] + (1 if report.stopped else 0)
    counts = {
        "tests": str(len(report.results) + (1 if report.stopped else 0)),
        "failures": str(tally["fail"]),
        "errors": str(errors),
        "skipped": str(tally["skip"]),
        "time": "0",
    }
    root = ET.Element("testsuites", {"name": "punycode-conform", **counts})
    suite = ET.SubElement(root, "testsuite", {"name": f"punycode-conform: {words.target(report)}", **counts})
    properties = ET.SubElement(suite, "properties")
    header = report.header
    for name, value in {
        "suite.version": header.suite_version,
        "suite.digest": header.suite_digest,
        "verdict": words.verdict_line(report),
        **{f"choice.{name}": side for name, side in report.observed.items()},
    }.items():
        ET.SubElement(properties, "property", name=name, value=value)
    for result in report.results:
        case = ET.SubElement(
            suite, "testcase", classname=f"rfc3492.{result.clause or 'none'}", name=result.case, time="0"
        )
        if result.verdict is Verdict.FAIL:
            ET.SubElement(case, "failure", message=result.why, type="fail").text = _told(result, report)
        elif result.verdict in (Verdict.CRASH, Verdict.TIMEOUT):
            ET.SubElement(case, "error", message=result.why, type=result.verdict.value).text = _told(result, report)
        elif result.verdict is Verdict.SKIP:
            ET.SubElement(case, "skipped", message=result.why)
        elif result.warning:
            ET.SubElement(case, "system-out").text = f"warning: {result.why}"
    if report.stopped:
        case = ET.SubElement(suite, "testcase", classname="punycode-conform", name="run-complete", time="0")
        ET.SubElement(case, "error", message=report.stopped, type="stopped")
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _told(result: Result, report: Report) -> str:
    return "\n".join(f"{label}: {value}" for label, value in words.told(result, report))
