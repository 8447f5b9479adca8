"""The doctor's checks in their order: what each asks, and what the answers say of the adapter.

The codec behind the adapter may be wrong, refuse what it pleases and crash; :mod:`.assessment` has the rules by which its
faults are kept apart from the adapter's.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..suite import PUNYCODE
from ..suite.oracle import other_layer
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..targets import protocol
from ..targets.session import OutOfTime
from . import assessment
from .assessment import NOT_APPLICABLE, OK, Allowed, Assessment, Grade, Points, in_words, note, unclear, worst, wrong
from .conversation import Conversation, Silent

_BUECHER: Points = tuple(map(ord, "bücher"))
_ORDINARY = (_BUECHER, (0x61, 0x62, 0x63), (0x4E2D, 0x6587), (0xE9,), (0x61, 0x3B1, 0x62))
# Each must be refused, for different reasons: a codec that wrongly accepts one, or crashes, does not do so for all.
_REFUSED = ["ü", "a-ü", "ü-a", "99999999999", "zzzzzzzzzzzz", "bcher-kv!", "a-b.", "bcher-:va", "k@a", "bcher-kv"]
# Each must be refused too, but decodes if an adapter cuts, trims or maps it.
_LOOK_ALIKES = ("\u0161-", "\U00010061-", "bcher-kv\u0161", "\u212a-", "tda\u3000", "tda\0")
# The kinds of code points: name, strings of them, and what is allowed in addition to a result, for some strings cannot hold
# them and some codecs refuse them.
KINDS: tuple[tuple[str, tuple[Points, ...], Allowed], ...] = (
    ("ASCII in either case, and the empty string", ((), tuple(b"aZ-9.~"), (0x41, 0xFC)), ()),
    (
        "letters of the BMP",
        ((0xE9,), (0x62, 0xFF, 0xA0), (0x3B1, 0x416), (0x61, 0x5D0, 0x200D, 0x915), (0x4E2D, 0x6587), (0x3042, 0xAC00)),
        (),
    ),
    ("dots", ((0x61, 0x3002), (0xFF0E, 0x62), (0x63, 0xFF61)), ()),
    ("code points above U+FFFF", ((0x1F4A9,), (0x61, 0x20000, 0x10FFFD), (0xF8FF, 0xF0000)), ()),
    ("noncharacters", ((0xFFFE,), (0xFFFF,), (0x61, 0xFDD0), (0x1FFFF,), (0x10FFFF,)), ()),
    ("combining marks", ((0x65, 0x301), (0xE9, 0x41, 0x30A), (0x212B,), (0x1100, 0x1161)), ()),
    (
        "spaces, line ends and control characters",
        ((0x20, 0xFC, 9), (0xFC, 0xA), (0xFC, 0xD, 0xA, 0x62), (0x2028, 0x61), (0xFC, 1, 0x1B, 0x7F), (0xFEFF, 0x61)),
        (),
    ),
    ("NUL", ((0x61, 0, 0xFC), (0, 0xFC)), (Unsupported, Rejected)),
    ("surrogates", ((0xD800,), (0x61, 0xDFFF), (0xD83D, 0xDCA9)), (Unsupported, Rejected)),
    ("numbers above U+10FFFF", ((0x110000,), (0x100000061,), ((1 << 63) - 1,)), (Unsupported, Rejected)),
    # Longer than the buffers that people choose: 255, 1,024, 4,096.
    ("5,000 code points at once", ((0x61,) * 4999 + (0xFC,),), (Rejected,)),
)
# More than a session has open at once. Far from each other: a codec that is wrong by a little must not give the answer to
# another request.
_PIPELINED: tuple[Points, ...] = tuple((0x4E00 + 37 * index, 0x61) for index in range(500))
# Above 32 bits; less than the one before, so that counting fails; negative in 32 bits; false in many languages.
_IDS = (999_999_999_999_999, 7, 2**31, 0)
_FLUSH = "flush after each line; many languages do not if standard output is a pipe"


class CheckResult(NamedTuple):
    """The result of one check: what a correct adapter does, what this one does, and the lines exchanged meanwhile."""

    name: str
    found: Assessment
    transcript: tuple[str, ...] = ()


def calls(points: Points) -> tuple[Call, Call]:
    """The calls whose inputs or results are these code points: encode, decode."""
    return Call(Operation.ENCODE, points), Call(Operation.DECODE, assessment.encoded(points))


class Checkup:
    """All checks of one adapter; if it is the tool's ``own``, the codec causes whatever is wrong."""

    def __init__(self, conversation: Conversation, *, own: bool = False) -> None:
        self._talk = conversation
        self._own = own
        self._codec_answers = False  # without a codec behind the adapter there is nothing to see of its conversions

    def results(self) -> Iterator[CheckResult]:
        """Run the checks, and yield each result as soon as it is there.

        Raises:
            TargetError: the program cannot be started.
        """
        first = self._result("starts and writes a valid handshake", self._greeting)
        yield first
        if first.found.grade is Grade.WRONG:
            return
        for name, check in self._checks():
            if self._talk.patience <= 0:
                why = "it crashed or hung too often: the other checks were skipped"
                yield CheckResult("answers without crashing or hanging", unclear(why, ""))
                return
            try:
                yield self._result(name, check)
            except OutOfTime as over:
                why = f"{over}: the other checks were skipped"
                yield CheckResult("answers all checks in time", wrong(why, over.hint))
                return

    def _checks(self) -> Iterator[tuple[str, Callable[[], Assessment]]]:
        # First the flush: every other check would hang on an adapter that waits. Then the codec, since the checks of strings
        # need its answers.
        yield "flushes an answer without waiting for the next request", self._flush
        yield "calls the codec: ordinary strings such as bücher are encoded and decoded", self._codec
        if self._codec_answers:  # decided when the check above is done
            yield "answers reject to inputs that must be refused", self._refusals
            for kind, strings, allowed in KINDS:
                yield f"passes {kind}", partial(self._strings, strings, allowed)
        yield f"answers {len(_PIPELINED)} requests sent at once, each under its id", self._pipeline
        yield "reads requests in upper case and with CRLF", self._unusual_lines
        # Near the end, since it looks at all lines so far that were no answers.
        yield "writes nothing else to standard output and answers once", self._noise
        yield "exits at end of input", self._end
        yield "starts again as before", self._restart

    def _result(self, name: str, check: Callable[[], Assessment]) -> CheckResult:
        began = len(self._talk.transcript)
        try:
            if self._talk.transcript and not self._talk.alive:
                self._talk.greet()
            result = check()
        except Silent as silent:
            self._talk.patience -= 1
            result = wrong(f"it did not start again: {silent}", "each start must work like the first")
        result = assessment.of_own_adapter(result) if self._own and self._talk.number else result
        return CheckResult(name, result, tuple(self._talk.transcript[began:]))

    def _greeting(self) -> Assessment:
        try:
            line = self._talk.greet()
        except Silent as silent:
            if self._talk.end_input(protocol.GRACE)[1]:  # an adapter that never flushes writes only at its end
                return wrong("the handshake came only after the end of input", _FLUSH)
            return wrong(f"no handshake: {silent}", "run it by hand and type: conform 1")
        self._talk.handshake, result = assessment.of_handshake(line, self._talk.unasked())
        return result

    def _flush(self) -> Assessment:
        self._talk.number += 1
        number = self._talk.number
        heard = self._talk.exchange({number: protocol.request(number, *self._ordinary_call())}, end=True)
        if number in heard.answers:
            return wrong("the answer came only after the end of input", _FLUSH) if heard.hung else OK
        if heard.strays:
            advice = "begin the answer with the request's id"
            if heard.strays[0].startswith(f"'{number} "):
                advice = "after the id comes ok and hexadecimal numbers, reject, fault or unsupported"
            return wrong(f"instead of an answer: {heard.strays[0]}", advice)
        advice = "answer each line as soon as it is read; does the codec end at all?"
        return unclear(f"no answer to a single request: {heard.broken}", advice)

    def _ordinary_call(self) -> Call:
        """A call that the adapter must be able to answer."""
        return next(call for call in calls(_BUECHER) if self._talk.has(call))

    def _codec(self) -> Assessment:
        if advice := other_layer(PUNYCODE, self._talk.handshake.operations, self._talk.ask):
            return note(f"it is {advice}", "the checks of strings are skipped: they are for raw Punycode")
        asked = [(points, call) for points in _ORDINARY for call in calls(points) if self._talk.has(call)]
        answers = [(call, self._talk.ask(call)) for _, call in asked]
        result = assessment.of_codec(answers)
        if result is OK:
            result = worst(
                [self._of_answer(points, *answer) for (points, _), answer in zip(asked, answers, strict=True)]
            )
        returned = any(isinstance(outcome, Returned) for _, outcome in answers)
        self._codec_answers = returned and result.grade is not Grade.WRONG
        return result

    def _refusals(self) -> Assessment:
        if Operation.DECODE not in self._talk.handshake.operations:
            return Assessment(Grade.NOT_APPLICABLE, "it has no decode")
        result = assessment.of_refusals([*self._decoded(_REFUSED)])
        if result.grade is not Grade.OK:
            return result
        for call, outcome in self._decoded(_LOOK_ALIKES):
            result = worst([result, self._with_echo(call.input, assessment.of_lookalike(call, outcome))])
        return result

    def _decoded(self, strings: Sequence[str]) -> Iterator[tuple[Call, Outcome]]:
        for call in (Call(Operation.DECODE, tuple(map(ord, text))) for text in strings):
            if self._talk.has(call):
                yield call, self._talk.ask(call)

    def _of_answer(self, points: Points, call: Call, outcome: Outcome, allowed: Allowed = ()) -> Assessment:
        return self._with_echo(points, assessment.of_answer(points, call, outcome, allowed), allowed)

    def _with_echo(self, points: Points, answer: Assessment, allowed: Allowed = ()) -> Assessment:
        return assessment.with_echo(answer, self._echo(points, allowed)) if answer.grade is Grade.UNCLEAR else answer

    def _echo(self, points: Points, allowed: Allowed) -> Assessment:
        if not self._talk.handshake.echo or not self._talk.takes(points):
            return NOT_APPLICABLE
        return assessment.of_echo(points, self._talk.echo(points), allowed)

    def _strings(self, strings: Sequence[Points], allowed: Allowed) -> Assessment:
        results: list[Assessment] = []
        for points in strings:
            results.append(self._string(points, allowed))
            if results[-1].grade is Grade.UNCLEAR:  # so that the transcript ends with what is meant
                break
        return worst(results)

    def _string(self, points: Points, allowed: Allowed) -> Assessment:
        result = echo = self._echo(points, allowed)
        answers: list[tuple[Call, Outcome, Assessment]] = []
        for call in calls(points):
            if self._talk.has(call) and self._talk.patience > 0 and result.grade not in (Grade.WRONG, Grade.UNCLEAR):
                outcome = self._talk.ask(call)
                answers.append((call, outcome, self._of_answer(points, call, outcome, allowed)))
                result = assessment.of_string(answers, echo)
        return result

    def _pipeline(self) -> Assessment:
        side = self._talk.handshake.operations[0] is Operation.DECODE
        first = max(7, self._talk.number) + 1
        numbers = (*_IDS, *range(first, first + len(_PIPELINED) - len(_IDS)))
        asked = {number: calls(points)[side] for number, points in zip(numbers, _PIPELINED, strict=True)}
        self._talk.number = numbers[-1]
        heard = self._talk.exchange({number: protocol.request(number, *call) for number, call in asked.items()})
        missing = [number for number in numbers if number not in heard.answers]
        if missing and heard.strays:
            # One fault, one check: an answer under a wrong id is not noise too.
            self._talk.strays = [stray for stray in self._talk.strays if stray not in heard.strays]
            why = f"no answer under id {missing[0]}, got {heard.strays[0]}"
            return wrong(why, "copy the first word of the request as text")
        if missing:
            advice = "answer each line before reading the next, or read and write in parallel"
            why = f"{len(missing)} of {len(asked)} have no answer: {heard.broken}"
            return wrong(why, advice) if heard.hung else unclear(why, advice)
        # By the reference codec, since this one may be wrong.
        right = {calls(points)[not side].input: number for number, points in zip(numbers, _PIPELINED, strict=True)}
        for number, (outcome, *_) in heard.answers.items():
            other = right.get(outcome.value, number) if isinstance(outcome, Returned) else number
            # A wrong codec answers so when asked alone, too.
            if other != number and self._talk.ask(asked[number]) != outcome:
                return wrong(f"request {number} got the answer to {other}", "an answer carries the id of its request")
        pairs = zip(_PIPELINED, asked.items(), strict=True) if self._codec_answers else ()
        return worst([OK, *(self._of_answer(points, call, heard.outcome(number)) for points, (number, call) in pairs)])

    def _unusual_lines(self) -> Assessment:
        # The codec may be wrong, so its answer to an ordinary line is the one that the others must equal.
        call = self._ordinary_call()
        usual = self._talk.answer(*call)
        if isinstance(usual, Crashed | TimedOut):
            return unclear(in_words(usual), "look at the transcript")
        for name, change, advice in _UNUSUAL:
            if (outcome := self._talk.answer(*call, change)) != usual:
                return wrong(f"a request {name} is answered with {in_words(outcome)}", advice)
        return OK

    def _noise(self) -> Assessment:
        if self._talk.strays:
            advice = "write everything else to standard error, and one answer to each request"
            return wrong(f"a line that answers nothing: {self._talk.strays[0]}", advice)
        if self._talk.doubled:
            return wrong(f"request {self._talk.doubled[0]} was answered twice", "write one answer to each request")
        return OK

    def _end(self) -> Assessment:
        seconds, late = self._talk.end_input(protocol.GRACE)
        if late:
            why = f"it still wrote {protocol.quoted(late[0])}"
            return wrong(why, "write one answer to each request, flushed at once, and nothing else")
        if seconds is None:
            return wrong(f"it still ran after {protocol.GRACE:g} s", "leave the loop at the end of input")
        return Assessment(Grade.OK, f"after {seconds:.1f} s")

    def _restart(self) -> Assessment:
        handshake, result = assessment.of_handshake(self._talk.greet(), self._talk.unasked())
        if result.grade is not Grade.WRONG and handshake != self._talk.handshake:
            return wrong("its handshake differs from the first", "nothing may depend on an earlier start")
        return result


def _upper(line: bytes) -> bytes:
    number, operation, numbers = line.split(b" ", 2)
    return b" ".join((number, operation, numbers.upper()))


_UNUSUAL: tuple[tuple[str, Callable[[bytes], bytes], str], ...] = (
    ("in upper case", _upper, "read numbers in either case"),
    ("with CRLF", lambda line: line.replace(b"\n", b"\r\n"), "strip the line before splitting it"),
)
