"""Properties that must hold of any input, also of inputs that no vector has. Hypothesis makes the inputs.

An answer is compared with the oracle's as in fuzzing, and a law is judged as in a run, so what a choice allows, or a
declared side forbids, is known here too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..run.plan import PROPERTY
from ..suite import laws
from ..suite.laws import Law
from ..suite.oracle import light_facts
from ..suite.outcome import Call, Operation

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE


@dataclass(frozen=True, slots=True)
class Property:
    """A property: something that must hold of any input.

    Attributes:
        name: a slug; its id is ``property/<name>``.
        operation: what is asked of an input.
        inputs: the strategy that makes them: code points, or an encoded form.
        law: that the call and those that follow upon it keep; None if the answer is the oracle's, as far as no choice is.
    """

    name: str
    operation: Operation
    inputs: Callable[[], "SearchStrategy[Any]"]
    law: Law | None = None

    @property
    def id(self) -> str:
        """The id of its test and of its baseline entry."""
        return PROPERTY + self.name

    @property
    def needs(self) -> tuple[Operation, ...]:
        """The operations without which nothing can be said of it."""
        return (_ENCODE, _DECODE) if self.law is laws.ROUND_TRIP else (self.operation,)


# Start-up time: Hypothesis and its strategies are imported by functions, when a property is tried.


def _texts() -> "SearchStrategy[list[int]]":
    from ..strategies import code_points  # start-up time, see above

    return code_points(surrogates=True)


def _labels() -> "SearchStrategy[str]":
    from ..strategies import labels, near_labels  # start-up time, see above

    return labels(surrogates=True) | near_labels()


def _wrong_labels() -> "SearchStrategy[str]":
    from ..strategies import near_labels  # start-up time, see above

    return near_labels().filter(lambda text: light_facts(Call(_DECODE, tuple(map(ord, text)))).value is None)


PROPERTIES = (
    Property("encode", _ENCODE, _texts),
    Property("decode", _DECODE, _labels),
    Property("refusal", _DECODE, _wrong_labels),
    Property("encode-round-trip", _ENCODE, _texts, laws.ROUND_TRIP),
    Property("decode-round-trip", _DECODE, _labels, laws.ROUND_TRIP),
    Property("decode-uniqueness", _DECODE, _labels, laws.UNIQUENESS),
    Property("case-blind-digits", _DECODE, _labels, laws.CASE_BLIND),
)
BY_ID = {one.id: one for one in PROPERTIES}
