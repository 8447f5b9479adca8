"""A real browser for the tests of the page, without a network; only they import this."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def browser(profile: Path) -> Iterator[Any]:
    """A headless Chromium, driven; the test is skipped where there is none, but not in CI."""
    driver = shutil.which("chromedriver")
    if driver is None and not os.environ.get("CONFORM_REAL"):
        pytest.skip("no chromedriver")
    assert driver is not None
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
        options.add_argument(argument)
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield started
    finally:
        started.quit()


def screen(driver: Any, width: int, **media: str) -> None:
    """Make the screen so wide, with a colour scheme or a medium."""
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": media.get("scheme", "light")}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media.get("medium", ""), "features": features})
