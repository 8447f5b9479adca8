"""Whose fault an answer is, the adapter's or the codec's: pure functions from answers to assessments.

An adapter is only ever seen together with its codec, so a wrong answer alone is ``UNCLEAR``: either may have given it. The
reason then says what it looks like and where to look. ``WRONG`` is what no codec can have done.

An adapter that can echo shows its conversions without the codec. Damage that an echo shows is the adapter's. If the echo is
right and the codec's answer wrong, the fault is the codec's: a ``NOTE``. Two cases stay unclear: damage that looks like what
people do to a string in the call of the codec, such as trimming it, and a ``fault``, since an adapter that cannot read a
result, or does not know its codec's refusals, answers so too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ..codec import BootstringError, decode_code_points
from ..errors import ConformError
from ..notation import show
from ..suite.choices import NAMES, Choices
from ..suite.encoded import same_encoding
from ..suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..targets import protocol
from .damage import DAMAGES, Damage, joined
from .inputs import ORDINARY, Allowed, Points, encoded


class Grade(Enum):
    """How a check ends; the worst of several is the last."""

    NOT_APPLICABLE = "n/a"
    OK = "ok"
    NOTE = "note"
    UNCLEAR = "unclear"
    WRONG = "not ok"


@dataclass(frozen=True, slots=True)
class Assessment:
    """The assessment of an adapter by an answer, or by a whole check.

    Attributes:
        grade: see :class:`Grade`.
        why: what was seen, empty if there is nothing to say.
        advice: what to fix, or where to look.
        in_call: whether it may have happened in the call of the codec, where an echo does not go.
    """

    grade: Grade
    why: str = ""
    advice: str = ""
    in_call: bool = False


_GRADES = list(Grade)
OK = Assessment(Grade.OK)
_ALONE = "call the codec with this input without the adapter; if the answer is the same, the fault is the codec's"
_REFUSAL = (
    "answer reject for every error by which your codec is documented to refuse: for what is not ASCII, a bad digit, a "
    "truncated delta, overflow; if this is none of them, the fault is the codec's"
)
_FAULT = f"can the adapter read every result? otherwise {_ALONE}"
_ECHO = "an echo does all that a call does, except for the call of the codec"


def not_applicable(why: str) -> Assessment:
    return Assessment(Grade.NOT_APPLICABLE, why)


def note(why: str, advice: str) -> Assessment:
    return Assessment(Grade.NOTE, why, advice)


def unclear(why: str, advice: str = _ALONE) -> Assessment:
    return Assessment(Grade.UNCLEAR, why, advice)


def wrong(why: str, advice: str) -> Assessment:
    return Assessment(Grade.WRONG, why, advice)


def of_own_adapter(found: Assessment) -> Assessment:
    """The assessment of an adapter that the tool brings: whatever was seen, the codec did it."""
    if found.grade not in (Grade.UNCLEAR, Grade.WRONG):
        return found
    advice = "call the codec with this input yourself; its adapter is a part of conform"
    return note(f"{found.why}; the fault is the codec's", advice)


def worst(found: Sequence[Assessment]) -> Assessment:
    """The first of the worst assessments."""
    return max(found, key=lambda one: _GRADES.index(one.grade))


def of_handshake(line: bytes, more: Sequence[str]) -> tuple[protocol.Handshake, Assessment]:
    """The handshake in an adapter's first line, and its assessment; ``more`` are lines that came after it unasked."""
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
    if more:
        return handshake, wrong(f"it wrote more than a handshake: {more[0]}", "write one line, then wait for requests")
    unknown = [key for key in handshake.declared if key.partition(".")[0] not in NAMES]
    missing = [key for key in ("name", "version", "language") if not getattr(handshake, key)]
    parts = [f"unknown keys: {', '.join(unknown)}"] if unknown else []
    parts += [f"it does not give its {', '.join(missing)}"] if missing else []
    if parts:
        return handshake, note("; ".join(parts), "reports show name, version and language; unknown keys are ignored")
    return handshake, OK


def of_ordinary(
    asked: Sequence[Call], outcomes: Sequence[Outcome], assess: Callable[[Points, Call, Outcome], Assessment]
) -> Assessment:
    """Whether a codec is called, from the answers to calls of ``ORDINARY``; WRONG only if no codec can answer so.

    Args:
        asked, outcomes: the calls and their answers.
        assess: gives the assessment of one answer; its first argument is the decoded side.
    """
    pairs = list(zip(asked, outcomes, strict=True))
    returned = [(call, outcome.value) for call, outcome in pairs if isinstance(outcome, Returned)]
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
    decoded = {encoded(points): points for points in ORDINARY}
    return worst([assess(decoded.get(call.input, call.input), call, outcome) for call, outcome in pairs])


def of_refusals(asked: Sequence[Call], outcomes: Sequence[Outcome]) -> Assessment:
    """Whether the adapter answers reject where it should, from the answers to inputs that must be refused."""
    faults = [of_faulty_refusal(call, outcome) for call, outcome in zip(asked, outcomes, strict=True)]
    if any(isinstance(outcome, Evaded) for outcome in outcomes):
        why = "an input that must be refused is answered with unsupported"
        return wrong(why, "call the codec, and answer reject if it refuses; every string type can hold the input")
    # What was answered with unsupported never reached the codec, so it shows nothing of refusals.
    outcomes = [outcome for outcome in outcomes if not isinstance(outcome, Unsupported)] or outcomes
    if any(isinstance(outcome, Rejected) for outcome in outcomes):
        return next(filter(None, faults), OK)
    none = f"none of {len(outcomes)} inputs is rejected"
    if all(isinstance(outcome, Returned) for outcome in outcomes) and len(set(outcomes)) == 1:
        why = f"{none}: each is answered with {in_words(outcomes[0])}"
        return wrong(why, "do not ignore errors: check the status of each call, and answer reject")
    other = next((outcome for outcome in outcomes if not isinstance(outcome, Returned)), outcomes[0])
    return unclear(f"{none}: {in_words(other)}", _REFUSAL)


def of_faulty_refusal(call: Call, outcome: Outcome) -> Assessment | None:
    """The assessment of a fault where a refusal was due; None for any other answer.

    A codec may refuse one input by another error than the next, and an adapter may know only one of them.
    """
    if not isinstance(outcome, Crashed | TimedOut):
        return None
    return unclear(f"{call.operation} {show(call.input, 6)}: {in_words(outcome)}, where a refusal was due", _REFUSAL)


def of_answer(points: Points, call: Call, outcome: Outcome, *, allowed: Allowed = ()) -> Assessment:
    """The assessment of an answer to one of the two calls for a string.

    Args:
        points: the string, decoded.
        call, outcome: what was asked, what came.
        allowed: what else than a result is right.
    """
    what = f"{call.operation} {show(call.input, 6)}"
    match outcome:
        case Unsupported() | Rejected() if isinstance(outcome, allowed):
            return not_applicable(in_words(outcome))
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
        case Returned(value) if call.operation is Operation.DECODE and value == joined(points):
            return Assessment(Grade.OK, "a pair of surrogates in a UTF-16 string is one code point")
    return _of_wrong_result(points, call, outcome.value, f"{what}: answered {show(outcome.value, 6)}")


def _is_right(points: Points, call: Call, value: Points) -> bool:
    return same_encoding(value, encoded(points)) if call.operation is Operation.ENCODE else value == points


def _of_wrong_result(points: Points, call: Call, value: Points, got: str) -> Assessment:
    if value == call.input:
        return unclear(f"{got}, the input itself")
    if not value:  # before damages: several of them leave nothing of some strings
        advice = f"check the status of the call; otherwise {_ALONE}"
        return Assessment(Grade.UNCLEAR, f"{got}, the empty string", advice, in_call=True)
    for damage in DAMAGES:
        damaged = damage.of(points)
        if damaged != points and _is_right(damaged, call, value):
            return _of_damage(damage, got)
    return of_result_of_another_input(call, value) or unclear(got)


def of_result_of_another_input(call: Call, value: Points) -> Assessment | None:
    """The assessment of a result of decode that is right for an input which damage makes of this one; None if none is."""
    for damage in DAMAGES:
        damaged = damage.of(call.input)
        if call.operation is Operation.DECODE and damaged != call.input and value == _decoded(damaged):
            return _of_damage(damage, f"{call.operation} {show(call.input, 6)}: answered {show(value, 6)}")
    return None


def _of_damage(damage: Damage, got: str) -> Assessment:
    return Assessment(
        Grade.UNCLEAR, f"{got}: {damage.name}", f"{damage.advice}; otherwise {_ALONE}", in_call=not damage.by_codecs
    )


def _decoded(points: Points) -> Points | None:
    try:
        return tuple(decode_code_points("".join(map(chr, points))))
    except (BootstringError, ValueError):  # chr: what is no character is no input of the reference codec
        return None


def of_echo(points: Points, outcome: Outcome, *, allowed: Allowed = ()) -> Assessment:
    """The assessment of an echo, the adapter's conversions alone; arguments as for :func:`of_answer`."""
    what = f"echo {show(points, 6)}"
    match outcome:
        case Returned(value) if value == points:
            return OK
        case Returned(value):
            damage = next((damage for damage in DAMAGES if damage.of(points) == value), None)
            got = f"{what}: answered {show(value, 6)}"
            return wrong(f"{got}: {damage.name}", damage.advice) if damage else wrong(got, _ECHO)
        case Unsupported() if Unsupported in allowed:
            return not_applicable("unsupported")
        case Unsupported():
            return wrong(f"{what}: unsupported", "every string type can hold this")
        case Crashed() | TimedOut():
            return wrong(f"{what}: {in_words(outcome)}", "an echo calls no codec, so this is the adapter's own")
    return wrong(f"{what}: {in_words(outcome)}", "an echo calls no codec, so it has nothing to refuse")


def with_echo(found: Assessment, echo: Assessment) -> Assessment:
    """The assessment of an answer, once the echo of its string is known."""
    if found.grade is not Grade.UNCLEAR:
        return found
    if echo.grade is Grade.WRONG:
        return echo
    if echo.grade is not Grade.OK or found.in_call:  # there is no echo, or it does not go there
        return found
    return replace(found, grade=Grade.NOTE, why=f"{found.why}; its echo is right, so the fault is the codec's")


def of_string(answers: Sequence[tuple[Call, Outcome, Assessment]], echo: Assessment) -> Assessment:
    """The assessment of what happens to a string, from the answers to its calls and from its echo."""
    found = [echo]
    lacked = False
    for call, outcome, answer in answers:
        lacked = lacked or isinstance(outcome, Unsupported)
        # For encode the echo is of the very input; for decode it is only of the result.
        if isinstance(outcome, Unsupported) and call.operation is Operation.ENCODE and echo.grade is Grade.OK:
            found.append(wrong("it echoes an input to which encode answers unsupported", _ECHO))
        elif lacked and answer.grade is Grade.UNCLEAR and not isinstance(outcome, Crashed | TimedOut):
            # What strings cannot hold, a codec cannot return: what it returns instead is between it and its strings.
            found.append(replace(answer, grade=Grade.NOTE))
        else:
            found.append(answer)
    return worst(found)


def exchanged(asked: Mapping[int, Call], outcomes: Mapping[int, Outcome]) -> Iterator[tuple[int, int]]:
    """The ids whose answer is right for another request, each with the id of that request."""
    # By the reference codec, since this one may be wrong.
    right = {_right_answer(call): number for number, call in asked.items()}
    for number, outcome in outcomes.items():
        if isinstance(outcome, Returned) and right.get(outcome.value, number) != number:
            yield number, right[outcome.value]


def _right_answer(call: Call) -> Points | None:
    return encoded(call.input) if call.operation is Operation.ENCODE else _decoded(call.input)


def of_late(found: Assessment, answered: int) -> Assessment:
    """The assessment of an adapter that was late only for the longest request: a busy machine may be why."""
    return unclear(f"{found.why}; {answered:,} code points are answered in time", "is the machine busy? run it again")


def of_quadratic(number: int, longer: float, shorter: float, *, echoed: bool) -> Assessment:
    """The assessment of an adapter that takes ``longer`` seconds for a number of code points, ``shorter`` for a quarter."""
    ratio = longer / max(shorter, 0.001)
    why = f"four times as many code points take it {ratio:.0f} times as long: {longer:.1f} s for {number:,}"
    advice = "write each number as it is made, or join them once: a string that grows by one number is copied each time"
    return wrong(why, advice) if echoed else unclear(why, f"{advice}; or is it the codec?")


def of_stray(line: str, number: int) -> Assessment:
    """The assessment of a line, quoted, that came instead of the answer to a request."""
    if line.startswith(f"'{number} "):
        advice = "after the id comes ok and hexadecimal numbers, reject, fault or unsupported"
    else:
        advice = "begin the answer with the request's id"
    return wrong(f"instead of an answer: {line}", advice)


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
