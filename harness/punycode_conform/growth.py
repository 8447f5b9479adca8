"""How the time of a codec grows with the length of its input: inputs of several families, and a power law for each.

A machine only ever adds to a time, so the least of several tries counts, and the tries of an input are spread over the
whole measurement. Calls are asked one at a time, and the clock is the processor time of the target where it is known.
"""

import math
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from statistics import median
from typing import Any, NamedTuple

from msgspec import Struct, field

from .codec import second
from .suite import A_LABEL, PUNYCODE
from .suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, in_words
from .targets.process import Processor
from .targets.session import Session
from .terminal import BOLD, GREEN, RED, YELLOW, Style, wrapped

SIZES = tuple(1 << power for power in range(4, 17))
FIELD, LABEL = SIZES[-1], 63  # the characters of a long text field, and of a label
STEEP = 1.5  # the exponent of n log n is at most 1.3 over these sizes
TOO_LONG = 1.0  # seconds for one text field: a server serves nobody else meanwhile
_A = ord("a")
# As many code points as the largest size, consecutive but for the surrogates: no delta needs 32 bits.
_DISTINCT = (*range(0x4E00, 0xD800), *range(0xE000, 0x15600))
_TRIES, _MOST_TRIES = 3, 9
_AGAIN = 4.0  # the seconds for a series that seems to be above the limit, as a multiple of the first ones
_STEEPEST = 16.0  # a doubled input is expected to take at most this many times as long
_PATIENCE = 10.0  # how much longer a busy machine may take
_UNITS = ((3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


class Family(NamedTuple):
    """Inputs of one kind and any size. If ``encoded`` is there, a decoder refuses them and an encoder is not asked."""

    name: str
    about: str
    text: Callable[[int], tuple[int, ...]]
    encoded: Callable[[int], str] | None = None

    def call(self, operation: Operation, size: int, letter: int = 0) -> Call:
        """The call of a size; another first letter makes it new for a codec that keeps its last answers."""
        if operation is Operation.ENCODE:
            points = self.text(size)
        else:
            points = tuple(map(ord, self.encoded(size) if self.encoded else _form(self.text(size))))
        return Call(operation, (_A + letter, *points[1:]))


@lru_cache(maxsize=len(SIZES))
def _form(text: tuple[int, ...]) -> str:
    return second.encode_code_points(text)  # needs n log n steps only


def _shuffled(size: int) -> tuple[int, ...]:
    return (_A, *Random(size).sample(_DISTINCT[: size - 1], size - 1))


def _mixed(size: int) -> tuple[int, ...]:
    random = Random(size)
    return (_A, *(random.choice((random.randrange(97, 123), random.choice(_DISTINCT[:3000]))) for _ in range(size - 1)))


FAMILIES = (
    Family("literal", "a long literal part", lambda n: (_A,) * (n - 1) + (0xFC,)),
    # An Arabic digit: an IDNA library may look through the whole label for each of them (CVE-2024-3651).
    Family("repeated", "one repeated code point", lambda n: (_A, *(0x660,) * (n - 1))),
    Family("ascending", "distinct ascending code points", lambda n: (_A, *_DISTINCT[: n - 1])),
    Family("descending", "distinct descending code points", lambda n: (_A, *_DISTINCT[: n - 1][::-1])),
    Family("shuffled", "distinct shuffled code points", _shuffled),
    Family("huge-delta", "one huge delta", lambda n: (_A,) * (n - 1) + (0x10FFFD,)),
    # 9 is the digit 35, above each threshold, so this number never ends.
    Family("digits", "a number of many digits", lambda n: (), lambda n: "a-" + "9" * n),
    Family("invalid-end", "text that is invalid at the end", lambda n: (), lambda n: _form(_shuffled(n)) + "!"),
    Family("mixed", "mixed text", _mixed),
)


class Stopwatch:
    """A session whose calls are timed; labels to decode get their prefix."""

    def __init__(self, session: Session, layer: str = PUNYCODE) -> None:
        self._session, self._processor = session, Processor(session.pid())
        self._prefix = tuple(b"xn--") if layer == A_LABEL else ()
        self._began, self._own, self._spent = time.monotonic(), time.process_time(), 0.0
        self.kind = "time of a clock" if self._processor.seconds() is None else "processor time"

    def now(self) -> float:
        """The work of the target and of this program, or a tenth of the time that has passed if that is more."""
        # So the same inputs are asked on a busy machine as on a quiet one.
        return max(self._spent + time.process_time() - self._own, (time.monotonic() - self._began) / _PATIENCE)

    def ask(self, call: Call) -> tuple[Outcome, float]:
        """The outcome of a call, and the seconds that it took."""
        if call.operation is Operation.DECODE:
            call = call._replace(input=(*self._prefix, *call.input))
        before, began = self._processor.seconds(), time.perf_counter()
        outcome = self._session.once(call)
        seconds, after = time.perf_counter() - began, self._processor.seconds()
        if isinstance(outcome, Crashed | TimedOut):
            self._processor = Processor(self._session.pid())  # there may be another child
        elif before is not None and after is not None:
            seconds = after - before
        self._spent += seconds
        return outcome, max(seconds, 1e-9)


class Fit(NamedTuple):
    """A power law, ``scale * size ** exponent`` seconds, with the bounds of the exponent at 95 %."""

    exponent: float
    low: float
    high: float
    scale: float

    @classmethod
    def of(cls, points: Sequence[tuple[int, float]]) -> "Fit | None":
        """The power law through the six largest points, by the fit of Theil and Sen; None for fewer than four.

        The exponent is the median of the slopes between all pairs, which points that are far off do not move, and its
        error follows from the ranks of the slopes (Sen 1968).
        """
        logs = [(math.log(size), math.log(seconds)) for size, seconds in points[-6:]]
        if (count := len(logs)) < 4:
            return None
        slopes = sorted((v - y) / (u - x) for (x, y), (u, v) in combinations(logs, 2))
        exponent = median(slopes)
        spread = 1.96 * math.sqrt(count * (count - 1) * (2 * count + 5) / 18)
        below = max(0, round((len(slopes) - spread) / 2))
        return cls(exponent, slopes[below], slopes[-1 - below], math.exp(median(y - exponent * x for x, y in logs)))


class Point(Struct):
    """An input of a series: its length, whether it was refused, and its least time."""

    length: int
    refused: bool
    seconds: float


class Series(Struct):
    """The times of one family by size, why nothing longer was asked, and the size that was late."""

    operation: Operation
    family: Family
    points: dict[int, Point] = field(default_factory=dict)
    empty: float = math.inf  # the least time of an empty call
    tries: int = 0
    ended: str = ""
    late: int = 0

    @property
    def refused(self) -> bool:
        """Whether the longest input was refused."""
        return any(point.refused for point in list(self.points.values())[-1:])

    def times(self) -> list[tuple[int, float]]:
        """Lengths with the codec's own seconds, of the inputs that ended as the longest did: answered or refused."""
        points = [point for point in self.points.values() if point.refused == self.refused]
        empty = min([self.empty, *(point.seconds for point in points)])
        # A time that is hardly longer than that of an empty call does not show the input.
        return [(point.length, point.seconds - empty) for point in points if point.seconds > 2 * empty]

    @property
    def fit(self) -> Fit | None:
        """How the time grows; None if too few inputs take clearly longer than an empty call."""
        return Fit.of(self.times())

    @property
    def seen(self) -> bool:
        """Whether there is anything to judge."""
        return bool(self.fit or self.late or self.refused)

    def above(self, exponent: float) -> bool:
        """Whether the time certainly grows faster than with this exponent, or an input was not answered in time."""
        return bool(self.late or (self.fit and self.fit.low > exponent))

    @property
    def hostile(self) -> bool:
        """Whether a text field can cost more than a second because of how the time grows."""
        return bool(self.late or (self.above(STEEP) and self.seconds(FIELD) > TOO_LONG))

    def seconds(self, size: int) -> float:
        """The time of a size: measured, or fitted if it was not asked."""
        law = self.fit
        return dict(self.times()).get(size, law.scale * size**law.exponent if law else math.nan)

    def extend(self, watch: Stopwatch, seconds: float) -> None:
        """Ask longer inputs while there is time for all tries of the next one, then all again, round after round."""
        until = watch.now() + seconds
        self.ended, self.late, self.tries = "", 0, self.tries + 1
        for size in SIZES[len(self.points) :]:
            *_, before, last = (0.0, 0.0, *(point.seconds for point in self.points.values()))
            factor = min(_STEEPEST, max(2.0, last / before)) if before else 2.0
            if watch.now() + last * factor * _TRIES > until or not self._try(watch, size):
                break
        last = 0.0
        for done in range(1, _MOST_TRIES):
            start = watch.now()
            if done >= _TRIES and start + last > until:
                break
            self.tries += 1
            for size in reversed(self.points):
                self._try(watch, size)
            last = watch.now() - start

    def _try(self, watch: Stopwatch, size: int) -> bool:
        """Ask an input and an empty one, and keep the least times; whether the input was answered."""
        call = self.family.call(self.operation, size, self.tries % 26)
        outcome, seconds = watch.ask(call)
        if isinstance(outcome, Returned | Rejected):
            point = self.points.setdefault(size, Point(len(call.input), isinstance(outcome, Rejected), seconds))
            point.seconds = min(point.seconds, seconds)
            self.empty = min(self.empty, watch.ask(Call(self.operation, ()))[1])
            return True
        if size not in self.points:
            self.ended = f"{in_words(outcome, self.operation)} at {len(call.input):,}"
            self.late = size if isinstance(outcome, TimedOut) else 0
        return False

    def as_json(self) -> dict[str, Any]:
        """The series as JSON."""
        law = self.fit
        return {
            "operation": self.operation.value,
            "family": self.family.name,
            "exponent": law and _rounded(law.exponent),
            "error": law and [_rounded(law.low), _rounded(law.high)],
            "points": [[size, _rounded(seconds)] for size, seconds in self.times()],
            "refused": self.refused,
            "tries": self.tries,
            "ended": self.ended or None,
            "steep": self.above(STEEP),
            "hostile": self.hostile,
            "seconds": law and {str(size): _rounded(self.seconds(size)) for size in (LABEL, FIELD)},
        }


def _rounded(number: float) -> float:
    return float(f"{number:.4g}")


def measure(watch: Stopwatch, operation: Operation, family: Family, seconds: float, limit: float = STEEP) -> Series:
    """The series of a family, measured for longer if it seems to be above a limit."""
    series = Series(operation, family)
    series.extend(watch, seconds)
    if series.above(limit) or (series.fit and series.fit.exponent > limit):
        # The machine may have been busy, so longer inputs are asked first, and all others again.
        series.extend(watch, _AGAIN * seconds)
    return series


def text(rows: Sequence[Series], head: str, styled: Style, width: int) -> str:
    """Growth for people at a terminal: a table and a sentence for what is steep, without the verdict line."""
    lines = wrapped(head, width)
    for operation in Operation:
        if table := [_line(row, styled) for row in rows if row.operation is operation]:
            lines += ["", styled(operation.value, BOLD), f"  {'':<12} {'grows as':<16} longest input", *table]
    for row in rows:
        if row.above(STEEP):
            mark = styled("!", BOLD, RED if row.hostile else YELLOW)
            lines += ["", *wrapped(sentence(row), width, f"{mark} ", "  ")]
        elif row.ended:
            words = f"{row.operation} {row.family.name}: {row.ended}, so nothing longer was asked."
            lines += ["", *wrapped(words, width, "- ", "  ")]
    return "\n".join(lines) + "\n"


def _line(row: Series, styled: Style) -> str:
    law, times = row.fit, row.times()
    grows = f"n^{law.exponent:.2f} ± {max(law.high - law.exponent, law.exponent - law.low):.2f}" if law else "?"
    grows = f"{grows:<16}"
    if row.above(STEEP):
        grows = styled(grows, RED if row.hostile else YELLOW)
    longest = f"{times[-1][0]:,}: {duration(times[-1][1])}" if times else "none"
    return f"  {row.family.name:<12} {grows} {longest}{', refused' if row.refused else ''}"


def sentence(row: Series) -> str:
    """How a steep row grows, and what a label, the longest input and a text field cost."""
    words, times = f"{row.operation} of {row.family.about}", dict(row.times())
    if row.fit:
        sizes = sorted({LABEL, max(times), FIELD})
        takes = (f"{size:,} take {'' if size in times else 'about '}{duration(row.seconds(size))}" for size in sizes)
        words += f" grows as n^{row.fit.exponent:.1f}: {', '.join(takes)}."
    return words + (f" There was no answer in time at a size of {row.late:,}." if row.late else "")


def verdict(rows: Sequence[Series], label: str, gate: float | None, styled: Style) -> str:
    """The last line; ``gate`` is the exponent that no row may exceed, None for no such check."""
    limit, seen = gate or STEEP, [row for row in rows if row.seen]
    above, hostile = sum(row.above(limit) for row in seen), sum(row.hostile for row in seen)
    facts = f"{above} of {len(seen)} grow faster than n^{limit:g}"
    if hostile:
        facts += f"; with {hostile}, {FIELD:,} characters cost more than a second"
    if unsure := sum(bool(row.fit and row.fit.low <= limit < row.fit.exponent) for row in seen):
        facts += f"; {unsure} may, a longer --time shows it"
    if unseen := len(rows) - len(seen):
        facts += f"; {unseen} too fast to measure"
    if gate is not None:
        word, color = ("TOO STEEP", RED) if above else ("WITHIN THE GATE", GREEN)
    else:
        word, color = ("HOSTILE", RED) if hostile else ("STEEP", YELLOW) if above else ("NEARLY LINEAR", GREEN)
    return f"{styled(word, BOLD, color)}: {label}: {facts}"


def duration(seconds: float) -> str:
    """A time with about two digits and its unit."""
    size, unit = next((each for each in _UNITS if seconds >= each[0]), _UNITS[-1])
    value = seconds / size
    return f"{value:.2g} {unit}" if value < 10 else f"{value:,.0f} {unit}"
