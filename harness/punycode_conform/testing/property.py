"""Properties: what must hold of any input, also of those that no vector has. Hypothesis makes the inputs.

An answer is compared with the oracle's as in fuzzing, and a law is judged as in a run, so what a choice allows, or a
declared side forbids, is known here too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import ConformError
from ..render import words
from ..run.conformance import known
from ..run.plan import PROPERTY
from ..run.result import CaseResult
from ..run.setup import PUNYCODE, Setup
from ..suite import laws
from ..suite.laws import Law
from ..suite.oracle import light_facts
from ..suite.outcome import Call, Operation
from ..suite.verdict import Verdict
from .result import ItemResult, labelled_failure, not_run, with_baseline

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


# Hypothesis is imported by those who try a property.


def _texts() -> "SearchStrategy[list[int]]":
    from ..strategies import code_points

    return code_points(surrogates=True)


def _labels() -> "SearchStrategy[str]":
    from ..strategies import labels, near_labels

    return labels(surrogates=True) | near_labels()


def _wrong_labels() -> "SearchStrategy[str]":
    from ..strategies import near_labels

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


class Tried:
    """A target's properties, each tried when it is asked for.

    Attributes:
        setup: the target, and how it is judged.

    Raises:
        ConformError: what is named is not known, or the baseline cannot be read.
    """

    def __init__(self, setup: Setup) -> None:
        setup.check()
        self.setup = setup
        self._baseline = known(setup)
        self._unrun: ConformError | None = None

    def ids(self) -> list[str]:
        """The ids of all properties; none for a layer above the raw codec, of which they do not speak."""
        return list(BY_ID) if self.setup.layer == PUNYCODE else []

    def result(self, wanted_id: str, again: str) -> ItemResult:
        """The result of a property.

        Args:
            wanted_id: its id.
            again: the command that tries it once more.
        """
        if self._unrun:
            return not_run(self._unrun, first=False)
        try:
            import_module("hypothesis")
        except ImportError:
            return ItemResult(Verdict.SKIP, "Hypothesis is not installed: pip install 'punycode-conform[pytest]'")
        from .trial import trial

        try:
            found = trial(BY_ID[wanted_id], self.setup)
        except ConformError as error:
            self._unrun = error
            return not_run(error, first=True)
        result, stale = self._baseline.judged(found) if self._baseline else (found, None)
        labels = [*words.labels(result), ("again", again)] if isinstance(result, CaseResult) or result.breaches else []
        return with_baseline(result, stale, labelled_failure(result, labels))
