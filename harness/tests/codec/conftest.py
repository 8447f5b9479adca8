"""Hypothesis keeps its cache, which it writes while tests are collected, out of the checkout."""

import tempfile

from hypothesis import configuration

_home = tempfile.TemporaryDirectory(prefix="hypothesis-")
configuration.set_hypothesis_home_dir(_home.name)


def pytest_sessionfinish() -> None:
    _home.cleanup()
