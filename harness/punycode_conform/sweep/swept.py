"""A sweep and what came of it, as data for renderers and as lines of a report."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..run.report import Header
from ..run.report_file import as_json
from .difference import Totals
from .domain import Space


@dataclass(frozen=True, slots=True)
class Swept:
    """A sweep that has come to its end, or is about to begin.

    Attributes:
        header: who is judged; a sweep uses no vectors, so it has no digest.
        space: what is asked.
        round_trip: whether the target encodes again what it decoded.
        command: the words that name the target and how it is judged.
        totals: what was found.
        stopped: why it ended early, empty if it did not.
    """

    header: Header
    space: Space
    round_trip: bool
    command: Sequence[str]
    totals: Totals
    stopped: str = ""

    @property
    def conforms(self) -> bool:
        """Whether nothing differs and the sweep came to its end."""
        return not self.totals.differing and not self.stopped

    @property
    def nothing_ran(self) -> bool:
        """Whether nothing was answered but by a skip."""
        return self.totals.inputs == self.totals.skipped

    def first_line(self) -> dict[str, Any]:
        """The report's header."""
        sweep = {**self.space.as_json(), "round_trip": self.round_trip}
        return {**as_json(self.header), "suite": {"version": self.header.suite_version}, "sweep": sweep}

    def footer(self) -> dict[str, Any]:
        """The report's last line."""
        line = {
            "type": "footer",
            "inputs": self.totals.inputs,
            "accepted": self.totals.accepted,
            "counts": dict(self.totals.counts),
            "kinds": dict(self.totals.kinds),
            "verdict": "conforms" if self.conforms and not self.nothing_ran else "does not conform",
        }
        return line | ({"stopped": self.stopped} if self.stopped else {})
