"""What an adapter does with inputs that tell a codec from none: pure functions.

An echo, a constant, a refusal of everything and a swallowed error each look like a codec's answer alone, and not together.
"""

from collections.abc import Callable, Sequence

from ..errors import ConformError
from ..suite.choices import NAMES, Choices
from ..suite.outcome import Call, Operation, Outcome, Rejected, Returned, Unsupported
from ..targets import protocol
from .carriage import Finding, Points, State, carried, encoded, misread, told, worst
from .probes import ORDINARY

_OK = Finding(State.OK)


def greeted(line: bytes, more: Sequence[str]) -> tuple[protocol.Handshake, Finding]:
    """The handshake in a line, and what is to be said of it; ``more`` are lines that came unasked."""
    try:
        said = protocol.handshake(line)
        Choices().declare_all(said.declared)
    except protocol.ProtocolError as error:
        mend = "answer 'conform 1' with: conform 1 name=… version=… language=…"
        return protocol.Handshake(), Finding(State.BAD, str(error), mend)
    except ConformError as error:
        return said, Finding(State.BAD, error.message, error.hint)
    if said.error:
        return said, Finding(State.BAD, f"it says that it cannot run: {said.error}", "give it what it asks for")
    if more:
        why = f"it says more than a handshake: {more[0]}"
        return said, Finding(State.BAD, why, "one line, and then wait for requests")
    unknown = [key for key in said.declared if key not in NAMES]
    missing = [key for key in ("name", "version", "language") if not getattr(said, key)]
    parts = [f"keys that mean nothing here: {', '.join(unknown)}"] if unknown else []
    parts += [f"it does not say its {', '.join(missing)}"] if missing else []
    if parts:
        return said, Finding(
            State.NOTE, "; ".join(parts), "reports show name, version, language; other keys do no harm"
        )
    return said, _OK


def called(
    asked: Sequence[Call], outcomes: Sequence[Outcome], judged: Callable[[Points, Call, Outcome], Finding] = carried
) -> Finding:
    """Whether a codec was called, from the answers to the ordinary calls; BAD only if what answers is surely none.

    Args:
        asked, outcomes: the calls and their answers.
        judged: judges an answer alone.
    """
    pairs = list(zip(asked, outcomes, strict=True))
    returned = [(call, outcome.value) for call, outcome in pairs if isinstance(outcome, Returned)]
    if not returned:
        if all(isinstance(outcome, Rejected) for outcome in outcomes):
            return Finding(State.BAD, "it refuses everything", "reject only what the codec itself refuses")
        if all(isinstance(outcome, Unsupported) for outcome in outcomes):
            return Finding(State.BAD, "it answers unsupported to everything", "call your codec where the file says so")
        return Finding(State.UNCLEAR, f"nothing is answered by ok: {told(outcomes[0])}", "try one request by hand")
    if all(call.input == value for call, value in returned):
        return Finding(State.BAD, "each answer is the input itself", "an adapter must call the codec, not echo")
    if len({value for _, value in returned}) == 1 < len(returned):
        return Finding(State.BAD, "different inputs get one answer", "is the input of each request read anew?")
    return worst([judged(_decoded_side(call), call, outcome) for call, outcome in pairs])


def _decoded_side(call: Call) -> Points:
    if call.operation is Operation.ENCODE:
        return call.input
    return next(points for points in ORDINARY if encoded(points) == call.input)


def refused(asked: Sequence[Call], outcomes: Sequence[Outcome]) -> Finding:
    """Whether a refusal is ever said, from the answers to inputs that must be refused, as far as strings hold them."""
    outcomes = [outcome for outcome in outcomes if not isinstance(outcome, Unsupported)] or outcomes
    if any(isinstance(outcome, Rejected) for outcome in outcomes):
        return _OK
    none = f"none of {len(outcomes)} inputs"
    values = {outcome.value for outcome in outcomes if isinstance(outcome, Returned)}
    if all(isinstance(outcome, Returned) for outcome in outcomes) and len(values) == 1:
        why = f"{none}: each is answered by {told(outcomes[0])}"
        return Finding(State.BAD, why, "do not swallow the error: look at the status of each call, and answer reject")
    broke = next((outcome for outcome in outcomes if not isinstance(outcome, Returned)), outcomes[0])
    mend = "answer reject to the error by which your codec is documented to refuse; if it has none, the fault is the codec's"
    return Finding(State.UNCLEAR, f"{none}: {told(broke)}", mend)


def heeded(asked: Sequence[Call], outcomes: Sequence[Outcome], seen: Callable[[Points, Finding], Finding]) -> Finding:
    """Whether what decode must refuse reached it whole: a part of it, or what it was mapped to, might decode.

    Args:
        asked, outcomes: the calls and their answers.
        seen: puts a finding on some input in the light of an echo.
    """
    values = (
        (call, outcome.value) for call, outcome in zip(asked, outcomes, strict=True) if isinstance(outcome, Returned)
    )
    return worst([_OK, *(seen(call.input, found) for call, value in values if (found := misread(call, value)))])


def instead(line: str, number: int) -> str:
    """What to mend where a line, quoted, came in place of an answer to the request of this number."""
    if line.startswith(f"'{number} "):
        return "after the id: ok and hexadecimal numbers, reject, fault or unsupported"
    return "begin the answer with the request's id"
