"""How the time of a codec grows with the length of its input: inputs of several families, and a power law for each.

A machine only ever adds to a time, so the least of several tries counts.
"""

import math
import time
from bisect import bisect
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from statistics import median
from typing import NamedTuple

from msgspec import Struct, field

from .codec import second
from .suite import A_LABEL, PUNYCODE
from .suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, in_words
from .targets.session import Session
from .terminal import BOLD, GREEN, RED, YELLOW, Style

SIZES = tuple(1 << power for power in range(4, 17))
FIELD = SIZES[-1]  # the characters of a long text field
STEEP = 1.5  # the exponent of n log n is at most 1.3 over these sizes
TOO_LONG = 1.0  # seconds for one text field: a server serves nobody else meanwhile
_A = ord("a")
# As many code points as the largest size, consecutive but for the surrogates: no delta needs 32 bits.
_DISTINCT = (*range(0x4E00, 0xD800), *range(0xE000, 0x15600))
_TRIES, _MOST_TRIES = 3, 9
_FEWEST = 4  # sizes for a fit
_AGAIN = 4.0  # the seconds for a series that seems to be above the limit, as a multiple of the first ones
_STEEP_STEP = 4.0  # a doubled input is expected to take at most this many times as long
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
    random, kinds = Random(size), (range(97, 123), _DISTINCT[:3000])
    return (_A, *(random.choice(random.choice(kinds)) for _ in range(size - 1)))


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

    now = staticmethod(time.monotonic)

    def __init__(self, session: Session, layer: str = PUNYCODE) -> None:
        self._session = session
        self._prefix = tuple(b"xn--") if layer == A_LABEL else ()
        self.kind = "time of a clock" if session.worked() is None else "processor time"

    def ask(self, call: Call) -> tuple[Outcome, float]:
        """The outcome of a call, and the seconds that it took."""
        if call.operation is Operation.DECODE:
            call = call._replace(input=(*self._prefix, *call.input))
        before, began = self._session.worked(), time.perf_counter()
        outcome = self._session.once(call)
        seconds, after = time.perf_counter() - began, self._session.worked()
        # After a crash or hang there is another child.
        if before is not None and after is not None and not isinstance(outcome, Crashed | TimedOut):
            seconds = after - before
        return outcome, max(seconds, 1e-9)


class Growing(Struct, frozen=True):
    """How the time of an operation grows on a family of inputs, as it is written and published."""

    operation: str
    family: str
    exponent: float | None  # of the length; None if too few inputs were answered in time
    low: float | None  # the bounds of its error
    high: float | None
    seconds: float | None  # for a text field of 65,536 code points
    steep: bool  # certainly faster than n log n
    hostile: bool  # such a text field can therefore cost more than a second


class Fit(NamedTuple):
    """A power law: its exponent with the bounds at 95 %, and the time of a text field, measured or as the law has it."""

    exponent: float
    low: float
    high: float
    seconds: float


def fit(times: dict[int, float]) -> Fit | None:
    """The power law through the six largest sizes, by the fit of Theil and Sen (1968); None for fewer than four."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in [*times.items()][-6:]]
    if (count := len(logs)) < _FEWEST:
        return None
    slopes = sorted((v - y) / (u - x) for (x, y), (u, v) in combinations(logs, 2))
    exponent = median(slopes)
    spread = 1.96 * math.sqrt(count * (count - 1) * (2 * count + 5) / 18)
    below = max(0, round((len(slopes) - spread) / 2))
    scale = math.exp(median(y - exponent * x for x, y in logs))
    return Fit(exponent, slopes[below], slopes[-1 - below], times.get(FIELD, scale * FIELD**exponent))


class Series(Struct):
    """The times of one family: of inputs that are answered, or of those that are refused if the longest one is."""

    operation: Operation
    family: Family
    points: dict[int, tuple[int, float]] = field(default_factory=dict)  # the length and the least time of each size
    empty: float = math.inf  # the least time of an empty call
    tries: int = 0
    refused: bool = False
    ended: str = ""  # why nothing longer was asked
    late: bool = False  # that was a call without an answer in time

    def times(self) -> dict[int, float]:
        """The codec's own seconds by length."""
        empty = min([self.empty, *(seconds for _, seconds in self.points.values())])
        # A time that is hardly longer than that of an empty call does not show the input.
        return {length: seconds - empty for length, seconds in self.points.values() if seconds > 2 * empty}

    @property
    def fit(self) -> Fit | None:
        """How the time grows; None if too few inputs take clearly longer than an empty call."""
        return fit(self.times())

    @property
    def seen(self) -> bool:
        """Whether there is anything to judge: enough inputs were answered in the time, or one was not."""
        return bool(self.fit or self.late or (self.refused and len(self.points) >= _FEWEST))

    def above(self, exponent: float) -> bool:
        """Whether the time certainly grows faster than with this exponent, or an input was not answered in time."""
        return bool(self.late or (self.fit and self.fit.low > exponent))

    @property
    def hostile(self) -> bool:
        """Whether a text field can cost more than a second because of how the time grows."""
        return bool(self.late or (self.fit and self.fit.low > STEEP and self.fit.seconds > TOO_LONG))

    @property
    def growing(self) -> Growing:
        exponent, low, high, seconds = [float(f"{number:.4g}") for number in self.fit] if self.fit else [None] * 4
        steep = self.above(STEEP)
        return Growing(self.operation.value, self.family.name, exponent, low, high, seconds, steep, self.hostile)

    def extend(self, watch: Stopwatch, seconds: float) -> None:
        """Ask longer inputs while there is time for all tries of the next one, then all again, round after round."""
        until = watch.now() + seconds
        self.ended, self.late, self.tries, waited = "", False, self.tries + 1, 0.0
        for size in SIZES[bisect(SIZES, max(self.points, default=0)) :]:
            *_, last = (0.0, *(seconds for _, seconds in self.points.values()))
            if (start := watch.now()) + _STEEP_STEP * max(last, waited) * _TRIES > until or not self._try(watch, size):
                break
            waited = watch.now() - start  # a target may wait for something, which takes no processor time
        last = 0.0
        for done in range(1, _MOST_TRIES):
            start = watch.now()
            if start + (last if done >= _TRIES else 0) > until:
                break
            self.tries += 1
            for size in reversed([*self.points]):
                self._try(watch, size)
            last = watch.now() - start

    def _try(self, watch: Stopwatch, size: int) -> bool:
        """Ask an input and an empty one, and keep the least times; whether the input was answered."""
        call = self.family.call(self.operation, size, self.tries % 26)
        outcome, seconds = watch.ask(call)
        if isinstance(outcome, Returned | Rejected):
            refused = isinstance(outcome, Rejected)
            if refused is not self.refused:  # a refusal takes a time of its own
                self.points, self.refused = {}, refused
            self.points[size] = len(call.input), min(seconds, self.points.get(size, (0, math.inf))[1])
            self.empty = min(self.empty, watch.ask(Call(self.operation, ()))[1])
            return True
        if size not in self.points:
            self.ended = f"{in_words(outcome, self.operation)} at {len(call.input):,}"
            self.late = isinstance(outcome, TimedOut)
        return False


def measure(watch: Stopwatch, operation: Operation, family: Family, seconds: float, limit: float = STEEP) -> Series:
    """The series of a family, measured for longer if it seems to be above a limit."""
    series = Series(operation, family)
    series.extend(watch, seconds)
    if not series.late and series.fit and series.fit.exponent > limit:
        # The machine may have been busy, so longer inputs are asked first, and all others again.
        series.extend(watch, _AGAIN * seconds)
    return series


HEADING = f"{'':<19} {'grows as':<16} longest input"


def family_line(row: Series) -> str:
    """The growth of a family for people at a terminal, under the heading."""
    law, times = row.fit, row.times()
    grows = f"n^{law.exponent:.2f} ± {max(law.high - law.exponent, law.exponent - law.low):.2f}" if law else "?"
    longest = [f"{n:,}: {duration(seconds)}{', refused' * row.refused}" for n, seconds in times.items()][-1:]
    if law and row.above(STEEP) and max(times) < FIELD:  # the encoded side may be longer
        longest.append(f"{FIELD:,}: about {duration(law.seconds)}")
    longest += [row.ended] if row.ended else []
    return f"{row.operation.value} {row.family.name:<12} {grows:<16} {'; '.join(longest) or 'none'}"


def verdict(rows: Sequence[Series], label: str, gate: float | None, styled: Style) -> str:
    """The last line; ``gate`` is the exponent that no row may exceed, None for no such check."""
    limit, seen = gate or STEEP, [row for row in rows if row.seen]
    above, hostile = sum(row.above(limit) for row in seen), sum(row.hostile for row in seen)
    facts = f"{above} of {len(seen)} grow faster than n^{limit:g}"
    if hostile:
        facts += f"; with {hostile}, {FIELD:,} characters cost more than a second"
    unseen = [row for row in rows if not row.seen]
    slow = sum(len(row.points) < _FEWEST for row in unseen)
    if fast := len(unseen) - slow:
        facts += f"; {fast} too fast to measure"
    if slow:
        facts += f"; {slow} not measured: too few inputs in the time, so try a longer --time"
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
