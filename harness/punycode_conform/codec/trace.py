"""The steps of the reference codec: for each delta its digits, the insertion that it makes, and the bias after it.

:func:`decoding` and :func:`encoding` run the codec itself, and listen to each step (sections 6.2 and 6.3). A string that
is refused has a trace too: the steps before the refusal, and the error.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .arithmetic import Adaptation, BootstringError, Digit, Division, adapt, adaptation, clamped, digits, divisions
from .bootstring import advance
from .punycode import PUNYCODE

__all__ = ["Adaptation", "Decoding", "Digit", "Division", "Encoding", "Round", "Scanned", "State", "Step"]
__all__ += ["decoding", "encoding", "scan"]


class State(NamedTuple):
    """The state of a decoder between two deltas; n, i and bias are those of section 6.2."""

    literal: int  # the number of code points in the literal portion
    length: int  # the number of code points so far, those of the literal portion included; h in section 6.3
    n: int = PUNYCODE.initial_n
    i: int = 0
    bias: int = PUNYCODE.initial_bias

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The thresholds for the digits of the next delta; the last one applies to all further digits."""
        return clamped(PUNYCODE.base, PUNYCODE.tmin, PUNYCODE.tmax, self.bias)

    @property
    def absolute(self) -> int:
        """The state as one number, n * (length + 1) + i: a delta is the difference of two such numbers."""
        return self.n * (self.length + 1) + self.i

    def after(self, delta: int) -> "State":
        """The state after the insertion that a delta makes."""
        first = self.length == self.literal  # damp is for the first delta alone (3.4)
        n, i = advance(self.n, self.i + delta, self.length)
        bias = adapt(delta, self.length + 1, first, *PUNYCODE.adapt_parameters)
        return State(self.literal, self.length + 1, n, i + 1, bias)


class Step(NamedTuple):
    """A delta, the insertion that it makes, and the states of the decoder before and after it."""

    start: int  # of its digits in the encoded form
    end: int
    delta: int
    before: State
    after: State
    upper: bool = False  # the last digit is an upper-case form, which is the annotation of appendix A

    @property
    def code_point(self) -> int:
        """The inserted code point."""
        return self.after.n

    @property
    def place(self) -> int:
        """The index in the string at which it is inserted."""
        return self.after.i - 1

    @property
    def total(self) -> int:
        """The greatest value of i: the old one plus the delta, before it is taken modulo the length."""
        return self.before.i + self.delta

    @property
    def wraps(self) -> int:
        """The number of times that i returns to 0, by which n grows."""
        return self.after.n - self.before.n

    @property
    def absolute(self) -> int:
        """The state of the insertion as one number, as :attr:`State.absolute`."""
        return self.before.absolute + self.delta

    @property
    def divisions(self) -> tuple[Division, ...]:
        """The digits as section 6.3 writes them; each integer has exactly one representation (3.3)."""
        return tuple(divisions(self.delta, PUNYCODE.base, self.before.thresholds))

    @property
    def digits(self) -> tuple[Digit, ...]:
        """The digits as section 6.2 reads them."""
        return tuple(digits((division.value for division in self.divisions), PUNYCODE.base, self.before.thresholds))

    @property
    def adaptation(self) -> Adaptation:
        """The way from the delta to the next bias (6.1)."""
        length, first = self.before.length, self.before.length == self.before.literal
        return adaptation(self.delta, length + 1, first, *PUNYCODE.adapt_parameters)


class Decoding(NamedTuple):
    """The trace of a decoder, with the error if the string is refused."""

    encoded: tuple[int, ...]
    start: int  # the index of the first digit
    steps: tuple[Step, ...]  # a step that is refused for its code point is the last of them
    error: BootstringError | None

    @property
    def literal(self) -> tuple[int, ...]:
        """The literal portion without its delimiter."""
        return self.encoded[: max(self.start - 1, 0)]

    @property
    def state(self) -> State:
        """The state after the last step."""
        return self.steps[-1].after if self.steps else State(len(self.literal), len(self.literal))

    @property
    def end(self) -> int:
        """The index after the digits of the last step."""
        return self.steps[-1].end if self.steps else self.start

    @property
    def refused(self) -> bool:
        """Whether the last step is refused for its code point, which is then not inserted."""
        return bool(self.steps) and self.error is not None and self.error.position < self.end

    @property
    def result(self) -> tuple[int, ...]:
        """The string after the last step that is not refused."""
        return [*self.strings()][-2 if self.refused else -1]

    @property
    def unfinished(self) -> tuple[Digit, ...]:
        """The digits, before the error, of a delta that has no end."""
        if self.error is None:
            return ()
        values = (PUNYCODE.value_of[c] for c in self.encoded[self.end : self.error.position])
        return tuple(digits(values, PUNYCODE.base, self.state.thresholds))

    def strings(self) -> Iterator[tuple[int, ...]]:
        """Yield the string before the first step, then after each step."""
        return _strings(self.literal, self.steps)


class Encoding(NamedTuple):
    """The trace of an encoder, which refuses no nonnegative integers."""

    code_points: tuple[int, ...]
    steps: tuple[Step, ...]  # in the order in which a decoder inserts
    indices: tuple[int, ...]  # of each step the index of its code point in code_points
    output: tuple[int, ...]

    @property
    def literal(self) -> tuple[int, ...]:
        """The basic code points, in their order."""
        return tuple(c for c in self.code_points if c in PUNYCODE.basic)

    def strings(self) -> Iterator[tuple[int, ...]]:
        """Yield the string as a decoder would build it: before the first step, then after each step."""
        return _strings(self.literal, self.steps)


def _strings(literal: Sequence[int], steps: Sequence[Step]) -> Iterator[tuple[int, ...]]:
    points = list(literal)
    yield tuple(points)
    for step in steps:
        points.insert(step.place, step.code_point)
        yield tuple(points)


class _Steps(list[Step]):
    """The steps that a codec reports, from the first digit on."""

    def __init__(self, literal: int) -> None:
        self.state, self.start = State(literal, literal), literal + bool(literal)

    def add(self, end: int, delta: int, upper: bool) -> None:
        """Add the step of a delta whose digits end here."""
        self.append(Step(self.start, end, delta, self.state, self.state.after(delta), upper))
        self.state, self.start = self[-1].after, end


def decoding(encoded: Sequence[int], *, max_code_point: int | None = None, surrogates: bool = True) -> Decoding:
    """Decode a basic string and keep the steps; the arguments are those of :meth:`.Bootstring.decode`."""
    # A delimiter counts if at least one code point comes before it (6.2).
    last = next((place for place in range(len(encoded) - 1, 0, -1) if encoded[place] == PUNYCODE.delimiter), 0)
    steps, error = _Steps(last), None

    def listen(end: int, delta: int, index: int) -> None:
        forms = PUNYCODE.digits[PUNYCODE.value_of[encoded[end - 1]]]
        steps.add(end, delta, len(forms) > 1 and encoded[end - 1] == forms[-1])

    try:
        PUNYCODE.decode(encoded, max_code_point=max_code_point, surrogates=surrogates, listener=listen)
    except BootstringError as refusal:
        error = refusal
    return Decoding(tuple(encoded), last + bool(last), tuple(steps), error)


def encoding(code_points: Sequence[int], *, uppercase: Sequence[bool] | None = None) -> Encoding:
    """Encode an extended string and keep the steps; the arguments are those of :meth:`.Bootstring.encode`."""
    steps, indices = _Steps(sum(c in PUNYCODE.basic for c in code_points)), list[int]()

    def listen(end: int, delta: int, index: int) -> None:
        steps.add(end, delta, uppercase is not None and uppercase[index])
        indices.append(index)

    output = PUNYCODE.encode(code_points, uppercase=uppercase, listener=listen)
    return Encoding(tuple(code_points), tuple(steps), tuple(indices), tuple(output))


class Scanned(NamedTuple):
    """A code point of the input as a round of section 6.3 meets it."""

    place: int
    code_point: int
    delta: int  # after it; at an insertion the delta that is written, before it becomes 0
    h: int  # after it
    inserted: bool


class Round(NamedTuple):
    """A round of the outer loop of section 6.3."""

    n: int  # the next code point to insert, m in 6.3
    skipped: int  # (m - n) * (h + 1), which is added to delta before the scan
    delta: int  # before the scan, skipped included
    h: int
    scanned: tuple[Scanned, ...]


def scan(trace: Encoding) -> Iterator[Round]:
    """Yield the rounds in which an encoder scans its input: the outer loop of section 6.3, row by row."""
    n, delta, h = PUNYCODE.initial_n, 0, len(trace.literal)
    for m in dict.fromkeys(step.code_point for step in trace.steps):
        skipped = (m - n) * (h + 1)
        delta += skipped
        before, rows = (delta, h), []
        for place, c in enumerate(trace.code_points):
            delta += c < m
            h += c == m
            rows.append(Scanned(place, c, delta, h, c == m))
            if c == m:
                delta = 0
        yield Round(m, skipped, *before, tuple(rows))
        delta, n = delta + 1, m + 1
