"""One child process: lines in, lines out, and no way for it to stall, flood or outlive the run.

Three threads of its own move the bytes, so that the caller never blocks on a pipe: a reader of stdout with a bounded
queue, a reader of stderr that keeps the end, and a writer.
"""

import math
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ..notation import plain
from .process import Process

_LONGEST = 16 << 20  # bytes of a line; a reply of a million code points has about 7 MB
_CHUNK = 1 << 16
_TAIL = 4096
# Seconds in which more answers gather: handing one from thread to thread costs more than reading it.
_PAUSE = 0.0003
_TURN = 1e-5  # seconds in which another thread gets its turn
_MOMENT = 2.0  # seconds from the end of the output to that of the process, at most
_THREADS = "CONFORM_THREADS"  # in how many threads to call the codec: see the adapter guide


class Ended(Exception):
    """No more lines come from the child; the message says why."""


class Child:
    """A running program with pipes to it, in a folder (the current one if None), that calls the codec in some threads.

    ``delay`` is the seconds from its start to its first output, infinite before that. That the program cannot be started
    is a TargetError, mostly of :meth:`receive`.
    """

    def __init__(self, command: Sequence[str], threads: int = 1, folder: Path | None = None) -> None:
        self._began = time.monotonic()
        self.delay = math.inf
        # Bounded, so that a child that floods has to wait until its lines are wanted.
        self._lines: queue.Queue[list[bytes] | str] = queue.Queue(maxsize=8)
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._tail = b""
        self._closed = threading.Event()
        self._process = Process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,  # the threads use the descriptors themselves, so nothing may be kept back
            env={**os.environ, _THREADS: str(threads)},
            cwd=folder,
        )
        work = (self._read, self._read_stderr, self._write)
        self._threads = [threading.Thread(target=task, daemon=True) for task in work]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The id of its process, and of the session that it leads."""
        return self._process.pid

    def send(self, data: bytes) -> None:
        """Write, without waiting."""
        self._out.put(data)

    def end_input(self) -> None:
        """Close the child's input once all is written."""
        self._out.put(None)
        time.sleep(_TURN)  # otherwise a caller who goes on to compute keeps the writer waiting

    def receive(self, seconds: float) -> list[bytes]:
        """The next lines, without their line ends; an empty list after that many seconds without any.

        Raises:
            Ended: the child died, closed its output, or wrote a line without end.
            TargetError: it was not started.
        """
        until = time.monotonic() + seconds
        while True:
            # In slices: a dead child may have left its output open in a child of its own, which not every platform ends.
            left = until - time.monotonic()
            try:
                lines = self._lines.get(timeout=max(0.0, min(left, 0.2)))
            except queue.Empty:
                if self._process.poll() is not None and self._lines.empty():
                    raise Ended(self._epitaph()) from None
                if left <= 0.2:
                    return []
            except RuntimeError as error:  # a signal's exception came while the queue was without its lock
                raise error.__context__ or error from None
            else:
                if isinstance(lines, str):
                    raise Ended(lines or self._epitaph())
                return lines

    def farewell(self, seconds: float) -> bytes | None:
        """End the child's input; the next line that it still writes, None if it writes none in that many seconds."""
        self.end_input()
        until = time.monotonic() + seconds
        with suppress(Ended):
            while (left := until - time.monotonic()) > 0:
                if lines := self.receive(left):
                    return lines[0]
        return None

    def failure(self, seconds: float) -> str:
        """Wait for the end of a program that is given no input, whatever it writes: why it failed, or nothing."""
        self.end_input()
        until, last = time.monotonic() + seconds, b""
        try:
            while (left := until - time.monotonic()) > 0:
                *_, last = last, *(line for line in self.receive(left) if line.strip())
        except Ended as ended:
            if self._process.wait(until - time.monotonic()) == 0:
                return ""
            words = self.stderr().rpartition("\n")[2].strip()
            return words or plain(last.decode("utf-8", "replace"), 200) or str(ended)
        return f"no end within {max(seconds, 0):.3g} s"

    def stderr(self) -> str:
        """The last lines of its stderr, safe to show."""
        return "\n".join(plain(line, 200) for line in self._written()[-8:])

    def last_words(self) -> str:
        """The end of its stderr as the end of a message, empty if there is none."""
        # Frames of a stack are indented, and JavaScript writes its version after them.
        lines = [line for line in self._written() if line[:1].strip() and not line.startswith("Node.js v")]
        return f"; the end of its stderr: {plain(lines[-1], 200)}" if lines else ""

    def _written(self) -> list[str]:
        # A thread reads stderr: the last words of a child that died may still be on their way.
        self._threads[1].join(0.2 if self._process.poll() is not None else 0)
        return self._tail.decode("utf-8", "replace").splitlines()

    def close(self) -> None:
        """End it and all that it has started, by force."""
        self._closed.set()  # first: a reader whose queue is full looks at this alone
        self._process.kill()
        self._out.put(None)
        for thread in self._threads:
            thread.join(1)
        # A pipe that a thread still reads, because an escaped grandchild holds its end, cannot be closed safely.
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self._process.stdout, self._process.stderr):
                assert pipe is not None
                pipe.close()

    def _epitaph(self) -> str:
        self._process.check()
        # A child closes its output a moment before it has a status.
        if (status := self._process.wait(_MOMENT)) is None:
            return "it closed its output without ending"
        if status < 0:
            with suppress(ValueError):
                return f"killed by {signal.Signals(-status).name}"
            return f"killed by signal {-status}"
        # Windows gives the kind of a crash as a status, which people know in hexadecimal: 0xc0000005.
        return f"it ended with exit status {status if status < 1 << 16 else hex(status)}"

    def _put(self, item: list[bytes] | str) -> None:
        while not self._closed.is_set():
            with suppress(queue.Full):
                self._lines.put(item, timeout=0.2)
                return

    def _chunk(self, number: int) -> bytes:
        """The next bytes of a pipe; nothing at its end, or when the child is closed."""
        pipe = (self._process.stdout, self._process.stderr)[number]
        assert pipe is not None
        with suppress(OSError, ValueError):
            return b"" if self._closed.is_set() else os.read(pipe.fileno(), _CHUNK)
        return b""

    def _read(self) -> None:
        parts: list[bytes] = []  # of a line whose end has not come
        size = 0
        while chunk := self._chunk(0):
            self.delay = min(self.delay, time.monotonic() - self._began)
            parts.append(chunk)
            size += len(chunk)
            if b"\n" in chunk:
                *lines, rest = b"".join(parts).split(b"\n")
                self._put([line.removesuffix(b"\r") for line in lines])
                parts, size = [rest], len(rest)
                time.sleep(_PAUSE)
            if size > _LONGEST:
                self._put(f"it wrote a line of more than {_LONGEST >> 20} MiB")
                return
        self._put("")  # what is left without a line end is no line

    def _read_stderr(self) -> None:
        while chunk := self._chunk(1):
            self._tail = (self._tail + chunk)[-_TAIL:]

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError, ValueError):
            while (data := self._out.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[pipe.write(view) or 0 :]
        with suppress(OSError):
            pipe.close()
