"""Whether an adapter is sound: what is asked of it over the wire, check by check.

A check is yielded when it is done, so that it can be shown at once. The codec behind the adapter may be wrong, refuse what
it pleases and break: see :mod:`.carriage` for what is then said.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ..suite.outcome import Call, Crashed, Operation, Outcome, Returned
from ..targets import protocol
from ..targets.wire import Silent, Wire
from . import canary
from .carriage import Finding, Points, State, calls, encoded, told, worst
from .carrying import Carrying
from .interview import Interview
from .probes import BUECHER, KINDS, LOOK_ALIKES, ORDINARY, REFUSED

_OK = Finding(State.OK)
_HOLLOW = Finding(State.NONE, "not before the codec is called")
_GRACE = 2.0  # seconds to end in, as the protocol has it
_PIPELINED = 500
_LONG = 5000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what a sound adapter does.
        found: how this one fares.
        transcript: the wire's lines during the check.
    """

    name: str
    found: Finding
    transcript: tuple[str, ...] = ()


class Checkup:
    """The checks in their order; :meth:`checks` yields them."""

    def __init__(self, wire: Wire, patience: int) -> None:
        self._ask = Interview(wire, patience)
        self._carrying = Carrying(self._ask)
        self._hollow = False  # whether no codec shows behind the adapter, so that carriage cannot be looked at

    @property
    def handshake(self) -> protocol.Handshake:
        """What the adapter said of itself."""
        return self._ask.handshake

    def checks(self) -> Iterator[Check]:
        """Look at everything.

        Raises:
            TargetError: the program cannot be started.
        """
        first = self._check("it starts, and says a handshake that is understood", self._greeting, again=False)
        yield first
        if first.found.state is State.BAD:
            return
        steps: list[tuple[str, Callable[[], Finding]]] = [
            ("a reply is flushed, it needs no second request", self._flush),
            ("the codec is called: bücher and bcher-kva become each other, as others do", self._ordinary),
            ("an input that must be refused is answered by reject", partial(self._refusals, REFUSED, canary.refused)),
            (
                "an input that must be refused reaches decode as it is",
                partial(self._refusals, LOOK_ALIKES, partial(canary.heeded, seen=self._carrying.seen)),
            ),
            ("the empty string is answered, and is not a missing answer", partial(self._carry, [()], False)),
        ]
        for kind, strings, may_lack in KINDS:
            steps.append((f"carries {kind}", partial(self._carry, strings, may_lack)))
        steps += [
            (f"carries {_LONG:,} code points at once", self._long),
            (f"answers {_PIPELINED} requests sent at once, each once and under its id", self._pipeline),
            ("keeps any id", self._ids),
            ("reads hexadecimal in upper case, and lines that end in CRLF", self._lines),
            ("bears more spaces than needed, and an unknown operation", self._odd),
            ("says nothing on standard output but the protocol, and answers once", self._noise),
            ("ends when its input ends", self._end),
            ("starts again, and is the same", self._restart),
            ("standard error is free", self._said),
        ]
        for name, step in steps:
            if self._ask.patience <= 0:
                yield Check(
                    "bears all that is asked", Finding(State.UNCLEAR, "it broke down too often: the rest was not tried")
                )
                return
            yield self._check(name, step)

    def _check(self, name: str, step: Callable[[], Finding], again: bool = True) -> Check:
        began = len(self._ask.wire.transcript)
        try:
            if again and not self._ask.wire.alive:
                self._ask.wire.greet()
            found = step()
        except Silent as silent:
            self._ask.patience -= 1
            found = Finding(State.BAD, f"it did not start again: {silent}", "each start must work like the first")
        return Check(name, found, tuple(self._ask.wire.transcript[began:]))

    # The handshake

    def _greeting(self) -> Finding:
        try:
            line = self._ask.wire.greet()
        except Silent as silent:
            return self._mute(str(silent))
        self._ask.handshake, found = canary.greeted(line, self._ask.wire.unasked())
        return found

    def _mute(self, why: str) -> Finding:
        stderr = self._ask.wire.stderr()
        if stderr:
            why += f"; the end of its stderr: {stderr.splitlines()[-1].strip()}"
        if self._ask.wire.farewell(_GRACE)[1]:
            return Finding(State.BAD, "the handshake came only when the input ended", _FLUSH)
        return Finding(State.BAD, f"no handshake: {why}", "run it by hand and type: conform 1")

    # The canaries

    def _flush(self) -> Finding:
        call = next(call for call in calls(BUECHER) if self._ask.has(call))
        self._ask.number += 1
        heard, late = self._ask.wire.alone(protocol.request(self._ask.number, call), self._ask.number)
        self._ask.strays += heard.strays
        if self._ask.number in heard.answers:
            return Finding(State.BAD, "the answer came only when the input ended", _FLUSH) if late else _OK
        self._ask.patience -= 3
        if heard.strays:
            stray = heard.strays[0]
            return Finding(State.BAD, f"in place of an answer: {stray}", canary.instead(stray, self._ask.number))
        why = f"no answer to a request that stands alone: {heard.broken}"
        return Finding(State.UNCLEAR, why, "does the adapter answer each line as it comes? does the codec end at all?")

    def _ordinary(self) -> Finding:
        asked = [call for points in ORDINARY for call in calls(points) if self._ask.has(call)]
        outcomes = self._ask.ask(asked)
        found = canary.called(asked, outcomes, self._carrying.judged)
        self._hollow = found.state is State.BAD or not any(isinstance(outcome, Returned) for outcome in outcomes)
        return found

    def _refusals(self, strings: Sequence[str], judge: Callable[[list[Call], list[Outcome]], Finding]) -> Finding:
        if self._hollow:
            return _HOLLOW
        asked = [Call(Operation.DECODE, tuple(map(ord, text))) for text in strings]
        if not self._ask.has(asked[0]):
            return Finding(State.NONE, "it has no decode")
        return judge(asked, self._ask.ask(asked))

    def _carry(self, strings: Sequence[Points], may_lack: bool) -> Finding:
        return _HOLLOW if self._hollow else self._carrying.strings(strings, may_lack)

    def _long(self) -> Finding:
        return _HOLLOW if self._hollow else self._carrying.long((0x61,) * (_LONG - 1) + (0xFC,))

    def _pipeline(self) -> Finding:
        operation = self._ask.handshake.operations[0]
        # Far from each other: a codec that is wrong by a little must not give the answer of another request.
        strings = [(0x4E00 + 37 * index, 0x61) for index in range(_PIPELINED)]
        asked = [calls(points)[operation is Operation.DECODE] for points in strings]
        ids = [self._ask.number + 1 + index for index in range(_PIPELINED)]
        self._ask.number += _PIPELINED
        heard = self._ask.talk([protocol.request(n, call) for n, call in zip(ids, asked, strict=True)], ids)
        missing = [number for number in ids if number not in heard.answers]
        if missing:
            why = f"{len(missing)} of {_PIPELINED} have no answer: {heard.broken}"
            return Finding(
                State.BAD if heard.hung else State.UNCLEAR,
                why,
                "answer each line before reading the next, or read and write side by side",
            )
        right = {number: _right_answer(points, operation) for number, points in zip(ids, strings, strict=True)}
        belongs = {value: number for number, value in right.items()}
        for number, call in zip(ids, asked, strict=True):
            outcome = heard.answers[number][0]
            other = belongs.get(outcome.value, number) if isinstance(outcome, Returned) else number
            if other != number and self._ask.one(call) != outcome:  # a wrong codec answers so when asked alone, too
                why = f"request {number} got the answer of {other}"
                return Finding(State.BAD, why, "an answer carries the id of its request")
        if self._hollow:
            return _OK
        triples = zip(ids, strings, asked, strict=True)
        return worst(
            [self._carrying.judged(points, call, heard.answers[number][0]) for number, points, call in triples]
        )

    # Lines

    def _ids(self) -> Finding:
        call = next(call for call in calls(BUECHER) if self._ask.has(call))
        ids = [999_999_999_999_999, 7, 2**31, 0]
        heard = self._ask.talk([protocol.request(number, call) for number in ids], ids)
        lost = [number for number in ids if number not in heard.answers]
        if lost:
            self._ask.strays = [stray for stray in self._ask.strays if stray not in heard.strays]
            got = f", got {heard.strays[0]}" if heard.strays else ""
            return Finding(
                State.BAD, f"no answer under id {lost[0]}{got}", "copy the first word of the request as text"
            )
        return _OK

    def _lines(self) -> Finding:
        for name, change in (("upper case", _upper), ("CRLF", _crlf)):
            usual, other = self._ask.variant(change)
            if isinstance(usual, Crashed):
                return Finding(State.UNCLEAR, told(usual), "look at the transcript")
            if usual != other:
                mend = "read numbers in either case" if name == "upper case" else "strip the line before splitting it"
                return Finding(State.BAD, f"{name} is answered by {told(other)}", mend)
        return _OK

    def _odd(self) -> Finding:
        usual, other = self._ask.variant(lambda line: line.replace(b" ", b"  ").replace(b"\n", b" \n"))
        if usual != other:
            return Finding(State.NOTE, f"spaces: {told(other)}", "split at any number of spaces; conform sends one")
        _, unknown = self._ask.variant(lambda line: line.split()[0] + b" conjure 61\n")
        if not self._ask.wire.alive or isinstance(unknown, Returned):
            return Finding(
                State.NOTE, f"conjure: {told(unknown)}", "answer fault; conform asks for encode and decode only"
            )
        return _OK

    def _noise(self) -> Finding:
        if self._ask.strays:
            mend = "write everything else to standard error, and one answer to each request"
            return Finding(State.BAD, f"a line that answers nothing: {self._ask.strays[0]}", mend)
        if self._ask.doubled:
            return Finding(
                State.BAD, f"request {self._ask.doubled[0]} was answered twice", "one answer to each request"
            )
        return _OK

    def _end(self) -> Finding:
        took, said = self._ask.wire.farewell(_GRACE)
        self._ask.stderr = self._ask.wire.stderr() or self._ask.stderr
        self._ask.wire.close()
        if said:
            return Finding(State.BAD, f"it still said {said[0]}", "one answer to each request, flushed at once")
        if took is None:
            return Finding(State.BAD, f"it still ran after {_GRACE:g} s", "leave the loop at the end of input")
        return Finding(State.OK, f"after {took:.1f} s")

    def _restart(self) -> Finding:
        before = self._ask.handshake
        now, found = canary.greeted(self._ask.wire.greet(), self._ask.wire.unasked())
        if found.state is State.BAD:
            return found
        if now != before:
            return Finding(State.BAD, "it says something else of itself", "nothing may depend on an earlier start")
        if self._hollow:
            return _OK
        asked = [call for call in calls(BUECHER) if self._ask.has(call)]
        return worst([self._carrying.judged(BUECHER, call, self._ask.one(call)) for call in asked])

    def _said(self) -> Finding:
        if not self._ask.stderr:
            return Finding(State.OK, "nothing was written there")
        return Finding(State.OK, f"its last line: {self._ask.stderr.splitlines()[-1].strip()}")


_FLUSH = "flush after each line: many languages do not if standard output is a pipe"


def _right_answer(points: Points, operation: Operation) -> Points:
    return encoded(points) if operation is Operation.ENCODE else points


def _upper(line: bytes) -> bytes:
    number, operation, rest = line.split(b" ", 2)
    return b" ".join((number, operation, rest.upper()))


def _crlf(line: bytes) -> bytes:
    return line.replace(b"\n", b"\r\n")
