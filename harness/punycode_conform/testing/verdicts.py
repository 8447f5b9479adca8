"""A verdict as pytest's outcome."""

import pytest

from ..suite.verdict import BAD, Verdict
from .judged import Told


def tell(told: Told, item: pytest.Item) -> None:
    """Pass, skip, fail or fail as expected.

    A known failure fails under ``--runxfail``, as any other that is marked so. A warning is a section of the test's report
    and a property of it, and no Python warning: people turn these into errors.

    Args:
        told: what is to be said.
        item: the test that asks.
    """
    if told.verdict in BAD:
        pytest.fail(told.why, pytrace=False)
    if told.verdict is Verdict.XFAIL:
        if item.config.option.runxfail:
            pytest.fail(told.shown, pytrace=False)
        pytest.xfail(told.why)
    if told.verdict is Verdict.SKIP:
        pytest.skip(told.why)
    if told.why:
        item.user_properties.append(("conform-warning", told.why))
        item.add_report_section("call", "conform", f"warning: {told.why}")
