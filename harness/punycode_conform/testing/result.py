"""The result of one pytest item (a case, a law, a property or the baseline), and how pytest shows it."""

from typing import NamedTuple

import pytest

from ..errors import ConformError
from ..notation import plain
from ..render.failure import labels_and_command
from ..run.report import Report, Stale
from ..run.result import Result
from ..suite.verdict import BAD, Verdict
from ..terminal import labelled


class ItemResult(NamedTuple):
    """The result of an item; a stale entry of the baseline is a failure."""

    verdict: Verdict
    why: str = ""  # empty for a plain pass; for a known failure the baseline's reason
    shown: str = ""  # a known failure in full

    def finish(self, item: pytest.Item) -> None:
        """Pass, skip, fail or fail as expected.

        A known failure fails under ``--runxfail``, as any other that is marked so. A warning is no Python warning: people
        turn these into errors.
        """
        if self.verdict in BAD:
            # A traceback would show code of ours, and nothing of the codec.
            pytest.fail(self.why, pytrace=False)
        if self.verdict is Verdict.XFAIL:
            if item.config.option.runxfail:
                pytest.fail(self.shown, pytrace=False)
            pytest.xfail(self.why)
        if self.verdict is Verdict.SKIP:
            pytest.skip(self.why)
        if self.why:
            item.user_properties.append(("conform-warning", self.why))
            item.add_report_section("call", "conform", f"warning: {self.why}")


def not_run(error: ConformError, *, first: bool) -> ItemResult:
    """The result of an item whose target cannot be judged: a failure once, since thousands would say the same."""
    if not first:
        return ItemResult(Verdict.SKIP, f"not run: {plain(error.message)}")
    hint = f"\n  hint: {error.hint}" if error.hint else ""
    return ItemResult(Verdict.FAIL, f"the target could not be judged: {error.message}{hint}")


def with_baseline(result: Result, stale: Stale | None, shown: str) -> ItemResult:
    """The result of an item as the baseline judges it, with the entry that it makes stale, and in full."""
    if stale and result.verdict is Verdict.XFAIL:  # it fails in another way
        return ItemResult(Verdict.FAIL, f"stale: {stale_line(stale)}\n{shown}")
    if stale:  # it passes, or is skipped
        word = "xpass" if result.verdict is Verdict.XPASS else "stale"
        return ItemResult(Verdict.FAIL, plain(f"{word}: {stale.why}; delete its entry, {stale.file}:{stale.line}", 600))
    if result.verdict is Verdict.XFAIL:
        return ItemResult(result.verdict, plain(result.known), shown)
    return ItemResult(result.verdict, shown if result.verdict in BAD else result.judgement.why)


def stale_line(stale: Stale) -> str:
    """A stale entry with its place."""
    return plain(f"{stale.file}:{stale.line}: {stale.id}: {stale.why}", 600)


def in_full(result: Result, report: Report) -> str:
    """A failure of a run in full."""
    return labelled_failure(result, labels_and_command(result, report))


def labelled_failure(result: Result, labels: list[tuple[str, str]]) -> str:
    """A failure with labelled values; the first line is in pytest's short summary."""
    verdict = Verdict.FAIL if result.verdict is Verdict.XFAIL else result.verdict
    found = [f"{verdict.value}: {plain(result.judgement.why)}", result.id]
    for label, value in labels:
        # A command is copied, so it is never wrapped.
        found += [f"    {label:<10} {value}"] if label == "again" else labelled(label, value)
    return "\n".join(found)
