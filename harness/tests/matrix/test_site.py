"""The site: every link leads somewhere, hostile text is inert, it is what its results make it, and it fits the screen."""

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from punycode_conform import files
from punycode_conform.errors import ConformError
from punycode_conform.growth import Growing
from punycode_conform.matrix.result import Failures, Result, read_all
from punycode_conform.matrix.site import Site, link_to, write
from punycode_conform.run.report import Suite
from punycode_conform.run.report_file import as_json
from punycode_conform.suite.oracle import Either
from punycode_conform.suite.outcome import Call, Crashed, Operation, Returned
from punycode_conform.suite.verdict import Verdict

from ..render.test_page import HOSTILE, Elements
from ..results import case

OUTER = ("https://www.rfc-editor.org/", "https://github.com/", "https://www.cve.org/", "https://")


@pytest.fixture(scope="module")
def what() -> Site:
    return Site(read_all(files.RESULTS))


@pytest.fixture(scope="module")
def site(what: Site) -> dict[str, str]:
    return {name: text for name, text in what.pages() if isinstance(text, str)}


def of(what: Site, *results: Result, address: str = "") -> dict[str, str]:
    """The pages of results with few of the vectors."""
    few = replace(what.suite, vectors=what.suite.vectors[::200])
    return {name: text for name, text in Site(results, few, address=address).pages() if isinstance(text, str)}


def result(text: str, target: str = "adapter:x") -> Result:
    """A result whose every text is the one given, with a failure of a case that passes elsewhere."""
    failed = case(
        f"{text}/decode",
        Verdict.CRASH,
        text,
        call=Call(Operation.DECODE, tuple(map(ord, text))),
        expected=Either((0x4E00, 0x4E01), text, (text,)),
        got=Crashed(text),
        bug=text,
        note=text,
    )
    group = Failures(
        text,
        text,
        "bias-adaptation",
        "6.2",
        {"fail": 2},
        {"bias-adaptation": 1},
        {"6.1": 1},
        ("round-trip",),
        False,
        (failed.id, text),
        json.loads(json.dumps(as_json(failed))),
    )
    return Result(
        1,
        target,
        *(text, text, text, text, "punycode"),
        Suite(text, text),
        *(text, text),
        1.5,
        "does not conform",
        {"pass": 7, "fail": 2},
        {"round-trip": "fail", text: "fail"},
        {text: text},
        {"length": text},
        (0x2E,),
        {"bias-adaptation": {"pass": 3, "fail": 2}, text: {"fail": 1}},
        {"6.2": {"pass": 7, "fail": 2}},
        (group, replace(group, withheld=True, cases=(), example=None)),
        (Growing("encode", "mixed", 2.01, 1.98, 2.1, 112.5, steep=True, hostile=True),),
    )  # fmt: skip


def test_every_link_leads_to_a_page_and_an_anchor_of_the_site(site: dict[str, str]) -> None:
    anchors = {name: set(re.findall(r' id="([^"]*)"', text)) for name, text in site.items()}
    lost = []
    for name, text in site.items():
        for link in re.findall(r'(?:href|src)="([^"]*)"', text) if name.endswith(".html") else []:
            to, _, anchor = link.partition("#")
            page = normpath(join(dirname(name), to)) if to else name
            if not link.startswith(OUTER) and (page not in site or (anchor and anchor not in anchors[page])):
                lost.append((name, link))

    assert lost == []
    assert len(site) > 80
    ids = {name: re.findall(r' id="([^"]*)"', text) for name, text in site.items()}
    assert [name for name, found in ids.items() if len(found) != len(set(found))] == []


@pytest.mark.parametrize(
    "name",
    ["index.html", "find.html", "findings.html", "choices.html", "clauses/6.2.html", "bugs/surrogates-merged.html"],
)
def test_a_strict_parser_finds_no_fault(site: dict[str, str], name: str) -> None:
    parser = pytest.importorskip("html5lib").HTMLParser()
    parser.parse(site[name])

    assert parser.errors == []


def test_hostile_text_makes_no_element_and_no_attribute_and_acts_on_nothing(what: Site) -> None:
    def drawn(text: str) -> dict[str, str]:
        return of(what, result(text), result(text, f"adapter:{text}@1"))

    hostile, harmless = drawn(HOSTILE + "\u202e\u2066\x1b\x85\x00"), drawn("harmless")
    seen = 0
    for one, other in zip(hostile.items(), harmless.items(), strict=True):
        if one[0].endswith(".html"):
            parsed = [Elements(text) for _, text in (one, other)]
            assert (parsed[0].tags, parsed[0].attributes) == (parsed[1].tags, parsed[1].attributes), one[0]
            seen += parsed[0].text.count("<script>document.title='owned'")
        assert not re.search("[\u202e\u2066\x1b\x85\x00]", one[1])

    assert seen > 20
    assert all(re.fullmatch(r"[\w./@+-]+", name) for name in hostile)


def test_a_group_has_its_smallest_input_with_the_difference_unless_that_is_withheld(what: Site) -> None:
    example = json.loads(json.dumps(as_json(case("tda/decode", Verdict.FAIL, got=Returned((0xFD,))))))
    one = result("x")
    shown = replace(one.failures[0], example=example, laws=("round-trip",), breaches={"round-trip": "x gives y"})
    page = of(what, replace(one, failures=(shown, one.failures[1])))["implementations/x.html"]

    assert '<i>decode</i> <code>"tda"</code>'.replace('"tda"', "&#34;tda&#34;") in page
    assert "<mark>U+00FC</mark>" in page
    assert "conform run adapter:x --only tda/decode" in page
    assert page.count("Its inputs are not in this result") == page.count("Inputs are withheld where they kill") == 1
    assert "<code>x gives y</code>" in page


def test_who_has_a_bug_is_on_its_page_with_the_cause_and_the_matrix_leads_to_what_shows_it(what: Site) -> None:
    older = replace(result("old", "adapter:x@1"), version="1", classes={}, clauses={})
    site = of(what, result("libpuny"), older)

    for name in ("bugs/bias-adaptation.html", "clauses/6.2.html"):
        text = " ".join(Elements(site[name]).text.split())
        assert re.search(r"failing ?of ?cause libpuny libpuny ?2 ?[59] ?libpuny", text)
    assert "No published implementation fails" in site["bugs/fixed-buffer.html"]
    assert ' data-class="bias-adaptation"><a href="./implementations/x.html#group-1" title=' in site["index.html"]
    assert site["index.html"].count('<td class="zero">–</td>') == 1  # the older version was not asked
    page = " ".join(Elements(site["implementations/x.html"]).text.split())
    assert "libpuny since 1: 0 classes fixed, 1 new" in page
    assert site["matrix.csv"].splitlines()[1].startswith("x,libpuny,punycode,does not conform,2,")
    assert "4 failing" in site["badges/x.svg"]
    assert re.search("libpuny(?!.*old 1)", site["languages.html"])


def test_a_feed_has_what_changed_last_in_front_and_knows_the_address_of_the_site(what: Site) -> None:
    changed = [replace(result(text, f"adapter:{text}"), since=f"2026-01-0{text[-1]}") for text in ("x1", "x3", "x2")]
    site = of(what, *changed, address="https://example.org/puny")
    entries = ElementTree.fromstring(site["feed.xml"]).findall("{*}entry")

    assert [entry.findtext("{*}updated", "")[:10] for entry in entries] == [f"2026-01-0{day}" for day in (3, 2, 1)]
    assert 'href="https://example.org/puny/implementations/x3.html"' in site["feed.xml"]
    assert {*re.findall(r'image" content="(.*?)"', "".join(site.values()))} == {"https://example.org/puny/picture.png"}
    assert "](https://example.org/puny/implementations/x1.html)" in site["implementations/x1.html"]


def test_growth_is_on_the_overview_and_on_the_page(what: Site) -> None:
    one = result("libpuny")
    late = replace(one.growth[0], exponent=None, seconds=None)
    for growth, cell, row in (
        (one.growth[0], "n<sup>2.0</sup>", "encode mixed text n^2.01 ± 0.09 1.9 min"),
        (late, "too slow", "encode mixed text too long to answer"),
    ):
        site = of(what, replace(one, growth=(growth,)))

        assert f'implementations/x.html#growth">{cell}</a>' in site["index.html"]
        assert row in " ".join(re.sub(r"<[^>]*>", " ", site["implementations/x.html"]).split())


def test_what_is_no_longer_of_the_site_is_removed_and_nothing_else_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, {"index.html": "1", "bugs/a.html": "2", "bugs/b.html": "3"})
    (folder / "mine.html").write_text("mine", encoding="utf-8")
    write(folder, {"index.html": "1", "bugs/a.html": "4"})

    def refused(folder: Path, name: str) -> None:
        with pytest.raises(ConformError, match=f"{name}: not written by conform matrix --site"):
            write(folder, {"index.html": "1", "mine.html": "1"})

    refused(folder, "mine.html")  # in a folder with a site, too
    pages = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    assert pages == {"index.html": "1", "bugs/a.html": "4", "mine.html": "mine"}
    (tmp_path / "CNAME").write_text("mine", encoding="utf-8")
    refused(tmp_path, "CNAME")
    assert {path.name for path in tmp_path.iterdir()} == {"CNAME", "site"}


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("mozilla-mobile/firefox-ios#10036", "https://github.com/mozilla-mobile/firefox-ios/issues/10036"),
        ("CVE-2017-14062", "https://www.cve.org/CVERecord?id=CVE-2017-14062"),
        ("javascript:alert(1)", ""),
    ],
)
def test_a_reference_is_a_link_if_it_has_an_address(reference: str, found: str) -> None:
    assert link_to(reference) == found
