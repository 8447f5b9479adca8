"""Evidence: what a target was asked, what it answered, and the behaviours of the choices that its answers show.

Nothing is concluded from wrong answers. Every word shown can be declared, and then the same answers pass. Each operation is
looked at by itself, since RFC 3492 does not tie an encoder to a decoder; nothing is concluded from the refusals of one that
also refuses what every codec must give.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from msgspec import Struct

from . import oracle
from .choices import (
    AT_LEAST,
    DIGIT_CASE,
    INTEGERS,
    LENGTH,
    MARKED,
    PERMISSIONS,
    UNBOUNDED,
    Bound,
    Choices,
    Facts,
    Permission,
    in_words,
)
from .outcome import (
    Call,
    Operation,
    Outcome,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
    alike,
    case_of_digits,
    is_marked,
)

# More than integers of 64 bits and counters of 16 bits hold: an answer beyond shows that there is no limit.
_NO_LIMIT = {INTEGERS.name: 64, LENGTH.name: 1 << 16}
INCOHERENT = "incoherent"
_LONG = 600  # characters: what is longer is not doubled


class Asked(NamedTuple):
    """A call with the oracle's facts about it, and its answer."""

    call: Call
    facts: Facts
    outcome: Outcome

    @property
    def refused(self) -> bool:
        return isinstance(self.outcome, Rejected)

    @property
    def right(self) -> bool:
        return self.facts.met_by(self.outcome)

    @property
    def given(self) -> bool | str:
        """The answer as the behaviours of a choice say it."""
        match self.outcome:
            case Returned(value) if self.facts.broken and is_marked(value, self.call.operation):
                return MARKED
        return self.right

    @property
    def wrong(self) -> bool:
        """Whether the call got an answer that no choice allows."""
        return not isinstance(self.outcome, Rejected | TimedOut | Unsupported) and not self.right


class Answers(NamedTuple):
    """The answers of an operation to calls that a choice is about, or that must be refused."""

    asked: list[Asked]
    sure: bool  # whether nothing is refused that must be given: other refusals may have the same reason


class Evidence(Struct):
    """The answers gathered so far: the first to each call, and later ones that differ from it."""

    seen: dict[Call, Outcome] = {}  # in the order of the answers
    facts: dict[Call, Facts] = {}  # about the calls by which choices are seen and checked
    again: list[tuple[Call, Outcome]] = []
    choices: Choices = Choices()  # as declared

    def take(self, call: Call, outcome: Outcome) -> None:
        """Take an answer: the first to a call, or a later one."""
        first = self.seen.setdefault(call, outcome)
        if first is outcome or alike(first, outcome):
            return
        if not any(oracle.excusably_late(call, answer) for answer in (first, outcome)):
            self.again.append((call, outcome))

    def right(self, call: Call) -> bool:
        """Whether the call got the answer that RFC 3492 gives; facts about it must be known."""
        return self.facts[call].met_by(self.seen.get(call))

    def free(self, call: Call) -> bool:
        """Whether the call may be refused, by a choice or since it must be."""
        # Facts of vectors are stored with them; those of follow-up calls are computed only here, where one is refused.
        facts = self.facts.get(call) or oracle.facts(call)
        return not oracle.must_be_given(facts, self.choices)

    def answers(self) -> dict[Operation, Answers]:
        """The answers of each operation by which limits and choices are seen."""
        asked: dict[Operation, list[Asked]] = {operation: [] for operation in Operation}
        unsure: set[Operation] = set()
        for call, facts in self.facts.items():
            if (outcome := self.seen.get(call)) is None:
                continue
            if facts.value is None or not facts.usual:
                asked[call.operation].append(Asked(call, facts, outcome))
            if isinstance(outcome, Rejected) and oracle.must_be_given(facts, self.choices):
                unsure.add(call.operation)
        return {operation: Answers(asked[operation], operation not in unsure) for operation in Operation}


@lru_cache(1 << 11)  # a run has about as many refusals, and asks twice
def extended(call: Call, facts: Facts) -> tuple[tuple[Call, Facts], ...]:
    """Calls that ask for more than a call, in whatever way a codec counts, each with its right answer.

    No code point that is appended is less than another, so the encoded form begins with the former one (but for the case of
    digits): all steps of both procedures are as before, and then there are more.
    """
    text, size = call.input if facts.encoding else facts.value or (), facts.length
    after = min(max(*text, 0x7F) + 1, oracle.MAX_UNICODE)
    after = 0xE000 if 0xD800 <= after <= 0xDFFF else after
    more = [(after, 1), (oracle.MAX_UNICODE, 1), *[(after, size)] * (size <= _LONG)]
    sides = [(longer := (*text, *[c] * times), oracle.encode_fast(longer)) for c, times in dict.fromkeys(more)]
    if facts.encoding:
        return tuple((Call(call.operation, text), Facts(form, encoding=True)) for text, form in sides)
    return tuple((Call(call.operation, form), Facts(text)) for text, form in sides)


Explained = dict[tuple[str, ...], list[Asked]]  # answers by the behaviours that explain them


def explained(choice: Permission, answers: Iterable[Asked]) -> Explained:
    """The answers of an operation that show a behaviour of a choice, by the behaviours that explain them."""
    shown: Explained = {}
    for asked in answers:
        if choice.shown_by(asked.facts) and (asked.right or asked.refused):
            words = (word for word, gives in choice.sides.items() if gives(asked.facts) in (asked.given, None))
            shown.setdefault(tuple(words), []).append(asked)
    return shown


def incoherent(evidence: Evidence) -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Choices, each with calls whose answers do not belong together."""
    answers = evidence.answers()
    for choice in PERMISSIONS:
        sure = (answers[operation].asked for operation in choice.operations if answers[operation].sure)
        if calls := next(filter(None, (_contradiction(choice, explained(choice, asked)) for asked in sure)), None):
            yield choice.name, calls
    for asked in chain.from_iterable(of.asked for of in answers.values() if of.sure):
        if asked.refused and asked.facts.limited:
            more = (call for call, facts in extended(asked.call, asked.facts) if facts.met_by(evidence.seen.get(call)))
            if (given := next(more, None)) is not None:
                yield (LENGTH if LENGTH.applies(asked.facts) else INTEGERS).name, (asked.call, given)


def _contradiction(choice: Permission, shown: Explained) -> tuple[Call, ...]:
    """Calls that no behaviour of a choice explains together; none if the answers belong together."""
    widths: dict[bool, set[int]] = {True: set(), False: set()}
    for asked in chain.from_iterable(shown.values()):
        widths[asked.right].add(max(asked.facts.value or (0,)).bit_length())
    # All that was refused has a wider code point than all that was accepted: strings of k bits hold 2^k - 1 and not 2^k.
    by_width = choice.by_width and max(widths[True], default=0) < min(widths[False], default=0)
    if choice.by_input or by_width:
        return ()
    apart = ((a, b) for a, b in combinations(shown, 2) if not set(a) & set(b))
    return next(((shown[a][0].call, shown[b][0].call) for a, b in apart), ())


def observe(evidence: Evidence) -> dict[str, str]:
    """The behaviours as they can be declared, for one operation where the two differ; or ``incoherent``."""
    answers, observed = evidence.answers(), dict[str, str]()
    answering = {call.operation for call, outcome in evidence.seen.items() if not isinstance(outcome, Unsupported)}
    for choice in PERMISSIONS:
        words = {operation: word for operation in choice.operations if (word := _behaviour(choice, answers[operation]))}
        observed |= in_words(choice, words, answering)
    limits = _bounds(answers, observed)
    for bound in (LENGTH, INTEGERS):
        shown = {operation: of[bound] for operation, of in limits.items() if bound in of and of[bound].sure(bound)}
        words = {operation: limit.word(bound) for operation, limit in shown.items()}
        if all(word.startswith(AT_LEAST) for word in words.values()):
            # The two differ in what was asked, and not in what they show.
            words = {operation: min(shown.values()).word(bound) for operation in words}
        observed |= in_words(bound, words, answering)
    cases = [*digit_cases(evidence)]
    # Wrong answers show a case, too: one that no right answer shows makes it unsure.
    if len(cases) > 1 or (cases and {*digit_cases(evidence, right=False)} <= {*cases}):
        observed[DIGIT_CASE.name] = cases[0] if len(cases) == 1 else "mixed"
    return observed


def _behaviour(choice: Permission, answers: Answers) -> str:
    """The behaviour of one operation, ``incoherent`` if none explains its answers, empty if no word is true."""
    shown = explained(choice, answers.asked)
    if answers.sure and _contradiction(choice, shown):
        return INCOHERENT
    # A codec that mangles some of these, by joining pairs of surrogates, say, has none of the behaviours.
    if not choice.by_input and any(asked.wrong and choice.applies(asked.facts) for asked in answers.asked):
        return ""
    # Answers that belong together and have no behaviour in common are divided by a width.
    common = set(next(iter(shown))).intersection(*shown) if shown else set()
    # An operation that refuses what must be given shows nothing by a refusal.
    telling = answers.sure or any(asked.right for asked in chain.from_iterable(shown.values()))
    facts = [asked.facts for asked in chain.from_iterable(shown.values())]
    # What a behaviour leaves open everywhere does not show it.
    words = (word for word, gives in choice.sides.items() if word in common and {*map(gives, facts)} != {None})
    return next(words, "") if telling else ""


class Shown(NamedTuple):
    """The limit that the answers of one operation show."""

    low: int  # the greatest need, below the least of a refused call, of one that was answered; or what all must give
    high: int  # the least need of one that was refused for it, UNBOUNDED if none was
    most: int  # the greatest need of one that was answered: past the least refused, the limit counts something else

    @property
    def exact(self) -> bool:
        """Whether all that needs as much as the limit was answered, and all that needs more was refused."""
        return self.high == self.low + 1 and self.most <= self.low

    def sure(self, bound: Bound) -> bool:
        """Whether its words are surely true: a limit of another kind, on the text for example, has no number here."""
        return bound is not LENGTH or self.exact or self.high == UNBOUNDED

    def word(self, bound: Bound) -> str:
        """The limit as it can be declared."""
        if self.high == UNBOUNDED and self.low > _NO_LIMIT[bound.name]:
            return bound.write(UNBOUNDED)
        return bound.write(self.low) if self.exact else AT_LEAST + bound.write(self.low)


def _bounds(answers: Mapping[Operation, Answers], observed: Mapping[str, str]) -> dict[Operation, dict[Bound, Shown]]:
    """The limits that the answers of each operation show; none of what they do not show."""
    declared = Choices().declare_all({name: word for name, word in observed.items() if word != INCOHERENT})
    limits: dict[Operation, dict[Bound, Shown]] = {}
    for operation in (operation for operation in Operation if answers[operation].sure):
        asked, shown = answers[operation].asked, limits.setdefault(operation, {})
        if length := _limit(LENGTH, [one for one in asked if one.right or not INTEGERS.applies(one.facts)], declared):
            shown[LENGTH] = length
        # What is longer may be refused for that.
        longest = LENGTH.least if length is None else length.low if length.high < UNBOUNDED else UNBOUNDED
        short = [one for one in asked if one.facts.length <= longest or not one.refused]
        integers = _limit(INTEGERS, short, declared)
        # What is refused although longer ones are answered is not refused for its length.
        most = max((one.facts.length for one in asked if one.right), default=0)
        between = [one.facts for one in asked if one.refused and longest < one.facts.length <= most]
        if integers and min(map(INTEGERS.need, filter(INTEGERS.applies, between)), default=UNBOUNDED) > integers.low:
            shown[INTEGERS] = integers
    return limits


def _limit(bound: Bound, answers: Sequence[Asked], declared: Choices) -> Shown | None:
    needing = [(bound.need(asked.facts), asked) for asked in answers if bound.applies(asked.facts)]
    refused = [need for need, asked in needing if asked.refused and _for_a_limit(asked.facts, declared)]
    high = min(refused, default=UNBOUNDED)
    wrong = [need for need, asked in needing if asked.wrong]
    # A number that no string holds is out of range of every integer.
    if bound is INTEGERS and any(a.facts.reason in ("overflow", "beyond-unicode") and a.wrong for a in answers):
        wrong.append(UNBOUNDED - 1)
    right = [need for need, asked in needing if asked.right]
    low = max((need for need in right if need < high), default=bound.least)
    if min(wrong, default=UNBOUNDED) < high or (low == bound.least and not refused):
        return None
    texts, refusals = ([_size(one) for _, one in needing if getattr(one, name)] for name in ("right", "refused"))
    most = max(right, default=0)
    # A limit on the text would explain the refusals as well, and then this one is not sure.
    if bound is LENGTH and texts and max(texts) < min(refusals, default=0):
        most = UNBOUNDED
    return Shown(low, high, most)


def _size(asked: Asked) -> int:
    """The number of code points of the decoded side."""
    return len(asked.call.input if asked.facts.encoding else asked.facts.value or ())


def _for_a_limit(facts: Facts, declared: Choices) -> bool:
    """Whether nothing but a limit explains a refusal."""
    free, duty = declared.allowing(facts)
    return facts.value is not None and not duty and all(isinstance(choice, Bound) for choice in free)


def digit_cases(evidence: Evidence, *, right: bool = True) -> dict[str, tuple[Call, Outcome]]:
    """The cases of digits in right encoded forms, or in wrong ones, each with the first call that shows it."""
    cases: dict[str, tuple[Call, Outcome]] = {}
    for call, outcome in (*evidence.seen.items(), *evidence.again):
        if call.operation is Operation.ENCODE and isinstance(outcome, Returned) and (facts := evidence.facts.get(call)):
            if "lower" in cases and outcome.value == facts.value:
                continue  # as the oracle writes it
            case = case_of_digits(outcome.value)
            if case is not None and facts.met_by(outcome) is right:
                cases.setdefault(case, (call, outcome))
    return cases
