"""The command line: parses options, connects the parts and chooses the exit status.

This is also the one place where errors of the system and of this program become a line.
"""

import contextlib
import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from ..errors import NO_ROOM, ConformError
from . import output


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``conform`` with these arguments, sys.argv's if None; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no character fails to be written
    with contextlib.suppress(ValueError):  # not in the main thread: then signals are somebody else's
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            # nohup ignores SIGHUP, and a shell's background job SIGINT.
            if (number := getattr(signal, name, None)) and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _end)
    with output.log("stderr"):
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
            # Only the standard streams are used without a file's name.
            unnamed = "cannot go on" if error.errno in NO_ROOM else "standard input or output"
            what = unnamed if error.filename is None else ascii(str(error.filename))[1:-1]
            print(f"conform: {what}: {error.strerror or error}", file=sys.stderr)
        except Exception as error:  # a bug of ours, or no memory left; Python's own status for it, 1, is a verdict
            if os.environ.get("CONFORM_TRACEBACK"):
                sys.excepthook(type(error), error, error.__traceback__)
            words = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            print(f"conform: internal error: {ascii(words)[1:-1]}", file=sys.stderr)
            print("  hint: please report it; with CONFORM_TRACEBACK=1 the whole traceback is shown", file=sys.stderr)
        return ConformError.exit_status


def _run(arguments: Sequence[str]) -> int:
    # Imported here, so that an interrupt during the imports is caught too.
    from .parser import parse
    from .verbs import VERBS

    try:
        options = parse(list(arguments))
        verb = VERBS[options.verb]
        # Data is for programs, which need it as it is.
        with contextlib.nullcontext() if verb.data else output.log("stdout"):
            return verb.run(options)
    except ConformError as error:
        output.complain(error)
        return error.exit_status
    finally:
        # Here, so that a full disk or a closed pipe still decides the status.
        sys.stdout.flush()


def _drop_output() -> None:
    """Discard what is still buffered for standard output, which would be written once more at the end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def command() -> NoReturn:
    """The program ``conform``: :func:`main`, then an exit at once.

    Freeing a run's objects one by one would take as long as starting an interpreter.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):  # a pipe to a target would get its descriptor
        print("conform: a standard stream is closed; redirect it to /dev/null", file=sys.stderr or sys.stdout)
        os._exit(ConformError.exit_status)
    gc.set_threshold(100_000)  # little of what a run makes is ever garbage
    sys.unraisablehook = _interrupt_again
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _end(number: int, frame: FrameType | None) -> None:
    """End this process and its children, as Python does at SIGINT."""
    if _imports(frame):
        _send_again(number)
    elif number == signal.SIGINT:
        raise KeyboardInterrupt
    else:
        raise SystemExit(128 + number)


def _imports(frame: FrameType | None) -> bool:
    """Whether a module is being imported, where an exception may be lost, break a lock, or crash a module written in C."""
    while frame and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """Send a signal again whose exception came in a callback of the interpreter, where Python only prints it."""
    if isinstance(lost.exc_value, KeyboardInterrupt | SystemExit):
        code = lost.exc_value.code if isinstance(lost.exc_value, SystemExit) else None
        _send_again(code - 128 if isinstance(code, int) else signal.SIGINT)
    else:
        sys.__unraisablehook__(lost)


def _send_again(number: int) -> None:
    # Late enough that what is going on has returned, also on a busy machine.
    threading.Timer(0.1, os.kill, (os.getpid(), number)).start()
