"""Laws: properties over several calls, checked on the answers to the vectors and to follow-up calls.

A law is broken only by answers that no choice allows, so a correct codec with any integer width or length limit keeps them
all. The laws of layer a-label are those that IDNA2003, IDNA2008 and UTS 46 all demand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..codec.trace import decoding
from ..notation import show
from . import A_LABEL, PUNYCODE, oracle
from .evidence import Evidence, digit_cases, incoherent
from .oracle import excusably_late
from .outcome import (
    LONGEST_LABEL,
    STRAY,
    Call,
    Crashed,
    Operation,
    Outcome,
    Rejected,
    Returned,
    Transient,
    Unsupported,
    alike,
    answered,
    canonical,
    difference,
    fold,
    in_words,
    is_ascii,
    is_marked,
    other_case,
    same_encoding,
    unambiguous,
)

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE


class Breach(NamedTuple):
    """One instance of a broken law: the calls that show it, and what they show."""

    calls: tuple[Call, ...]
    shows: str


class Law(NamedTuple):
    """A law, its check, and the operations without whose answers it cannot be broken."""

    name: str
    clause: str
    says: str
    breaches: Callable[[Evidence], Iterable[Breach]] = lambda evidence: ()  # also for a law of a saved report
    needs: frozenset[Operation] = frozenset()
    remark: str = ""  # what a breach is, if it is no failure

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and self[:3] == other[:3]

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Callable[[str], "Law"], tuple[str]]:
        return named, (self.name,)  # a process of the score gets the law by its name: its function has the law's


def named(name: str) -> Law:
    """The law of this name."""
    return next(law for law in (*LAWS, *LABEL_LAWS) if law.name == name)


def law(clause: str, *needs: Operation, remark: str = "") -> Callable[[Callable[[Evidence], Iterator[Breach]]], Law]:
    """Make a law of the function that yields its breaches: its name is the law's, and its docstring says the law."""
    return lambda breaches: Law(
        breaches.__name__.replace("_", "-"), clause, breaches.__doc__ or "", breaches, frozenset(needs), remark
    )


def check(evidence: Evidence, layer: str = PUNYCODE) -> dict[Law, list[Breach]]:
    """The breaches of each law of a layer, the shortest first, since it shows most."""
    return {
        law: sorted(law.breaches(evidence), key=lambda breach: sum(len(call.input) for call in breach.calls))
        for law in BY_LAYER[layer]
    }


def own_answer(call: Call, outcome: Outcome, expected: oracle.Expectation, made_of: str) -> Breach:
    """An answer that is not as expected, to a call made of a constant, is a breach of the law on these."""
    right = Rejected() if isinstance(expected, oracle.Rejects) else Returned(expected.value)
    shows = f"{answered(call, outcome)}, but by RFC 3492 it {in_words(right, call.operation)}"
    differs = difference(right, outcome, call.operation)
    return Breach((call,), f"{shows}{differs}; the input is made of {made_of}")


def unrepeated(transient: Transient) -> Breach:
    """A crash that did not happen again is a breach of stability."""
    return Breach((transient.call,), f"{answered(transient.call, transient.outcome)}, but not when it was repeated")


def unlike(call: Call, first: Outcome, other: Outcome, when: str) -> Breach:
    """An answer that depends on the process or thread is a breach of stability; ``when`` says how the other was given."""
    shows = f"{answered(call, first)}, but {when} it {in_words(other, call.operation)}"
    return Breach((call,), shows + difference(first, other, call.operation))


def _between(evidence: Evidence, call: Call, other: Call, wanted: Outcome) -> Breach:
    """A breach by two answers, of which the second is not the wanted one."""
    outcome, answer = evidence.seen[call], evidence.seen[other]
    differs = difference(wanted, answer, other.operation)
    return Breach((call, other), f"{answered(call, outcome)}, but {answered(other, answer)}{differs}")


def _results(evidence: Evidence, *operations: Operation) -> Iterator[tuple[Call, Returned]]:
    """The calls that gave a result."""
    for call, outcome in evidence.seen.items():
        if isinstance(outcome, Returned) and call.operation in operations:
            yield call, outcome


def _answer(evidence: Evidence, call: Call) -> Outcome | None:
    """The answer to a call; none if strings cannot hold its input, if it is excusably late, or if it is a stray line: no
    law is about that.
    """
    answer = evidence.seen.get(call)
    stray = isinstance(answer, Crashed) and answer.message.startswith(STRAY)
    return None if stray or isinstance(answer, Unsupported) or excusably_late(call, answer) else answer


def _may_collide(label: Sequence[int], text: Sequence[int]) -> bool:
    """Whether two labels may give one text: UTS 46 maps what is not ASCII, marks errors, and until revision 33 decodes
    labels of ASCII.
    """
    of_ascii = is_ascii(text) and fold(label) == fold((*oracle.A_LABEL_PREFIX.encode(), *oracle.encode_fast(text)))
    return not is_ascii(label) or is_marked(text, _DECODE) or of_ascii


def _collisions(evidence: Evidence, key: Callable[[Sequence[int]], object], labels: bool = False) -> Iterator[Breach]:
    """Inputs that decode alike, and have different keys."""
    inputs: dict[tuple[int, ...], dict[object, Call]] = {}
    for call, outcome in _results(evidence, _DECODE):
        if not (labels and _may_collide(call.input, outcome.value)):
            inputs.setdefault(outcome.value, {}).setdefault(key(call.input), call)
    for output, calls in inputs.items():
        if len(calls) > 1:
            shortest = sorted(calls.values(), key=lambda call: (len(call.input), call.input))
            texts = " and ".join(unambiguous(call.input) for call in shortest[:4])
            one, other = (Returned(call.input) for call in shortest[:2])
            differs = difference(one, other, _ENCODE) if len(calls) == 2 else ""
            yield Breach(tuple(shortest[:4]), f"{texts}{differs and f'{differs},'} decode alike, to {show(output, 12)}")


@law("1.1", _ENCODE, _DECODE)
def round_trip(evidence: Evidence) -> Iterator[Breach]:
    """What is encoded decodes to itself; what is decoded encodes to itself, but for the case of digits."""
    for call, outcome in _results(evidence, _ENCODE, _DECODE):
        back = Call(call.operation.inverse, outcome.value)
        answer = _answer(evidence, back)
        if isinstance(answer, Returned):
            # Text must come back exactly; an encoder is free to write the digits in its own case.
            if answer.value == call.input or (back.operation is _ENCODE and same_encoding(answer.value, call.input)):
                continue
        # A choice may be made for each operation: some codecs decode to surrogates and do not encode them.
        elif answer is None or (isinstance(answer, Rejected) and evidence.free(back)):
            continue
        yield _between(evidence, call, back, Returned(call.input))


@law("6.2", _DECODE)
def decode_uniqueness(evidence: Evidence) -> Iterator[Breach]:
    """Two inputs decode alike only if they differ by no more than the case of digits (uniqueness)."""
    return _collisions(evidence, canonical)


@law("5", _DECODE)
def case_blind_digits(evidence: Evidence) -> Iterator[Breach]:
    """A decoder recognizes digits in both upper and lower case, with the same result."""
    reported: set[Call] = set()  # the twin of the twin is this call, so each pair is met twice
    for call in evidence.seen:
        # A codec that takes a non-ASCII character may read it as a delimiter, and then letters before it are no digits.
        other = other_case(call.input) if call.operation is _DECODE and is_ascii(call.input) else None
        if call in reported or other is None:
            continue
        twin = Call(_DECODE, other)
        outcome, answer = _answer(evidence, call), _answer(evidence, twin)
        if outcome is not None and answer is not None and not alike(outcome, answer):
            reported.add(twin)
            yield _between(evidence, call, twin, outcome)


def _may_be_annotated(encoded: Sequence[int]) -> bool:
    """Whether only the last digits of deltas are in upper case, as in mixed-case annotation (appendix A)."""
    trace = decoding(encoded)
    last = {step.end - 1 for step in trace.steps}
    return not any(0x41 <= encoded[at] <= 0x5A for at in range(trace.start, len(encoded)) if at not in last)


@law("5", _ENCODE, remark="breaks a SHOULD")
def one_digit_case(evidence: Evidence) -> Iterator[Breach]:
    """An encoder outputs only upper-case or only lower-case digits."""
    shown = digit_cases(evidence)
    if evidence.choices.digit_case == "mixed" or (len(shown) < 2 and "mixed" not in shown):
        return
    # The SHOULD of section 5 has one exception, the mixed-case annotation of appendix A.
    written = [outcome for _, outcome in (*_results(evidence, _ENCODE), *shown.values())]
    if not all(isinstance(outcome, Returned) and _may_be_annotated(outcome.value) for outcome in written):
        texts = " and ".join(f"{answered(*pair)} ({case})" for case, pair in shown.items())
        says = "digits before the last of a delta have both cases (--choice digit-case=mixed allows that): "
        yield Breach(tuple(dict.fromkeys(call for call, _ in shown.values())), says + texts)


@law("6")
def stability(evidence: Evidence) -> Iterator[Breach]:
    """A call repeated later, in another order or in another process answers alike."""
    seen = evidence.seen
    # Digits in another case are the same answer: if an encoder writes both, it breaks a SHOULD, which has its own law.
    later = [(call, answer) for call, answer in evidence.again if not alike(seen[call], answer, call.operation)]
    # A call may have been repeated more than once; the first other answer is enough.
    for call, answer in reversed(dict(reversed(later)).items()):
        yield unlike(call, seen[call], answer, "later")


@law("5")
def coherence(evidence: Evidence) -> Iterator[Breach]:
    """A codec behaves alike for all inputs of a choice."""
    for choice, calls in incoherent(evidence):
        yield Breach(calls, f"{choice}: " + ", but ".join(answered(call, evidence.seen[call]) for call in calls))


@law("6")
def own_constants(evidence: Evidence) -> Iterator[Breach]:
    """An input made of a number or word in the codec's own code is handled like any other."""
    yield from ()  # they are asked apart from the other calls, and judged one by one: see run/conformance.py


@law("3490-4.1", _ENCODE)
def label_idempotence(evidence: Evidence) -> Iterator[Breach]:
    """ToASCII gives ASCII, and applied again it changes nothing but the case of letters."""
    for call, outcome in _results(evidence, _ENCODE):
        again = Call(_ENCODE, outcome.value)
        answer = _answer(evidence, again)
        if not is_ascii(outcome.value):
            yield Breach((call,), f"{answered(call, outcome)}, which is not ASCII")
        elif answer is None or len(outcome.value) > LONGEST_LABEL:
            continue
        elif not isinstance(answer, Returned) or fold(answer.value) != fold(outcome.value):
            yield _between(evidence, call, again, outcome)


@law("5890-2.3.2.1", _ENCODE, _DECODE)
def label_round_trip(evidence: Evidence) -> Iterator[Breach]:
    """ToUnicode of the A-label that ToASCII gives is the text again (symmetry)."""
    for call, outcome in _results(evidence, _ENCODE):
        back = Call(_DECODE, outcome.value)
        answer = _answer(evidence, back)
        # ASCII may be an A-label, and then ToUnicode gives its text.
        if answer is None or is_ascii(call.input):
            continue
        if isinstance(answer, Returned):
            if fold(answer.value) == fold(call.input):
                continue
        elif isinstance(answer, Rejected) and len(outcome.value) > LONGEST_LABEL:
            continue
        yield _between(evidence, call, back, Returned(call.input))


@law("5890-2.3.2.1", _DECODE)
def label_uniqueness(evidence: Evidence) -> Iterator[Breach]:
    """ToUnicode gives one text for two labels only if they differ by no more than case."""
    return _collisions(evidence, fold, labels=True)


LAWS = (round_trip, decode_uniqueness, case_blind_digits, one_digit_case, stability, coherence, own_constants)
LABEL_LAWS = (label_idempotence, label_round_trip, label_uniqueness, stability)
BY_LAYER = {PUNYCODE: LAWS, A_LABEL: LABEL_LAWS}
EVERY = tuple(dict.fromkeys((*LAWS, *LABEL_LAWS)))
