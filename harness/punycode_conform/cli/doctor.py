"""``conform doctor``: check an adapter, whatever its codec does."""

import argparse
import sys
from collections.abc import Iterator, Sequence

from ..doctor.checks import CheckResult, Checkup, Grade
from ..doctor.conversation import Conversation
from ..errors import TargetError
from ..notation import plain
from ..targets.protocol import Handshake
from ..terminal import columns, folded, style, use_color
from .verbs import setup

_LINES = 12  # of a transcript, unless all of it is wanted: the last ones, with the answer that is wrong
_COLORS = {Grade.OK: "32", Grade.WRONG: "31", Grade.UNCLEAR: "33", Grade.NOTE: "36", Grade.NOT_APPLICABLE: "2"}


def doctor(options: argparse.Namespace) -> int:
    """Print each check as it is done; 0 correct or unclear, 1 faulty (with --strict: or unclear), 3 no handshake."""
    what = setup(options)
    limits = what.limits
    target = what.resolve(limits.until)
    color = use_color(options.color, sys.stdout)
    width = columns(sys.stdout, sys.maxsize)
    talk = Conversation(target, limits)
    grades: list[Grade] = []
    try:
        for result in Checkup(talk, own=target.is_own).results():
            grades.append(result.found.grade)
            print(*folded(text(result, color=color, transcript=options.transcript), width, 12), sep="\n", flush=True)
            if len(grades) == 1 and grades[0] is not Grade.WRONG:
                print(*folded([_pairs(talk.handshake)], width, 10), sep="\n", flush=True)
    except TargetError as error:
        raise target.advised(error) from None
    finally:
        talk.close()
    print(last_line(target.label, grades))
    # The handshake is the first check, and without it there is no other.
    if len(grades) == 1:
        return TargetError.exit_status
    return int(Grade.WRONG in grades or (what.strict and Grade.UNCLEAR in grades))


def text(result: CheckResult, *, color: bool, transcript: bool) -> Iterator[str]:
    """The lines of one check; its transcript is short unless all of it is wanted."""
    grade, why, advice, _ = result.found
    yield f"{style(color)(f'{grade.value:<8}', _COLORS[grade])}{result.name}"
    if why:
        yield f"          {'codec or adapter: ' if grade is Grade.UNCLEAR else ''}{plain(why, 400)}"
    if advice and grade is not Grade.OK:
        yield f"          {'fix' if grade is Grade.WRONG else 'hint'}: {advice}"
    if transcript or grade in (Grade.WRONG, Grade.UNCLEAR):
        number = len(result.transcript) if transcript else _LINES
        if hidden := len(result.transcript[:-number]):
            yield f"            … ({hidden:,} lines more: --transcript)"
        yield from (f"            {line}" for line in result.transcript[-number:])


def last_line(label: str, grades: Sequence[Grade]) -> str:
    """The result of all checks: correct, faulty or unclear, and the number of checks by grade."""
    tally = ", ".join(f"{grades.count(grade)} {grade.value}" for grade in reversed(Grade) if grade in grades)
    if Grade.WRONG in grades:
        return f"FAULTY: the adapter {label}: {tally}"
    if Grade.UNCLEAR in grades:
        return f"UNCLEAR: the adapter {label}, or its codec: {tally}"
    return f"CORRECT: the adapter {label}: {tally}"


def _pairs(handshake: Handshake) -> str:
    names, operations = ("name", "version", "language"), ",".join(handshake.operations)
    pairs = {**{name: getattr(handshake, name) for name in names}, "ops": operations, **handshake.declared}
    return "          " + "  ".join(f"{key}={value or '(not given)'}" for key, value in pairs.items())
