"""Pages in a real browser, without a network: by keyboard; they fit the screen, and hostile text does nothing."""

import re
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

from ..conftest import Conform, needed, run_tool
from ..matrix.test_site import result
from ..results import case, header
from ..test_documents import blocks
from .test_page import HOSTILE, report

pytestmark = [pytest.mark.real, pytest.mark.slow]
FAKES = Path(__file__).parents[1] / "fakes"
KINDS = "index languages try find choices implementations/x implementations/poco bugs/surrogates-merged clauses/6.2"


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
    """A report with five failures, of two clauses, and a case that was skipped."""
    results = [
        case(f"case-{n}/decode", Verdict.FAIL, "wrong at index 0", clause="6.2" if n % 2 else "6.4") for n in range(5)
    ]
    return Report(header("mylib", command=("conform", "run", "mylib")), [*results, case("right/encode", Verdict.SKIP)])


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
    press(driver, "case-3")
    assert (shown(driver), said(driver)) == (["case-3/decode"], "1 of 6 shown")
    press(driver, Keys.ESCAPE)
    assert said(driver) == "6 of 6 shown"

    assert press(driver, Keys.TAB).get_attribute("name") == "v"  # by verdict, then by clause, too
    press(driver, "f")
    assert said(driver) == "5 of 6 shown"
    press(driver, Keys.TAB, Keys.ARROW_DOWN)
    assert shown(driver) == ["case-1/decode", "case-3/decode"]

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
        for kind in KINDS.split():
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


EXPORTS = "encode", "decode", "__heap_base"
AS_IN_C = """
static char text[1 << 20];
int encode(const uint32_t *input, int length, uint32_t *output) {
    size_t size = sizeof text;
    if (my_encode(input, (size_t)length, text, &size)) return -1;
    for (size_t j = 0; j < size; j++) output[j] = (unsigned char)text[j];
    return (int)size;
}
int decode(const uint32_t *input, int length, uint32_t *output) {
    size_t size = (size_t)length;
    for (int j = 0; j < length; j++) text[j] = (char)(input[j] < 0x80 ? input[j] : 0x80);
    return my_decode(text, (size_t)length, output, &size) ? -1 : (int)size;
}
"""


def test_the_judge_in_the_page_finds_what_a_run_finds(driver: Any, conform: Conform, tmp_path: Path) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    def judged(code: str, module: Path | None = None) -> str:
        driver.get((tmp_path / "site" / "try.html").as_uri())
        if module:
            driver.find_element("name", "module").send_keys(str(module))
        driver.execute_script("document.forms[0].code.value = arguments[0]; document.forms[0].requestSubmit()", code)
        WebDriverWait(driver, 60).until(lambda _: " cases failed" in said(driver) or "cannot" in said(driver))
        return said(driver).rpartition(",")[0]

    write(tmp_path / "site", dict(Site([]).pages()))
    right = (FAKES / "examples" / "punycode.js").read_text(encoding="utf-8").replace("process.env.PUNYCODE_WRONG", "0")
    changes = (("Boolean(0)", "true"), ("700", "699"), ("min(26", "min(27"))
    (tmp_path / "adapter.js").write_text(blocks("js")[0], encoding="utf-8")
    assert judged(right).startswith("CONFORMS, as far as vectors show: 0 of ")
    for code in (right.replace(*change) for change in changes):
        (tmp_path / "my-punycode.js").write_text(code, encoding="utf-8")
        out = conform("run", "--", needed("node"), tmp_path / "adapter.js").out
        (counts,) = re.findall(r": ([\d,]+ of [\d,]+ cases failed)", out.splitlines()[-1])
        assert judged(code).startswith(f"DOES NOT CONFORM: {counts}")
    assert "cannot be run: " in judged("function encode( {") + said(driver)

    needed("wasm-ld")
    (tmp_path / "codec.c").write_text((FAKES / "native" / "codec.c").read_text(encoding="utf-8") + AS_IN_C)
    flags = "--target=wasm32 -nostdlib -O1 -Wl,--no-entry -Wl,--export=" + " -Wl,--export=".join(EXPORTS)
    for fault, verdict in ((0, "CONFORMS, as"), (4, "DOES NOT CONFORM: 7 of ")):
        words = [*flags.split(), f"-DFAULT={fault}", "-o", "codec.wasm", "codec.c"]
        done = run_tool(needed("clang"), *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert judged("", tmp_path / "codec.wasm").startswith(verdict)
