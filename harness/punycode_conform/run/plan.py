"""The plan of a run: the cases and laws that the user selected, by id."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

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


class Plan(Struct, eq=False, dict=True):  # a __dict__ for what is computed once
    """The selected cases and laws."""

    cases: Sequence[Case]
    laws: Sequence[Law]
    unreported: Sequence[Case] = ()  # asked only because the laws need something to look at
    layer: str = PUNYCODE

    def prepare(self) -> None:
        """Compute all that does not depend on a target, so that it is there when a target has started."""
        _ = self.order, self.keystrokes

    @cached_property
    def asked(self) -> tuple[Case, ...]:
        return (*self.cases, *self.unreported)

    @cached_property
    def facts(self) -> dict[Call, Facts]:
        """The oracle's facts about the calls of all cases."""
        return {case.call: case.facts for case in self.asked}

    @cached_property
    def order(self) -> tuple[list[int], list[int]]:
        """The indexes of all cases as they are asked: first the usual ones, then the very long ones, from short to long."""
        usual, long = list[int](), list[int]()
        lengths = [self.facts[case.call].length for case in self.asked]
        for index, case in enumerate(self.asked):
            (long if very_long(case.call, lengths[index]) else usual).append(index)
        return usual, sorted(long, key=lengths.__getitem__)

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
    laws, every = BY_LAYER[layer], cases([vector for vector in vectors if vector.layer == layer])
    if not only:
        if not every:
            raise NothingRan(f"no vectors in layer {layer}", "other layers: --layer")
        return Plan(every, laws, layer=layer)
    names = {case.id: (case.id, case.vector.id) for case in every} | {law_id(law): (law_id(law),) for law in laws}
    chosen = _selected(only, names)
    chosen_cases = [case for case in every if case.id in chosen]
    # Where laws alone are selected, they need the answers to all cases.
    return Plan(chosen_cases, [law for law in laws if law_id(law) in chosen], () if chosen_cases else every, layer)


def _selected(globs: Sequence[str], names: Mapping[str, Sequence[str]]) -> set[str]:
    """The ids of which a name matches a glob; each glob must match one."""
    # fnmatch itself would ignore case on Windows and not elsewhere.
    from fnmatch import fnmatchcase  # start-up time: most runs have no globs

    matched = {
        glob: {key for key, of in names.items() if any(fnmatchcase(name, glob) for name in of)} for glob in globs
    }
    idle = [glob for glob, keys in matched.items() if not keys]
    if idle:
        # Some of them matched: a mistake in the others. None did: nothing is selected, and that has its own status.
        error = ConformError if len(idle) < len(matched) else NothingRan
        similar = meant(idle[0], {name for of in names.values() for name in of})
        raise error(f"--only {idle[0]!r} matches no case{similar}", "conform vectors list prints the ids")
    return set[str]().union(*matched.values())


def law_id(law: Law) -> str:
    """The id of a law's result."""
    return LAW + law.name
