"""The score of the vectors: which faulty codecs they tell from sound ones, and which of them are needed for that."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..faults import ALONE
from ..run.report import FORMAT


@dataclass(frozen=True, slots=True)
class Trial:
    """What the vectors and laws made of one codec.

    Attributes:
        name, says, clause: of the fault.
        vectors: ids of the vectors that failed.
        laws: names of the laws that it broke; None if they were not looked at.
        stopped: it broke down so often that the run ended early; more vectors might have failed.
    """

    name: str
    says: str
    clause: str
    vectors: tuple[str, ...] = ()
    laws: tuple[str, ...] | None = None
    stopped: bool = False

    @property
    def detected(self) -> bool:
        """Whether anything failed."""
        return bool(self.vectors or self.laws)

    def as_json(self) -> dict[str, Any]:
        """The trial for the report."""
        return {
            "name": self.name,
            "says": self.says,
            "clause": self.clause,
            "detected": self.detected,
            "vectors": self.vectors,
            "laws": self.laws,
            "stopped": self.stopped,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The trials of all faults and of all controls, sound codecs of another make.

    Attributes:
        vectors: ids of all vectors that were tried, in their order.
        faults, controls: the trials.
    """

    vectors: tuple[str, ...]
    faults: tuple[Trial, ...]
    controls: tuple[Trial, ...]

    @property
    def detected(self) -> list[Trial]:
        """The faults that something detects."""
        return [trial for trial in self.faults if trial.detected]

    @property
    def survivors(self) -> list[Trial]:
        """The faults that nothing detects."""
        return [trial for trial in self.faults if not trial.detected]

    @property
    def false_alarms(self) -> list[Trial]:
        """The controls that something takes for faulty."""
        return [trial for trial in self.controls if trial.detected]

    @property
    def weak(self) -> list[Trial]:
        """The faults that are detected, but by fewer than two vectors."""
        return [trial for trial in self.detected if len(trial.vectors) < 2]

    @property
    def good(self) -> bool:
        """Whether all faults are detected, and nothing else."""
        return not self.survivors and not self.false_alarms

    def idle(self) -> list[str]:
        """The vectors that detect no fault."""
        busy = {vector for trial in self.faults for vector in trial.vectors}
        return [vector for vector in self.vectors if vector not in busy]

    def cover(self) -> list[str]:
        """Few vectors that detect every fault that any vector detects.

        The greedy choice: always the vector that detects most of what is left, the first of equals. It is seldom much
        larger than the smallest set, which nobody knows a quick way to find.
        """
        detects = self._detects()
        left = {trial.name for trial in self.faults if trial.vectors}
        chosen = []
        while left:
            best = max(detects, key=lambda vector: len(detects[vector] & left))
            chosen.append(best)
            left -= detects[best]
        return chosen

    def _detects(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {vector: set() for vector in self.vectors}
        for trial in self.faults:
            for vector in trial.vectors:
                found[vector].add(trial.name)
        return found

    def as_json(self) -> dict[str, Any]:
        """The score for the report."""
        return {
            "vectors": len(self.vectors),
            "faults": [trial.as_json() for trial in self.faults],
            "controls": [trial.as_json() for trial in self.controls],
            "survivors": names(self.survivors),
            "false_alarms": names(self.false_alarms),
            "weak": {name: ALONE.get(name) for name in names(self.weak)},
            "idle": self.idle(),
            "cover": self.cover(),
        }


def names(trials: Iterable[Trial]) -> list[str]:
    """The names of some trials' faults."""
    return [trial.name for trial in trials]


def report(score: Score, samples: Score | None, *, version: str, digest: str) -> dict[str, Any]:
    """The whole report: which suite, its score, and the faults that the RFC's samples detect by themselves."""
    alone = None
    if samples is not None:
        by_vectors = [trial.name for trial in samples.faults if trial.vectors]
        alone = {"vectors": len(samples.vectors), "detected": names(samples.detected), "by_vectors": by_vectors}
    return {
        "type": "score",
        "format": FORMAT,
        "suite": {"version": version, "digest": digest},
        "samples": alone,
        **score.as_json(),
    }


def spread(trials: Sequence[Trial]) -> dict[str, int]:
    """How many of the trials are detected by how many vectors, in rough steps."""
    steps = (("none", 0, 0), ("one", 1, 1), ("2 to 9", 2, 9), ("10 to 99", 10, 99), ("100 and more", 100, 1 << 60))
    counts = [len(trial.vectors) for trial in trials]
    return {name: sum(low <= count <= high for count in counts) for name, low, high in steps}
