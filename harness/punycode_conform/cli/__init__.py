"""The command line: parses options, connects the parts and chooses the exit status.

Exit status: 0 conforms, 1 does not, 2 usage or data error, 3 the target could not be run, 4 nothing was selected or ran,
5 the baseline is stale.
"""

import _thread
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from ..errors import NO_ROOM, ConformError
from . import streams

_SOON = 0.01  # seconds until a signal is tried again


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``conform`` with these arguments, sys.argv's if None; returns the exit status."""
    streams.open_closed()
    streams.escape_unknown()
    _end_on_signals()
    with streams.log("stderr"):
        try:
            return _run(sys.argv[1:] if arguments is None else arguments)
        except KeyboardInterrupt:
            print("conform: interrupted", file=sys.stderr)
            return 130  # 128 and the number of the signal, as a shell reports it; 141 below is SIGPIPE
        except BrokenPipeError:  # the reader of our output has gone, as `head` does
            streams.drop_output()
            return 141
        except OSError as error:  # a full disk, for instance; what has been written stays
            streams.drop_output()
            _report_refusal(error)
        except Exception as error:  # a bug of ours, or no memory left; Python's own status for it, 1, is a verdict
            _report_bug(error)
        return ConformError.exit_status


def _run(arguments: Sequence[str]) -> int:
    # Imported here, so that an interrupt during the imports is caught too.
    from .parser import parse
    from .verbs import VERBS

    try:
        options = parse(list(arguments))
        verb = VERBS[options.asked]
        # Data is for programs, which need it as it is.
        with contextlib.nullcontext() if verb.data else streams.log("stdout"):
            status = verb.run(options)
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
    streams.open_closed()
    streams.keep_going()
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _report_refusal(error: OSError) -> None:
    """Say in one line what the system refused. Only the standard streams are written without a file's name."""
    what = "cannot write" if error.filename is None else ascii(str(error.filename))[1:-1]
    if error.filename is None and error.errno in NO_ROOM:
        what = "cannot go on"
    print(f"conform: {what}: {error.strerror or error}", file=sys.stderr)


def _report_bug(error: Exception) -> None:
    """Say in one line that this program failed, and where."""
    if os.environ.get("CONFORM_TRACEBACK"):
        sys.excepthook(type(error), error, error.__traceback__)
    if isinstance(error, MemoryError):
        print("conform: out of memory", file=sys.stderr)
        return
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        print("conform: out of memory or processes: no thread can be started", file=sys.stderr)
        return
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    at = f" ({last.tb_frame.f_code.co_filename.rpartition(os.sep)[2]}:{last.tb_lineno})" if last else ""
    said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    print(f"conform: internal error: {ascii(said)[1:-1]}{at}", file=sys.stderr)
    print("  hint: please report it; with CONFORM_TRACEBACK=1 the whole traceback is shown", file=sys.stderr)


def _end_on_signals() -> None:
    """Let SIGTERM and SIGHUP end the children too, and let none of these and SIGINT be lost."""

    def end(number: int, frame: FrameType | None) -> None:
        if _imports(frame):  # where compile() or an extension may swallow any exception
            later = threading.Timer(_SOON, _again, [number, threading.get_ident()])
            later.daemon = True
            later.start()
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise SystemExit(128 + number)

    with contextlib.suppress(ValueError):  # not in the main thread: then signals are somebody else's
        signal.signal(signal.SIGTERM, end)
        # nohup ignores SIGHUP, and a shell SIGINT for what is in the background.
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            signal.signal(signal.SIGHUP, end)
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end)


def _again(number: int, main: int) -> None:
    """Send a signal to the main thread, where it also ends a wait; Windows has no such way."""
    if sys.platform == "win32":
        _thread.interrupt_main(number)
    else:
        signal.pthread_kill(main, number)


def _imports(frame: FrameType | None) -> bool:
    while frame and "importlib" not in frame.f_code.co_filename:
        frame = frame.f_back
    return frame is not None
