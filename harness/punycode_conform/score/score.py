"""The score of the vectors: which faulty codecs they detect, and which vectors are needed for that."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from ..faults import RARELY_DETECTED
from ..run.plan import LAW
from ..run.report_file import FORMAT


@dataclass(frozen=True, slots=True)
class Trial:
    """One faulty or correct codec, and what it failed.

    Attributes:
        name, says, clause: of the codec.
        vectors: ids of the vectors that failed.
        laws: names of the laws that it broke; None if they were not checked.
        alone: for each operation that is wrong and was tried, the vectors and laws that detect it beside a right other
            side.
        stopped: it crashed or hung so often that the run ended early; more vectors might have failed.
    """

    name: str
    says: str
    clause: str
    vectors: tuple[str, ...] = ()
    laws: tuple[str, ...] | None = None
    alone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stopped: bool = False

    @property
    def detected(self) -> bool:
        """Whether anything failed."""
        return bool(self.found)

    @property
    def found(self) -> tuple[str, ...]:
        """The vectors and laws that detect it, by id."""
        return (*self.vectors, *(LAW + name for name in self.laws or ()))

    @property
    def hidden(self) -> list[str]:
        """The operations that nothing detects beside a right other side."""
        return [side for side, found in self.alone.items() if not found]


@dataclass(frozen=True, slots=True)
class Score:
    """The trials of all faults, and of the controls: correct codecs that were written independently.

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
    def half_survivors(self) -> list[Trial]:
        """The faults that are detected, but not on each side alone."""
        return [trial for trial in self.detected if trial.hidden]

    @property
    def false_alarms(self) -> list[Trial]:
        """The controls that something failed."""
        return [trial for trial in self.controls if trial.detected]

    @property
    def weak(self) -> list[Trial]:
        """The faults that are detected, but by fewer than two vectors."""
        return [trial for trial in self.detected if len(trial.vectors) < 2]

    @property
    def good(self) -> bool:
        """Whether all faults are detected, also on each side alone, and no control failed."""
        return not (self.survivors or self.half_survivors or self.false_alarms)

    def idle(self) -> list[str]:
        """The vectors that detect no fault."""
        return [vector for vector, faults in self._detects().items() if not faults]

    def cover(self) -> list[str]:
        """A small set of vectors that detects every fault that any vector detects.

        Chosen greedily: the vector that detects most of the remaining faults, the first of several equal ones. The set is
        seldom much larger than the smallest one, for which no fast algorithm is known.
        """
        detects = self._detects()
        left = set[str]().union(*detects.values())
        chosen = []
        while left:
            best = max(detects, key=lambda vector: len(detects[vector] & left))
            chosen.append(best)
            left -= detects[best]
        return chosen

    def _detects(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {vector: set() for vector in self.vectors}
        for trial in self.faults:
            for vector in trial.vectors:
                found[vector].add(trial.name)
        return found


def report(score: Score, samples: Score | None, *, version: str, digest: str) -> dict[str, object]:
    """The score as JSON.

    Args:
        score: of all vectors.
        samples: of the RFC's samples alone; None if they were not tried alone.
        version, digest: of the suite.
    """
    alone = None
    if samples is not None:
        by_vectors = [trial.name for trial in samples.faults if trial.vectors]
        alone = {"vectors": len(samples.vectors), "detected": names(samples.detected), "by_vectors": by_vectors}
    return {
        "type": "score",
        "format": FORMAT,
        "suite": {"version": version, "digest": digest},
        "samples": alone,
        "vectors": len(score.vectors),
        "faults": [asdict(trial) | {"detected": trial.detected} for trial in score.faults],
        "controls": [asdict(trial) | {"detected": trial.detected} for trial in score.controls],
        "survivors": names(score.survivors),
        "half_survivors": {trial.name: trial.hidden for trial in score.half_survivors},
        "false_alarms": names(score.false_alarms),
        "weak": {name: RARELY_DETECTED.get(name) for name in names(score.weak)},
        "idle": score.idle(),
        "cover": score.cover(),
    }


def names(trials: Iterable[Trial]) -> list[str]:
    """The names of the codecs that were tried."""
    return [trial.name for trial in trials]
