"""Pages in a real browser, without a network: by keyboard; they fit the screen, and hostile text does nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from punycode_conform import files
from punycode_conform.matrix.result import read_all
from punycode_conform.matrix.site import Site, write
from punycode_conform.render.page import html
from punycode_conform.run.report import Report
from punycode_conform.suite.verdict import Verdict

from ..conftest import needed
from ..matrix.test_site import result
from ..results import case, header
from .test_page import HOSTILE, report

pytestmark = [pytest.mark.real, pytest.mark.slow]
KINDS = ("index", "languages", "find", "choices", "implementations/x", "bugs/surrogates-merged", "clauses/6.2")


@contextmanager
def browser(profile: Path) -> Iterator[Any]:
    """A headless Chromium, driven; the test is skipped where there is none, but not in CI."""
    driver = needed("chromedriver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
        options.add_argument(argument)
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield started
    finally:
        started.quit()


def screen(driver: Any, width: int) -> None:
    """Make the screen so wide."""
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Any]:
    with browser(tmp_path / "profile") as started:
        screen(started, 1280)
        yield started


def show(driver: Any, page: str, path: Path) -> None:
    path.write_text(page, encoding="utf-8")
    driver.get(path.as_uri())


def failing() -> Report:
    """A report with seven failures, of two clauses, and a pass."""
    results = [
        case(f"case-{n}/decode", Verdict.FAIL, "wrong at index 0", clause="6.2" if n % 2 else "6.4") for n in range(7)
    ]
    return Report(header("mylib", command=("conform", "run", "mylib")), [*results, case("right/encode", Verdict.PASS)])


def press(driver: Any, *keys: str) -> Any:
    """Keys, one after the other; what has the focus then."""
    from selenium.webdriver import ActionChains

    ActionChains(driver).send_keys(*keys).perform()
    return driver.switch_to.active_element


def go_on(driver: Any, text: str) -> None:
    """Tab on until the text of what has the focus begins with this one."""
    from selenium.webdriver import Keys

    assert any(press(driver, Keys.TAB).text.startswith(text) for _ in range(20)), text


def shown(driver: Any) -> list[str]:
    """The failures that can be seen."""
    rows = "return [...document.querySelectorAll('details[data-v]')].filter((d) => d.checkVisibility())"
    return list(driver.execute_script(rows + ".map((d) => d.querySelector('code').textContent)"))


def said(driver: Any) -> str:
    return str(driver.find_element("css selector", "output").text)


def test_all_that_the_page_can_do_is_done_by_keyboard(driver: Any, tmp_path: Path) -> None:
    from selenium.webdriver import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    show(driver, html(failing()), tmp_path / "page.html")
    assert press(driver, Keys.TAB).text == "Skip to the results"
    assert press(driver, Keys.ENTER).get_attribute("id") == "results"

    assert press(driver, "/").get_attribute("name") == "t"  # filter by text, and take that back
    press(driver, "case-5")
    assert (shown(driver), said(driver)) == (["case-5/decode"], "1 of 8 shown")
    press(driver, Keys.ESCAPE)
    assert said(driver) == "8 of 8 shown"

    assert press(driver, Keys.TAB).get_attribute("name") == "v"  # by verdict, then by clause, too
    press(driver, "f")
    assert said(driver) == "7 of 8 shown"
    press(driver, Keys.TAB, Keys.ARROW_DOWN)
    assert shown(driver) == ["case-1/decode", "case-3/decode", "case-5/decode"]

    go_on(driver, "Clear")
    press(driver, Keys.SPACE)

    go_on(driver, "case-0/decode")  # open and close, go on to the next failure
    details = driver.find_elements("css selector", "details[data-v]")
    assert [one.get_attribute("open") for one in details[:2]] == ["true", None]
    press(driver, Keys.SPACE, Keys.ARROW_DOWN, Keys.ENTER)
    assert [one.get_attribute("open") for one in details[:2]] == [None, "true"]

    press(driver, Keys.TAB)
    assert press(driver, Keys.TAB).accessible_name == "Copy the command"
    press(driver, Keys.ENTER)
    WebDriverWait(driver, 20).until(lambda _: said(driver) == "Copied")


def test_hostile_text_does_nothing(driver: Any, tmp_path: Path) -> None:
    show(driver, html(report(HOSTILE + "\u202e\u2066", 3)), tmp_path / "page.html")
    summary = driver.find_element("css selector", "summary")
    case, verdict = (summary.find_element("css selector", name).rect for name in ("code", "b"))

    assert said(driver) == "3 of 3 shown"  # the script ran: the policy's hash is right
    assert "owned" in driver.title
    assert driver.title.startswith("Punycode: does not conform")
    assert driver.find_elements("css selector", "img") == []
    assert verdict["y"] >= case["y"]
    assert "\u202e" not in driver.page_source


def test_every_kind_of_page_of_the_site_fits_the_screen_and_a_list_is_searched(driver: Any, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, dict(Site([result(HOSTILE + "x" * 200), *read_all(files.RESULTS)]).pages()))
    for width in (390, 768, 1280):
        screen(driver, width)
        for kind in KINDS:
            driver.get((folder / f"{kind}.html").as_uri())
            script = "const e = document.documentElement; return [e.scrollWidth - e.clientWidth, document.title]"
            beyond, title = driver.execute_script(script)
            assert (beyond, title == "owned") == (0, False), (kind, width)

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


def test_the_matrix_is_filtered_sorted_and_compared_and_its_address_says_how(driver: Any, tmp_path: Path) -> None:
    from selenium.webdriver.support.ui import Select

    folder, rows = tmp_path / "site", "#implementations tbody tr"
    write(folder, dict(Site(read_all(files.RESULTS)).pages()))

    def seen() -> list[str]:
        every = driver.find_elements("css selector", rows)
        return [str(row.get_attribute("id")) for row in every if row.is_displayed()]

    driver.get((folder / "index.html").as_uri())
    Select(driver.find_element("name", "language")).select_by_visible_text("JavaScript")
    driver.find_element("css selector", "[aria-label='Sort by failed cases']").click()
    found, address = seen(), driver.current_url
    assert address.endswith("#language=JavaScript&sort=failed+cases")
    assert found[0] == "npm-punycode@0.3.0"
    assert said(driver) == f"{len(found)} of {len(read_all(files.RESULTS))} shown"

    driver.get("about:blank")
    driver.get(f"{address}&a=npm-punycode%402.1.1&b=npm-punycode%402.2.2")  # as a link
    compared = driver.find_element("id", "compared")
    assert seen() == found
    assert "Only npm-punycode@2.2.2 fails: 0" in compared.text
    assert "Characters below the digits pass a comparison made for unsigned integers (8)" in compared.text
    compared.find_element("tag name", "a").click()
    assert "/implementations/npm-punycode@2.1.1.html#group-" in driver.current_url

    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    driver.get((folder / "index.html").as_uri())
    assert len(seen()) == len(read_all(files.RESULTS))
