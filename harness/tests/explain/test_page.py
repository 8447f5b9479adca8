"""An explanation as HTML: well-formed, complete, and nothing foreign acts."""

import re

import pytest

from punycode_conform.explain.page import html
from punycode_conform.notation import quote

from .shown import blocks

HOSTILE = "<script>alert(1)</script>&amp;\"'\u202eü\x1b[31m\x00é\u0301שלום"


def page(string: str, operation: str = "") -> str:
    return html(f"Punycode: {quote(map(ord, string))}", blocks(string, operation))


@pytest.mark.parametrize("string", ["3B-ww4c5e180e575a65lsy2b", "bücher.example", "-", HOSTILE, "", "en32g"])
def test_the_page_is_valid_html(string: str) -> None:
    parser = pytest.importorskip("html5lib").HTMLParser(strict=True)
    document = parser.parse(page(string, "encode" if string == HOSTILE else ""))

    assert document.find(".//{http://www.w3.org/1999/xhtml}main") is not None


def test_foreign_text_is_escaped() -> None:
    found = page(HOSTILE, "encode")

    assert "<script>" not in found
    assert "<b>" not in re.sub(r"<b><bdi>", "", found)
    assert not {"\u202e", "\x1b", "\x00"} & set(found)
    assert "script-src 'sha256-" in found.replace("&#39;", "'")


def test_nothing_is_loaded() -> None:
    assert not re.search(r"""(?:src|href)=["'](?!#)|url\(|@import""", page("bücher"))


def test_the_tables_are_drawn() -> None:
    found = page("3B-ww4c5e180e575a65lsy2b")

    assert '<span class="box new"><small>2</small><bdi>先</bdi></span>' in found  # the string so far
    assert "3B<mark>八</mark>先" in found  # the insertion table
    assert '<span class="box new" title="U+5148 先">' in found  # the state table
    assert "<td><bdi>20680 rounds</bdi></td>" in found
    assert found.count("<section>") == 6 + 4  # a card for each delta, and the rules, split, tables, result


def test_a_long_walk_is_one_box() -> None:
    found = page("a" * 40 + "ü" + "a" * 40, "encode")

    assert '<span class="box long"><small>0–39</small>·</span>' in found


def test_the_place_of_an_error_is_marked() -> None:
    assert '<span class="box wrong"><bdi>!</bdi></span>' in page("bcher-k!a", "decode")
    assert '<span class="box wrong"><bdi>end</bdi></span>' in page("bcher-kv", "decode")
