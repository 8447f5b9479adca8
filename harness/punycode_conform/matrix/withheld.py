"""The failures whose inputs are not published: those that let labels be spoofed, or corrupt memory.

Of these a result has the class and the counts alone, until the maintainers know. ``reports/README.md`` explains the list.
"""

import re

from ..render.groups import Group
from ..render.words import STABILITY
from ..run.result import CaseResult
from ..suite.outcome import Crashed, Returned

# Several encoded strings for one text: one of them passes for another.
SPOOFING = frozenset(
    {
        "a-label-of-ascii-only",
        "a-label-of-mapped-text",
        "annotation-applied",
        "beyond-unicode-mangled",
        "code-point-cut-to-a-width",
        "digits-by-floating-point",
        "invisible-characters-dropped",
        "no-error-path",
        "non-ascii-digit-accepted",
        "non-ascii-literal-accepted",
        "non-digit-accepted",
        "nul-ends-the-string",
        "overflow-wraps",
        "partial-result-returned",
        "signed-digit-comparison",
        "surrogates-dropped-or-replaced",
        "surrogates-merged",
        "text-case-folded",
        "text-normalised",
        "truncated-delta-accepted",
        "underscore-as-digit",
        "white-space-stripped",
    }
)
# Memory that is not the codec's is read or written.
MEMORY = frozenset({"fixed-buffer", "process-aborted", "state-kept-between-calls"})

_KILLED = re.compile(r"killed by|it ended with exit status 0x")


def is_withheld(group: Group) -> bool:
    """Whether the inputs of a group are not published: any of its cases, its cause or its laws is of these classes.

    A refusal or an exception spoofs nothing: only answers and dead processes count.
    """
    if any(law.id == STABILITY for law in group.laws):
        return True
    return any(map(_is_dead, group.cases)) or any(
        isinstance(case.outcome, Returned) and {case.bug, group.cause.bug if group.cause else ""} & (SPOOFING | MEMORY)
        for case in group.cases
    )


def _is_dead(case: CaseResult) -> bool:
    return isinstance(case.outcome, Crashed) and bool(_KILLED.match(case.outcome.message))
