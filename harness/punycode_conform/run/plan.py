"""The plan of a run: the cases and laws that the user selected, by id."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ..errors import ConformError, NothingRan, meant
from ..suite import PUNYCODE, follow_up
from ..suite.choices import Facts
from ..suite.laws import BY_LAYER, Law
from ..suite.oracle import very_long
from ..suite.outcome import Call
from ..suite.vector import Case, Vector, cases

LAW = "law/"
FAULT = "fault/"
"""What the ids of a baseline's entries for faults begin with."""
PROPERTY = "property/"
"""What the ids of the properties that pytest tries begin with; a run has none, and its baseline may have them."""


class Plan:
    """The selected cases and laws; ``unreported`` cases are asked only because the laws need something to look at."""

    def __init__(
        self, cases: Sequence[Case], laws: Sequence[Law], unreported: Sequence[Case] = (), layer: str = PUNYCODE
    ) -> None:
        self.cases = tuple(cases)
        self.laws = tuple(laws)
        self.unreported = tuple(unreported)
        self.layer = layer

    def prepare(self) -> None:
        """Compute all that does not depend on a target, so that it is there when a target has started."""
        _ = self.order, self.keystrokes

    @cached_property
    def asked(self) -> tuple[Case, ...]:
        """All cases."""
        return self.cases + self.unreported

    @cached_property
    def facts(self) -> dict[Call, Facts]:
        """The oracle's facts about the calls of all cases."""
        return dict(zip((case.call for case in self.asked), self._facts, strict=True))

    @cached_property
    def order(self) -> tuple[list[int], list[int]]:
        """The indexes of all cases as they are asked: first the usual ones, then the very long ones, from short to long."""
        usual, long = list[int](), list[int]()
        for index, (case, facts) in enumerate(zip(self.asked, self._facts, strict=True)):
            (long if very_long(case.call, facts.length) else usual).append(index)
        return usual, sorted(long, key=lambda index: self._facts[index].length)

    @cached_property
    def _facts(self) -> list[Facts]:
        return [case.facts for case in self.asked]

    @cached_property
    def keystrokes(self) -> list[Call]:
        """Calls of a codec that follow upon the cases, whatever the answers were."""
        return [*follow_up.keystrokes(), *follow_up.lengths(self.facts)] if self.of_codecs else []

    @property
    def of_codecs(self) -> bool:
        """Whether laws of codecs are checked, for which more calls are asked than those of labels need."""
        return bool(self.laws) and self.layer == PUNYCODE


def plan(vectors: Iterable[Vector], *, layer: str, only: Sequence[str] = ()) -> Plan:
    """Select by layer, and by globs over case ids, vector ids and law ids (``law/<name>``); no globs select all."""
    known = BY_LAYER[layer]
    every = cases([vector for vector in vectors if vector.layer == layer])
    if not only:
        if not every:
            raise NothingRan(f"no vectors in layer {layer}", "other layers: --layer")
        return Plan(every, known, layer=layer)
    idle = [
        glob
        for glob in only
        if not any(_matches(case, glob) for case in every) and not any(_glob(law_id(law), glob) for law in known)
    ]
    if idle:
        # Some of them matched: a mistake in the others. None did: nothing is selected, and that has its own status.
        error = ConformError if len(idle) < len(only) else NothingRan
        ids = {name for case in every for name in (case.id, case.vector.id)} | set(map(law_id, known))
        raise error(f"--only {idle[0]!r} matches no case{meant(idle[0], ids)}", "conform vectors list prints the ids")
    chosen = tuple(case for case in every if any(_matches(case, glob) for glob in only))
    laws = tuple(law for law in known if any(_glob(law_id(law), glob) for glob in only))
    # Where laws alone are selected, they need the answers to all cases.
    return Plan(chosen, laws, () if chosen else every, layer)


def narrow(cases: Iterable[Case], wanted: Mapping[str, Sequence[str]]) -> tuple[Case, ...]:
    """The cases whose fields match: for each of ``clause``, ``bug``, ``level``, ``operation`` and ``file`` one of its globs,
    if it has any.
    """
    every = left = tuple(cases)
    for field, globs in wanted.items():
        # Compared with all cases: a glob is no mistake if only another option leaves nothing of it.
        idle = [glob for glob in globs if not any(_has(case, field, glob) for case in every)]
        if idle:
            error = ConformError if len(idle) < len(globs) else NothingRan  # as in plan
            raise error(f"--{field} {idle[0]!r} matches no case", "conform vectors list --long prints them")
        left = tuple(case for case in left if not globs or any(_has(case, field, glob) for glob in globs))
    if not left:
        raise NothingRan("no case is all of this", "each option narrows what the others select")
    return left


def _has(case: Case, field: str, glob: str) -> bool:
    if field == "operation":
        return case.operation.value == glob
    value: str = getattr(case.vector, field) or ""
    return _glob(value, glob) or (field == "file" and _glob(value.rpartition(".")[0], glob))


def law_id(law: Law) -> str:
    """The id of a law's result."""
    return LAW + law.name


def _matches(case: Case, glob: str) -> bool:
    return _glob(case.id, glob) or case.vector.id == glob


def _glob(name: str, glob: str) -> bool:
    # fnmatch itself would ignore case on Windows and not elsewhere.
    from fnmatch import fnmatchcase  # start-up time: most runs have no globs

    return fnmatchcase(name, glob)
