"""A failure in words, equal for failures that are likely to have one cause; and the feature that such failures share.

A vector's bug class says what the vector looks for. A codec that fails it may have quite another fault, so no word here
comes from there.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping

from ..suite import oracle
from ..suite.oracle import Either, Expectation, Rejects, Returns
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from .difference import difference
from .features import FEATURES, REFUSED, Input, offence

_COLON = re.compile(r"(?<!:):(?!:)")  # std::length_error is one name
_NAME = re.compile(r"\w[\w .:-]{0,58}")
_LEADING = "bad-digit leading-delimiter"
UNDERSCORE = "decode accepts an underscore as a digit"
NO_DIGIT = "decode accepts an ASCII character that is no digit"
_OFFENCES = {
    "truncated": "decode accepts input whose last digit is missing",
    "non-basic": "decode accepts a non-ASCII character before the last delimiter",
    _LEADING: "decode drops a delimiter that has nothing before it",
    "bad-digit underscore": UNDERSCORE,
    "bad-digit ascii": NO_DIGIT,
    "bad-digit non-ascii": "decode accepts a non-ASCII character as a digit",
}
_SHARE = 0.9  # of the cases with a feature that must fail: with less, another feature is the reason
_FEWEST = 2  # failed cases: one alone has many features, and shows which of them counts by none


def wrong(call: Call, expectation: Expectation, outcome: Outcome) -> str:
    """The fault of a failed case, without a subject."""
    operation, refuses = call.operation, isinstance(expectation, Rejects)
    match outcome:
        case Returned(value):
            if isinstance(expectation, Rejects):
                return _accepted(call, value, expectation.reason)
            how = difference(operation, call.input, expectation.value, value)
            return f"{operation} gives a wrong result: {how}"
        case Rejected():
            return f"{operation} refuses valid input"
        case Crashed():
            free = isinstance(expectation, Either)
            due = "where a refusal is due" if refuses else "where a refusal is allowed" if free else "on valid input"
            return f"{operation} {_crashed(outcome)} {due}"
        case TimedOut():
            return f"{operation} does not answer {'invalid' if refuses else 'valid'} input"
    return f"{operation} answers 'unsupported' to input that every string can hold"


def outcome_class(outcome: Outcome) -> str:
    """The name of a crash: the exception's class or the signal, without its message."""
    if not isinstance(outcome, Crashed):
        return ""
    # The message may hold the input or an address, and then one fault would have many names.
    head = _COLON.split(outcome.message)[0].split("(")[0].strip()
    return head if _NAME.fullmatch(head) else "crash"


def ended(outcome: Outcome) -> bool:
    """Whether a crash was the end of the process."""
    # The words in which targets/child.py reports the end of a process.
    return isinstance(outcome, Crashed) and outcome.message.startswith(("killed", "it "))


def died(outcome: Outcome) -> bool:
    """Whether a crash cost the process, and so a new one for each time that it is repeated."""
    return ended(outcome) or (isinstance(outcome, Crashed) and outcome.message.startswith("protocol error"))


def _crashed(crash: Crashed) -> str:
    if ended(crash):
        return "ends the process"
    if crash.message.startswith("UTF-8: "):  # as adapters say it, see adapters/README.md
        return "answers with ill-formed UTF-8"
    name = outcome_class(crash)
    return "crashes" if name == "crash" else f"fails with {name}"


def _accepted(call: Call, value: tuple[int, ...], reason: str) -> str:
    # What is no raw Punycode, such as a whole label, has other reasons.
    why = (offence(call) if reason in REFUSED else "") or reason
    if why == _LEADING and oracle.light_facts(call._replace(input=call.input[1:])).value != value:
        return NO_DIGIT  # the delimiter was read as a digit
    return _OFFENCES.get(why, f"{call.operation} accepts input that must be refused ({reason})")


def features(call: Call, expectation: Expectation) -> frozenset[str]:
    """The features of an input; of one that must be refused, the reason."""
    match expectation:
        case Rejects(reason):
            return frozenset(filter(None, [REFUSED.get(reason)]))
        case Returns(value) | Either(value):
            text = Input.of(call, value)
            return frozenset(feature.words for feature in FEATURES if feature.holds(text))


class SharedFeatures:
    """The features of the cases of a run, each computed once; a case is known by its id."""

    def __init__(self, asked: Mapping[str, tuple[Call, Expectation]]) -> None:
        self._of = {name: (call.operation, features(call, expected)) for name, (call, expected) in asked.items()}
        self._had = Counter((operation, words) for operation, several in self._of.values() for words in several)
        self._asked = Counter(operation for operation, _ in self._of.values())

    def shared(self, failed: Collection[str]) -> tuple[str, list[str]]:
        """The feature that most of some failed cases have, and nearly no case that passes; and the cases that have it."""
        counts = Counter(key for name in failed for key in self._keys(name))
        fit = [key for key, having in counts.items() if self._fits(key, having, len(failed))]
        if not fit:
            return "", list(failed)
        order = [*(feature.words for feature in FEATURES), *REFUSED.values()]
        best = min(fit, key=lambda key: (-counts[key], order.index(key[1])))
        return best[1], [name for name in failed if best in self._keys(name)]

    def _fits(self, key: tuple[Operation, str], having: int, failed: int) -> bool:
        """Whether a feature may be why cases fail: nearly all that have it do, and some that lack it do not."""
        lacking = self._asked[key[0]] - self._had[key]
        return having >= max(_FEWEST, _SHARE * self._had[key]) and lacking > failed - having

    def _keys(self, name: str) -> list[tuple[Operation, str]]:
        operation, several = self._of[name]
        return [(operation, words) for words in several]
