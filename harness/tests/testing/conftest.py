"""Shared: runs of pytest's own, apart from the one that they are part of."""

import shlex
import sys

import pytest

# Before any run of pytest in this process: each forgets what it imported, and PyYAML's compiled part bears that but once.
# A module that is forgotten and imported again has other classes than the modules that keep the first one.
import punycode_conform.cli.baseline  # see above, as for all these
import punycode_conform.cli.fuzz
import punycode_conform.cli.run
import punycode_conform.testing.judged
import punycode_conform.yaml  # noqa: F401  # see above

from ..conftest import TARGETS


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)


def adapter(*words: object) -> str:
    """The command of the misbehaving adapter."""
    return shlex.join([sys.executable, str(TARGETS / "adapter.py"), *map(str, words)])


def outcomes(done: pytest.RunResult) -> dict[str, int]:
    """How many tests ended how, those that were not selected left out."""
    return {name: count for name, count in done.parseoutcomes().items() if name not in ("deselected", "warnings")}
