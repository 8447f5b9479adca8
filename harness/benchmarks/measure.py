"""The tools of all benchmarks: interleaved repetitions, medians, whole processes, tables in Markdown.

Machines differ and drift, ratios within one run much less. So every contender takes its turn in every repetition, and
what is claimed is a ratio of medians; absolute medians are shown for context only.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

Work = Callable[[], object]

CONFORM = (sys.executable, "-c", "from punycode_conform.cli import command; command()")
"""The installed command ``conform``."""


def medians(
    works: Mapping[str, Work], repetitions: int, *, warm_up: bool = True, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """The median seconds of each piece of work, all taking turns; by ``time.process_time`` what others do counts less."""
    if warm_up:
        for work in works.values():
            work()
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repetitions):
        for name, work in works.items():
            gc.collect()
            start = clock()
            work()
            taken[name].append(clock() - start)
    return {name: median(seconds) for name, seconds in taken.items()}


@dataclass(slots=True)
class Process:
    """A program run to its end as a piece of work, with the processor time and the most memory that it took.

    Attributes:
        command: what to run.
        folder: where to run it.
        path: put first on Python's search path, or None.
        environment: variables that are set for it.
        spent: seconds of processor time of each run, its children's included.
        peak: bytes, 0 before the first run. Linux counts the parent's memory at the start of a child as the child's, so
            keep the parent small.
    """

    command: Sequence[str | Path]
    folder: Path
    path: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    spent: list[float] = field(default_factory=list)
    peak: int = 0

    def __call__(self) -> None:
        """Run it.

        Raises:
            RuntimeError: it failed; the time of a failed run means nothing.
        """
        # Switches such as PYTHONDONTWRITEBYTECODE would measure something that users do not have.
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        search = {"PYTHONPATH": str(self.path)} if self.path else {}
        said = self.folder / "said"
        with (
            said.open("wb") as out,
            subprocess.Popen(
                self.command,
                cwd=self.folder,
                env={**inherited, **search, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            ) as process,
        ):
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"exit status {process.returncode}: {said.read_text(errors='replace')[-2000:]}")
        self.spent.append(usage.ru_utime + usage.ru_stime)
        self.peak = max(self.peak, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a Markdown table; all columns but the first are figures."""
    print(f"\n{title}\n")
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---:|" * (len(heads) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    sys.stdout.flush()


def ratio(value: float) -> str:
    """A ratio with as many places as make sense."""
    places = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 4
    return f"{value:,.{places}f}"


def seconds(value: float) -> str:
    """A time in a unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"
