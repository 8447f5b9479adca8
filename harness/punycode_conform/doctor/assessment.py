"""Whose fault an answer is, the adapter's or the codec's: pure functions from answers to assessments.

An adapter is only ever seen together with its codec, so a wrong answer alone is ``UNCLEAR``: either may have given it. The
reason then says what the answer looks like and where to look. ``WRONG`` is an answer that no codec can have caused.

An adapter that can echo shows its conversions without the codec. Damage that an echo shows is the adapter's. If the echo is
right and the codec's answer wrong, the fault is the codec's: a ``NOTE``. Two cases stay unclear: damage that looks like
what people do to a string in the call of the codec, such as trimming it, and a ``fault``, since an adapter that cannot read
a result, or does not know its codec's refusals, answers so too.
"""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from ..account.difference import DAMAGES, JOINED, Change
from ..codec import BootstringError, decode_code_points, encode_code_points
from ..errors import ConformError
from ..notation import show
from ..suite.choices import NAMES, Choices
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
    same_encoding,
)
from ..targets import protocol

Points = tuple[int, ...]
Allowed = tuple[type[Rejected | Unsupported], ...]  # outcomes that are right for a string, in addition to a result


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
_GRADES = list(Grade)
_ALONE = "call the codec with this input without the adapter; if the answer is the same, the fault is the codec's"
_REFUSAL = (
    "answer reject for every error by which your codec is documented to refuse: for what is not ASCII, a bad digit, a "
    "truncated delta, overflow; if this is none of them, the fault is the codec's"
)
_FAULT = f"can the adapter read every result? otherwise {_ALONE}"


def note(why: str, advice: str) -> Assessment:
    return Assessment(Grade.NOTE, why, advice)


def unclear(why: str, advice: str = _ALONE) -> Assessment:
    return Assessment(Grade.UNCLEAR, why, advice)


def wrong(why: str, advice: str) -> Assessment:
    return Assessment(Grade.WRONG, why, advice)


def worst(assessments: Sequence[Assessment]) -> Assessment:
    """The first of the worst assessments; not applicable if there is none."""
    return max(assessments, key=lambda assessment: _GRADES.index(assessment.grade), default=NOT_APPLICABLE)


def of_own_adapter(assessment: Assessment) -> Assessment:
    """The assessment of an adapter that the tool brings: whatever went wrong, the codec did it."""
    if assessment.grade not in (Grade.UNCLEAR, Grade.WRONG):
        return assessment
    advice = "call the codec with this input yourself; its adapter is a part of conform"
    return note(f"{assessment.why}; the fault is the codec's", advice)


def of_handshake(line: bytes, unasked: Sequence[str]) -> tuple[protocol.Handshake, Assessment]:
    """The handshake in an adapter's first line, and its assessment; ``unasked`` are lines that came after it."""
    try:
        handshake = protocol.handshake(line)
        Choices().declare_all(handshake.declared)
    except protocol.ProtocolError as error:
        advice = "answer 'conform 1' with: conform 1 name=… version=… language=…"
        return protocol.Handshake(), wrong(str(error), advice)
    except ConformError as error:
        return handshake, wrong(error.message, error.hint)
    if handshake.error:
        return handshake, wrong(f"it says that it cannot run: {handshake.error}", "install or set up what it asks for")
    if unasked:
        why = f"it wrote more than a handshake: {unasked[0]}"
        return handshake, wrong(why, "write one line, then wait for requests")
    unknown = [key for key in handshake.declared if key.partition(".")[0] not in NAMES]
    missing = [key for key in ("name", "version", "language") if not getattr(handshake, key)]
    parts = [f"unknown keys: {', '.join(unknown)}"] if unknown else []
    parts += [f"it does not give its {', '.join(missing)}"] if missing else []
    if parts:
        return handshake, note("; ".join(parts), "reports show name, version and language; unknown keys are ignored")
    return handshake, OK


def of_codec(answers: Sequence[tuple[Call, Outcome]]) -> Assessment:
    """Whether a codec is called at all, by the answers to ordinary strings; WRONG only if no codec can answer so."""
    outcomes = [outcome for _, outcome in answers]
    returned = [(call, outcome.value) for call, outcome in answers if isinstance(outcome, Returned)]
    if not returned:
        if all(isinstance(outcome, Rejected) for outcome in outcomes):
            return wrong("it rejects everything", "reject only what the codec itself rejects")
        if all(isinstance(outcome, Unsupported | Evaded) for outcome in outcomes):
            return wrong("it answers unsupported to everything", "call your codec where the file says so")
        return unclear(f"no request is answered with ok: {in_words(outcomes[0])}", "try one request by hand")
    if all(call.input == value for call, value in returned):
        return wrong("every answer is the input itself", "an adapter must call the codec, not echo")
    if len({value for _, value in returned}) == 1 < len(returned):  # two answers at least: one alone equals itself
        return wrong("different inputs get the same answer", "read the input of each request anew")
    return OK


def of_refusals(answers: Sequence[tuple[Call, Outcome]]) -> Assessment:
    """Whether the adapter answers reject where it should, by the answers to inputs that must be refused."""
    if any(isinstance(outcome, Evaded) for _, outcome in answers):
        why = "an input that must be refused is answered with unsupported"
        return wrong(why, "call the codec, and answer reject if it refuses; every string type can hold the input")
    # An input that was answered with unsupported never reached the codec, so it shows nothing of refusals.
    every = [outcome for _, outcome in answers]
    outcomes = [outcome for outcome in every if not isinstance(outcome, Unsupported)] or every
    if any(isinstance(outcome, Rejected) for outcome in outcomes):
        return worst([OK, *(of_lookalike(*answer) for answer in answers if not isinstance(answer[1], Returned))])
    none = f"none of {len(outcomes)} inputs is rejected"
    if isinstance(outcomes[0], Returned) and len(set(outcomes)) == 1:
        why = f"{none}: each is answered with {in_words(outcomes[0])}"
        return wrong(why, "do not ignore errors: check the status of each call, and answer reject")
    other = next((outcome for outcome in outcomes if not isinstance(outcome, Returned)), outcomes[0])
    return unclear(f"{none}: {in_words(other)}", _REFUSAL)


def of_lookalike(call: Call, outcome: Outcome) -> Assessment:
    """The assessment of one answer where a refusal was due.

    A codec may refuse one input by another error than the next, and an adapter may know only one of them. A result may be
    right for the input that an adapter makes of this one by cutting, trimming or mapping it.
    """
    if isinstance(outcome, Crashed | TimedOut):
        why = f"{call.operation} {show(call.input, 6)}: {in_words(outcome)}, where a refusal was due"
        return Assessment(Grade.UNCLEAR, why, _REFUSAL, in_call=True)
    return (of_damaged_input(call, outcome.value) if isinstance(outcome, Returned) else None) or NOT_APPLICABLE


def of_answer(points: Points, call: Call, outcome: Outcome, allowed: Allowed = ()) -> Assessment:
    """The assessment of an answer to one of the two calls for a string, which is given decoded."""
    what = f"{call.operation} {show(call.input, 6)}"
    match outcome:
        case Unsupported() | Rejected() if isinstance(outcome, allowed):
            return Assessment(Grade.NOT_APPLICABLE, in_words(outcome))
        case Unsupported() | Evaded():
            advice = (
                "every string type can hold this; call the codec, or declare lacks= if it cannot be given a character"
            )
            return wrong(f"{what}: unsupported", advice)
        case Rejected():
            return unclear(f"{what}: {in_words(outcome)}")
        case Crashed() | TimedOut():
            return Assessment(Grade.UNCLEAR, f"{what}: {in_words(outcome)}", _FAULT, in_call=True)
        case Returned(value) if _is_right(points, call, value):
            return OK
        case Returned(value) if call.operation is Operation.DECODE and value == JOINED.of(points):
            return Assessment(Grade.OK, "a pair of surrogates in a UTF-16 string is one code point")
    value, got = outcome.value, f"{what}: answered {show(outcome.value, 6)}"
    if value == call.input:
        return unclear(f"{got}, the input itself")
    if not value:  # before damages: several of them leave nothing of some strings
        return Assessment(Grade.UNCLEAR, f"{got}, the empty string", f"check the status of the call; {_FAULT}", True)
    for damage in DAMAGES:
        damaged = damage.of(points)
        if damaged != points and _is_right(damaged, call, value):
            return _of_damage(damage, got)
    return of_damaged_input(call, value) or unclear(got)


def of_damaged_input(call: Call, value: Points) -> Assessment | None:
    """The assessment of a result of decode that is right for an input which damage makes of this one; None if none is."""
    for damage in DAMAGES:
        damaged = damage.of(call.input)
        if call.operation is Operation.DECODE and damaged != call.input and value == decoded(damaged):
            return _of_damage(damage, f"{call.operation} {show(call.input, 6)}: answered {show(value, 6)}")
    return None


def _of_damage(damage: Change, got: str) -> Assessment:
    advice = f"{damage.fix}; otherwise {_ALONE}"
    return Assessment(Grade.UNCLEAR, f"{got}: {damage.says}", advice, in_call=not damage.by_codecs)


def _is_right(points: Points, call: Call, value: Points) -> bool:
    return same_encoding(value, encoded(points)) if call.operation is Operation.ENCODE else value == points


@cache
def encoded(points: Points) -> Points:
    """The encoded form by the reference codec."""
    return tuple(map(ord, encode_code_points(points)))


def decoded(points: Points) -> Points | None:
    """The decoded form by the reference codec; None if it refuses."""
    try:
        return tuple(decode_code_points("".join(map(chr, points))))
    except (BootstringError, ValueError):  # chr: a number that is no character is no input of the reference codec
        return None


def of_echo(points: Points, outcome: Outcome, allowed: Allowed = ()) -> Assessment:
    """The assessment of an echo, the adapter's conversions alone; the arguments are those of :func:`of_answer`."""
    what = f"echo {show(points, 6)}"
    match outcome:
        case Returned(value) if value == points:
            return OK
        case Returned(value):
            got = f"{what}: answered {show(value, 6)}"
            damage = next((damage for damage in DAMAGES if damage.of(points) == value), None)
            everything = "an echo does all that a call does, except for the call of the codec"
            return wrong(f"{got}: {damage.says}", damage.fix) if damage else wrong(got, everything)
        case Unsupported() if Unsupported in allowed:
            return NOT_APPLICABLE
        case Unsupported():
            return wrong(f"{what}: unsupported", "every string type can hold this")
    return wrong(f"{what}: {in_words(outcome)}", "an echo calls no codec, so this is the adapter's own mistake")


def with_echo(answer: Assessment, echo: Assessment) -> Assessment:
    """The assessment of an answer, once the echo of its string is known."""
    if answer.grade is not Grade.UNCLEAR:
        return answer
    if echo.grade is Grade.WRONG:
        return echo
    if echo.grade is not Grade.OK or answer.in_call:  # there is no echo, or it leaves out where this happened
        return answer
    return answer._replace(grade=Grade.NOTE, why=f"{answer.why}; its echo is right, so the fault is the codec's")


def of_string(answers: Sequence[tuple[Call, Outcome, Assessment]], echo: Assessment) -> Assessment:
    """The assessment of all answers to the calls for a string, and of its echo."""
    assessments, lacked = [echo], False
    for call, outcome, assessment in answers:
        answer = assessment
        lacked = lacked or isinstance(outcome, Unsupported)
        # For encode the echo is of the very input; for decode it is only of the result.
        if isinstance(outcome, Unsupported) and call.operation is Operation.ENCODE and echo.grade is Grade.OK:
            why = "it echoes an input to which encode answers unsupported"
            answer = wrong(why, "an echo does all that a call does, except for the call of the codec")
        elif lacked and answer.grade is Grade.UNCLEAR and not isinstance(outcome, Crashed | TimedOut):
            # A codec cannot return what its strings cannot hold: what it returns instead is between it and its strings.
            answer = answer._replace(grade=Grade.NOTE)
        assessments.append(answer)
    return worst(assessments)


def in_words(outcome: Outcome) -> str:
    """An outcome in the protocol's words."""
    match outcome:
        case Returned(()):
            return "an empty ok"
        case Returned(value):
            return "ok " + " ".join(f"{c:x}" for c in value[:8])
        case Rejected(message):
            return f"reject {message}".rstrip()
        case Unsupported(message) | Evaded(message):
            return f"unsupported {message}".rstrip()
        case TimedOut(limit):
            return f"no answer within {limit:g} s"
        case Crashed(message):
            return f"a crash: {message}"
