"""A checkup as text: each check when it is done, and the last line."""

import sys
from collections.abc import Iterable, Sequence

from ..notation import plain
from ..render.style import folded
from .assessment import Grade
from .checks import CheckResult

_LINES = 12  # of a transcript, unless all of it is wanted: the last ones, with the answer that is wrong
_COLORS = {Grade.OK: "32", Grade.WRONG: "31", Grade.UNCLEAR: "33", Grade.NOTE: "36", Grade.NOT_APPLICABLE: "2"}


def result(one: CheckResult, *, color: bool = False, transcript: bool = False, width: int = sys.maxsize) -> str:
    """The lines of one check.

    Args:
        one: its result.
        color: for a terminal.
        transcript: show all of the transcript, also where nothing is wrong.
        width: where all but the transcript is folded.
    """
    found = one.found
    word = f"{found.grade.value:<8}"
    lines = list(folded([word + one.name], width, len(word)))
    if color:
        lines[0] = f"\x1b[{_COLORS[found.grade]}m{word}\x1b[0m{lines[0].removeprefix(word)}"
    if found.why:
        who = "codec or adapter: " if found.grade is Grade.UNCLEAR else ""
        lines += folded([f"          {who}{plain(found.why, 400)}"], width, 12)
    if found.advice and found.grade is not Grade.OK:
        lines += folded([f"          {'fix' if found.grade is Grade.WRONG else 'hint'}: {found.advice}"], width, 12)
    if transcript or found.grade in (Grade.WRONG, Grade.UNCLEAR):
        lines += [f"            {line}" for line in _end(one.transcript, len(one.transcript) if transcript else _LINES)]
    return "\n".join(lines) + "\n"


def _end(lines: Sequence[str], limit: int) -> Sequence[str]:
    if len(lines) <= limit:
        return lines
    return [f"… ({len(lines) - limit:,} lines more: --transcript)", *lines[-limit:]]


def last_line(label: str, grades: Iterable[Grade]) -> str:
    """The result of all checks: correct, faulty or unclear, and the number of checks by grade."""
    ends = list(grades)
    tally = ", ".join(f"{ends.count(grade)} {grade.value}" for grade in reversed(Grade) if grade in ends)
    if Grade.WRONG in ends:
        return f"FAULTY: the adapter {label}: {tally}\n"
    if Grade.UNCLEAR in ends:
        return f"UNCLEAR: the adapter {label}, or its codec: {tally}\n"
    return f"CORRECT: the adapter {label}: {tally}\n"
