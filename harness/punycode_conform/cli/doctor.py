"""``conform doctor``: check an adapter, even if its codec is wrong."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing

from ..doctor.checks import CheckResult, Checkup, Grade
from ..doctor.conversation import Conversation
from ..errors import TargetError
from ..notation import plain
from ..targets.protocol import Handshake
from ..targets.session import Session
from ..terminal import columns, folded, style, use_color
from .verbs import setup

_LINES = 12  # of a transcript without --transcript: its last lines, which have the wrong answer
_COLORS = {Grade.OK: "32", Grade.WRONG: "31", Grade.UNCLEAR: "33", Grade.NOTE: "36", Grade.NOT_APPLICABLE: "2"}


def doctor(options: argparse.Namespace) -> int:
    """Print the checks. Exit status 0: correct or unclear; 1: faulty (with --strict also unclear); 3: no handshake."""
    chosen = setup(options)
    limits = chosen.limits
    target = chosen.resolve(limits.until)
    if target.is_own:  # that it cannot be imported is no fault of an adapter
        with closing(Session(target, limits)) as session:
            session.start()
            session.greet()
    color = use_color(options.color, sys.stdout)
    width = columns(sys.stdout, sys.maxsize)
    conversation = Conversation(target, limits)
    grades: list[Grade] = []
    try:
        for result in Checkup(conversation, own=target.is_own).results():
            grades.append(result.found.grade)
            print(*folded(lines(result, color=color, transcript=options.transcript), width, 12), sep="\n", flush=True)
            if len(grades) == 1 and grades[0] is not Grade.WRONG:
                print(*folded([_handshake_line(conversation.handshake)], width, 10), sep="\n", flush=True)
    except TargetError as error:
        raise target.advised(error) from None
    finally:
        conversation.close()
    print(last_line(target.label, grades))
    # The handshake is the first check; if it fails, no other check runs.
    if len(grades) == 1:
        return TargetError.exit_status
    return int(Grade.WRONG in grades or (chosen.strict and Grade.UNCLEAR in grades))


def lines(result: CheckResult, *, color: bool, transcript: bool) -> Iterator[str]:
    """The lines of one check; its transcript is cut unless ``transcript`` is set."""
    grade, why, advice, _ = result.found
    yield f"{style(color)(f'{grade.value:<8}', _COLORS[grade])}{result.name}"
    if why:
        yield f"          {'codec or adapter: ' if grade is Grade.UNCLEAR else ''}{plain(why, 400)}"
    if advice and grade is not Grade.OK:
        yield f"          {'fix' if grade is Grade.WRONG else 'hint'}: {advice}"
    if transcript or grade in (Grade.WRONG, Grade.UNCLEAR):
        number = len(result.transcript) if transcript else _LINES
        if hidden := len(result.transcript[:-number]):
            yield f"            … ({hidden:,} more lines: --transcript)"
        yield from (f"            {line}" for line in result.transcript[-number:])


def last_line(label: str, grades: Sequence[Grade]) -> str:
    """The result of all checks: correct, faulty or unclear, and the number of checks by grade."""
    tally = ", ".join(f"{grades.count(grade)} {grade.value}" for grade in reversed(Grade) if grade in grades)
    words = {Grade.WRONG: "FAULTY: the adapter {}", Grade.UNCLEAR: "UNCLEAR: the adapter {}, or its codec"}
    worst = next((words[grade] for grade in words if grade in grades), "CORRECT: the adapter {}")
    return f"{worst.format(label)}: {tally}"


def _handshake_line(handshake: Handshake) -> str:
    names, operations = ("name", "version", "language"), ",".join(handshake.operations)
    pairs = {**{name: getattr(handshake, name) for name in names}, "ops": operations, **handshake.declared}
    return "          " + "  ".join(f"{key}={value or '(not given)'}" for key, value in pairs.items())
