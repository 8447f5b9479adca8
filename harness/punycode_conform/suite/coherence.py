"""Coherence: the answers inside a choice belong together. A codec has one behaviour.

Each answer alone may be allowed by a choice, and together they may make no sense:

* ``surrogates``: one is accepted and another refused, unless only pairs are refused, or only those in no pair.
* ``beyond-unicode``: one is accepted and another refused, unless a width explains it: k bits hold 2^k - 1, not 2^k.

Each operation is looked at by itself. A correct codec may accept surrogates in one operation and refuse them in the
other. If an operation also refuses what every codec must give, that may be the reason of the refusal here, too: then
nothing is concluded from it.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations

from .choices import PERMISSIONS, Permission
from .evidence import Evidence
from .facts import Facts
from .outcome import Call, Operation

Explained = dict[tuple[str, ...], list[Call]]  # calls by the behaviours that explain their answers


def incoherent(evidence: Evidence) -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Choices, each with calls whose answers do not belong together."""
    special = evidence.special()
    for choice in PERMISSIONS:
        for operation in choice.operations:
            if calls := contradiction(choice, operation, evidence, behaviours(choice, operation, evidence, special)):
                yield choice.name, calls
                break


def contradiction(choice: Permission, operation: Operation, evidence: Evidence, shown: Explained) -> tuple[Call, ...]:
    """Calls of an operation that no behaviour of a choice explains together; none if the answers belong together.

    Args:
        choice, operation, evidence: as for :func:`behaviours`.
        shown: what that gives.
    """
    if choice.by_input:
        return ()
    if choice.by_width and _a_width_apart(shown, evidence):
        return ()
    for a, b in combinations(shown, 2):
        if not set(a) & set(b):
            return () if operation in evidence.misrefusing() else (shown[a][0], shown[b][0])
    return ()


def behaviours(
    choice: Permission, operation: Operation, evidence: Evidence, special: Mapping[Call, Facts]
) -> Explained:
    """The calls of an operation by the behaviours that explain the answer.

    Args:
        choice, operation, evidence: what is looked at.
        special: of the evidence's calls those that a choice is about; see :meth:`.Evidence.special`.
    """
    shown: Explained = {}
    for call, facts in special.items():
        # An encoder and a decoder may differ: RFC 3492 does not tie them together.
        if call.operation is not operation or not choice.shown_by(facts):
            continue
        if (given := evidence.right(call)) or evidence.refused(call):
            shown.setdefault(choice.explaining(facts, given), []).append(call)
    return shown


def _a_width_apart(shown: Explained, evidence: Evidence) -> bool:
    """Whether all that was refused has a wider code point than all that was accepted."""
    widths: dict[bool, list[int]] = {True: [], False: []}
    for call in chain.from_iterable(shown.values()):
        widest = max(evidence.facts[call].value or (0,)).bit_length()
        widths[evidence.right(call)].append(widest)
    return bool(widths[True] and widths[False]) and max(widths[True]) < min(widths[False])
