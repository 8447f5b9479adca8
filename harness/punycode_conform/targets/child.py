"""A running program that never outlives the tool, and a child: such a program with lines in and lines out.

Three threads of a child move the bytes, so that the caller never blocks on a pipe: a reader of stdout with a bounded queue,
a reader of stderr that keeps the end, and a writer. So no child can stall or flood the run.
"""

import errno
import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from io import FileIO
from pathlib import Path
from typing import Any

from ..errors import TargetError
from ..notation import plain

_HERE = Path(__file__).parent
# As a module, since the byte code of a program is not kept.
_SUPERVISOR = "import sys; sys.path.insert(0, sys.argv.pop(1)); import supervisor; supervisor.main()"
_PATIENCE = 10.0  # seconds for a supervisor to end all; a program that forks on keeps it busy
_LOOK = 0.002  # seconds between two looks at whether the program has ended
_KILLED = -9  # the status of a program whose supervisor was killed
_LONGEST = 16 << 20  # bytes of a line; a reply of a million code points has about 7 MB
_CHUNK = 1 << 16
_TAIL = 4096
# Seconds in which more answers gather: handing one from thread to thread costs more than reading it.
_PAUSE = 0.0003
_TURN = 1e-5  # seconds in which another thread gets its turn
_STARVED = 0.05  # of the time that passes: what works gets at least this share of a processor, also on a busy machine
_ALL = 0.9  # of the processor's time: some is always lost, and then it would wait as long once more
_MOMENT = 2.0  # seconds from the end of the output to that of the process, at most
_THREADS = "CONFORM_THREADS"  # in how many threads to call the codec: see the adapter guide


class Process:
    """A program that a supervisor starts, which then ends all that the program leaves; on Windows this process does.

    The options are those of :class:`subprocess.Popen`. A TargetError says that nothing could be started at all;
    :meth:`check` raises one if it was the program that could not be started.
    """

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        self._command = list(command)
        self._news = b""
        self._pipes: list[FileIO] = []  # to the supervisor: one that lives as long as this process, and its reports
        try:
            self._popen = self._started(options)
        except (OSError, ValueError) as error:
            self._close()
            raise self._unstarted(error) from None
        self.stdin, self.stdout, self.stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr

    def _started(self, options: dict[str, Any]) -> "subprocess.Popen[bytes]":
        if sys.platform == "win32":
            return subprocess.Popen(self._command, creationflags=subprocess.CREATE_NEW_PROCESS_GROUP, **options)
        # No other process has our end of the first pipe, so it closes with this process, however that ends.
        (life, ours), (news, reports) = os.pipe(), os.pipe()
        self._pipes = [FileIO(ours, "wb"), FileIO(news, "rb")]
        os.set_blocking(news, False)
        words = [sys.executable, "-I", "-S", "-c", _SUPERVISOR, str(_HERE), str(life), str(reports), *self._command]
        try:
            # In a session of its own, since an interrupt at the terminal is for the tool alone.
            return subprocess.Popen(words, pass_fds=[life, reports], start_new_session=True, **options)
        finally:
            os.close(life)
            os.close(reports)

    @property
    def pid(self) -> int:
        """The program's process id; 0 while it is not known."""
        return self._popen.pid if sys.platform == "win32" else self._reported(b"pid") or 0

    def check(self) -> None:
        """Raise a TargetError if it is known by now that the program could not be started."""
        if number := self._reported(b"failed"):
            raise self._unstarted(OSError(number, os.strerror(number)))

    def poll(self) -> int | None:
        """The program's exit status, negative for a signal; None if it runs."""
        ended = self._popen.poll()  # first, since a supervisor reports a status and then ends
        if sys.platform == "win32":
            return ended
        status = self._reported(b"ended")
        return _KILLED if status is None and ended is not None else status

    def wait(self, seconds: float) -> int | None:
        """The program's exit status as soon as it ends; None if it still runs after that many seconds."""
        until = time.monotonic() + seconds
        while (status := self.poll()) is None and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK))
        return status

    def kill(self) -> None:
        """End the program and all that it has started, by force; afterwards only :meth:`poll` may be called."""
        if sys.platform == "win32":
            taskkill = ["taskkill", "/F", "/T", "/PID", str(self._popen.pid)]  # /T: with all its children
            subprocess.run(taskkill, capture_output=True, check=False)
            with suppress(OSError):
                self._popen.kill()
        else:
            self._pipes[0].close()
        try:
            self._popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self.poll()  # reads the last reports
        self._close()

    def _reported(self, kind: bytes) -> int | None:
        """The number in the supervisor's line of a kind; None if there is no such line."""
        if self._pipes and not self._pipes[1].closed:
            self._news += self._pipes[1].read() or b""
        number = dict(line.split() for line in self._news.splitlines()).get(kind)
        return None if number is None else int(number)

    def _unstarted(self, error: OSError | ValueError) -> TargetError:
        why, program = getattr(error, "strerror", None) or error, plain(self._command[0], 80)
        return TargetError(f"cannot start {program!r}: {why}", _hint(program, getattr(error, "errno", 0)))

    def _close(self) -> None:
        for pipe in self._pipes:
            pipe.close()


def _hint(program: str, number: int) -> str:
    """What to do about a program that the system does not start, by the number of its error."""
    is_file = os.path.isfile(program)  # noqa: PTH113  # Path("") is the current folder
    if os.path.isdir(program):  # noqa: PTH112  # as above
        return "it is a folder: name a program in it"
    if number == errno.EACCES:
        return f"make it executable: chmod +x {program}"
    if number == errno.ENOEXEC or (is_file and os.sep in program):
        return "its first line must be #! and the path of an interpreter that is installed, and end in LF alone"
    if is_file:
        return f"for a file of the current folder write ./{program}"
    if " " in program:
        return "write the program and its arguments as separate words"
    return "is it built? A relative path begins in the current folder" * (os.sep in program)


class Processor:
    """The processor time of the processes of a session, found once; other programs hardly change it."""

    def __init__(self, leader: int) -> None:
        entries = Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ()
        others = [pid for pid in (int(entry.name) for entry in entries) if pid != leader]
        self._processes = [leader, *(pid for pid in others if _fields(pid)[3:4] == [str(leader)])]

    def seconds(self) -> float | None:
        """The seconds that they and the children that they waited for have worked; None if one of them has ended."""
        if sys.platform != "linux":
            return None
        try:
            # How Linux numbers the clock of another process, all its threads: clock_getcpuclockid(3) returns this.
            clocks = sum(time.clock_gettime((~pid << 3) | 2) for pid in self._processes)
        except OSError:
            return None
        ticks = sum(int(ticks) for pid in self._processes for ticks in _fields(pid)[13:15])  # of 10 ms, of children
        return clocks + ticks / os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    """The fields of a process's status after its name, which may hold spaces; none if the process has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return []


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
        self._before = self._worked = 0.0  # seconds of processor time: those that don't count, and those so far
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

    @cached_property
    def processor(self) -> Processor:
        """The processor time of the session that its process leads."""
        return Processor(self._process.pid)

    def send(self, data: bytes) -> None:
        """Write, without waiting."""
        self._out.put(data)

    def end_input(self) -> None:
        """Close the child's input once all is written."""
        self._out.put(None)
        time.sleep(_TURN)  # otherwise a caller who goes on to compute keeps the writer waiting

    def receive(self, seconds: float) -> list[bytes]:
        """The next lines, without their line ends; an empty list after that many seconds without any.

        Ended: the child died, closed its output, or wrote a line without end; TargetError: it was not started.
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

    def wait_for_exit(self, seconds: float) -> bytes | None:
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

    def count_work(self) -> None:
        """Count its processor time from now on."""
        self._before = self._worked = self.processor.seconds() or 0.0

    def starved(self, seconds: float) -> bool:
        """Whether it works, but on a busy machine: for less than this limit since its work is counted."""
        before, self._worked = self._worked, self.processor.seconds() or 0.0
        return before + _STARVED * seconds < self._worked < self._before + _ALL * seconds

    def stderr(self) -> str:
        """The last lines of its stderr, safe to show."""
        return "\n".join(plain(line, 200) for line in self._written()[-8:])

    def stderr_suffix(self) -> str:
        """The end of its stderr as the end of a message, empty if there is none."""
        # Frames of a stack are indented, and JavaScript writes a bracket and its version after them.
        lines = [line for line in self._written() if line[:1].strip(" \t}") and not line.startswith("Node.js v")]
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
                self._put(f"a line of more than {_LONGEST >> 20} MiB")
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
