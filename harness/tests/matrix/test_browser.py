"""The site in a real browser, from files: it has its style and its search, and nothing is wider than the screen."""

from pathlib import Path

import pytest

from punycode_conform import places
from punycode_conform.matrix.result import read_all
from punycode_conform.matrix.site import Site, write

from ..render.test_browser import browser, screen
from ..render.test_page import HOSTILE
from .test_site import result

pytestmark = [pytest.mark.real, pytest.mark.slow]

KINDS = ("index", "find", "choices", "implementations/x", "bugs/surrogates-merged", "clauses/6.2")


def test_every_kind_of_page_fits_the_screen_and_the_list_can_be_searched(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, dict(Site([result(HOSTILE + "x" * 200), *read_all(places.RESULTS)]).pages()))
    with browser(tmp_path / "profile") as driver:
        seen = {}
        for width in (390, 768, 1280):
            for scheme in ("light", "dark"):
                screen(driver, width, scheme)
                for kind in KINDS:
                    driver.get((folder / f"{kind}.html").as_uri())
                    script = (
                        "const e = document.documentElement; return [e.scrollWidth - e.clientWidth, document.title]"
                    )
                    beyond, title = driver.execute_script(script)
                    colour = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
                    seen[kind, width, scheme] = (beyond, title == "owned", colour)
        screen(driver, 390)
        driver.get((folder / "index.html").as_uri())
        names = "return [...document.querySelectorAll('#codec-punycode th, #crystal th')].map((e) => e.offsetHeight)"
        lines = driver.execute_script(names)
        assert len(lines) == 2
        assert max(lines) < 40  # of one line: a short name has the whole width
        colours = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}
        assert seen == {key: (0, False, colours[key[2]]) for key in seen}

        rows = "return [...document.querySelectorAll('main li')].filter((one) => one.checkVisibility()).length"
        driver.get((folder / "find.html").as_uri())
        every = driver.execute_script(rows)
        driver.find_element("name", "t").send_keys("leading-delimiter-then-kva")
        assert every > 3000
        assert driver.execute_script(rows) == 1

        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        driver.get((folder / "find.html").as_uri())
        assert not driver.find_element("tag name", "form").is_displayed()
        assert len(driver.find_elements("css selector", "main li")) == every
