"""The page: hostile text is inert for a real parser, both sides of a difference are shown, and the page stays small."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.explain.blocks import Heading, Paragraph
from punycode_conform.render.junit import badge, junit
from punycode_conform.render.page import draw, html
from punycode_conform.run.report import Header, Report, Stale, Suite, Target
from punycode_conform.suite.oracle import Either, Returns
from punycode_conform.suite.outcome import Call, Operation, Rejected, Returned
from punycode_conform.suite.verdict import Verdict

from ..results import case, law

HOSTILE = (
    "</code></script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">]]>&amp;'"
)


def report(text: str, failures: int = 1) -> Report:
    """Failures whose every text is the one given."""
    header = Header(
        1, Suite("1.2.3", "sha256:" + "ab" * 32), Target(text, text, text, text), {}, ("conform", "run", text)
    )
    results = [
        case(
            f"{text}{number}/decode",
            Verdict.FAIL,
            text,
            call=Call(Operation.DECODE, tuple(map(ord, text))),
            expected=Either(tuple(range(0x4E00, 0x4E10)), text, (text,)),
            got=Rejected(text),
            bug=f"{text}{number % 60}",
            note=text,
        )
        for number in range(failures)
    ]
    made = Report(header, [*results], stopped=text)
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


def test_hostile_text_makes_no_element_and_no_attribute() -> None:
    hostile, harmless = (Elements(html(report(text))) for text in (HOSTILE, "harmless"))

    assert hostile.tags == harmless.tags
    assert hostile.attributes == harmless.attributes
    assert "document.title='owned'" in hostile.text


def test_the_parser_that_ci_systems_use_reads_the_junit_form() -> None:
    suites = list(pytest.importorskip("junitparser").JUnitXml.fromstring(junit(report(HOSTILE, 3)).encode()))
    cases = [case for suite in suites for case in suite]

    assert [(suite.tests, suite.failures, suite.errors) for suite in suites] == [(4, 3, 1)]
    assert [case.name for case in cases] == [*(f"{HOSTILE}{number}/decode" for number in range(3)), "run-complete"]
    assert [case.result[0].message for case in cases] == [f"Decode refuses valid input. {HOSTILE}"] * 3 + [HOSTILE]


def test_whatever_no_template_says_is_escaped_and_shown() -> None:
    blocks = [Heading("\"'>{{ 1 }}", 1), Paragraph("<b>\x00\x1b\x85\u2028\u202e\u2066\ufeff\ud800&nbsp;")]
    page = draw("explanation.html", {"title": "", "sections": [blocks]})

    assert r"<bdi>&lt;b&gt;\u{0}\u{1b}\u{85}\u{2028}\u{202e}\u{2066}\u{feff}\u{d800}&amp;nbsp;</bdi>" in page
    assert "<h1>&#34;&#39;&gt;{{ 1 }}</h1>" in page


def test_the_page_loads_nothing_and_allows_only_its_own_style_and_script() -> None:
    page = html(report("harmless"))
    inside = [re.findall(f"<{name}>(.*?)</{name}>", page, re.S) for name in ("style", "script")]
    digests = [b64encode(sha256(text.encode()).digest()).decode() for (text,) in inside]
    addresses = re.findall(r"<(\w+) (?:href|src)=.((?!#)[^\"]*)", page)

    assert (
        f"default-src &#39;none&#39;; style-src &#39;sha256-{digests[0]}&#39;; script-src &#39;sha256-{digests[1]}&#39;"
        in page
    )
    assert {*addresses} == {("a", "https://www.rfc-editor.org/rfc/rfc3492#section-6.2")}
    assert not re.search(r"url\(|@import|style=", page)


def test_a_page_with_3200_failures_is_under_a_megabyte() -> None:
    page = html(report("a-vector-with-a-name-of-usual-length", 3200))

    assert page.count("data-v=") == 3200
    assert len(page.encode()) < 1_000_000


def test_a_badge_is_xml_whose_title_is_the_whole_verdict_line() -> None:
    title = ET.fromstring(badge(report(HOSTILE))).findtext("{http://www.w3.org/2000/svg}title")

    assert title is not None
    assert title.startswith(f"does not conform: {HOSTILE}")
    assert title.endswith("(suite 1.2.3 sha256:abababababab)")


def test_the_place_where_two_sides_part_is_marked() -> None:
    cases = [
        case(f"{at}/decode", Verdict.FAIL, expected=Returns(right), got=Returned(got))
        for at, (right, got) in enumerate([((0x62, 0xFC), (0x62, 0xFD)), (tuple(b"bcher-kva"), tuple(b"bcher-kv"))])
    ]
    page = html(Report(report("a").header, [*cases]))

    assert "U+0062 <mark>U+00FC</mark>  &#34;bü&#34;" in page
    assert "&#34;bcher-kv<mark>a</mark>&#34;" in page
    assert "&#34;bcher-kv<mark>(end)</mark>&#34;" in page


def test_the_first_case_of_a_group_has_a_test_in_the_language_of_the_codec() -> None:
    made = Header(1, Suite("1", "sha256:0"), Target("x", "1", "Python", "x"), {}, ("conform", "run", "x"))
    page = html(Report(made, [case("one/decode", Verdict.FAIL), case("two/decode", Verdict.FAIL)]))

    assert page.count("<dt>test</dt>") == 1
    assert "def test_one_decode():\n    assert decode(&#34;tda&#34;) == &#34;\\u00fc&#34;\n" in page


def test_what_the_baseline_knows_what_is_stale_and_what_is_skipped_has_its_reason() -> None:
    known = case("known/decode", Verdict.XFAIL, known="since the last rewrite")
    made = Report(report("a").header, [known, case("skipped/decode", Verdict.SKIP, "unsupported: UTF-16")])
    made.stale = [Stale("old/decode", "known.yaml", 7, "matches nothing")]
    text = Elements(html(made)).text

    assert "known.yaml:7: old/decode: matches nothing" in text
    assert "since the last rewrite (1 failure) known/decode" in " ".join(text.split())
    assert "skipped/decode unsupported: UTF-16" in text


def test_a_page_says_what_was_checked_and_how_it_was_run() -> None:
    verdicts = (Verdict.PASS, Verdict.PASS, Verdict.FAIL, Verdict.SKIP)
    results = [case(f"x{at}/decode", one, bug="overflow-wraps") for at, one in enumerate(verdicts)]
    made = Report(report("a").header, [*results, case("y/encode", Verdict.PASS, clause="A"), law("round-trip")])
    text = " ".join(Elements(html(made)).text.split())

    assert "clausepassedfailedskipped 6.2 Decoding procedure 211 A Mixed-case annotation 100" in text
    assert "Integers wrap 1 of 4 cases failed" in text
    assert "broken A law. RFC 3492 section 6" in text
    assert "commandconform run a" in text
