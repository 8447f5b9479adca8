"""``conform doctor``: whether an adapter is sound, whatever its codec is."""

import argparse
import sys

from ..doctor.carriage import State
from ..doctor.checkup import Check, Checkup
from ..doctor.text import check, verdict
from ..errors import TargetError
from ..targets import name
from ..targets.wire import Wire
from .terminal import columns, fitted, logged, use_color


def doctor(options: argparse.Namespace) -> int:
    """Print each check as it is done; 0 sound, 1 not proved to be, 3 no handshake."""
    target = name.resolve(
        options.target, options.command, python=options.python, rejects=options.rejects, verb=options.asked
    )
    color = use_color(options.color, sys.stdout)
    width = columns(sys.stdout, sys.maxsize)
    wire = Wire(target, start=options.start_timeout, call=options.timeout)
    done: list[Check] = []
    checkup = Checkup(wire, options.restarts)
    try:
        for one in checkup.checks():
            done.append(one)
            shown = check(one, color=color, transcript=options.transcript, width=width)
            print(logged(shown), end="", flush=True)
            if len(done) == 1 and one.found.state is not State.BAD:
                said = fitted([f"          {_introduced(checkup)}"], sys.stdout, 10)
                print(*map(logged, said), sep="\n", flush=True)
    except TargetError as error:
        hint = f"install what it needs: {target.install}" if target.install else error.hint
        raise TargetError(error.message, hint) from None
    finally:
        wire.close()
    print(logged(verdict(target.label, done)), end="")
    if len(done) == 1:
        return TargetError.exit_status
    return int(any(one.found.state in (State.BAD, State.UNCLEAR) for one in done))


def _introduced(checkup: Checkup) -> str:
    said = checkup.handshake
    pairs = {"name": said.name, "version": said.version, "language": said.language, "ops": ",".join(said.operations)}
    pairs |= {"echo": "yes"} if said.echo else {}
    return "  ".join(f"{key}={value or '(not said)'}" for key, value in {**pairs, **said.declared}.items())
