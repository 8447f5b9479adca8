"""Real implementations get the results that are published for them.

An implementation that cannot be run is skipped on an author's machine; with CONFORM_REAL set, as in CI, it is a failure.
"""

import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.targets.adapter import every

REPORTS = Path(__file__).resolve().parents[3] / "reports"
sys.path.insert(0, str(REPORTS))
import publish  # noqa: E402  # a script of reports/, which is no package

PUBLISHED: dict[str, Any] = json.loads(publish.RESULTS.read_text(encoding="utf-8"))
# What they get wrong may differ: one reads memory that is not its own, one takes cubic time and so meets the time limit.
FICKLE = {"adapter:perl-net-idn", "adapter:erlang-idna"}

pytestmark = [pytest.mark.real, pytest.mark.slow]


class Older(UserWarning):
    """A published result was measured with vectors that asked or expected something else than today's."""


def test_every_adapter_is_published() -> None:
    assert set(PUBLISHED) == set(publish.TARGETS)
    assert len({PUBLISHED[target]["language"] for target in publish.TARGETS}) >= 5


def test_every_adapter_says_what_it_is_and_what_it_needs() -> None:
    assert [a.name for a in every() if not (a.about and a.run and a.install)] == []


@pytest.mark.filterwarnings("default::tests.real.test_implementations.Older")
@pytest.mark.parametrize("target", publish.TARGETS)
def test_an_implementation_gets_its_published_result(target: str) -> None:
    try:
        measured = publish.measure(target)
    except RuntimeError as error:
        if not os.environ.get("CONFORM_REAL") and "exit status 3" in str(error):
            pytest.skip(str(error))
        raise

    published = PUBLISHED[target]
    if publish.is_older(published, measured):
        warnings.warn(f"{target}: published with other vectors; run python reports/publish.py {target}", Older, 1)
    assert measured["verdict"] == published["verdict"]
    if target not in FICKLE:
        assert publish.differences(published, measured) == []
