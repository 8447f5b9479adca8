"""A verdict as pytest's outcome."""

from collections.abc import Set

import pytest

from ..suite.verdict import BAD, Verdict
from .judged import Judged


def tell(judged: Judged, case: str, wanted: Set[str], item: pytest.Item) -> None:
    """Pass, skip or fail as the verdict on a case says.

    A warning is a section of the test's report and a property of it, and no Python warning: people turn these into errors.

    Args:
        judged: the target.
        case: the id of the case or law.
        wanted: all ids that will be asked for.
        item: the test that asks.
    """
    verdict, why = judged.result(case, wanted)
    if verdict in BAD:
        pytest.fail(why, pytrace=False)
    if verdict is Verdict.SKIP:
        pytest.skip(why)
    if why:
        item.user_properties.append(("conform-warning", why))
        item.add_report_section("call", "conform", f"warning: {why}")
