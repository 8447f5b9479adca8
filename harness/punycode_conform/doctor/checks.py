"""The doctor's checks in their order: what each asks, and whose fault an answer is, the adapter's or the codec's.

The codec may be wrong, refuse what it pleases and crash. An adapter is only ever seen together with its codec, so a wrong
answer alone is ``UNCLEAR``. ``WRONG`` is an answer that no codec can have caused. An adapter that can echo shows its
conversions without the codec: if the echo is right and the answer wrong, the fault is the codec's, a ``NOTE``. Two cases
stay unclear: damage that looks like what people do in the call of the codec, such as trimming, and a ``fault``, with which
an adapter also answers if it cannot read a result, or does not know its codec's refusals.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache, partial
from typing import NamedTuple

from ..account.difference import DAMAGES, JOINED
from ..errors import ConformError
from ..notation import show
from ..suite import PUNYCODE
from ..suite.choices import Choices
from ..suite.oracle import facts, other_layer
from ..suite.outcome import (
    Call,
    Crashed,
    Evaded,
    Operation,
    Outcome,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
    answered,
    in_words,
)
from ..targets import protocol
from ..targets.session import OutOfTime
from .conversation import Conversation, Silent

Points = tuple[int, ...]
Allowed = tuple[type[Rejected | Unsupported], ...]  # outcomes that are right for a string, in addition to a result
Answers = Sequence[tuple[Call, Outcome]]

_BUECHER: Points = tuple(map(ord, "bücher"))
_ORDINARY = (_BUECHER, (0x61, 0x62, 0x63), (0x4E2D, 0x6587), (0xE9,), (0x61, 0x3B1, 0x62))
# Each must be refused, for different reasons: a codec that wrongly accepts one, or crashes, does not do so for all.
_REFUSED = ["ü", "a-ü", "ü-a", "99999999999", "zzzzzzzzzzzz", "bcher-kv!", "a-b.", "bcher-:va", "k@a", "bcher-kv"]
# Each must be refused too, but decodes if an adapter cuts, trims or maps it. A message may quote the line end.
_LOOK_ALIKES = ("\u0161-", "\U00010061-", "bcher-kv\u0161", "\u212a-", "tda\u3000", "tda\0", "tda\n")
# The kinds of code points: name, strings of them, and what is allowed in addition to a result, for some strings cannot hold
# them and some codecs refuse them.
KINDS: tuple[tuple[str, tuple[str | Points, ...], Allowed], ...] = (
    ("ASCII in either case, and the empty string", ("", "aZ-9.~", "A\xfc"), ()),
    ("letters of the BMP", ("bücher", "\xe9", "b\xff\xa0", "\u03b1\u0416", "a\u05d0\u200d\u0915", "中文"), ()),
    ("dots and combining marks", ("a。", "．b", "c｡", "e\u0301", "\xe9A\u030a", "\u212b", "\u1100\u1161"), ()),
    ("code points above U+FFFF", ("\U0001f4a9", "a\U00020000\U0010fffd", "\uf8ff\U000f0000"), ()),
    ("noncharacters", ("\ufffe", "\uffff", "a\ufdd0", "\U0001ffff", "\U0010ffff"), ()),
    ("spaces, line ends and control characters", (" \xfc\t", "\xfc\r\nb", "\u2028a", "\xfc\x01\x7f", "\ufeffa"), ()),
    ("NUL", ("a\0\xfc", "\0\xfc"), (Unsupported, Rejected)),
    ("surrogates", ("\ud800", "a\udfff", "\ud83d\udca9"), (Unsupported, Rejected)),
    ("numbers above U+10FFFF", ((0x110000,), (0x100000061,), ((1 << 63) - 1,)), (Unsupported, Rejected)),
    # Longer than the buffers that people choose: 255, 1,024, 4,096.
    ("5,000 code points at once", ("a" * 4999 + "\xfc",), (Rejected,)),
)
# More than a session has open at once. Far from each other: a codec that is wrong by a little must not give the answer to
# another request.
_PIPELINED: tuple[Points, ...] = tuple((0x4E00 + 37 * index, 0x61) for index in range(500))
# Above 32 bits; less than the one before, so that counting fails; negative in 32 bits; false in many languages.
_IDS = (999_999_999_999_999, 7, 2**31, 0)
_FLUSH = "flush after each line; many languages do not if standard output is a pipe"


class Grade(Enum):
    """The end of a check; the worst of several is the last."""

    NOT_APPLICABLE = "n/a"
    OK = "ok"
    NOTE = "note"
    UNCLEAR = "unclear"
    WRONG = "not ok"


class Assessment(NamedTuple):
    """The assessment of an adapter by an answer, or by a whole check."""

    grade: Grade
    why: str = ""
    advice: str = ""  # what to fix, or where to look
    in_call: bool = False  # whether it may have happened in the call of the codec, which an echo leaves out


OK = Assessment(Grade.OK)
NOT_APPLICABLE = Assessment(Grade.NOT_APPLICABLE)
_ALONE = "call the codec with this input without the adapter; if the answer is the same, the fault is the codec's"
_REFUSAL = (
    "answer reject for every error by which your codec is documented to refuse: for what is not ASCII, a bad digit, a "
    "truncated delta, overflow; if this is none of them, the fault is the codec's"
)
_ECHO = "an echo does all that a call does, except for the call of the codec"


def unclear(why: str, advice: str = _ALONE, *, in_call: bool = False) -> Assessment:
    return Assessment(Grade.UNCLEAR, why, advice, in_call)


def wrong(why: str, advice: str) -> Assessment:
    return Assessment(Grade.WRONG, why, advice)


def worst(assessments: Sequence[Assessment]) -> Assessment:
    """The first of the worst assessments; not applicable if there is none."""
    return max(assessments, key=lambda assessment: list(Grade).index(assessment.grade), default=NOT_APPLICABLE)


def of_codec(answers: Answers) -> Assessment:
    """Whether a codec is called at all, by the answers to ordinary strings; WRONG only if no codec can answer so."""
    returned = [(call, outcome.value) for call, outcome in answers if isinstance(outcome, Returned)]
    if not returned:
        why = f"no request is answered with ok: {answered(*answers[0])}"
        always = all(isinstance(outcome, Rejected | Unsupported | Evaded) for _, outcome in answers)
        return wrong(why, "call your codec where it says YOUR CODEC") if always else unclear(why, "try one by hand")
    if all(call.input == value for call, value in returned):
        return wrong("every answer is the input itself", "an adapter must call the codec, not echo")
    if len({value for _, value in returned}) == 1 < len(returned):  # two answers at least: one alone equals itself
        return wrong("different inputs get the same answer", "read the input of each request anew")
    return OK


def of_refusals(answers: Answers) -> Assessment:
    """Whether the adapter answers reject at all, by the answers to inputs that must be refused."""
    # An input that was answered with unsupported never reached the codec, so it shows nothing of refusals.
    asked = [(call, outcome) for call, outcome in answers if not isinstance(outcome, Unsupported)] or answers
    if any(isinstance(outcome, Rejected) for _, outcome in asked):
        return OK
    none = f"none of {len(asked)} inputs is rejected: {answered(*asked[0])}"
    if isinstance(asked[0][1], Returned) and len({outcome for _, outcome in asked}) == 1:
        return wrong(f"{none}, as for all", "do not ignore errors: check the status of each call, and answer reject")
    return unclear(none, _REFUSAL)


def of_refusal(call: Call, outcome: Outcome) -> Assessment:
    """The assessment of one answer where a refusal was due: an adapter may know only one of the codec's errors."""
    if isinstance(outcome, Evaded):
        advice = "call the codec, and answer reject if it refuses"
        return wrong(f"{answered(call, outcome)}, but must be refused", advice)
    if isinstance(outcome, Crashed | TimedOut):
        return unclear(f"{answered(call, outcome)}, where a refusal was due", _REFUSAL, in_call=True)
    # A result may be right for the input that an adapter makes of this one by cutting, trimming or mapping it.
    return _of_damage(call.input, call, outcome) or NOT_APPLICABLE


def of_answer(points: Points, call: Call, outcome: Outcome, allowed: Allowed = ()) -> Assessment:
    """The assessment of an answer to one of the two calls for a string, which is given decoded."""
    what = answered(call, outcome)
    if isinstance(outcome, allowed):
        return Assessment(Grade.NOT_APPLICABLE, what)
    if isinstance(outcome, Unsupported | Evaded):
        return wrong(what, "every string type can hold this; call the codec, or declare lacks= for a character")
    if isinstance(outcome, Crashed | TimedOut):
        return unclear(what, f"can the adapter read every result? otherwise {_ALONE}", in_call=True)
    if not isinstance(outcome, Returned):
        return unclear(what)
    value = outcome.value
    # A pair of surrogates in a UTF-16 string is one code point.
    if facts(call).met_by(outcome) or (call.operation is Operation.DECODE and value == JOINED.of(points)):
        return OK
    if value == call.input:
        return unclear(f"{what}, the input itself")
    if not value:  # before damages: several of them leave nothing of some strings
        return unclear(what, f"check the status of the call; otherwise {_ALONE}", in_call=True)
    return _of_damage(points, call, outcome) or unclear(what)


def _of_damage(points: Points, call: Call, outcome: Outcome) -> Assessment | None:
    """The assessment of a result that damage made of the right one, or that is right for a damaged input."""
    for change in DAMAGES:
        damaged, text = call._replace(input=change.of(call.input)), change.of(points)
        of_text = call.operation is Operation.DECODE and text != points and outcome == Returned(text)
        if of_text or (damaged != call and facts(damaged).met_by(outcome)):
            advice = f"{change.fix}; otherwise {_ALONE}"
            return unclear(f"{answered(call, outcome)}: {change.says}", advice, in_call=not change.by_codecs)
    return None


def of_echo(points: Points, outcome: Outcome, allowed: Allowed = ()) -> Assessment:
    """The assessment of an echo, the adapter's conversions alone; the arguments are those of :func:`of_answer`."""
    what = f"echo {show(points, 6)} {in_words(outcome)}"
    if outcome == Returned(points):
        return OK
    if isinstance(outcome, Returned):
        damage = next((damage for damage in DAMAGES if damage.of(points) == outcome.value), None)
        return wrong(f"{what}: {damage.says}", damage.fix) if damage else wrong(what, _ECHO)
    return NOT_APPLICABLE if isinstance(outcome, Unsupported) and Unsupported in allowed else wrong(what, _ECHO)


def with_echo(answer: Assessment, echo: Assessment) -> Assessment:
    """The assessment of an answer, once the echo of its string is known."""
    if answer.grade is not Grade.UNCLEAR:
        return answer
    if echo.grade is Grade.WRONG:
        return echo
    if echo.grade is not Grade.OK or answer.in_call:  # there is no echo, or it leaves out where this happened
        return answer
    return answer._replace(grade=Grade.NOTE, why=f"{answer.why}; its echo is right, so the fault is the codec's")


class CheckResult(NamedTuple):
    """The result of one check: what a correct adapter does, what this one does, and the lines exchanged meanwhile."""

    name: str
    found: Assessment
    transcript: tuple[str, ...] = ()


@cache
def calls(points: Points) -> tuple[Call, Call]:
    """The calls whose inputs or results are these code points: encode, decode."""
    encode = Call(Operation.ENCODE, points)
    return encode, Call(Operation.DECODE, facts(encode).value or ())


def of_handshake(line: bytes, unasked: list[str]) -> tuple[protocol.Handshake, Assessment]:
    """The handshake in an adapter's first line, and its assessment; ``unasked`` are lines that came after it."""
    handshake = protocol.Handshake()
    try:
        handshake = protocol.handshake(line)
        Choices().declare_all(handshake.declared)
    except protocol.ProtocolError as error:
        return handshake, wrong(str(error), "answer first of all: conform 1 name=… version=… language=…")
    except ConformError as error:
        return handshake, wrong(error.message, error.hint)
    if handshake.error:
        return handshake, wrong(f"it says that it cannot run: {handshake.error}", "install or set up what it asks for")
    if unasked:
        return handshake, wrong(f"it wrote more than a handshake: {unasked[0]}", "write one line, then wait")
    return handshake, OK


class Checkup:
    """All checks of one adapter; if it is the tool's ``own``, the codec causes whatever is wrong."""

    def __init__(self, conversation: Conversation, *, own: bool = False) -> None:
        self._talk = conversation
        self._own = own
        self._codec_answers = False  # without a codec behind the adapter there is nothing to see of its conversions

    def results(self) -> Iterator[CheckResult]:
        """Run the checks, and yield each result as soon as it is there."""
        first = self._result("starts and writes a valid handshake", self._greeting)
        yield first
        for name, check in self._checks() if first.found.grade is not Grade.WRONG else ():
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
        # Near the end, since it looks at all lines so far that were no answers.
        yield "writes nothing else to standard output and answers once", self._noise
        yield "exits at end of input", self._end
        yield "starts again as before", self._restart

    def _result(self, name: str, check: Callable[[], Assessment]) -> CheckResult:
        began = len(self._talk.transcript)
        try:
            result = check()
        except Silent as silent:
            self._talk.patience -= 1
            result = wrong(f"it did not start again: {silent}", "each start must work like the first")
        if self._own and self._talk.number and result.grade in (Grade.UNCLEAR, Grade.WRONG):
            advice = "call the codec with this input yourself; its adapter is a part of conform"
            result = Assessment(Grade.NOTE, f"{result.why}; the fault is the codec's", advice)
        return CheckResult(name, result, tuple(self._talk.transcript[began:]))

    def _greeting(self) -> Assessment:
        try:
            self._talk.handshake, result = of_handshake(*self._talk.greet())
        except Silent as silent:
            if self._talk.end_input(protocol.GRACE)[1]:  # an adapter that never flushes writes only at its end
                return wrong("the handshake came only after the end of input", _FLUSH)
            return wrong(f"no handshake: {silent}", "run it by hand and type: conform 1")
        return result

    def _flush(self) -> Assessment:
        self._talk.number += 1
        number = self._talk.number
        call = next(call for call in calls(_BUECHER) if self._talk.has(call))
        heard = self._talk.exchange({number: protocol.request(number, *call)}, end=True)
        if number in heard.answers:
            return wrong("the answer came only after the end of input", _FLUSH) if heard.hung else OK
        if heard.strays:
            advice = "an answer is the request's id, then ok and hexadecimal numbers, reject, fault or unsupported"
            return wrong(f"instead of an answer: {heard.strays[0]}", advice)
        advice = "answer each line as soon as it is read; does the codec end? --timeout S gives it more time"
        return unclear(f"no answer to a single request: {heard.broken}", advice)

    def _codec(self) -> Assessment:
        if other := other_layer(PUNYCODE, self._talk.handshake.operations, self._talk.ask):
            return Assessment(Grade.NOTE, f"it is {other}", "the checks of strings, for raw Punycode, are skipped")
        asked = [call for points in _ORDINARY for call in calls(points) if self._talk.has(call)]
        answers = [(call, self._talk.ask(call)) for call in asked]
        result = of_codec(answers)
        returned = any(isinstance(outcome, Returned) for _, outcome in answers)
        self._codec_answers = returned and result.grade is not Grade.WRONG
        return result

    def _refusals(self) -> Assessment:
        if Operation.DECODE not in self._talk.handshake.operations:
            return Assessment(Grade.NOT_APPLICABLE, "it has no decode")
        texts = [Call(Operation.DECODE, tuple(map(ord, text))) for text in (*_REFUSED, *_LOOK_ALIKES)]
        answers = [(call, self._talk.ask(call)) for call in texts if self._talk.has(call)]
        results = [of_refusals(answers[: len(_REFUSED)])]
        for call, outcome in answers:
            result = of_refusal(call, outcome)
            results.append(with_echo(result, self._echo(call.input)) if result.grade is Grade.UNCLEAR else result)
        return worst(results)

    def _echo(self, points: Points, allowed: Allowed = ()) -> Assessment:
        if not self._talk.handshake.echo or not self._talk.takes(points):
            return NOT_APPLICABLE
        return of_echo(points, self._talk.answer("echo", points), allowed)

    def _strings(self, strings: tuple[str | Points, ...], allowed: Allowed) -> Assessment:
        results: list[Assessment] = []
        for text in strings:
            points = tuple(ord(c) if isinstance(c, str) else c for c in text)
            results.append(self._string(points, allowed))
            if results[-1].grade in (Grade.UNCLEAR, Grade.WRONG):  # so that the transcript ends with what is meant
                break
        return worst(results)

    def _string(self, points: Points, allowed: Allowed) -> Assessment:
        results, lacked = [self._echo(points, allowed)], False
        for call in calls(points):
            if self._talk.has(call) and self._talk.patience > 0 and results[-1].grade is not Grade.WRONG:
                outcome = self._talk.ask(call)
                lacked = lacked or isinstance(outcome, Unsupported)
                answer = with_echo(of_answer(points, call, outcome, allowed), results[0])
                if lacked and answer.grade is Grade.UNCLEAR and not isinstance(outcome, Crashed | TimedOut):
                    # A codec cannot return what its strings cannot hold: what it returns instead is between these two.
                    answer = answer._replace(grade=Grade.NOTE)
                results.append(answer)
        return worst(results)

    def _pipeline(self) -> Assessment:
        side = self._talk.handshake.operations[0] is Operation.DECODE
        first = max(7, self._talk.number) + 1
        numbers = (*_IDS, *range(first, first + len(_PIPELINED) - len(_IDS)))
        asked = {number: calls(points)[side] for number, points in zip(numbers, _PIPELINED, strict=True)}
        self._talk.number = numbers[-1]
        heard = self._talk.exchange({number: protocol.request(number, *call) for number, call in asked.items()})
        missing = [number for number in numbers if number not in heard.answers]
        if missing and heard.strays:
            self._talk.noise.clear()  # one fault, one check: an answer under a wrong id is not noise too
            why = f"no answer under id {missing[0]}, got {heard.strays[0]}"
            return wrong(why, "copy the first word of the request as text")
        if missing:
            advice = "answer each line before reading the next, or read and write in parallel"
            why = f"{len(missing)} of {len(asked)} have no answer: {heard.broken}"
            return wrong(why, advice) if heard.hung else unclear(why, advice)
        # By the reference codec, since this one may be wrong.
        right = {calls(points)[not side].input: number for number, points in zip(numbers, _PIPELINED, strict=True)}
        for number, outcome in heard.answers.items():
            other = right.get(outcome.value, number) if isinstance(outcome, Returned) else number
            # A wrong codec answers so when asked alone, too.
            if other != number and self._talk.ask(asked[number]) != outcome:
                return wrong(f"request {number} got the answer to {other}", "an answer carries the id of its request")
        return OK

    def _noise(self) -> Assessment:
        advice = "write everything else to standard error, and one answer to each request"
        return wrong(self._talk.noise[0], advice) if self._talk.noise else OK

    def _end(self) -> Assessment:
        ended, late = self._talk.end_input(protocol.GRACE)
        if late:
            why = f"it still wrote {protocol.quoted(late[0])}"
            return wrong(why, "write one answer to each request, flushed at once, and nothing else")
        return OK if ended else wrong(f"it still ran after {protocol.GRACE:g} s", "leave the loop at the end of input")

    def _restart(self) -> Assessment:
        handshake, result = of_handshake(*self._talk.greet())
        if result.grade is not Grade.WRONG and handshake != self._talk.handshake:
            return wrong("its handshake differs from the first", "nothing may depend on an earlier start")
        return result
