"""One codec, one operation, one family: the times of ever longer inputs, without that of the pipe."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from ..suite.outcome import Call, Operation, Outcome, Rejected, Returned, TimedOut, in_words
from .family import SIZES, Family, trivial
from .fit import Fit, fit

Ask = Callable[[Call], tuple[Outcome, float]]  # gives the outcome of a call, and its seconds

_TRIES, _MOST_TRIES = 3, 9  # noise only adds to a time, and rarely to all tries
TOO_LONG = 1.0  # seconds for one text field: meanwhile a server serves nobody else
_STEEPEST = 16.0  # the most by which a doubled input is expected to take longer
# A difference of two nearly equal times is noise, so a codec's own time is at least this part of a call's.
_OWN = 0.2


@dataclass(slots=True)
class Point:
    """An input of a series.

    Attributes:
        size: the length of the input: code points to encode, characters to decode.
        refused: whether the codec refused it.
        seconds: the least time.
        pipe: the least time of a trivial call of this length, infinite if there is none.
        carried: the numbers that went through the pipe, in and out, as a part of those of the trivial call.
    """

    size: int
    refused: bool
    seconds: float = inf
    pipe: float = inf
    carried: float = 1.0

    @property
    def cost(self) -> float:
        """The seconds of both calls."""
        return self.seconds + (self.pipe if self.pipe < inf else 0.0)


@dataclass(slots=True)
class Series:
    """The points of one family.

    Attributes:
        operation, family: what is asked.
        points: by the size that the family was asked for.
        empty: the least time of an empty call.
        tries: of the first point.
        ended: why nothing longer was asked; empty if the time was over or the longest input was reached.
        late: the size of an input that was not answered within the time limit of a call, though the codec worked on it
            for more than a second; 0 if there is none.
    """

    operation: Operation
    family: Family
    points: dict[int, Point] = field(default_factory=dict)
    empty: float = inf
    tries: int = 0
    ended: str = ""
    late: int = 0

    @property
    def longest(self) -> Point | None:
        """The longest input that was answered."""
        return next(reversed(self.points.values()), None)

    def times(self) -> list[tuple[int, float]]:
        """Sizes and the seconds that the codec itself takes, without those of an empty call and of the pipe.

        An answer and a refusal are two ways through a codec: only points that ended as the longest did are here.
        """
        points = [point for point in self.points.values() if self.longest and point.refused == self.longest.refused]
        empty = min([self.empty, *(point.seconds for point in points)])
        # The pipe is nearly linear, a trivial call need not be. So no more is subtracted than its least rate.
        rate = min((max(0.0, point.pipe - empty) / point.size for point in points if point.pipe < inf), default=0.0)
        found = []
        for point in points:
            whole = point.seconds - empty
            pipe = rate * point.size * point.carried
            if whole > empty:  # a shorter one shows the cost of any call, which does not grow
                found.append((point.size, max(whole - pipe, _OWN * whole)))
        return found

    def fit(self) -> Fit | None:
        """How the time grows; None if too few points take clearly longer than an empty call."""
        return fit(self.times())

    def extend(self, ask: Ask, seconds: float, now: Callable[[], float]) -> None:
        """Ask longer inputs as long as there is time for all tries of the next one. Then repeat all, round after round, so
        that a burst of other work on the machine meets few tries of a point.

        Args:
            ask: gives the outcome and the time of a call.
            seconds: for all of it.
            now: the clock of these seconds.
        """
        until = now() + seconds
        self.ended, self.late, self.tries = "", 0, self.tries + 1
        for size in SIZES[len(self.points) :]:
            if now() + self._next() * _TRIES > until or not self._lengthen(ask, size):
                break
        last = 0.0
        for done in range(1, _MOST_TRIES):
            start = now()
            if done >= _TRIES and start + last > until:
                break
            self.tries += 1
            for size in reversed(self.points):
                self._try(ask, size)
            last = now() - start

    def _next(self) -> float:
        """The seconds that the next input is expected to take, with the calls beside it."""
        *_, before, last = (0.0, 0.0, *(point.cost for point in self.points.values()))
        return last * (min(_STEEPEST, max(2.0, last / before)) if before else 2.0)

    def _lengthen(self, ask: Ask, size: int) -> bool:
        """Ask a longer input; whether it was answered."""
        outcome, seconds = self._try(ask, size)
        if not _answered(outcome):
            length = len(self.family.call(self.operation, size).input)
            self.ended = f"{in_words(outcome, self.operation)} at {length:,}"
            # On a busy machine the target may have had no chance to answer in time.
            self.late = size if isinstance(outcome, TimedOut) and seconds > TOO_LONG else 0
        return _answered(outcome)

    def _try(self, ask: Ask, size: int) -> tuple[Outcome, float]:
        """Ask the input of a size, an empty one and a trivial one, and keep the least times. Gives those of this try."""
        call = self.family.call(self.operation, size, self.tries % 26)
        outcome, seconds = ask(call)
        if _answered(outcome):
            point = self.points.setdefault(size, Point(len(call.input), isinstance(outcome, Rejected)))
            point.seconds = min(point.seconds, seconds)
            self.empty = min(self.empty, ask(trivial(self.operation, 0))[1])
            simple = trivial(self.operation, point.size, self.tries % 26)
            plain, pipe = ask(simple)
            if _answered(plain):
                point.pipe = min(point.pipe, pipe)
                point.carried = _numbers(call, outcome) / _numbers(simple, plain)
        return outcome, seconds


def _answered(outcome: Outcome) -> bool:
    return isinstance(outcome, Returned | Rejected)


def _numbers(call: Call, outcome: Outcome) -> int:
    return len(call.input) + (len(outcome.value) if isinstance(outcome, Returned) else 0)
