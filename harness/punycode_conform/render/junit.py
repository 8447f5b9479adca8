"""A report as JUnit XML, in the form that CI systems read."""

from xml.etree import ElementTree as ET

from ..engine.report import Report, Result
from ..suite.notation import plain
from ..suite.verdict import Verdict
from . import words


def junit(report: Report) -> str:
    """The report as one test suite; a case's id is its test's name, its clause the class name.

    It is valid by the schemas of Jenkins (junit-10.xsd of its xUnit plugin) and, suite by suite, of Maven Surefire; other CI
    systems publish none.

    A wrong answer is a failure, and so is an entry of the baseline that does not hold; a crash or a hang is an error. A
    known failure is skipped. All text has been made safe before, so no control character, which XML could not hold, is
    left in it.
    """
    tally = report.tally
    stale = {one.id: told for one, told in zip(report.stale, words.stale(report), strict=True)}
    unmatched = stale.keys() - {result.case for result in report.results}
    known = [result for result in report.known if result.case not in stale]
    errors = tally["crash"] + tally["timeout"] + (1 if report.stopped else 0)
    counts = {
        "tests": str(len(report.results) + len(unmatched) + (1 if report.stopped else 0)),
        "failures": str(tally["fail"] + len(stale)),
        "errors": str(errors),
        "skipped": str(
            len([r for r in report.results if r.verdict is Verdict.SKIP and r.case not in stale]) + len(known)
        ),
        "time": "0",
    }
    # The schema has no number of skipped tests here.
    whole = {name: count for name, count in counts.items() if name != "skipped"}
    root = ET.Element("testsuites", {"name": "punycode-conform", **whole})
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
        if result.case in stale:
            ET.SubElement(case, "failure", message=stale[result.case], type="stale").text = stale[result.case]
        elif result.verdict is Verdict.XFAIL:
            ET.SubElement(case, "skipped", message=f"known failure: {plain(result.known)}")
        elif result.verdict is Verdict.FAIL:
            ET.SubElement(case, "failure", message=result.why, type="fail").text = _told(result, report)
        elif result.verdict in (Verdict.CRASH, Verdict.TIMEOUT):
            ET.SubElement(case, "error", message=result.why, type=result.verdict.value).text = _told(result, report)
        elif result.verdict is Verdict.SKIP:
            ET.SubElement(case, "skipped", message=result.why)
        elif result.warning:
            ET.SubElement(case, "system-out").text = f"warning: {result.why}"
    for name in sorted(unmatched):
        case = ET.SubElement(suite, "testcase", classname="punycode-conform.baseline", name=plain(name), time="0")
        ET.SubElement(case, "failure", message=stale[name], type="stale").text = stale[name]
    if report.stopped:
        case = ET.SubElement(suite, "testcase", classname="punycode-conform", name="run-complete", time="0")
        ET.SubElement(case, "error", message=report.stopped, type="stopped")
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _told(result: Result, report: Report) -> str:
    return "\n".join(f"{label}: {value}" for label, value in words.told(result, report))
