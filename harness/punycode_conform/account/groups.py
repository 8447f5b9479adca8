"""A failure in words, equal for failures that are likely to have one cause; and the feature that such failures share.

A vector's bug class says what the vector looks for. A codec that fails it may have quite another fault, so no word here
comes from there.
"""

from collections import Counter
from collections.abc import Collection, Mapping

from ..suite import oracle
from ..suite.oracle import Either, Expectation, Rejects, Returns
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from .answers import crash_name, ended
from .difference import difference
from .features import FEATURES, REFUSED, Input, offence

_LEADING = "bad-digit leading-delimiter"
UNDERSCORE = "decode accepts an underscore as a digit"
NO_DIGIT = "decode accepts an ASCII character that is no digit"
# Input that must be refused: what is said of a decoder that accepts it, and the bug class that this shows.
_OFFENCES = {
    "truncated": ("decode accepts input whose last digit is missing", "truncated-delta-accepted"),
    "non-basic": ("decode accepts a non-ASCII character before the last delimiter", "non-ascii-literal-accepted"),
    _LEADING: ("decode drops a delimiter that has nothing before it", "leading-delimiter-dropped"),
    "bad-digit underscore": (UNDERSCORE, "underscore-as-digit"),
    "bad-digit ascii": (NO_DIGIT, "non-digit-accepted"),
    "bad-digit non-ascii": ("decode accepts a non-ASCII character as a digit", "non-ascii-digit-accepted"),
}
BUGS = dict(_OFFENCES.values()) | {
    "decode gives a wrong result: two surrogates are joined to one code point": "surrogates-merged"
}
_SHARE = 0.9  # of the cases with a feature that must fail: with less, another feature is the reason
_FEWEST = 2  # failed cases: one alone has many features, and shows which of them counts by none


def wrong(call: Call, expectation: Expectation, outcome: Outcome) -> str:
    """The fault of a failed case, without a subject."""
    operation = call.operation
    match outcome, expectation:
        case Returned(value), Rejects(reason):
            return _accepted(call, value, reason)
        case Returned(value), Returns(right) | Either(right):
            return f"{operation} gives a wrong result: {difference(operation, call.input, right, value)}"
        case Rejected(), _:
            return f"{operation} refuses valid input"
        case Crashed(), _:
            due = {Rejects: "where a refusal is due", Either: "where a refusal is allowed"}
            return f"{operation} {_crashed(outcome)} {due.get(type(expectation), 'on valid input')}"
        case TimedOut(), _:
            return f"{operation} does not answer {'in' * isinstance(expectation, Rejects)}valid input"
    return f"{operation} answers 'unsupported' to input that every string can hold"


def _crashed(crash: Outcome) -> str:
    if ended(crash):
        return "ends the process"
    name = crash_name(crash)
    if name == "UTF-8":  # as adapters say it, see adapters/README.md
        return "answers with ill-formed UTF-8"
    return "crashes" if name == "crash" else f"fails with {name}"


def _accepted(call: Call, value: tuple[int, ...], reason: str) -> str:
    # What is no raw Punycode, such as a whole label, has other reasons.
    why = (offence(call) if reason in REFUSED else "") or reason
    if why == _LEADING and oracle.light_facts(call._replace(input=call.input[1:])).value != value:
        return NO_DIGIT  # the delimiter was read as a digit
    words, _ = _OFFENCES.get(why, (f"{call.operation} accepts input that must be refused ({reason})", ""))
    return words


def features(call: Call, expectation: Expectation) -> list[str]:
    """The features of an input; of one that must be refused, the reason."""
    if isinstance(expectation, Rejects):
        return [REFUSED[expectation.reason]] if expectation.reason in REFUSED else []
    text = Input.of(call, expectation.value)
    return [feature.words for feature in FEATURES if feature.holds(text)]


class SharedFeatures:
    """The features of the cases of a run, each computed once; a case is known by its id."""

    def __init__(self, asked: Mapping[str, tuple[Call, Expectation]]) -> None:
        self._of = {name: [(call.operation, f) for f in features(call, due)] for name, (call, due) in asked.items()}
        self._had = Counter(feature for several in self._of.values() for feature in several)
        self._asked = Counter(call.operation for call, _ in asked.values())

    def shared(self, failed: Collection[str]) -> tuple[str, list[str]]:
        """The feature that most of some failed cases have, and nearly no case that passes; and the cases that have it."""
        counts = Counter(feature for name in failed for feature in self._of[name])
        order = [*(feature.words for feature in FEATURES), *REFUSED.values()]
        fit = [feature for feature, having in counts.items() if self._fits(feature, having, len(failed))]
        if not fit:
            return "", list(failed)
        best = min(fit, key=lambda feature: (-counts[feature], order.index(feature[1])))
        return best[1], [name for name in failed if best in self._of[name]]

    def _fits(self, feature: tuple[Operation, str], having: int, failed: int) -> bool:
        """Whether a feature may be why cases fail: nearly all that have it do, and some that lack it do not."""
        lacking = self._asked[feature[0]] - self._had[feature]
        return having >= max(_FEWEST, _SHARE * self._had[feature]) and lacking > failed - having
