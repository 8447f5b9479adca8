"""The page: hostile text is inert for a real parser and a real browser, and the page stays small."""

import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.engine.comparison import compare
from punycode_conform.engine.report import Header, Report, Result
from punycode_conform.render import comparison
from punycode_conform.render.badge import badge
from punycode_conform.render.junit import junit
from punycode_conform.render.markup import tag
from punycode_conform.render.page import html
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.verdict import Verdict

HOSTILE = (
    "</code></script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">]]>&amp;'"
)


def report(text: str, failures: int = 1) -> Report:
    """Failures whose every text is the one given."""
    header = Header("1.2.3", "sha256:" + "ab" * 32, text, text, text, text, {}, ("conform", "run", text))
    results = [
        Result(
            f"{text}{number}/decode",
            Verdict.FAIL,
            text,
            {"returns": list(range(0x4E00, 0x4E10)), "choices": [text]},
            {"rejected": text},
            "6.2",
            f"{text}{number % 60}",
            text,
            operation=Operation.DECODE,
            input=tuple(map(ord, text)),
        )
        for number in range(failures)
    ]
    made = Report(header, results, stopped=text)
    made.observed = {text: text}
    return made


class Elements(HTMLParser):
    """Collects the elements and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("compared", [False, True])
def test_hostile_text_makes_no_element_and_no_attribute(compared: bool) -> None:
    def drawn(text: str) -> Elements:
        one = report(text)
        return Elements(comparison.html(compare([one, Report(one.header)]), [one, one]) if compared else html(one))

    hostile, harmless = drawn(HOSTILE), drawn("harmless")

    assert hostile.tags == harmless.tags
    assert hostile.attributes == harmless.attributes
    assert "document.title='owned'" in hostile.text


def test_a_strict_parser_finds_no_fault_in_the_page() -> None:
    parser = pytest.importorskip("html5lib").HTMLParser()
    parser.parse(html(report(HOSTILE, 3)))

    assert parser.errors == []


def test_the_parser_that_ci_systems_use_reads_the_junit_form() -> None:
    suites = list(pytest.importorskip("junitparser").JUnitXml.fromstring(junit(report(HOSTILE, 3)).encode()))
    cases = [case for suite in suites for case in suite]

    assert [(suite.tests, suite.failures, suite.errors) for suite in suites] == [(4, 3, 1)]
    assert [case.name for case in cases] == [*(f"{HOSTILE}{number}/decode" for number in range(3)), "run-complete"]
    assert [case.result[0].message for case in cases] == [HOSTILE] * 4


def test_whatever_is_no_element_is_escaped() -> None:
    assert tag("p", "<b>", title='">').source == '<p title="&quot;&gt;">&lt;b&gt;</p>'


def test_the_page_loads_nothing() -> None:
    page = html(report("harmless"))

    assert "default-src &#x27;none&#x27;; style-src" in page
    assert not re.search(r"(?:src|href)=|url\(|@import|https?:", page)


def test_a_page_with_3200_failures_is_under_a_megabyte() -> None:
    page = html(report("a-vector-with-a-name-of-usual-length", 3200))

    assert page.count("data-v=") == 3200
    assert len(page.encode()) < 1_000_000


def test_a_badge_is_xml_whose_title_is_the_whole_verdict_line() -> None:
    title = ET.fromstring(badge(report(HOSTILE))).findtext("{http://www.w3.org/2000/svg}title")

    assert title is not None
    assert title.startswith(f"does not conform: {HOSTILE}")
    assert title.endswith("(suite 1.2.3 sha256:abababababab)")


@pytest.mark.real
def test_in_a_browser_the_script_filters_and_hostile_text_does_nothing(tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None and not os.environ.get("CONFORM_REAL"):
        pytest.skip("no chromium")
    assert browser is not None
    page = tmp_path / "page.html"
    page.write_text(html(report(HOSTILE, 3)), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    done = subprocess.run([browser, *options, page.as_uri()], capture_output=True, text=True, timeout=60, check=True)

    assert "3 of 3 shown" in done.stdout  # the script ran: the policy's hash is right
    assert "<title>owned" not in done.stdout
    assert "<img" not in done.stdout
