"""``conform doctor``: check an adapter, whatever its codec does."""

import argparse
import sys

from ..doctor.assessment import Grade
from ..doctor.checks import Checkup
from ..doctor.conversation import Conversation
from ..doctor.text import last_line, result
from ..errors import TargetError
from ..targets import name
from ..targets.protocol import Handshake
from .terminal import columns, fitted, logged, use_color


def doctor(options: argparse.Namespace) -> int:
    """Print each check as it is done; 0 correct, 1 faulty or unclear, 3 no handshake."""
    target = name.resolve(
        options.target, options.command, python=options.python, rejects=options.rejects, verb=options.asked
    )
    color = use_color(options.color, sys.stdout)
    width = columns(sys.stdout, sys.maxsize)
    talk = Conversation(target, start=options.start_timeout, call=options.timeout, patience=options.restarts)
    grades: list[Grade] = []
    try:
        for one in Checkup(talk).results():
            grades.append(one.found.grade)
            print(logged(result(one, color=color, transcript=options.transcript, width=width)), end="", flush=True)
            if len(grades) == 1 and grades[0] is not Grade.WRONG:
                lines = fitted([f"          {_pairs(talk.handshake)}"], sys.stdout, 10)
                print(*map(logged, lines), sep="\n", flush=True)
    except TargetError as error:
        raise TargetError(error.message, target.hint(error.hint)) from None
    finally:
        talk.close()
    print(logged(last_line(target.label, grades)), end="")
    if len(grades) == 1:
        return TargetError.exit_status
    return int(Grade.WRONG in grades or Grade.UNCLEAR in grades)


def _pairs(said: Handshake) -> str:
    pairs = {"name": said.name, "version": said.version, "language": said.language, "ops": ",".join(said.operations)}
    pairs |= {"echo": "yes"} if said.echo else {}
    return "  ".join(f"{key}={value or '(not given)'}" for key, value in {**pairs, **said.declared}.items())
