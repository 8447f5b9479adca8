"""The page in a real browser: nothing is wider than the screen, in both colour schemes, and no script runs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.explain.page import html

from ..render.browsing import browser, screen
from .shown import blocks

pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_the_screen(driver: Any, tmp_path: Path, width: int, scheme: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        html("Punycode", blocks("bücher-mit-sehr-vielen-wörtern-über-äpfel.例え", "encode")), encoding="utf-8"
    )
    screen(driver, width, scheme=scheme)
    driver.get(path.as_uri())
    colours = driver.execute_script("const s = getComputedStyle(document.body); return [s.color, s.backgroundColor]")

    assert driver.execute_script("const e = document.documentElement; return e.scrollWidth - e.clientWidth") == 0
    assert (
        colours
        == {
            "light": ["rgb(27, 31, 36)", "rgb(255, 255, 255)"],
            "dark": ["rgb(230, 233, 237)", "rgb(20, 23, 27)"],
        }[scheme]
    )
    assert driver.execute_script("return document.querySelectorAll('mark').length") > 3
