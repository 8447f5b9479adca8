"""One child process: lines in, lines out, and no way for it to stall, flood or outlive the run.

Three threads of its own move the bytes, so that the caller never blocks on a pipe: a reader of stdout with a bounded
queue, a reader of stderr that keeps the tail, and a writer.
"""

import contextlib
import math
import os
import queue
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ..notation import plain
from .process import Process

MAX_LINE = 16 << 20  # bytes; a reply of a million code points has about 7 MB
_CHUNK = 1 << 16
_TAIL = 4096
# Seconds in which more answers gather: handing one from thread to thread costs more than reading it.
_PAUSE = 0.0003
_TURN = 1e-5  # seconds in which another thread gets its turn
_MOMENT = 2.0  # seconds from the end of the output to that of the process, at most
_THREADS = "CONFORM_THREADS"  # in how many threads to call the codec: see the adapter guide


def conclusion(written: str) -> str:
    """The line of a program's last words that says most: the last that is not indented, and above frames of a stack."""
    lines = [line for line in written.splitlines() if line.strip()]
    # Java, C# and JavaScript name the exception first, and JavaScript its version last; Python names the exception last.
    frames = [number for number, line in enumerate(lines) if re.match(r"\s+at ", line)]
    above = lines[: frames[-1]] if frames else lines
    return next((line for line in reversed(above) if line[0].strip()), "".join(lines[-1:])).strip()


class Ended(Exception):
    """No more lines come from the child; the message says why."""


class Child:
    """A running program with pipes to it.

    Args:
        command: the program and its arguments.
        threads: in how many threads it is asked to call the codec.
        folder: where it runs, the current folder if None.

    Attributes:
        delay: seconds from its start to its first output; infinite before that.

    Raises:
        TargetError: it cannot be started at all; mostly :meth:`receive` is where that shows.
    """

    def __init__(self, command: Sequence[str], threads: int = 1, folder: Path | None = None) -> None:
        self._began = time.monotonic()
        self.delay = math.inf
        # Bounded, so that a child that floods has to wait until its lines are wanted.
        self._lines: queue.Queue[list[bytes] | str | None] = queue.Queue(maxsize=8)
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._tail = b""
        self._closed = threading.Event()
        self._started = threading.Event()
        self._threads = [
            threading.Thread(target=self._move, args=(work,), daemon=True)
            for work in (self._read, self._read_stderr, self._write)
        ]
        # Before the program: while that starts too, a new thread may wait for a processor for milliseconds.
        for thread in self._threads:
            thread.start()
        try:
            self._process = Process(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,  # _read takes the descriptor itself, so nothing may be kept back
                env={**os.environ, _THREADS: str(threads)},
                cwd=folder,
            )
        finally:
            self._started.set()

    def send(self, data: bytes) -> None:
        """Write, without waiting."""
        self._out.put(data)

    def end_input(self) -> None:
        """Close the child's input once all is written."""
        self._out.put(None)
        time.sleep(_TURN)  # else a caller who goes on to compute keeps the writer waiting

    def receive(self, seconds: float) -> list[bytes]:
        """The next lines, without their line ends; an empty list after that many seconds without any.

        Raises:
            Ended: the child died, closed its output, or wrote a line without end.
            TargetError: it was not started.
        """
        found = self._next(seconds)
        if isinstance(found, list):
            return found
        raise Ended(found or self._epitaph())

    def farewell(self, seconds: float) -> bytes | None:
        """End the child's input; the next line that it still writes, None if it writes none in that many seconds."""
        self.end_input()
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and isinstance(lines := self._next(left), list):
            if lines:
                return lines[0]
        return None

    def _next(self, seconds: float) -> list[bytes] | str | None:
        """The next lines, none after that many seconds; why no more come, or None if the output has just ended."""
        # A child that died may have left its output open in a child of its own, which not every platform ends at once, so
        # the wait is cut in slices.
        while True:
            step = min(seconds, 0.2)
            try:
                return self._lines.get(timeout=step) if step > 0 else self._lines.get_nowait()
            except queue.Empty:
                seconds -= step
                if self._process.poll() is not None and self._lines.empty():
                    return None
                if seconds <= 0:
                    return []
            except RuntimeError as error:  # a signal's exception came while the queue was without its lock
                raise error.__context__ or error from None

    def stderr(self) -> str:
        """The last lines of its stderr, safe to show."""
        return "\n".join(plain(line, 200) for line in self._written().splitlines()[-8:])

    def _written(self) -> str:
        # This thread reads stderr: the last words of a child that died may still be on their way.
        self._threads[1].join(0.2 if self._process.poll() is not None else 0)
        return self._tail.decode("utf-8", "replace")

    def last_words(self) -> str:
        """The end of its stderr as the end of a message, empty if there is none."""
        said = conclusion(self._written())
        return f"; the end of its stderr: {plain(said, 200)}" if said else ""

    def failure(self, seconds: float) -> str:
        """Wait for the end of a program that is given no input, whatever it writes: why it failed, or nothing.

        Raises:
            TargetError: it was not started.
        """
        self.end_input()
        until, last = time.monotonic() + seconds, b""
        try:
            while (left := until - time.monotonic()) > 0:
                *_, last = last, *(line for line in self.receive(left) if line.strip())
        except Ended as ended:
            if self._process.wait(until - time.monotonic()) == 0:
                return ""
            return (
                self.stderr().rpartition("\n")[2].strip() or plain(last.decode("utf-8", "replace"), 200) or str(ended)
            )
        return f"no end within {seconds:g} s"

    def memory(self) -> int:
        """The most memory that its process has had so far, in bytes; 0 where the platform does not show it."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii", errors="replace")
            return int(status.split("VmHWM:")[1].split()[0]) << 10  # the peak, which no look in between can miss
        return 0

    @property
    def pid(self) -> int:
        """The id of its process, and of the session that it leads."""
        return self._process.pid

    def close(self) -> None:
        """End it and all that it has started, by force."""
        self._closed.set()  # first: a reader whose queue is full looks at this alone
        self._process.kill()
        self._out.put(None)
        for thread in self._threads:
            thread.join(1)
        for pipe in (self._process.stdout, self._process.stderr):
            # A pipe that a thread still reads, because a runaway grandchild holds its end, cannot be closed safely.
            if pipe and not any(thread.is_alive() for thread in self._threads):
                pipe.close()

    def _epitaph(self) -> str:
        self._process.check()
        # A child closes its output a moment before it has a status.
        if (status := self._process.wait(_MOMENT)) is None:
            return "it closed its output without ending"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"killed by {signal.Signals(-status).name}"
            return f"killed by signal {-status}"
        # Windows gives the kind of a crash as a status, which is known in hexadecimal: 0xc0000005.
        return f"it ended with exit status {status if status < 1 << 16 else hex(status)}"

    def _move(self, work: Callable[[], None]) -> None:
        self._started.wait()
        if hasattr(self, "_process"):  # else it could not be started
            work()

    def _put(self, item: list[bytes] | str | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(item, timeout=0.2)
                return

    def _read(self) -> None:
        assert self._process.stdout is not None
        parts: list[bytes] = []  # of a line whose end has not come
        size = 0
        while not self._closed.is_set():
            try:
                chunk = os.read(self._process.stdout.fileno(), _CHUNK)
            except (OSError, ValueError):
                chunk = b""
            if not chunk:
                break
            self.delay = min(self.delay, time.monotonic() - self._began)
            parts.append(chunk)
            size += len(chunk)
            if b"\n" in chunk:
                *lines, rest = b"".join(parts).split(b"\n")
                self._put([line.removesuffix(b"\r") for line in lines])
                parts, size = [rest], len(rest)
                time.sleep(_PAUSE)
            if size > MAX_LINE:
                self._put(f"it wrote a line of more than {MAX_LINE >> 20} MiB")
                return
        self._put(None)  # what is left without a line end is no line

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while not self._closed.is_set():
            try:
                chunk = os.read(self._process.stderr.fileno(), _CHUNK)
            except (OSError, ValueError):
                return
            if not chunk:
                return
            self._tail = (self._tail + chunk)[-_TAIL:]

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            while (data := self._out.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[pipe.write(view) or 0 :]
        with contextlib.suppress(OSError):
            pipe.close()
