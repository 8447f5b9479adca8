"""The failures whose inputs are not published: those that let labels be spoofed, or corrupt memory.

Of these a result has the class and the counts alone, until the maintainers know. ``reports/README.md`` explains the list.
"""

import re

from ..render.groups import Group
from ..render.wrong import wrong
from ..run.result import STABILITY, CaseResult
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

# The classes that are shown by what is wrong with an answer alone.
BUGS = {
    "decode accepts input whose last digit is missing": "truncated-delta-accepted",
    "decode accepts a non-ASCII character before the last delimiter": "non-ascii-literal-accepted",
    "decode drops a delimiter that has nothing before it": "leading-delimiter-dropped",
    "decode accepts an underscore as a digit": "underscore-as-digit",
    "decode accepts an ASCII character that is no digit": "non-digit-accepted",
    "decode accepts a non-ASCII character as a digit": "non-ascii-digit-accepted",
    "decode gives a wrong result: two surrogates joined to one code point": "surrogates-merged",
}

_KILLED = re.compile(r"killed by|it ended with exit status 0x")


def bug_of(group: Group) -> str:
    """The bug class that the answers of a group show: that of its cause, or of what all its cases get wrong; else empty.

    The classes of its vectors are those of faults that the vectors look for, which the codec may lack.
    """
    if group.cause:
        return group.cause.bug
    shown = {BUGS.get(wrong(case), "") for case in group.cases}
    return shown.pop() if len(shown) == 1 else ""


def is_withheld(group: Group, bug: str) -> bool:
    """Whether the inputs of a group are not published: its class, or that of one of its vectors if it has none, is listed.

    A refusal or an exception spoofs nothing: only answers and dead processes count.

    Args:
        group: the failures.
        bug: their class, see :func:`bug_of`.
    """
    if any(law.id == STABILITY for law in group.laws) or any(map(_is_dead, group.cases)):
        return True
    classes = {bug or case.bug for case in group.cases if isinstance(case.outcome, Returned)}
    return bool(classes & (SPOOFING | MEMORY))


def _is_dead(case: CaseResult) -> bool:
    return isinstance(case.outcome, Crashed) and bool(_KILLED.match(case.outcome.message))
