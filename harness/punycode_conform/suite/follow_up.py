"""Calls after the vectors: follow-up calls, which depend on the answers, keystrokes, and repeated calls. Pure."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from . import oracle
from .choices import Facts
from .evidence import Evidence, extended
from .outcome import (
    LONGEST_LABEL,
    Call,
    Operation,
    Outcome,
    Rejected,
    Returned,
    fold,
    is_ascii,
    literal_length,
    other_case,
)

# Longer inputs are asked once: a few of them would cost more than all others together.
_LONG = 600
REPEATS = 200  # calls at most that are repeated: spread over 2,000 cases they meet any state kept between calls
IN_A_ROW = 16  # of these: does a call go wrong at once after itself?
FAILED = 100  # calls that failed, at most, repeated in addition: did they fail because of the calls before?
OPENINGS = 3  # ways in which a process can begin that are tried
_AFTER = 8  # calls after the first ones of a process: what these have set lasts
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
# Basic and other code points in turn, words of several scripts, a hyphen, spaces, the same letters again.
_TYPED = tuple(map(ord, "bücher-für Kaffee, 東京タワー, 🗼é-üü"))
_LONGEST_CODE = 300  # that is asked only for its length


def follow_ups(evidence: Evidence) -> list[Call]:
    """The calls to ask after the vectors: both round trips, the digits in the other case, and possible collisions."""
    suggested = (following(call, outcome, evidence.facts.get(call)) for call, outcome in evidence.seen.items())
    return unseen(chain.from_iterable(suggested), evidence)


def unseen(calls: Iterable[Call], evidence: Evidence) -> list[Call]:
    """The calls that have no answer yet, each once: the vectors hold both directions of most pairs."""
    # A dict and not a set, whose order would differ from process to process.
    return [call for call in dict.fromkeys(calls) if call not in evidence.seen]


def following(call: Call, outcome: Outcome, facts: Facts | None) -> list[Call]:
    """The calls that one answer suggests."""
    decoding, calls = call.operation is _DECODE, list[Call]()
    if isinstance(outcome, Rejected) and facts and facts.limited and not oracle.very_long(call, facts.length):
        calls += (more for more, _ in extended(call, facts))
    if len(call.input) > _LONG:
        return calls
    # Also of inputs that were refused: a decoder that knows only one case of the digits refuses one of the two.
    if decoding and (other := other_case(call.input)) is not None:
        calls.append(Call(_DECODE, other))
    if isinstance(outcome, Returned) and _worth_following(call, outcome.value):
        calls.append(Call(call.operation.inverse, outcome.value))
        if decoding and (facts is None or facts.value != outcome.value):
            # Not the right answer: does the one input whose right answer it is get it too?
            calls.append(Call(_DECODE, oracle.encode_fast(outcome.value)))
    return calls


def _worth_following(call: Call, value: tuple[int, ...]) -> bool:
    # No delta of a Unicode string has more than seven digits, and no string decodes to more code points than it has.
    return len(value) <= 8 * (len(call.input) + 8)


def repeats(evidence: Evidence, calls: Iterable[Call], failed: Iterable[Call] = ()) -> list[Call]:
    """Answered calls to ask once more, in another order: by golden steps, which spread evenly over all."""
    ended = {call: None for call in calls if _answered(evidence.seen.get(call)) and len(call.input) <= _LONG}
    chosen = dict.fromkeys(_spread(list(ended), REPEATS))
    again = [call for call in failed if call in ended and call not in chosen]
    return [*chosen, *_spread(again, FAILED)]


def in_a_row(calls: Sequence[Call]) -> list[Call]:
    """The calls to repeat, of which the first few are asked twice in a row."""
    return [*(call for call in calls[:IN_A_ROW] for _ in range(2)), *calls[IN_A_ROW:]]


def keystrokes() -> list[Call]:
    """A text, and its encoded form, as someone types and deletes it; the form of each text is decoded, for the laws."""
    typed = [_TYPED[:end] for end in range(1, len(_TYPED) + 1)]
    texts = [Call(_ENCODE, text) for text in typed]
    both = [call for text in typed for call in (Call(_ENCODE, text), Call(_DECODE, oracle.encode_fast(text)))]
    last = oracle.encode_fast(_TYPED)
    cut = [Call(_DECODE, last[:end]) for end in range(1, len(last) + 1)]
    return [*texts, *reversed(texts), *both, *cut, *reversed(cut)]


def lengths(known: Mapping[Call, Facts]) -> list[Call]:
    """Codes of each length up to the longest that the cases have, where no case has it: a wrong answer breaks a law."""
    asked: set[tuple[Operation, int]] = set()
    for call, facts in known.items():
        if facts.value and not facts.broken:
            form = facts.value if facts.encoding else call.input
            asked.add((call.operation, len(form) - literal_length(form)))
    longest = min(max((length for _, length in asked), default=0), _LONGEST_CODE)
    # ü again and again: each further one has a delta of zero, which is the digit a.
    first = oracle.encode_fast((0xFC,))
    missing = (n for n in range(longest - 1) if not {(_ENCODE, n + len(first)), (_DECODE, n + len(first))} <= asked)
    pairs = (((0xFC,) * (n + 1), (*first, *(0x61,) * n)) for n in missing)
    return [call for text, code in pairs for call in (Call(_ENCODE, text), Call(_DECODE, code))]


def openings(evidence: Evidence, failed: Iterable[Call] = ()) -> list[list[Call]]:
    """The calls of processes that begin with capitals, with the empty string, and with a refusal; then those that failed."""
    short = {
        call: outcome for call, outcome in evidence.seen.items() if _answered(outcome) and len(call.input) <= _LONG
    }
    refused = [call for call, outcome in short.items() if call.input and isinstance(outcome, Rejected)]
    results = [call for call, outcome in short.items() if call.input and not isinstance(outcome, Rejected)]
    capitals = [call for call in results if bytes(c for c in call.input if c < 0x80).isupper()]
    after, wrong = _spread(results, _AFTER), _spread([call for call in failed if call in short], FAILED)
    begins = capitals, [call for call in short if not call.input], refused
    return [[*_firsts(calls), *after, *wrong[at::OPENINGS]] for at, calls in enumerate(begins)]


def _firsts(calls: Sequence[Call]) -> list[Call]:
    """The first call of each operation, since each may have tables of its own."""
    firsts = (next((call for call in calls if call.operation is operation), None) for operation in (_DECODE, _ENCODE))
    return [call for call in firsts if call]


def _answered(outcome: Outcome | None) -> bool:
    return isinstance(outcome, Returned | Rejected)


def _spread(calls: Sequence[Call], most: int) -> list[Call]:
    total = len(calls)
    # Without a common factor the steps meet every call once before they meet one again.
    step = next((step for step in range(int(total * 0.618) or 1, total) if math.gcd(step, total) == 1), 1)
    return [calls[index * step % total] for index in range(min(total, most))]


def label_lengths() -> list[Call]:
    """Labels of each length to encode: one letter again and again, and letters of ASCII with one other at the end."""
    texts = [text for n in range(1, LONGEST_LABEL) for text in ((0xFC,) * n, (*(0x61,) * n, 0xFC))]
    return [Call(_ENCODE, text) for text in texts if len(_label(text)) <= LONGEST_LABEL]


def of_labels(evidence: Evidence) -> list[Call]:
    """The follow-up calls of layer a-label: each result of ToASCII both ways, and possible collisions of ToUnicode."""
    calls: list[Call] = []
    for call, outcome in evidence.seen.items():
        if not isinstance(outcome, Returned) or not _worth_following(call, outcome.value):
            continue
        if call.operation is _ENCODE:
            calls += Call(_ENCODE, outcome.value), Call(_DECODE, outcome.value)
        elif fold(outcome.value) != fold(call.input):
            # Is there another label for this text?
            calls.append(Call(_DECODE, _label(outcome.value)))
    return unseen(calls, evidence)


def _label(text: Sequence[int]) -> tuple[int, ...]:
    """The label of a text: its A-label, or itself if it is ASCII."""
    return tuple(text) if is_ascii(text) else (*oracle.A_LABEL_PREFIX.encode(), *oracle.encode_fast(text))
