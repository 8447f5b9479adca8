"""The published result of one implementation, its file of JSON, and the index of all files."""

import json
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .. import files
from ..errors import ConformError
from ..growth import Growing
from ..run import report_file
from ..run.report import CaseResult, Suite
from ..suite.verdict import BAD

INDEX = "index.json"
_LINES = 2  # levels of a file that have a line for each member
_MOST = 1 << 24  # bytes of a file


class Failures(Struct, frozen=True, omit_defaults=True):
    """Failures with one cause, or with the same thing wrong: what one fix repairs."""

    says: str  # what is wrong, in a sentence
    fault: str  # the fault that explains them; empty if none does, or if withheld
    bug: str  # the bug class that their answers show, which is not always that of their vectors
    clause: str  # of the fault
    verdicts: dict[str, int]
    classes: dict[str, int]  # failed cases by the class of their vectors
    clauses: dict[str, int]  # failed cases and broken laws by the clause that they cite
    laws: tuple[str, ...]
    withheld: bool  # no input is published: see summary.py
    cases: tuple[str, ...]  # up to ten, the shortest inputs first
    example: dict[str, Any] | None = None  # the first of these cases, as in a report

    @property
    def case(self) -> CaseResult | None:
        """The example."""
        read = report_file.result_of({"type": "result", **self.example}) if self.example else None
        return read if isinstance(read, CaseResult) else None


class Result(Struct, frozen=True, omit_defaults=True):
    """A run of the whole suite on one version of an implementation."""

    format: Literal[1]
    target: str  # as `conform run` takes it
    name: str
    version: str
    language: str
    about: str  # the sentence in its adapter's head
    layer: str
    suite: Suite
    adapter: str  # the digest of the adapter's files; empty without an adapter
    date: str
    seconds: float
    verdict: str
    tally: dict[str, int]
    laws: dict[str, str]
    declared: dict[str, str]
    observed: dict[str, str]
    lacks: tuple[int, ...]
    classes: dict[str, dict[str, int]]  # the tally by bug class, or `section` and the clause of vectors without one
    clauses: dict[str, dict[str, int]]
    failures: tuple[Failures, ...]  # what should be read first in front
    growth: tuple[Growing, ...] = ()

    @property
    def conforms(self) -> bool:
        """Whether nothing failed."""
        return self.verdict == "conforms"

    @property
    def failed(self) -> int:
        """The number of failed cases."""
        return failed(self.tally)

    @property
    def broken(self) -> list[str]:
        """The broken laws."""
        return [law for law, verdict in self.laws.items() if verdict == "fail"]

    @property
    def steepest(self) -> Growing | None:
        """The worst of its growth; None if nothing certainly grows faster than n log n."""
        steep = (row for row in self.growth if row.steep)
        return max(steep, key=lambda row: (row.hostile, row.exponent or math.inf), default=None)

    @property
    def slug(self) -> str:
        """A name for files and addresses: ``libidn``, ``npm-punycode@1.4.1``, ``codec-punycode``."""
        return re.sub(r"[^\w.@+-]", "-", self.target.removeprefix("adapter:"))

    @property
    def family(self) -> str:
        """The slug without the version."""
        return self.slug.partition("@")[0]

    @property
    def newest(self) -> bool:
        """Whether it is the newest version: the older ones have the version in their slug."""
        return "@" not in self.slug

    @property
    def title(self) -> str:
        """Its own name and version, and the layer if that is not raw Punycode."""
        layer = f" ({self.layer})" if self.layer != "punycode" else ""
        return f"{self.name} {self.version}".rstrip() + layer


def failed(tally: dict[str, int]) -> int:
    """The number of failed cases in a tally."""
    return sum(tally.get(verdict, 0) for verdict in BAD)


def write(folder: Path, result: Result) -> Path:
    """Write a result into its file, which has the name of its target."""
    path = folder / f"{result.slug}.json"
    files.write(path, _text(msgspec.to_builtins(result)) + "\n")
    return path


def index(results: Iterable[Result]) -> str:
    """The text of the index."""
    keys = ("target", "name", "version", "language", "layer", "date", "verdict", "tally")
    rows = [{"file": f"{result.slug}.json"} | {key: getattr(result, key) for key in keys} for result in results]
    return _text({"format": 1, "results": rows}) + "\n"


def read_all(folder: Path) -> list[Result]:
    """The results in a folder, by target."""
    paths = (path for path in folder.glob("*.json") if path.name != INDEX and not path.name.startswith("."))
    return sorted(map(read, paths), key=lambda result: (not result.target.startswith("codec:"), result.target))


def read(path: Path) -> Result:
    """The result in a file."""
    try:
        result = msgspec.json.decode(files.read(path, _MOST), type=Result)
        [group.case for group in result.failures]  # an example that is no case is refused here
    except ValueError as error:
        raise ConformError(f"{path}: {error}", "conform matrix --output writes these files") from None
    return result


def _text(value: Any, depth: int = 0) -> str:
    """JSON that a person can compare: what is nested deeper than ``_LINES`` is in one line."""
    members = (
        list(value.values() if isinstance(value, dict) else value) if isinstance(value, dict | list | tuple) else []
    )
    if depth > _LINES or not any(isinstance(member, dict | list | tuple) and member for member in members):
        return json.dumps(value)
    heads = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(members)
    line_end = "\n" + " " * depth
    parts = [f"{line_end} {head}{_text(member, depth + 1)}" for head, member in zip(heads, members, strict=True)]
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    return opens + ",".join(parts) + line_end + closes
