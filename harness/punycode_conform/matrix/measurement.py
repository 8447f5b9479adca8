"""One implementation run by a process of its own, so that nothing it does holds up another."""

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..errors import ConformError
from ..run.saved import saved
from ..suite import PUNYCODE, corpus
from ..targets import adapter as adapters
from ..targets.child import Child
from .result import Result
from .summary import Circumstances, summarize

_ADAPTER = "adapter:"
_BUILD = 900  # seconds more than a run may take, for the build of an adapter
_RESTARTS = 200  # for codecs that die often: a result is of a whole run


@dataclass(frozen=True, slots=True)
class Implementation:
    """A target of the matrix.

    Attributes:
        target: as ``conform run`` takes it.
        adapter: its adapter, None if it has none.
    """

    target: str
    adapter: adapters.Adapter | None = None

    @property
    def digest(self) -> str:
        """The digest of its adapter's files; empty without an adapter."""
        return adapters.digest(self.adapter) if self.adapter else ""

    @property
    def missing(self) -> list[str]:
        """The programs that its adapter needs and that are not here."""
        return adapters.missing(self.adapter) if self.adapter else []

    @property
    def fickle(self) -> str:
        """Why its wrong answers differ from run to run; empty if they do not."""
        return self.adapter.fickle if self.adapter else ""

    @property
    def layer(self) -> str:
        """The layer that it is judged by."""
        return self.adapter.layer if self.adapter else PUNYCODE


@dataclass(frozen=True, slots=True)
class Failure:
    """An implementation that has no result.

    Attributes:
        target: as for :class:`Implementation`.
        why: in a line.
    """

    target: str
    why: str


def every() -> list[Implementation]:
    """All implementations: Python's codec by its name, and every version of every adapter."""
    names = (name for one in adapters.every() for name in one.names)
    return [named("codec:punycode"), *(named(_ADAPTER + name) for name in names)]


def named(target: str) -> Implementation:
    """The implementation that a word names.

    Raises:
        ConformError: no adapter has this name.
    """
    own = adapters.find(target.removeprefix(_ADAPTER)) if target.startswith(_ADAPTER) else None
    return Implementation(_ADAPTER + own.name if own else target, own)


def measure(one: Implementation, limit: float, running: Callable[[Child], None]) -> Result | Failure:
    """The result of a run of the whole suite, or why there is none.

    Args:
        one: the implementation.
        limit: seconds for the run; a build has more.
        running: takes the process as soon as it runs, for a caller who may want to end it.
    """
    began, today = time.monotonic(), datetime.now(UTC).date().isoformat()
    with tempfile.TemporaryDirectory(prefix="conform-matrix-") as folder:
        lines = Path(folder) / "report.jsonl"
        options = [
            "--report",
            str(lines),
            "--layer",
            one.layer,
            "--restarts",
            str(_RESTARTS),
            "--time-limit",
            f"{limit}",
        ]
        child = Child([sys.executable, "-m", "punycode_conform", "run", one.target, *options, "--quiet"])
        running(child)
        try:
            why = child.failure(limit + _BUILD)
            said = child.stderr()
        finally:
            child.close()
        if not lines.exists():
            return Failure(one.target, _reason(said, one) or why or "it wrote no report")
        try:
            report = saved(lines)
        except ConformError as error:
            return Failure(one.target, _reason(said, one) or why or error.message)
    if report.stopped:
        return Failure(one.target, f"stopped early: {report.stopped}")
    about = one.adapter.about if one.adapter else ""
    how = Circumstances(about, one.digest, today, time.monotonic() - began)
    return summarize(report, how, corpus.bugs())


def _reason(said: str, one: Implementation) -> str:
    """The line in which the tool says what went wrong."""
    lines = [line.removeprefix("conform: ") for line in said.splitlines() if line.startswith("conform: ")]
    return lines[-1].removeprefix(f"{one.target} cannot be run: ") if lines else ""
