"""The command line: parses options, connects the parts and chooses the exit status.

Exit status: 0 conforms, 1 does not, 2 usage or data error, 3 the target could not be run, 4 nothing was selected or ran,
5 the baseline is stale.
"""

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from ..errors import ConformError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``conform`` with these arguments, sys.argv's if None; returns the exit status."""
    _open_closed()
    _make_safe()
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        print("conform: interrupted", file=sys.stderr)
        return 130  # 128 and the number of the signal, as a shell reports it; 141 below is SIGPIPE
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        _drop_output()
        return 141
    except OSError as error:  # a full disk, for instance; what has been written stays
        _drop_output()
        print(f"conform: cannot write: {error.strerror or error}", file=sys.stderr)
        return ConformError.exit_status


def _run(arguments: Sequence[str]) -> int:
    # Imported here, so that an interrupt during the imports is caught too.
    from .parser import parse

    try:
        command = parse(list(arguments))
        status: int = command.verb(command)
    except ConformError as error:
        from .terminal import complain  # start-up time: only for an error

        complain(error)
        status = error.exit_status
    finally:
        # Here, so that a full disk or a closed pipe still decides the status.
        sys.stdout.flush()
    return status


def command() -> NoReturn:
    """The program ``conform``: :func:`main`, then an exit at once.

    Everything is written and closed by then, and no child is left. Freeing a run's objects one by one would take as long
    as starting an interpreter.
    """
    gc.set_threshold(100_000)  # little of what a run makes is ever garbage
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _drop_output() -> None:
    """Discard what is still buffered for standard output."""
    # The interpreter flushes once more at its end, and would fail once more.
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _open_closed() -> None:
    """Open closed standard streams, so that nothing else gets their descriptors; using them fails, except stderr."""
    for name, way in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(os.open(os.devnull, way), mode, encoding="utf-8"))


def _make_safe() -> None:
    """Let no output fail for an encoding that lacks a character, and let SIGTERM and SIGHUP end the children too."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

    def terminated(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    with contextlib.suppress(ValueError):  # not in the main thread: then signals are somebody else's
        signal.signal(signal.SIGTERM, terminated)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:  # nohup ignores it
            signal.signal(signal.SIGHUP, terminated)
