"""Crashes by kind: the class of the exception, and what its message says beside values of the one call."""

import re
from collections import Counter
from collections.abc import Iterable

from ..suite.oracle import Rejects, Returns
from ..suite.outcome import Crashed, Rejected
from .report import LikelyRefusal
from .result import CaseResult, Result

_NAMED = re.compile(r"(?:[\w$]+(?:\.|::))*[A-Za-z_$][\w$]*(?=:|$)")  # with its module, as --rejects takes it
_OWN = ("killed by", "it ended", "protocol error")  # what a session says of the death of a process
# One mistake has another name in each language. A stack overflows too, so it comes first.
_FAMILIES = (
    ("stack", "stack|recursion"),
    ("index", "index|bounds|subscript"),
    ("key", "key"),
    ("overflow", "overflow"),
    ("division", "divi|modulo"),
)
_NEARLY_ALL = 0.95
_VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|\b(?:0x|U\+)?[0-9][0-9A-Fa-f]*\b")


def exception(message: str) -> str:
    """The class of the exception that a crash's message begins with; empty if a process died, or if it names none."""
    found = None if message.startswith(_OWN) else _NAMED.match(message)
    return found[0] if found else ""


def kind(message: str) -> str:
    """A crash's kind: two crashes of one kind may have one cause.

    A family of exceptions is a kind: the message of a failed look-up adds only the value. Other exceptions, such
    as a TypeError, have many causes, so their messages count, without numbers and quoted values.
    """
    name = re.split(r"\.|::", exception(message))[-1]
    for family, words in _FAMILIES:
        if re.search(words, name, re.IGNORECASE):
            return family
    return _VALUES.sub("_", message)


def likely_refusals(results: Iterable[Result]) -> list[LikelyRefusal]:
    """The exceptions by which a target seems to refuse, the most frequent first; none if it mostly refuses in words.

    Each comes nearly only where a refusal was due or allowed, and together they answer most calls that must be refused.
    """
    cases = [one for one in results if isinstance(one, CaseResult)]
    crashes = [(exception(one.outcome.message), one) for one in cases if isinstance(one.outcome, Crashed)]
    every = Counter(name for name, _ in crashes if name)
    fitting = Counter(name for name, one in crashes if name and not isinstance(one.expectation, Returns))
    likely = {name: calls for name, calls in fitting.most_common() if calls >= _NEARLY_ALL * every[name]}
    due = [one for one in cases if isinstance(one.expectation, Rejects)]
    said = sum(isinstance(one.outcome, Rejected) for one in due)
    meant = sum(name in likely and isinstance(one.expectation, Rejects) for name, one in crashes)
    if 2 * meant <= len(due) or said > meant:
        return []
    return [LikelyRefusal(name, calls) for name, calls in likely.items()]
