"""Whose fault an answer is, the adapter's or the codec's: pure functions from answers to assessments.

An adapter is only ever seen together with its codec, so a wrong answer alone is ``UNCLEAR``: either may have given it.
``WRONG`` is an answer that no codec can have caused. An adapter that can echo shows its conversions without the codec. If
the echo is right and the codec's answer wrong, the fault is the codec's: a ``NOTE``. Two cases stay unclear: damage that
looks like what people do to a string in the call of the codec, such as trimming it, and a ``fault``, since an adapter that
cannot read a result, or does not know its codec's refusals, answers so too.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from ..account.difference import DAMAGES, JOINED
from ..notation import show
from ..suite.oracle import facts
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

Points = tuple[int, ...]
Allowed = tuple[type[Rejected | Unsupported], ...]  # outcomes that are right for a string, in addition to a result
Answers = Sequence[tuple[Call, Outcome]]


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
        return wrong(why, "call your codec where the file says so") if always else unclear(why, "try one by hand")
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
        return wrong(
            f"{answered(call, outcome)}, but must be refused", "call the codec, and answer reject if it refuses"
        )
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
