"""The doctor's checks in their order: what each asks, and what the answers say of the adapter.

The codec behind the adapter may be wrong, refuse what it pleases and crash; :mod:`.assessment` has the rules by which its
faults are kept apart from the adapter's.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..suite import PUNYCODE, layer
from ..suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..targets import protocol
from ..targets.session import OutOfTime
from . import assessment
from .assessment import OK, Assessment, Grade, in_words, not_applicable, note, unclear, worst, wrong
from .conversation import Conversation, Silent
from .inputs import BUECHER, KINDS, LONG, LOOK_ALIKES, ORDINARY, PIPELINED, REFUSED, Allowed, Points, calls
from .lacking import lacking, of_lacking

_LACKED = "it cannot be given one of the characters"
_SLOW = 0.5  # seconds for a long request, below which no adapter is called slow
_FLUSH = "flush after each line; many languages do not if standard output is a pipe"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check.

    Attributes:
        name: what a correct adapter does.
        found: what this one does.
        transcript: the lines that were exchanged during the check.
    """

    name: str
    found: Assessment
    transcript: tuple[str, ...] = ()


class Checkup:
    """All checks of one adapter; :meth:`results` yields each result as soon as it is there, so that it can be shown.

    Args:
        conversation: with the adapter.
        own: whether the adapter is a part of this tool: then whatever is wrong, the codec does it.
    """

    def __init__(self, conversation: Conversation, *, own: bool = False) -> None:
        self._talk = conversation
        self._own = own
        self._codec_answers = False  # without a codec behind the adapter there is nothing to see of its conversions

    def results(self) -> Iterator[CheckResult]:
        """Run the checks.

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
                yield CheckResult(
                    "answers all checks in time", wrong(f"{over}: the other checks were skipped", over.hint)
                )
                return

    def _checks(self) -> Iterator[tuple[str, Callable[[], Assessment]]]:
        given = self._talk.lacks
        # First the flush: every other check would hang on an adapter that waits. Then the codec, since the checks of strings
        # need its answers.
        yield "flushes an answer without waiting for the next request", self._flush
        yield "calls the codec: ordinary strings such as bücher are encoded and decoded", self._ordinary
        # Decided here, when the check above is done.
        if self._codec_answers:
            yield from self._checks_of_a_codec()
        else:
            yield (
                "refuses, and passes all kinds of strings",
                partial(not_applicable, "skipped until the codec is called"),
            )
        yield "answers unsupported only for what its strings cannot hold", lambda: of_lacking(self._talk.lacks - given)
        yield f"answers {len(PIPELINED)} requests sent at once, each under its id", self._pipeline
        yield "copies any id", self._ids
        yield "reads requests in upper case, with CRLF and with extra spaces", self._unusual_lines
        # Near the end, since it looks at all that came beside the answers so far.
        yield "writes nothing else to standard output and answers once", self._noise
        yield "exits at end of input", self._end
        yield "starts again and answers as before", self._restart

    def _checks_of_a_codec(self) -> Iterator[tuple[str, Callable[[], Assessment]]]:
        yield "answers reject to inputs that must be refused", self._refusals
        yield "passes inputs that must be refused to decode as they are", self._look_alikes
        for kind, strings, allowed in KINDS:
            yield f"passes {kind}", partial(self._strings, strings, allowed)
        yield f"answers requests of {len(LONG):,} code points, in linear time", self._long

    def _result(self, name: str, check: Callable[[], Assessment]) -> CheckResult:
        began = len(self._talk.transcript)
        try:
            if self._talk.transcript and not self._talk.alive:
                self._talk.greet()
            found = check()
        except Silent as silent:
            self._talk.patience -= 1
            found = wrong(f"it did not start again: {silent}", "each start must work like the first")
        found = assessment.of_own_adapter(found) if self._own and self._talk.number else found
        return CheckResult(name, found, tuple(self._talk.transcript[began:]))

    # The handshake

    def _greeting(self) -> Assessment:
        try:
            line = self._talk.greet()
        except Silent as silent:
            # An adapter that never flushes writes only at its end.
            if self._talk.end_input(protocol.GRACE)[1]:
                return wrong("the handshake came only after the end of input", _FLUSH)
            return wrong(f"no handshake: {silent}", "run it by hand and type: conform 1")
        self._talk.handshake, found = assessment.of_handshake(line, self._talk.unasked())
        return found

    # Whether there is a codec

    def _flush(self) -> Assessment:
        self._talk.number += 1
        number = self._talk.number
        heard = self._talk.exchange([protocol.request(number, *self._talk.ordinary_call())], [number], end=True)
        if number in heard.answers:
            return wrong("the answer came only after the end of input", _FLUSH) if heard.hung else OK
        if heard.strays:
            return assessment.of_stray(heard.strays[0], number)
        advice = "answer each line as soon as it is read; does the codec end at all?"
        return unclear(f"no answer to a single request: {heard.broken}", advice)

    def _ordinary(self) -> Assessment:
        if advice := layer.other(PUNYCODE, self._talk.handshake.operations, self._talk.ask):
            return note(f"it is {advice}", "the checks of strings are skipped: they are for raw Punycode")
        asked = [call for points in ORDINARY for call in calls(points) if self._talk.has(call)]
        outcomes = [self._ask(call) for call in asked]
        found = assessment.of_ordinary(asked, outcomes, self._of_answer)
        returned = any(isinstance(outcome, Returned) for outcome in outcomes)
        self._codec_answers = returned and found.grade is not Grade.WRONG
        return found

    def _refusals(self) -> Assessment:
        found = self._decoded(REFUSED)
        asked, outcomes = [call for call, _ in found], [outcome for _, outcome in found]
        return assessment.of_refusals(asked, outcomes) if found else not_applicable("it has no decode")

    def _look_alikes(self) -> Assessment:
        found = [OK if Operation.DECODE in self._talk.handshake.operations else not_applicable("it has no decode")]
        for call, outcome in self._decoded(LOOK_ALIKES):
            if fault := assessment.of_faulty_refusal(call, outcome):
                found.append(fault)
            if isinstance(outcome, Returned) and (one := assessment.of_result_of_another_input(call, outcome.value)):
                found.append(self._with_echo(call.input, one))
        return worst(found)

    def _decoded(self, strings: Sequence[str]) -> list[tuple[Call, Outcome]]:
        asked = [Call(Operation.DECODE, tuple(map(ord, text))) for text in strings]
        return [(call, self._ask(call)) for call in asked if self._talk.has(call)]

    def _ask(self, call: Call) -> Outcome:
        """The outcome of a call; unsupported, and not evaded, where the adapter cannot be given one character of it."""
        outcome = self._talk.ask(call)
        if isinstance(outcome, Evaded) and (found := lacking(call, self._talk.ask)):
            self._talk.lacks |= found  # from now on nothing with it is asked
            return Unsupported(outcome.message)
        return outcome

    # Code points

    def _of_answer(self, points: Points, call: Call, outcome: Outcome, *, allowed: Allowed = ()) -> Assessment:
        found = assessment.of_answer(points, call, outcome, allowed=allowed)
        return self._with_echo(points, found, allowed=allowed)

    def _with_echo(self, points: Points, found: Assessment, *, allowed: Allowed = ()) -> Assessment:
        if found.grade is not Grade.UNCLEAR:
            return found
        return assessment.with_echo(found, self._echo(points, allowed))

    def _echo(self, points: Points, allowed: Allowed) -> Assessment:
        if not self._talk.handshake.echo or not self._talk.takes(points):
            return not_applicable("")
        outcome = self._talk.echo(points)
        if isinstance(outcome, Unsupported):
            self._ask(next(call for call in calls(points) if call.operation in self._talk.handshake.operations))
        if not self._talk.takes(points):
            return not_applicable(_LACKED)
        return assessment.of_echo(points, outcome, allowed=allowed)

    def _strings(self, strings: Sequence[Points], allowed: Allowed) -> Assessment:
        found = [not_applicable("")]  # the least grade: any other one counts more
        for points in strings:
            found.append(self._string(points, allowed))
            if found[-1].grade is Grade.UNCLEAR:  # so that the transcript ends with what is meant
                break
        return worst(found)

    def _string(self, points: Points, allowed: Allowed) -> Assessment:
        echo = self._echo(points, allowed)
        answers: list[tuple[Call, Outcome, Assessment]] = []
        found = echo
        for call in calls(points):
            if self._talk.has(call) and self._talk.patience > 0 and found.grade not in (Grade.WRONG, Grade.UNCLEAR):
                outcome = self._ask(call)
                if not self._talk.has(call):
                    return not_applicable(_LACKED)
                answers.append((call, outcome, self._of_answer(points, call, outcome, allowed=allowed)))
                found = assessment.of_string(answers, echo)
        return found

    def _long(self) -> Assessment:
        found = self._strings((LONG,), (Rejected,))
        if found.grade is Grade.OK:
            return self._growth(LONG, _SLOW) or found
        # Where no answer comes in time a quarter shows why: quadratic time is a sixteenth there, and seldom over the limit.
        quarter = LONG[: len(LONG) // 4]
        if self._talk.patience <= 0 or self._strings((quarter,), (Rejected,)).grade is not Grade.OK:
            return found
        if self._talk.handshake.echo and isinstance(self._talk.echo(LONG), TimedOut):
            found = assessment.of_late(found, len(quarter))
        return self._growth(quarter, _SLOW / 4) or found

    def _growth(self, points: Points, slow: float) -> Assessment | None:
        """The assessment of an adapter that takes quadratic time, and more than some seconds; None for another."""
        short = points[: len(points) // 4]
        for ask in self._asks_of_conversions():
            # By turns and twice, as a machine can be busy; what is quadratic takes 16 times as long for four times as much.
            times = [[self._talk.seconds(partial(ask, one)) for one in (points, short)] for _ in range(2)]
            longer, shorter = map(min, zip(*times, strict=True))
            if longer > slow and longer > 8 * shorter:
                return assessment.of_quadratic(len(points), longer, shorter, echoed=self._talk.handshake.echo)
        return None

    def _asks_of_conversions(self) -> list[Callable[[Points], object]]:
        """The ways to ask for long inputs and results: the echo, which leaves out the codec, or else each operation."""
        if self._talk.handshake.echo:
            return [self._talk.echo_again]

        def asked(number: int, points: Points) -> None:
            self._talk.ask(calls(points)[number])

        return [partial(asked, number) for number, call in enumerate(calls(BUECHER)) if self._talk.has(call)]

    # Lines

    def _pipeline(self) -> Assessment:
        operation = self._talk.handshake.operations[0]
        asked = {
            self._talk.number + 1 + index: calls(points)[operation is Operation.DECODE]
            for index, points in enumerate(PIPELINED)
        }
        self._talk.number += len(asked)
        heard = self._talk.exchange([protocol.request(number, *call) for number, call in asked.items()], asked)
        if missing := len(asked.keys() - heard.answers.keys()):
            advice = "answer each line before reading the next, or read and write in parallel"
            found = unclear(f"{missing} of {len(asked)} have no answer: {heard.broken}", advice)
            return replace(found, grade=Grade.WRONG) if heard.hung else found
        outcomes = {number: answers[0] for number, answers in heard.answers.items()}  # a second one is noise
        for number, other in assessment.exchanged(asked, outcomes):
            if self._talk.ask(asked[number]) != outcomes[number]:  # a wrong codec answers so when asked alone, too
                return wrong(f"request {number} got the answer to {other}", "an answer carries the id of its request")
        if not self._codec_answers:
            return OK
        pairs = zip(PIPELINED, asked.items(), strict=True)
        return worst([self._of_answer(points, call, outcomes[number]) for points, (number, call) in pairs])

    def _ids(self) -> Assessment:
        call = self._talk.ordinary_call()
        # Above 32 bits; less than the one before, so that counting fails; negative in 32 bits; false in many languages.
        ids = [999_999_999_999_999, 7, 2**31, 0]
        heard = self._talk.exchange([protocol.request(number, *call) for number in ids], ids)
        lost = [number for number in ids if number not in heard.answers]
        if not lost:
            return OK
        # One fault, one check: an answer under a wrong id is not noise too.
        self._talk.strays = [stray for stray in self._talk.strays if stray not in heard.strays]
        got = f", got {heard.strays[0]}" if heard.strays else ""
        return wrong(f"no answer under id {lost[0]}{got}", "copy the first word of the request as text")

    def _unusual_lines(self) -> Assessment:
        for name, change, assess, advice in _UNUSUAL:
            usual, other = self._talk.compare(change)
            if isinstance(usual, Crashed | TimedOut):
                return unclear(in_words(usual), "look at the transcript")
            if usual != other:
                return assess(f"a request {name} is answered with {in_words(other)}", advice)
        return OK

    def _noise(self) -> Assessment:
        if self._talk.strays:
            advice = "write everything else to standard error, and one answer to each request"
            return wrong(f"a line that answers nothing: {self._talk.strays[0]}", advice)
        if self._talk.doubled:
            return wrong(f"request {self._talk.doubled[0]} was answered twice", "write one answer to each request")
        return OK

    # End and start

    def _end(self) -> Assessment:
        took, late = self._talk.end_input(protocol.GRACE)
        self._talk.close()
        if late:
            why = f"it still wrote {protocol.quoted(late[0])}"
            return wrong(why, "write one answer to each request, flushed at once, and nothing else")
        if took is None:
            return wrong(f"it still ran after {protocol.GRACE:g} s", "leave the loop at the end of input")
        return Assessment(Grade.OK, f"after {took:.1f} s")

    def _restart(self) -> Assessment:
        now, found = assessment.of_handshake(self._talk.greet(), self._talk.unasked())
        if found.grade is Grade.WRONG:
            return found
        if now != self._talk.handshake:
            return wrong("its handshake differs from the first", "nothing may depend on an earlier start")
        if not self._codec_answers:
            return OK
        # One string is enough: the answers to all others were seen before the restart.
        asked = [call for call in calls(BUECHER) if self._talk.has(call)]
        return worst([self._of_answer(BUECHER, call, self._talk.ask(call)) for call in asked])


def _upper(line: bytes) -> bytes:
    number, operation, rest = line.split(b" ", 2)
    return b" ".join((number, operation, rest.upper()))


_UNUSUAL: tuple[tuple[str, Callable[[bytes], bytes], Callable[[str, str], Assessment], str], ...] = (
    ("in upper case", _upper, wrong, "read numbers in either case"),
    ("with CRLF", lambda line: line.replace(b"\n", b"\r\n"), wrong, "strip the line before splitting it"),
    (
        "with extra spaces",
        lambda line: line.replace(b" ", b"  ").replace(b"\n", b" \n"),
        note,
        "split at any number of spaces; conform sends one",
    ),
)
