"""``conform doctor``: check an adapter, whatever its codec does."""

import argparse
import sys

from ..doctor.assessment import Grade
from ..doctor.checks import Checkup
from ..doctor.conversation import Conversation
from ..doctor.text import last_line, result
from ..errors import TargetError
from ..targets.name import is_own
from ..targets.protocol import Handshake
from .options import setup
from .terminal import columns, fitted, use_color


def doctor(options: argparse.Namespace) -> int:
    """Print each check as it is done; 0 correct or unclear, 1 faulty (with --strict: or unclear), 3 no handshake."""
    what = setup(options)
    target, limits = what.resolve(), what.limits
    color = use_color(options.color, sys.stdout)
    width = columns(sys.stdout, sys.maxsize)
    talk = Conversation(target, start=limits.start, call=limits.call, patience=limits.restarts, until=limits.until)
    grades: list[Grade] = []
    try:
        for one in Checkup(talk, own=is_own(target)).results():
            grades.append(one.found.grade)
            print(result(one, color=color, transcript=options.transcript, width=width), end="", flush=True)
            if len(grades) == 1 and grades[0] is not Grade.WRONG:
                lines = fitted([f"          {_pairs(talk.handshake)}"], sys.stdout, 10)
                print(*lines, sep="\n", flush=True)
    except TargetError as error:
        raise target.advised(error) from None
    finally:
        talk.close()
    print(last_line(target.label, grades), end="")
    # The handshake is the first check, and without it there is no other.
    if len(grades) == 1:
        return TargetError.exit_status
    return int(Grade.WRONG in grades or (what.strict and Grade.UNCLEAR in grades))


def _pairs(said: Handshake) -> str:
    pairs = {"name": said.name, "version": said.version, "language": said.language, "ops": ",".join(said.operations)}
    pairs |= {"echo": "yes"} if said.echo else {}
    return "  ".join(f"{key}={value or '(not given)'}" for key, value in {**pairs, **said.declared}.items())
